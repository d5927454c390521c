package grid

import "github.com/backfill-lab/backfill/core/policy"

// settings are what the options in a policy's name set.
type settings struct {
	Options
	plan PlanOptions
}

// submission is the name of the order of submission among the values of order.
const submission = "submission"

var (
	queueing = choose("queue", "Queue", "Whether a job may pass one that cannot start.",
		func(s *settings) *string { return &s.Queue }, choices{
			{"fcfs", "strict", "Nothing passes the head of the queue."},
			{"list", "list", "Whatever can start does, in the order of the queue."},
		})
	order = choose("order", "Queue order", "In which order jobs wait.",
		func(s *settings) *string { return &s.Order }, orders())
	since  = policy.Field(policy.Since.Option, func(s *settings) *string { return &s.Since })
	siting = choose("site", "Site", "Which of the sites with enough free processors a job is sent to.",
		func(s *settings) *string { return &s.Site }, choices{
			{"fastest", "fastest", "The site with the fastest processors."},
			{"best-fit", "best fit", "The site on which it leaves the fewest processors free."},
			{"most-power", "most free power", "The site with the largest free computing power."},
			{"most-free", "most free", "The site with the most free processors."},
			{"random", "random", "Any of them, equally likely."},
			{"home", "home", "The home site if it will do, else the fastest."},
		})
	splitting = choose("split", "Sites taken", "How sites are taken for a job that fits on none.",
		func(s *settings) *string { return &s.Split }, choices{
			{"adaptive", "adaptive", "Larger-first or faster-first, whichever leaves room for more waiting jobs."},
			{"larger", "larger first", "The site with the most free processors first."},
			{"faster", "faster first", "The fastest site first."},
		})
	single = choose("single", "One site", "What chooses the site of a job that fits on one.",
		func(s *settings) *string { return &s.Single }, choices{
			{"site", "its own rule", "The option site."},
			{"most-free", "split, most free", "The option split: larger-first takes the site with the most free processors."},
			{"best-fit", "split, best fit", "The option split: larger-first takes the best fit."},
		})
	counting = choose("count", "Adaptive: count", "Which waiting jobs adaptive splitting counts.",
		func(s *settings) *string { return &s.Count }, choices{
			{"queue", "as the queue", "Those that start one after the other in the queue's discipline, strictly until the first that does not fit."},
			{"list", "as they fit", "Those that start one after the other, whatever fits."},
			{"each", "each by itself", "Every one that fits on a site if it is the only one."},
		})
	tie = choose("tie", "Adaptive: ties", "What adaptive splitting does where both leave room for equally many.",
		func(s *settings) *string { return &s.Tie }, choices{
			{"faster", "faster first", "Takes the fastest sites."},
			{"larger", "larger first", "Takes the sites with the most free processors."},
		})
	power = policy.Field(policy.Option{Name: "power", Title: "Power", Default: "0.5", Most: 1, Step: 0.1,
		Doc: "The least part of the computing power it asked for with which a job starts on fewer processors."},
		func(s *settings) *float64 { return &s.Power })
	take = choose("take", "Processors taken", "How many processors a job takes that does not get what it asked for.",
		func(s *settings) *string { return &s.Take }, choices{
			{"asked", "as many as asked", "What is free, up to what it asked for."},
			{"power", "as much power", "What is free, up to the computing power it asked for."},
		})
	first = choose("first", "Tried first", "What is tried first for a job that fits on no site.",
		func(s *settings) *string { return &s.First }, choices{
			{"mold", "fewer processors", "Fewer processors on one site."},
			{"split", "several sites", "All processors on several sites."},
		})

	planOrder = choose("order", "Order", "In which order jobs are planned.",
		func(s *settings) *string { return &s.plan.Order }, orders())
	planSince = policy.Field(policy.Since.Option, func(s *settings) *string { return &s.plan.Since })
	planSplit = choose("split", "Several sites", "Whether a job may be planned on several sites at once.",
		func(s *settings) *string { return &s.plan.Split }, choices{
			{"none", "no", "Every job runs on one site."},
			{"faster", "faster first", "On the fastest sites, where it ends sooner there than on any one site."},
		})
	planMold = choose("mold", "Fewer processors", "Whether a job may be planned on fewer processors than it asked for.",
		func(s *settings) *string { return &s.plan.Mold }, choices{
			{"none", "no", "Every job gets what it asked for."},
			{"halving", "halving", "On a half, a quarter and so on, where it ends sooner."},
		})
)

// choices are names, titles and one sentence each, and for orders the source. The first is the default.
type choices [][4]string

func choose(name, title, doc string, field func(*settings) *string, of choices) *policy.Row[settings] {
	o := policy.Option{Name: name, Title: title, Doc: doc, Default: of[0][0]}
	for _, c := range of {
		o.Choices = append(o.Choices, policy.Choice{Name: c[0], Title: c[1], Doc: c[2], Source: c[3]})
	}
	return policy.Field(o, field)
}

func orders() (all choices) {
	for _, o := range policy.Orders {
		name := o.Name
		if name == "" {
			name = submission
		}
		all = append(all, [4]string{name, o.Title, o.Doc, o.Source})
	}
	return all
}
