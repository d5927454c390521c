package rules

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Partition divides the range of a feature into ]-inf, bound 0], ]bound 0, bound 1],
// and so on.
type Partition struct {
	Feature int       // place in Features
	Bounds  []float64 // strictly increasing
}

// Table1 returns the paper's partitions (table 1): 192 situations.
func Table1() []Partition {
	return []Partition{{0, []float64{2}}, {1, []float64{75, 85}},
		{2, []float64{20}}, {3, []float64{20}}, {4, []float64{25}}, {5, []float64{25}}, {6, []float64{25}}}
}

const maxSituations = 1 << 16

// A Rigid is a rule base of fixed partitions. A situation is one part of each partition
// and has one rule, so exactly one rule applies in any state.
type Rigid struct {
	partitions []Partition
	choice     []Strategy // by situation, the last partition's number running fastest
}

// NewRigid returns the rule base that chooses choice[i] in situation i; see Situation. It
// keeps both slices.
func NewRigid(partitions []Partition, choice []Strategy) (*Rigid, error) {
	n, features := 1, []int{}
	for _, p := range partitions {
		features = append(features, p.Feature)
		if err := checkFeatures(features); err != nil {
			return nil, err
		}
		for i, b := range p.Bounds {
			if math.IsNaN(b) || math.IsInf(b, 0) || i > 0 && b <= p.Bounds[i-1] {
				return nil, fmt.Errorf("bounds %v of %s: give increasing numbers", p.Bounds, Features[p.Feature].Name)
			}
		}
		if n *= len(p.Bounds) + 1; n > maxSituations {
			return nil, fmt.Errorf("more than %d situations: give fewer bounds", maxSituations)
		}
	}
	if len(choice) != n {
		return nil, fmt.Errorf("a rigid rule base of %d situations needs as many strategies, not %d", n, len(choice))
	}
	for _, s := range choice {
		if int(s) >= NumStrategies {
			return nil, fmt.Errorf("unknown strategy %d", s)
		}
	}
	return &Rigid{partitions, choice}, nil
}

// Only returns the rule base that always chooses s.
func Only(s Strategy) *Rigid { return &Rigid{choice: []Strategy{s}} }

// Partitions returns the partitions. Do not change them.
func (r *Rigid) Partitions() []Partition { return r.partitions }

// Choice returns the strategy of each situation. Do not change it.
func (r *Rigid) Choice() []Strategy { return r.choice }

// Situation returns the number of x's situation: situations count up with the part of the
// last partition first.
func (r *Rigid) Situation(x *Vector) int {
	n := 0
	for i := range r.partitions {
		p := &r.partitions[i]
		at := 0
		for at < len(p.Bounds) && p.Bounds[at] < x[p.Feature] {
			at++
		}
		n = n*(len(p.Bounds)+1) + at
	}
	return n
}

func (r *Rigid) Decide(x *Vector) Strategy { return r.choice[r.Situation(x)] }

// When returns the condition of a situation, such as sd <= 2, 75 < um <= 85, or "always"
// without partitions.
func (r *Rigid) When(situation int) string {
	var parts []string
	for _, p := range slices.Backward(r.partitions) {
		n := len(p.Bounds) + 1
		at, name := situation%n, Features[p.Feature].Name
		situation /= n
		switch {
		case n == 1:
			continue
		case at == 0:
			name += " <= " + number(p.Bounds[0])
		case at == n-1:
			name += " > " + number(p.Bounds[at-1])
		default:
			name = number(p.Bounds[at-1]) + " < " + name + " <= " + number(p.Bounds[at])
		}
		parts = append(parts, name)
	}
	if len(parts) == 0 {
		return "always"
	}
	slices.Reverse(parts)
	return strings.Join(parts, ", ")
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// Explain implements Explainer: one rule fires, and its strategy alone has a value.
func (r *Rigid) Explain(x *Vector) Decision {
	n := r.Situation(x)
	d := Decision{At: *x, Strategy: r.choice[n]}
	d.Fired = []Firing{{Base: "rules", Rule: n + 1, Share: 1, For: 1, When: r.When(n)}}
	d.Values = []Value{{d.Strategy.String(), 1}}
	return d
}
