package grid

import (
	"github.com/backfill-lab/backfill/core/policy"
)

// settings are what the options in a policy's name set.
type settings struct {
	Options
	plan PlanOptions
}

// submission is the name of the order of submission among the values of order.
const submission = "submission"

var (
	queueing = choose("queue", "Queue", "Whether a job may pass one that cannot start.",
		func(s *settings) *string { return &s.Queue },
		policy.Choice{Name: "fcfs", Title: "strict", Doc: "Nothing passes the head of the queue."},
		policy.Choice{Name: "list", Title: "list", Doc: "Whatever can start does, in the order of the queue."})
	order = choose("order", "Queue order", "In which order jobs wait.",
		func(s *settings) *string { return &s.Order }, orders()...)
	siting = choose("site", "Site", "Which of the sites with enough free processors a job is sent to.",
		func(s *settings) *string { return &s.Site },
		policy.Choice{Name: "fastest", Title: "fastest", Doc: "The site with the fastest processors."},
		policy.Choice{Name: "best-fit", Title: "best fit", Doc: "The site on which it leaves the fewest processors free."},
		policy.Choice{Name: "most-power", Title: "most free power", Doc: "The site with the largest free computing power."},
		policy.Choice{Name: "most-free", Title: "most free", Doc: "The site with the most free processors."},
		policy.Choice{Name: "random", Title: "random", Doc: "Any of them, equally likely."},
		policy.Choice{Name: "home", Title: "home", Doc: "The home site if it will do, else the fastest."})
	splitting = choose("split", "Sites taken", "How sites are taken for a job that fits on none.",
		func(s *settings) *string { return &s.Split },
		policy.Choice{Name: "adaptive", Title: "adaptive", Doc: "Larger-first or faster-first, whichever leaves room for more waiting jobs."},
		policy.Choice{Name: "larger", Title: "larger first", Doc: "The site with the most free processors first."},
		policy.Choice{Name: "faster", Title: "faster first", Doc: "The fastest site first."})
	counting = choose("count", "Adaptive: count", "Which waiting jobs adaptive splitting counts.",
		func(s *settings) *string { return &s.Count },
		policy.Choice{Name: "queue", Title: "as the queue",
			Doc: "Those that start one after the other in the queue's discipline, strictly until the first that does not fit."},
		policy.Choice{Name: "list", Title: "as they fit", Doc: "Those that start one after the other, whatever fits."},
		policy.Choice{Name: "each", Title: "each by itself", Doc: "Every one that fits on a site if it is the only one."})
	tie = choose("tie", "Adaptive: ties", "What adaptive splitting does where both leave room for equally many.",
		func(s *settings) *string { return &s.Tie },
		policy.Choice{Name: "faster", Title: "faster first", Doc: "Takes the fastest sites."},
		policy.Choice{Name: "larger", Title: "larger first", Doc: "Takes the sites with the most free processors."})
	power = policy.Field(policy.Option{Name: "power", Title: "Power", Default: "0.5", Most: 1, Step: 0.1,
		Doc: "The least part of the computing power it asked for with which a job starts on fewer processors."},
		func(s *settings) *float64 { return &s.Power })
	take = choose("take", "Processors taken", "How many processors a job takes that does not get what it asked for.",
		func(s *settings) *string { return &s.Take },
		policy.Choice{Name: "asked", Title: "as many as asked", Doc: "What is free, up to what it asked for."},
		policy.Choice{Name: "power", Title: "as much power", Doc: "What is free, up to the computing power it asked for."})
	first = choose("first", "Tried first", "What is tried first for a job that fits on no site.",
		func(s *settings) *string { return &s.First },
		policy.Choice{Name: "mold", Title: "fewer processors", Doc: "Fewer processors on one site."},
		policy.Choice{Name: "split", Title: "several sites", Doc: "All processors on several sites."})

	planOrder = choose("order", "Order", "In which order jobs are planned.",
		func(s *settings) *string { return &s.plan.Order }, orders()...)
	planSplit = choose("split", "Several sites", "Whether a job may be planned on several sites at once.",
		func(s *settings) *string { return &s.plan.Split },
		policy.Choice{Name: "none", Title: "no", Doc: "Every job runs on one site."},
		policy.Choice{Name: "faster", Title: "faster first", Doc: "On the fastest sites, where it ends sooner there than on any one site."})
	planMold = choose("mold", "Fewer processors", "Whether a job may be planned on fewer processors than it asked for.",
		func(s *settings) *string { return &s.plan.Mold },
		policy.Choice{Name: "none", Title: "no", Doc: "Every job gets what it asked for."},
		policy.Choice{Name: "halving", Title: "halving", Doc: "On a half, a quarter and so on, where it ends sooner."})
)

func choose(name, title, doc string, field func(*settings) *string, choices ...policy.Choice) *policy.Row[settings] {
	return policy.Field(policy.Option{Name: name, Title: title, Doc: doc, Default: choices[0].Name, Choices: choices}, field)
}

func orders() (all []policy.Choice) {
	for _, o := range policy.Orders {
		name := o.Name
		if name == "" {
			name = submission
		}
		all = append(all, policy.Choice{Name: name, Title: o.Title, Doc: o.Doc, Source: o.Source})
	}
	return all
}
