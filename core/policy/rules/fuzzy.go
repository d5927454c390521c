package rules

import (
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/det"
)

// MaxRules is the largest number of rules of a fuzzy rule base.
const MaxRules = 256

// Weights are the possible weights of a recommendation (section 4.2).
var Weights = []int8{-5, -1, 0, 1, 5}

// The ranges of a membership function's parameters.
const (
	LeastSigma = 1e-6
	MostSigma  = 1e9
	MostMean   = 1e9 // the least is -MostMean
)

// A Gauss is a Gaussian membership function of a feature.
type Gauss struct {
	Mean  float64 // -MostMean..MostMean, in the feature's unit
	Sigma float64 // LeastSigma..MostSigma
}

// A Rule says in which states it applies, and its weight for each output.
type Rule struct {
	When    []Gauss // one per feature of the rule base
	Weights []int8  // one per output, each one of Weights
}

// A Fuzzy is a Takagi-Sugeno-Kang rule base: for each output it adds up the rules'
// weights, each times the product of the rule's membership functions at the state; the
// largest sum wins.
type Fuzzy struct {
	features []int    // places in Features
	outputs  []string // the choices
	rules    []Rule

	half   []float64 // 1/(2 sigma^2), by rule and feature
	height []float64 // by rule: the logarithm of the product of 1/sigma
}

// NewFuzzy returns a rule base over the features at these places in Features. Its outputs
// are StrategyNames, OrderNames or AlgorithmNames. It keeps the slices.
func NewFuzzy(features []int, outputs []string, rules []Rule) (*Fuzzy, error) {
	f := &Fuzzy{features: features, outputs: outputs, rules: rules}
	if err := checkFeatures(features); err != nil {
		return nil, err
	}
	if len(rules) < 1 || len(rules) > MaxRules {
		return nil, fmt.Errorf("a fuzzy rule base of %d rules, expected 1 to %d", len(rules), MaxRules)
	}
	for i, r := range rules {
		if err := f.check(r); err != nil {
			return nil, fmt.Errorf("rule %d: %w", i+1, err)
		}
		height := 0.0
		for _, g := range r.When {
			f.half = append(f.half, 1/float64(2*float64(g.Sigma*g.Sigma)))
			height -= det.Log(g.Sigma)
		}
		f.height = append(f.height, height)
	}
	return f, nil
}

// checkFeatures returns an error unless the features are different places in Features.
func checkFeatures(features []int) error {
	seen := [NumFeatures]bool{}
	for _, w := range features {
		switch {
		case w < 0 || w >= NumFeatures:
			return fmt.Errorf("unknown feature %d: give 0 to %d", w, NumFeatures-1)
		case seen[w]:
			return fmt.Errorf("the feature %s occurs twice", Features[w].Name)
		}
		seen[w] = true
	}
	return nil
}

func (f *Fuzzy) check(r Rule) error {
	if len(r.When) != len(f.features) || len(r.Weights) != len(f.outputs) {
		return fmt.Errorf("%d membership functions and %d weights, expected %d and %d: one for each feature and output",
			len(r.When), len(r.Weights), len(f.features), len(f.outputs))
	}
	for k, g := range r.When {
		name := Features[f.features[k]].Name
		switch {
		case !(math.Abs(g.Mean) <= MostMean):
			return fmt.Errorf("mean %v of %s: give a number from %v to %v", g.Mean, name, -MostMean, MostMean)
		case !(g.Sigma >= LeastSigma && g.Sigma <= MostSigma):
			return fmt.Errorf("sigma %v of %s: give a number from %v to %v", g.Sigma, name, LeastSigma, MostSigma)
		}
	}
	for h, w := range r.Weights {
		if !slices.Contains(Weights, w) {
			return fmt.Errorf("weight %d of %s: give one of %v", w, f.outputs[h], Weights)
		}
	}
	return nil
}

// Features returns the places of the features. Do not change them.
func (f *Fuzzy) Features() []int { return f.features }

// Outputs returns the names of the outputs. Do not change them.
func (f *Fuzzy) Outputs() []string { return f.outputs }

// Rules returns the rules. Do not change them.
func (f *Fuzzy) Rules() []Rule { return f.rules }

// Memberships returns the membership of state x in each rule: the product of its membership
// functions, whose integrals are 1.
func (f *Fuzzy) Memberships(x *Vector) []float64 {
	phi := make([]float64, len(f.rules))
	f.logs(x, phi)
	for i, log := range phi {
		phi[i] = det.Exp(log)
		for range f.features {
			phi[i] /= math.Sqrt(2 * math.Pi)
		}
	}
	return phi
}

// members fills phi with the membership of state x in each rule, relative to the largest.
func (f *Fuzzy) members(x *Vector, phi []float64) {
	most := f.logs(x, phi)
	for i, log := range phi {
		phi[i] = det.Exp(log - most)
	}
}

// logs fills phi with the logarithm of each rule's membership, without the constant that all
// rules share, and returns the largest.
func (f *Fuzzy) logs(x *Vector, phi []float64) (most float64) {
	n := len(f.features)
	most = math.Inf(-1)
	for i := range phi {
		half, when := f.half[i*n:(i+1)*n], f.rules[i].When[:n]
		log := f.height[i]
		for k, w := range f.features {
			d := x[w] - when[k].Mean
			log -= float64(float64(d*d) * half[k])
		}
		phi[i] = log
		most = max(most, log)
	}
	return most
}

// Best returns the output with the largest sum; the first wins ties.
func (f *Fuzzy) Best(x *Vector) int {
	var phi [MaxRules]float64
	f.members(x, phi[:len(f.rules)])
	best, most := 0, math.Inf(-1)
	for h := range f.outputs {
		if sum := f.sum(phi[:], h); sum > most {
			best, most = h, sum
		}
	}
	return best
}

func (f *Fuzzy) sum(phi []float64, h int) (sum float64) {
	for i := range f.rules {
		sum += float64(phi[i] * float64(f.rules[i].Weights[h]))
	}
	return sum
}

// Decide implements Controller for a rule base over StrategyNames.
func (f *Fuzzy) Decide(x *Vector) Strategy { return Strategy(f.Best(x)) }

// A Pair is two fuzzy rule bases: one chooses the order, one the algorithm (section 4.2,
// figure 4). With Greedy the order does not matter.
type Pair struct{ orders, algorithms *Fuzzy }

// NewPair returns a Pair of a rule base over OrderNames and one over AlgorithmNames.
func NewPair(orders, algorithms *Fuzzy) (*Pair, error) {
	if !slices.Equal(orders.outputs, OrderNames) || !slices.Equal(algorithms.outputs, AlgorithmNames) {
		return nil, fmt.Errorf("a pair needs a rule base over %v and one over %v", OrderNames, AlgorithmNames)
	}
	return &Pair{orders, algorithms}, nil
}

// Orders returns the rule base that chooses the order.
func (p *Pair) Orders() *Fuzzy { return p.orders }

// Algorithms returns the rule base that chooses the algorithm.
func (p *Pair) Algorithms() *Fuzzy { return p.algorithms }

func (p *Pair) Decide(x *Vector) Strategy {
	a := Algorithm(p.algorithms.Best(x))
	if a == Greedy {
		return GreedyStrategy
	}
	return Combine(Order(p.orders.Best(x)), a)
}
