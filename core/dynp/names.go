package dynp

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/plan"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
)

// Prefix begins the name of every policy of this package.
const Prefix = "dynp-"

const source = "Streit: A Self-Tuning Job Scheduler Family with Dynamic Policy Switching, JSSPP 2002"

const tuningDoc = " Options after a colon, parted by commas: quality=artww (art, artww, ms, sld, sldww, wait, waitww; 2xart+ms, ms-then-art), policies=fcfs+sjf+ljf (any queue order, and opt, the optimiser), slack=PERCENT, first=JOBS, hours=HOURS, work=0.01 (of opt)."

var infos = []policy.Info{
	{Name: "dynp-basic", Title: "basic dynP", Source: source, Family: "dynp", Options: boundOptions,
		Doc: "Plans by SJF, FCFS or LJF, chosen at submissions by the average estimate of the waiting jobs. Options after a colon, parted by commas: lower=7200, upper=9000 (seconds), threshold=5 (jobs)."},
	{Name: "dynp-simple", Title: "self-tuning dynP, simple decider", Source: source, Family: "dynp", Options: tuningOptions,
		Doc: "At every event plans by FCFS, SJF and LJF and takes the best plan; of equals, the first." + tuningDoc},
	{Name: "dynp-advanced", Title: "self-tuning dynP, advanced decider", Source: source, Family: "dynp", Options: tuningOptions,
		Doc: "At every event plans by FCFS, SJF and LJF and takes the best plan; of equals, the policy in force." + tuningDoc},
}

// All lists the policies of this package, without options.
func All() []policy.Info { return slices.Clone(infos) }

// Describe returns what All has for a name, options left aside, or an error as
// Parse has it.
func Describe(name string) (policy.Info, error) {
	if _, err := Parse(name); err != nil {
		return policy.Info{}, err
	}
	base, options, _ := strings.Cut(name, ":")
	i := slices.IndexFunc(infos, func(info policy.Info) bool { return info.Name == base })
	info := infos[i]
	if info.Name = name; options != "" {
		info.Title += " (" + options + ")"
	}
	return info, nil
}

// Parse returns a new policy of that name: dynp-basic, dynp-simple or
// dynp-advanced, with options as the package comment has them.
func Parse(name string) (sim.Policy, error) {
	base, options, given := strings.Cut(name, ":")
	var p sim.Policy
	var err error
	switch base {
	case "dynp-basic":
		var b Bounds
		if b, err = parseBounds(options, given); err == nil {
			p = NewBasic(b)
		}
	case "dynp-simple", "dynp-advanced":
		t := Tuning{Decider: Simple}
		if base == "dynp-advanced" {
			t.Decider = Advanced
		}
		if err = t.parse(options, given); err == nil {
			p = New(t)
		}
	default:
		err = fmt.Errorf("it is dynp-basic, dynp-simple or dynp-advanced")
	}
	if err != nil {
		return nil, fmt.Errorf("there is no policy %q: %w", name, err)
	}
	return p, nil
}

func parseBounds(options string, given bool) (Bounds, error) {
	b := DefaultBounds
	err := policy.EachOption(options, given, func(key, value string) (err error) {
		switch key {
		case "lower":
			b.Lower, err = integer(key, value, 0, 1e11)
		case "upper":
			b.Upper, err = integer(key, value, 0, 1e11)
		case "threshold":
			var n int64
			n, err = integer(key, value, 1, 1e6)
			b.Threshold = int(n)
		default:
			err = fmt.Errorf("there is no option %s: it is lower, upper or threshold", key)
		}
		return err
	})
	if err == nil && b.Lower > b.Upper {
		err = fmt.Errorf("the lower bound %d is above the upper bound %d", b.Lower, b.Upper)
	}
	return b, err
}

func (t *Tuning) parse(options string, given bool) error {
	return policy.EachOption(options, given, func(key, value string) (err error) {
		var n int64
		switch key {
		case "quality":
			t.Terms, t.InTurn, err = parseTerms(value)
		case "policies":
			t.Orders, err = parseOrders(value)
		case "slack":
			t.Slack, err = hundredths(value)
		case "first":
			n, err = integer(key, value, 1, 1e9)
			t.First = int(n)
		case "hours":
			n, err = integer(key, value, 1, 1e6)
			t.Within = 3600 * n
		case plan.WorkOption.Name:
			t.Work, err = plan.ParseWork(value)
		default:
			err = fmt.Errorf("there is no option %s: it is quality, policies, slack, first, hours or work", key)
		}
		return err
	})
}

// parseTerms reads artww, 2xart+ms or ms-then-artww.
func parseTerms(text string) (terms []Term, inTurn bool, err error) {
	separator := "+"
	if strings.Contains(text, "-then-") {
		separator, inTurn = "-then-", true
	}
	for _, part := range strings.Split(text, separator) {
		term := Term{Weight: 1}
		if weight, name, ok := strings.Cut(part, "x"); ok && !inTurn && strings.Trim(weight, "0123456789") == "" && weight != "" {
			n, err := integer("the weight in quality", weight, 1, 1000)
			if err != nil {
				return nil, false, err
			}
			term.Weight, part = int(n), name
		}
		if term.Quality, err = QualityNamed(part); err != nil {
			return nil, false, err
		}
		if slices.ContainsFunc(terms, func(o Term) bool { return o.Quality == term.Quality }) {
			return nil, false, fmt.Errorf("the quality %s is named twice", part)
		}
		terms = append(terms, term)
	}
	return terms, inTurn, nil
}

func parseOrders(text string) (orders []*policy.Order, err error) {
	for _, name := range strings.Split(text, "+") {
		o, err := plan.OrderNamed(name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(orders, o) {
			return nil, fmt.Errorf("the queue order %s is named twice", name)
		}
		orders = append(orders, o)
	}
	return orders, nil
}

func integer(key, text string, least, most int64) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%s is %q: give a whole number from %d to %d", key, text, least, most)
	}
	return n, nil
}

// hundredths reads a percentage with up to two decimals, below 100.
func hundredths(text string) (int, error) {
	whole, decimals, _ := strings.Cut(text, ".")
	n, err := strconv.ParseUint(whole+(decimals + "00")[:max(2, len(decimals))], 10, 32)
	if err != nil || len(decimals) > 2 || n >= whole100 || whole == "" {
		return 0, fmt.Errorf("slack is %q: give a percentage from 0 to 99.99", text)
	}
	return int(n), nil
}
