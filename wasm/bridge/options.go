package bridge

import (
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/dynp"
	"github.com/backfill-lab/backfill/core/plan"
	"github.com/backfill-lab/backfill/core/policy"
)

// A scheduler is a policy and what a form can ask about it. Its name with
// options is NAME:OPTION=VALUE,OPTION=VALUE; one left out has its default.
type scheduler struct {
	choice
	Family  string   `json:"family"` // queue, plan or dynp
	Options []option `json:"options"`
}

// An option is one parameter of a policy. It takes one of Choices; or several
// of them joined by Join, in the order in which they are chosen; or, without
// Choices, a number.
type option struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	Doc     string   `json:"doc"`
	Default string   `json:"default"` // "" is no limit
	Unit    string   `json:"unit,omitempty"`
	Least   float64  `json:"least"`
	Most    float64  `json:"most"`
	Step    float64  `json:"step,omitempty"`
	Choices []choice `json:"choices,omitempty"`
	Join    string   `json:"join,omitempty"`
}

func newScheduler(info policy.Info) scheduler {
	s := scheduler{choice: choice(info), Family: "queue", Options: []option{}}
	switch {
	case strings.HasPrefix(info.Name, plan.Prefix):
		s.Family = "plan"
	case info.Name == "dynp-basic":
		s.Family, s.Options = "dynp", boundOptions()
	case strings.HasPrefix(info.Name, dynp.Prefix):
		s.Family, s.Options = "dynp", tuningOptions()
	}
	return s
}

func boundOptions() []option {
	b := dynp.DefaultBounds
	return []option{
		{Name: "lower", Title: "Lower bound", Unit: "s", Default: strconv.FormatInt(b.Lower, 10), Most: 1e11, Step: 1,
			Doc: "Below this average estimate of the waiting jobs it plans by SJF."},
		{Name: "upper", Title: "Upper bound", Unit: "s", Default: strconv.FormatInt(b.Upper, 10), Most: 1e11, Step: 1,
			Doc: "Above this average estimate it plans by LJF, between the bounds by FCFS."},
		{Name: "threshold", Title: "Threshold", Unit: "jobs", Default: strconv.Itoa(b.Threshold), Least: 1, Most: 1e6, Step: 1,
			Doc: "So many jobs start with a policy before it may change again."},
	}
}

func tuningOptions() []option {
	var qualities, orders []choice
	for q := dynp.ART; q <= dynp.WaitwW; q++ {
		qualities = append(qualities, choice{Name: q.String(), Title: qualityTitles[q]})
	}
	for _, o := range policy.Orders {
		orders = append(orders, choice{Name: plan.OrderName(o), Title: strings.ToUpper(plan.OrderName(o)), Doc: o.Doc})
	}
	return []option{
		{Name: "quality", Title: "Quality", Default: dynp.ARTwW.String(), Choices: qualities,
			Doc: "What a plan is judged by: jobs at their planned starts and estimated ends."},
		{Name: "policies", Title: "Orders", Default: "fcfs+sjf+ljf", Choices: orders, Join: "+",
			Doc: "The queue orders it chooses from. The first is in force at the start and comes before equals."},
		{Name: "slack", Title: "Slackness", Unit: "%", Default: "0", Most: 99.99, Step: 0.01,
			Doc: "Another order has to be better than the one in force by so much."},
		{Name: "first", Title: "Reduced future, jobs", Unit: "jobs", Least: 1, Most: 1e9, Step: 1,
			Doc: "Only so many jobs, those planned to start first, count in the quality."},
		{Name: "hours", Title: "Reduced future, time", Unit: "h", Least: 1, Most: 1e6, Step: 1,
			Doc: "Only jobs planned to start within so many hours count in the quality."},
	}
}

// qualityTitles are words for the qualities that package dynp names.
var qualityTitles = map[dynp.Quality]string{
	dynp.ART:    "average response time",
	dynp.ARTwW:  "response time weighted by width",
	dynp.MS:     "makespan",
	dynp.SLD:    "average slowdown",
	dynp.SLDwW:  "bounded slowdown weighted by width",
	dynp.Wait:   "average wait",
	dynp.WaitwW: "wait weighted by width",
}
