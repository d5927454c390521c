package dynp

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/plan"
)

var boundOptions = policy.Options[Bounds]{
	policy.Field(policy.Option{Name: "lower", Title: "Lower bound", Unit: "s",
		Default: strconv.FormatInt(DefaultBounds.Lower, 10), Most: 1e11, Step: 1,
		Doc: "Below this average estimate of the waiting jobs it plans by SJF."}, func(b *Bounds) *int64 { return &b.Lower }),
	policy.Field(policy.Option{Name: "upper", Title: "Upper bound", Unit: "s",
		Default: strconv.FormatInt(DefaultBounds.Upper, 10), Most: 1e11, Step: 1,
		Doc: "Above this average estimate it plans by LJF, between the bounds by FCFS."}, func(b *Bounds) *int64 { return &b.Upper }),
	policy.Field(policy.Option{Name: "threshold", Title: "Threshold", Unit: "jobs",
		Default: strconv.Itoa(DefaultBounds.Threshold), Least: 1, Most: 1e6, Step: 1,
		Doc: "With fewer waiting jobs the order stays as it is."}, func(b *Bounds) *int { return &b.Threshold }),
}

// check refuses bounds that leave no room for FCFS.
func (b *Bounds) check() error {
	if b.Lower > b.Upper {
		return fmt.Errorf("the lower bound %d is above the upper bound %d", b.Lower, b.Upper)
	}
	return nil
}

var tuningOptions = policy.Options[Tuning]{
	{Option: policy.Option{Name: "quality", Title: "Quality", Default: ARTwW.String(), Choices: qualityChoices(),
		Doc: "What a plan is judged by: jobs at their planned starts and estimated ends. Several: weighted, 2xart+ms, or in turn, ms-then-art."},
		Set: (*Tuning).setTerms},
	{Option: policy.Option{Name: "policies", Title: "Orders", Default: "fcfs+sjf+ljf", Choices: orderChoices(), Join: "+",
		Doc: "The queue orders it chooses from. The first is in force at the start and comes before equals."},
		Set: (*Tuning).setOrders},
	{Option: policy.Option{Name: "slack", Title: "Slackness", Type: policy.Percent, Unit: "%", Default: "0", Most: 99.99, Step: 0.01,
		Doc: "How much better another order has to be than the one in force."},
		Set: func(t *Tuning, value string) error {
			x, err := strconv.ParseFloat(value, 64)
			t.Slack = int(math.Round(100 * x))
			return err
		}},
	policy.Field(policy.Option{Name: "first", Title: "Reduced future, jobs", Unit: "jobs", Least: 1, Most: 1e9, Step: 1,
		Doc: "How many jobs count in the quality: those planned to start first."}, func(t *Tuning) *int { return &t.First }),
	{Option: policy.Option{Name: "hours", Title: "Reduced future, time", Type: policy.Whole, Unit: "h", Least: 1, Most: 1e6, Step: 1,
		Doc: "Only jobs planned to start within this time count in the quality."},
		Set: func(t *Tuning, value string) error {
			n, err := strconv.ParseInt(value, 10, 64)
			t.Within = 3600 * n
			return err
		}},
	plan.WorkOption(func(t *Tuning) *float64 { return &t.Work }),
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

// setTerms reads artww, 2xart+ms or ms-then-artww.
func (t *Tuning) setTerms(text string) error {
	separator := "+"
	if strings.Contains(text, "-then-") {
		separator, t.InTurn = "-then-", true
	}
	for _, part := range strings.Split(text, separator) {
		term := Term{Weight: 1}
		if weight, name, ok := strings.Cut(part, "x"); ok && !t.InTurn && strings.Trim(weight, "0123456789") == "" && weight != "" {
			n, err := strconv.Atoi(weight)
			if err != nil || n < 1 || n > 1000 {
				return fmt.Errorf("the weight in quality is %.40q: give a whole number from 1 to 1000", weight)
			}
			term.Weight, part = n, name
		}
		var err error
		if term.Quality, err = QualityNamed(part); err != nil {
			return err
		}
		if slices.ContainsFunc(t.Terms, func(o Term) bool { return o.Quality == term.Quality }) {
			return fmt.Errorf("the quality %s is named twice", part)
		}
		t.Terms = append(t.Terms, term)
	}
	return nil
}

func (t *Tuning) setOrders(text string) error {
	for _, name := range strings.Split(text, "+") {
		o, err := plan.OrderNamed(name)
		if err != nil {
			return err
		}
		if slices.Contains(t.Orders, o) {
			return fmt.Errorf("the queue order %s is named twice", name)
		}
		t.Orders = append(t.Orders, o)
	}
	return nil
}
