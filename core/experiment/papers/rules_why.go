package papers

// What is known of why claims of the rules paper fail, from runs on the logs at the
// paper's size.
var rulesWhy = map[string]string{}
