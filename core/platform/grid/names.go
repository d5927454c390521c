package grid

import "github.com/backfill-lab/backfill/core/policy"

// Prefix begins the name of every policy of this package.
const Prefix = "grid-"

const source = "Huang, Shih, Chung: Using Moldability to Improve Scheduling Performance of Parallel Jobs on Computational Grid"

type kind struct {
	name, title, spoken, doc string
	options                  Options
	rows                     policy.Options[settings]
}

var kinds = []kind{
	{"independent", "Independent clusters", "Each site for itself",
		"Every job runs on its home site, each site with its own queue: no grid.",
		Options{Scope: "home"}, policy.Options[settings]{queueing, order, since}},
	{"sharing", "Load sharing", "Any site that has room",
		"All sites share one queue; every job runs on one site, any that has enough processors free.",
		Options{}, policy.Options[settings]{siting, queueing, order, since}},
	{"multisite", "Multi-site execution", "Several sites at once where one is too small",
		"Load sharing; a job that fits on no single site runs on several at once and takes longer there.",
		Options{Split: "adaptive"}, policy.Options[settings]{splitting, counting, tie, siting, single, queueing, order, since}},
	{"moldable", "Adaptive processor allocation", "Fewer processors where there is no room for all",
		"Load sharing; a job that fits on no single site starts on fewer processors than it asked for and takes longer.",
		Options{Mold: true, Power: 0.5}, policy.Options[settings]{power, take, siting, queueing, order, since}},
	{"combined", "Adaptive allocation and multi-site", "Fewer processors or several sites",
		"Load sharing; a job that fits on no single site starts on fewer processors or on several sites.",
		Options{Mold: true, Power: 0.5, Split: "adaptive"},
		policy.Options[settings]{first, power, take, splitting, counting, tie, siting, single, queueing, order, since}},
}

// All is the policies of this package.
var All = func() (all policy.Family[Policy]) {
	for _, k := range kinds {
		all = append(all, policy.With(policy.Info{Name: Prefix + k.name, Title: k.title, Spoken: k.spoken, Doc: k.doc,
			Source: source, Family: "grid"}, k.rows, settings{Options: k.options}, nil, func(s settings) Policy { return NewScheduler(s.Options) }))
	}
	return append(all, policy.With(policy.Info{Name: Prefix + "plan", Title: "Planned on all sites",
		Spoken: "Plan of all jobs on all sites", Family: "grid",
		Doc:    "Plans every waiting job again at every event, in queue order, on the site where it is expected to end first; needs estimates.",
		Source: "Streit: A Self-Tuning Job Scheduler Family with Dynamic Policy Switching, JSSPP 2002, on several sites"},
		policy.Options[settings]{planOrder, planSince, planSplit, planMold}, settings{}, nil,
		func(s settings) Policy { return NewPlanner(s.plan) }))
}()
