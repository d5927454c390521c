package rules

// These say why numbers differ.
const (
	whyLoad = "not known; the 2.6 % of the jobs that cleaning removed raise EASY's objective only from 826,059 to 832,230 s; it is " +
		"856,449 s if no job ends at its estimate (kill=uncut), and 858,271 s if all jobs become wider and none is copied (scaling=wider)"
	whyLeft = "groups 3 to 5 have no part in the objective: their AWRT differs from training to training"
)
