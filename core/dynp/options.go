package dynp

import (
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/plan"
	"github.com/backfill-lab/backfill/core/policy"
)

// boundOptions are the options of dynp-basic.
var boundOptions = []policy.Option{
	{Name: "lower", Title: "Lower bound", Unit: "s", Default: strconv.FormatInt(DefaultBounds.Lower, 10), Most: 1e11, Step: 1,
		Doc: "Below this average estimate of the waiting jobs it plans by SJF."},
	{Name: "upper", Title: "Upper bound", Unit: "s", Default: strconv.FormatInt(DefaultBounds.Upper, 10), Most: 1e11, Step: 1,
		Doc: "Above this average estimate it plans by LJF, between the bounds by FCFS."},
	{Name: "threshold", Title: "Threshold", Unit: "jobs", Default: strconv.Itoa(DefaultBounds.Threshold), Least: 1, Most: 1e6, Step: 1,
		Doc: "So many jobs start with a policy before it may change again."},
}

// tuningOptions are the options of the self-tuning policies.
var tuningOptions = []policy.Option{
	{Name: "quality", Title: "Quality", Default: ARTwW.String(), Choices: qualityChoices(),
		Doc: "What a plan is judged by: jobs at their planned starts and estimated ends."},
	{Name: "policies", Title: "Orders", Default: "fcfs+sjf+ljf", Choices: orderChoices(), Join: "+",
		Doc: "The queue orders it chooses from. The first is in force at the start and comes before equals."},
	{Name: "slack", Title: "Slackness", Unit: "%", Default: "0", Most: 99.99, Step: 0.01,
		Doc: "Another order has to be better than the one in force by so much."},
	{Name: "first", Title: "Reduced future, jobs", Unit: "jobs", Least: 1, Most: 1e9, Step: 1,
		Doc: "Only so many jobs, those planned to start first, count in the quality."},
	{Name: "hours", Title: "Reduced future, time", Unit: "h", Least: 1, Most: 1e6, Step: 1,
		Doc: "Only jobs planned to start within so many hours count in the quality."},
	plan.WorkOption,
}

func qualityChoices() (choices []policy.Choice) {
	for q, name := range qualityNames {
		choices = append(choices, policy.Choice{Name: name, Title: qualityTitles[q]})
	}
	return choices
}

func orderChoices() (choices []policy.Choice) {
	for _, o := range plan.Orders {
		name := plan.OrderName(o)
		choices = append(choices, policy.Choice{Name: name, Title: strings.ToUpper(name), Doc: o.Doc})
	}
	return choices
}
