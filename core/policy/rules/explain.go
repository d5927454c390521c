package rules

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Decision is how a rule base decided in one state.
type Decision struct {
	At       Vector
	Strategy Strategy
	Fired    []Firing // every rule, the strongest for the choice first
	Values   []Value  // of the outputs, in their order
}

// A Firing is one rule's part in a decision.
type Firing struct {
	Base  string  `json:"base"`           // the rule's base: rules, orders or algorithms
	Rule  int     `json:"rule"`           // its number, from 1
	Share float64 `json:"share"`          // its share of the memberships in its base, 0..1
	For   float64 `json:"for"`            // Share times its weight for the choice
	When  string  `json:"when,omitempty"` // condition of a rigid rule
}

// A Value is a rule base's recommendation of one output: Share times weight, summed over
// the rules.
type Value struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// Case names the strongest rule for the choice, such as rule 3, or its condition if it is
// rigid; of a Pair, one of each base.
func (d *Decision) Case() string {
	var parts []string
	for i, f := range d.Fired {
		switch {
		case i > 0 && f.Base == d.Fired[i-1].Base:
		case f.When != "":
			parts = append(parts, f.When)
		case f.Base == "rules":
			parts = append(parts, fmt.Sprintf("rule %d", f.Rule))
		default:
			parts = append(parts, fmt.Sprintf("%s rule %d", f.Base, f.Rule))
		}
	}
	return strings.Join(parts, ", ")
}

// String describes the decision in a line.
func (d *Decision) String() string {
	var b strings.Builder
	for i, f := range Features {
		fmt.Fprintf(&b, "%s %.4g, ", f.Name, d.At[i])
	}
	fmt.Fprintf(&b, "so %s", d.Strategy)
	for _, f := range d.Fired {
		if f.Share < 0.005 {
			continue
		}
		of := "" // order rule 3, but rule 3
		if f.Base != "rules" {
			of = strings.TrimSuffix(f.Base, "s") + " "
		}
		fmt.Fprintf(&b, "; %srule %d counts %.0f %%", of, f.Rule, 100*f.Share)
		if f.When != "" {
			fmt.Fprintf(&b, " (%s)", f.When)
		}
	}
	return b.String()
}

// explain adds the firings and values of f, called base, to d and returns the choice.
func (f *Fuzzy) explain(x *Vector, base string, d *Decision) (best int) {
	phi := make([]float64, len(f.rules))
	f.members(x, phi)
	all := 0.0
	for _, m := range phi {
		all += m
	}
	best = f.Best(x)
	fired := make([]Firing, len(phi))
	for i, m := range phi {
		fired[i] = Firing{Base: base, Rule: i + 1, Share: m / all}
		fired[i].For = float64(fired[i].Share * float64(f.rules[i].Weights[best]))
	}
	slices.SortStableFunc(fired, func(a, b Firing) int {
		return cmp.Or(cmp.Compare(b.For, a.For), cmp.Compare(b.Share, a.Share))
	})
	d.Fired = append(d.Fired, fired...)
	for h, name := range f.outputs {
		d.Values = append(d.Values, Value{name, f.sum(phi, h) / all})
	}
	return best
}

// Explain implements Explainer.
func (f *Fuzzy) Explain(x *Vector) Decision {
	d := Decision{At: *x}
	d.Strategy = Strategy(f.explain(x, "rules", &d))
	return d
}

// Explain implements Explainer. The values of the orders come before those of the
// algorithms.
func (p *Pair) Explain(x *Vector) Decision {
	d := Decision{At: *x}
	o := p.orders.explain(x, "orders", &d)
	a := p.algorithms.explain(x, "algorithms", &d)
	d.Strategy = Combine(Order(o), Algorithm(a))
	return d
}

// FiredRules writes the rules that counted at least 1 %, in the order of how much they said for
// the choice: 3:62 7:38, or orders 3:62 7:38, algorithms 1:100.
func (d *Decision) FiredRules() string {
	var b strings.Builder
	base := "rules"
	for _, f := range d.Fired {
		percent := int(math.Round(float64(100 * f.Share)))
		if percent < 1 {
			continue
		}
		switch {
		case f.Base != base:
			if b.Len() > 0 {
				b.WriteString(", ")
			}
			b.WriteString(f.Base + " ")
			base = f.Base
		case b.Len() > 0:
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(f.Rule) + ":" + strconv.Itoa(percent))
	}
	return b.String()
}
