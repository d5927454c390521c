package rules

import "github.com/backfill-lab/backfill/core/papers/paper"

// These say why numbers differ.
const (
	whyLoad = "not known; the 2.6 % of the jobs that cleaning removed raise EASY's objective only from 826,059 to 832,230 s; it is " +
		"856,449 s if no job ends at its estimate (kill=uncut), and 858,271 s if all jobs become wider and none is copied (scaling=wider)"
	whyLeft = "groups 3 to 5 have no part in the objective: their AWRT differs from training to training"
)

// why says why claims fail, from runs on the logs at the paper's size.
var why = paper.Reasons("rules", map[string]string{
	whyFront: "table3/close-to-front fig5/close-to-fronts fig7/almost-reach",
	"on SDSC 96 group 1 does 76 % of the work, so its gain is mostly group 2's loss, which the weights of " +
		"10 and 4 allow; SDSC 95 is a model in place of the log": "table4/shorter",
	whyProb: "fig5/beat-easy fig5/prob-10",
	"on LANL CCA settled on Greedy (97 % of its decisions), which by itself gains 8.7 %; on KTH the two are " +
		"0.2 % apart": "fig5/single",
	"CCA's rule base of the median objective mostly chooses Greedy, and our Greedy passes nobody who has waited " +
		"two and a half days longer; the paper does not print its criterion": "fig6/group-5",
	"where a single strategy comes within a percent of the best training, evolution has little to " +
		"gain from switching": "section5-decisions/switch",
	"the last jobs end at the same time in any order, and with them a log's utilization":              "section5-strategies/narrow-first",
	"a rule base that relies on Greedy or FCFS is bad at long waits, which its training did not show": "section5-unseen/beat-easy",
	"the trainings end within a percent of one another, and chance decides the rest; for the " +
		"probability-driven procedure it decides more": "section5-unseen/seen-better",
})

const (
	whyFront = "our front is far lower than the printed one: on CTC it removes 86 % of the waiting between EASY and the no-wait floor, the " +
		"printed front 64 %, which on-line priorities nearly reach; it begins with the orders of all strategies and trained rule bases and " +
		"knows run times. A smaller part is that PITTS gains less over EASY, too: 13.0 % (printed 15.6 %)"
	whyProb = "its judgement of a strategy in one of 192 situations is the mean of 50 simulations in which the other 191 choose at " +
		"random: on SDSC 96 it sorts by width in 72 % of its decisions, which by itself is 4 % worse than EASY; SDSC 95 is a model in place " +
		"of the log"
)
