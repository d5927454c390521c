package papers

// What is known of why claims of the exact paper fail.
var exactWhy = map[string]string{}
