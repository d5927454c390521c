package rules

import (
	"fmt"
	"math"
	"slices"
)

// A Shape is the meaning of an evolution's vectors: fuzzy rule bases over these features
// and outputs. A vector holds, for each rule, the mean and sigma of each feature, then the
// place in Weights of each output's weight: Rules * (2*len(Features) + len(Outputs))
// numbers, 270 for the paper's 10 rules of 7 features and 13 strategies, 180 for one
// species of a Pair.
type Shape struct {
	Rules    int
	Features []int // places in the package's Features
	Outputs  []string
}

// PaperRules is the number of rules in the paper's rule bases.
const PaperRules = 10

// AllFeatures returns the places of all features.
func AllFeatures() []int {
	all := make([]int, NumFeatures)
	for i := range all {
		all[i] = i
	}
	return all
}

// A Parameter is one number of a vector.
type Parameter struct {
	Name      string  // such as rule 3 mean of sd, rule 3 submit-easy
	Low, High float64 // its range
	Choices   int     // of an integer in 0..Choices-1; 0 for any number in the range
}

// The range of sigma in an evolution, as shares of the feature's range: at the largest a
// feature hardly matters (at most 12 % over its range).
const (
	leastSpread = 0.01
	mostSpread  = 2
)

// Parameters describes the numbers of a vector. Means lie in the feature's range.
func (s Shape) Parameters() (all []Parameter) {
	for i := range s.Rules {
		rule := fmt.Sprintf("rule %d ", i+1)
		for _, w := range s.Features {
			f := &Features[w]
			low, high := float64(leastSpread*(f.Most-f.Least)), float64(mostSpread*(f.Most-f.Least))
			all = append(all, Parameter{Name: rule + "mean of " + f.Name, Low: f.Least, High: f.Most},
				Parameter{Name: rule + "sigma of " + f.Name, Low: low, High: high})
		}
		for _, o := range s.Outputs {
			all = append(all, Parameter{Name: rule + o, High: float64(len(Weights) - 1), Choices: len(Weights)})
		}
	}
	return all
}

// Len returns the length of a vector.
func (s Shape) Len() int { return s.Rules * (2*len(s.Features) + len(s.Outputs)) }

// Decode returns the rule base of v. It moves each number to the nearest that NewFuzzy
// allows and rounds a weight's place down; only a wrong length and NaN are errors.
func (s Shape) Decode(v []float64) (*Fuzzy, error) {
	if len(v) != s.Len() {
		return nil, fmt.Errorf("a vector of %d rules, %d features and %d outputs has %d numbers, not %d",
			s.Rules, len(s.Features), len(s.Outputs), s.Len(), len(v))
	}
	if i := slices.IndexFunc(v, math.IsNaN); i >= 0 {
		return nil, fmt.Errorf("number %d of the vector is NaN", i+1)
	}
	rules := make([]Rule, s.Rules)
	for i := range rules {
		r := &rules[i]
		for range s.Features {
			r.When = append(r.When, Gauss{Mean: clamp(v[0], -MostMean, MostMean), Sigma: clamp(v[1], LeastSigma, MostSigma)})
			v = v[2:]
		}
		for range s.Outputs {
			r.Weights = append(r.Weights, Weights[int(clamp(math.Floor(v[0]), 0, float64(len(Weights)-1)))])
			v = v[1:]
		}
	}
	return NewFuzzy(s.Features, s.Outputs, rules)
}

func clamp(x, low, high float64) float64 { return min(max(x, low), high) }
