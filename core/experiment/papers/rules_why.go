package papers

// Why numbers differ.
const (
	rulesWhyLoad = "the cleaned log at hand has 2.6 % fewer jobs than the paper's, and so less load"
	rulesWhyLeft = "groups 3 to 5 have no part in the objective: what they get differs from training to training"
)

// What is known of why claims of the rules paper fail, from runs on the logs at the
// paper's size.
var rulesWhy = map[string]string{}
