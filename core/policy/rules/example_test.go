package rules_test

import (
	"context"
	"fmt"
	"os"

	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/trace/model/lublin"
)

// A rule base made by hand: jobs of the groups that the objective asks for come
// first when they want much of the queue, else the queue is in order of submission.
func Example() {
	favour, ordinary := make([]int8, rules.NumStrategies), make([]int8, rules.NumStrategies)
	favour[rules.Combine(rules.ByGroup, rules.CONS)] = 5
	ordinary[rules.Combine(rules.BySubmit, rules.EASY)] = 5
	prcwq1, _ := rules.FeatureNamed("prcwq1")
	fuzzy, err := rules.NewFuzzy([]int{prcwq1}, rules.StrategyNames, []rules.Rule{
		{When: []rules.Gauss{{Mean: 60, Sigma: 25}}, Weights: favour},
		{When: []rules.Gauss{{Mean: 0, Sigma: 10}}, Weights: ordinary},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	base := rules.NewBase("by hand", "an example", fuzzy)

	w, err := lublin.Model{Jobs: 3000, Procs: 128, Seed: 1, Load: 0.9, Users: 20,
		Estimates: lublin.Estimates{Kind: "round", Factor: 2}}.Generate()
	if err != nil {
		fmt.Println(err)
		return
	}
	objective, err := rules.ParseObjective(rules.PaperObjective)
	if err != nil {
		fmt.Println(err)
		return
	}
	groups := rules.GroupUsers(w.Jobs.Held(), base.Bounds)
	trial := rules.Trial{Procs: w.Procs, Jobs: w.Jobs.Held(), Options: rules.Options{Groups: groups, Advantage: &base.Advantage}}
	value := func(c rules.Controller) float64 {
		scores, err := trial.Run(context.Background(), c)
		if err != nil {
			fmt.Println(err)
		}
		return objective.Of(scores)
	}
	always, _ := rules.NewRigid(nil, []rules.Strategy{rules.Combine(rules.BySubmit, rules.EASY)})
	fmt.Println("better than EASY:", value(fuzzy) < value(always))

	d := fuzzy.Explain(&rules.Vector{1.2, 90, 30, 20, 10, 25, 15})
	fmt.Println(d.String())
	if err := rules.Write(os.Stdout, base); err != nil {
		fmt.Println(err)
	}
	// Output:
	// better than EASY: true
	// sd 1.2, um 90, prcwq1 30, prcwq2 20, prcwq3 10, prcwq4 25, prcwq5 15, so group-cons; rule 1 counts 95 %; rule 2 counts 5 %
	// {
	//   "format": "backfill rule base 1",
	//   "name": "by hand",
	//   "about": "an example",
	//   "groups_above_percent": [8, 2, 1, 0.1],
	//   "greedy_advantage_s": [216000, 86400, 0, 0, 0],
	//   "fuzzy": {
	//     "rules": [
	//       {
	//         "when": [
	//           {"feature": "prcwq1", "mean": 60, "sigma": 25}
	//         ],
	//         "strongly_for": ["group-cons"],
	//         "for": [],
	//         "against": [],
	//         "strongly_against": []
	//       },
	//       {
	//         "when": [
	//           {"feature": "prcwq1", "mean": 0, "sigma": 10}
	//         ],
	//         "strongly_for": ["submit-easy"],
	//         "for": [],
	//         "against": [],
	//         "strongly_against": []
	//       }
	//     ]
	//   }
	// }
}
