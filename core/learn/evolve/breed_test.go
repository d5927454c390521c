package evolve

import (
	"math"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/det"
)

// TestRatesAreThoseOfThePaper: section 4.2 prints them for 270 and 180
// parameters.
func TestRatesAreThoseOfThePaper(t *testing.T) {
	for _, c := range []struct {
		u          int
		tau0, tau1 float64
	}{{270, 0.043, 0.174}, {180, 0.053, 0.193}} {
		o := Options{}.filled()
		step, tau0, tau1 := o.Rates(c.u)
		if math.Abs(tau0-c.tau0) > 5e-4 || math.Abs(tau1-c.tau1) > 5e-4 || step != 1/math.Sqrt(float64(c.u)) {
			t.Errorf("%d parameters: step %g, rates %g and %g", c.u, step, tau0, tau1)
		}
	}
	if o := (Options{}).filled(); o.Mu != 3 || o.Lambda != 21 || o.Generations != 40 || o.Selection != Plus || o.Recombination != None {
		t.Errorf("the defaults are %+v", o)
	}
}

// moments of a sample: mean and variance.
func moments(x []float64) (mean, variance float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		variance += (v - mean) * (v - mean) / float64(len(x))
	}
	return mean, variance
}

// near fails unless got is want within six standard errors.
func near(t *testing.T, what string, got, want, deviation float64, n int) {
	t.Helper()
	if bound := 6 * deviation / math.Sqrt(float64(n)); math.Abs(got-want) > bound {
		t.Errorf("%s is %g; it should be %g within %g", what, got, want, bound)
	}
}

// TestStepsAndGenesMutateAsTheFormulasSay looks at many offspring of one parent:
// the logarithm of a step's growth is normal with variance tau0²+tau1², whose
// tau0² two parameters share, and a gene moves by a normal number of new steps.
func TestStepsAndGenesMutateAsTheFormulasSay(t *testing.T) {
	const n = 20000
	o := Options{Seed: 9, Step: 1e-6}.filled()
	s := Species{Parameters: []Parameter{{Kind: Real, High: 1}, {Kind: Ordered, Count: 1000}, {Kind: Real, Low: -7, High: 3}}}
	b := newBreeder(&o, 0, &s)
	parent := Individual{Genes: []float64{0.5, 500.5, -2}, Steps: []float64{1e-4, 2e-2, 1e-3}}
	var growth, move [3][]float64
	var common []float64
	for i := range n {
		c := b.offspring([]Individual{parent}, 1, i)
		for k := range 3 {
			growth[k] = append(growth[k], math.Log(c.Steps[k]/parent.Steps[k]))
			move[k] = append(move[k], (c.Genes[k]-parent.Genes[k])/c.Steps[k])
		}
		common = append(common, growth[0][i]*growth[2][i])
	}
	both := b.tau0*b.tau0 + b.tau1*b.tau1
	for k := range 3 {
		mean, variance := moments(growth[k])
		near(t, "the mean growth", mean, 0, math.Sqrt(both), n)
		near(t, "the growth's variance", variance, both, both*math.Sqrt2, n)
		mean, variance = moments(move[k])
		near(t, "the mean move", mean, 0, 1, n)
		near(t, "the move's variance", variance, 1, math.Sqrt2, n)
	}
	covariance, _ := moments(common)
	near(t, "the growths' covariance", covariance, b.tau0*b.tau0, both*math.Sqrt2, n)
}

// TestNominalGenesChangeWithTheirChance, to any other value alike, and the
// chance moves on the logistic scale.
func TestNominalGenesChangeWithTheirChance(t *testing.T) {
	const n = 40000
	o := Options{Seed: 9}.filled()
	p := make([]Parameter, 30)
	for i := range p {
		p[i] = Parameter{Kind: Nominal, Count: 4}
	}
	b := newBreeder(&o, 0, &Species{Parameters: p})
	parent := Individual{Genes: make([]float64, 30), Steps: make([]float64, 30)}
	for i := range parent.Genes {
		parent.Genes[i], parent.Steps[i] = 2, 0.2
	}
	var count [4]int
	var chances, logits []float64
	for i := range n {
		c := b.offspring([]Individual{parent}, 1, i)
		count[int(c.Genes[0])]++
		chances = append(chances, c.Steps[0])
		logits = append(logits, math.Log(c.Steps[0]/(1-c.Steps[0]))-math.Log(0.2/0.8))
	}
	chance, _ := moments(chances)
	for v, got := range count {
		want := chance / 3
		if v == 2 {
			want = 1 - chance
		}
		near(t, "the share of a value", float64(got)/n, want, 0.5, n)
	}
	both := b.tau0*b.tau0 + b.tau1*b.tau1
	mean, variance := moments(logits)
	near(t, "the mean logit", mean, 0, math.Sqrt(both), n)
	near(t, "the logit's variance", variance, both, both*math.Sqrt2, n)
}

// TestSmallStepsAddUp: an ordered choice reaches its neighbours with steps that
// alone would never change it.
func TestSmallStepsAddUp(t *testing.T) {
	o := Options{Seed: 5, Tau0: 1e-6, Tau1: 1e-6}.filled()
	b := newBreeder(&o, 0, &Species{Parameters: []Parameter{{Kind: Ordered, Count: 5, Step: 0.05}}})
	c, seen := b.first(0), make(map[float64]bool)
	for g := range 40000 {
		before := c.Genes[0]
		c = b.offspring([]Individual{c}, g, 0)
		if math.Abs(c.Genes[0]-before) > 0.5 {
			t.Fatalf("a step of 0.05 moved a gene from %g to %g", before, c.Genes[0])
		}
		seen[b.p[0].value(c.Genes[0])] = true
	}
	if len(seen) != 5 {
		t.Errorf("of 5 values only %v were seen", seen)
	}
}

func TestEverythingStaysInItsBounds(t *testing.T) {
	everywhere(t, func(t *testing.T, p Problem, o Options) {
		o.Step, o.Tau0, o.Tau1 = 1, 2, 2 // wild
		for _, s := range states(t, p, o) {
			filled := o.filled()
			if err := s.belongs(p.Species(), &filled); err != nil {
				t.Fatal(err)
			}
			for i, sp := range p.Species() {
				for k := range sp.Parameters {
					v := s.Best.Parts[i][k]
					if q := &sp.Parameters[k]; q.Kind == Real && (v < q.Low || v > q.High) ||
						q.Kind != Real && (v != math.Trunc(v) || v < 0 || v >= float64(q.Count)) {
						t.Errorf("%+v has the value %g", *q, v)
					}
				}
			}
		}
	})
}

func TestReflectIsWhatMirrorsDo(t *testing.T) {
	r := det.Stream(1, "reflect")
	for range 20000 {
		low := math.Floor(det.Uniform(r, -50, 50))
		high := low + 1 + math.Floor(det.Uniform(r, 0, 20))
		x := math.Floor(det.Uniform(r, -500, 500)) / 4 // all sums are exact
		want := x
		for want < low || want > high {
			if want < low {
				want = 2*low - want
			} else {
				want = 2*high - want
			}
		}
		if got := reflect(x, low, high); got != want {
			t.Fatalf("reflect(%g, %g, %g) = %g, the mirrors say %g", x, low, high, got, want)
		}
	}
	for _, x := range []float64{1e300, -1e300, math.MaxFloat64} {
		if got := reflect(x, 0, MaxMagnitude); got < 0 || got > MaxMagnitude {
			t.Errorf("reflect(%g) = %g", x, got)
		}
	}
}

func TestRecombinationTakesFromBothParents(t *testing.T) {
	s := Species{Parameters: []Parameter{{Kind: Real, High: 8}, {Kind: Ordered, Count: 8}, {Kind: Nominal, Count: 8}}}
	one := Individual{Genes: []float64{1, 1, 1}, Steps: []float64{0.25, 0.25, 0.25}}
	two := Individual{Genes: []float64{5, 5, 5}, Steps: []float64{0.5, 0.5, 0.5}}
	for _, kind := range []Recombination{Discrete, Intermediate} {
		o := Options{Recombination: kind}.filled()
		b := newBreeder(&o, 0, &s)
		seen := make(map[[3]float64]int)
		for i := range 400 {
			c := b.blank(1)
			b.recombine(b.stream(1, i), &c, &one, &two)
			for k, g := range c.Genes {
				if want := map[float64]float64{1: 0.25, 3: 0.375, 5: 0.5}[g]; c.Steps[k] != want {
					t.Errorf("%s: the gene %g came with the step %g", kind, g, c.Steps[k])
				}
			}
			seen[[3]float64(c.Genes)]++
		}
		means := seen[[3]float64{3, 3, 1}] + seen[[3]float64{3, 3, 5}]
		if kind == Discrete && len(seen) != 8 || kind == Intermediate && (len(seen) != 2 || means != 400) {
			t.Errorf("%s makes %v", kind, seen)
		}
	}
}

// TestDrawsOfOneLeaveTheOthers: the first individuals are the same however many
// there are.
func TestDrawsOfOneLeaveTheOthers(t *testing.T) {
	few, many := states(t, sphere(4), Options{Mu: 2})[0], states(t, sphere(4), Options{Mu: 9})[0]
	for _, c := range few.Populations[0] {
		found := false
		for _, d := range many.Populations[0] {
			found = found || d.Fitness == c.Fitness
		}
		if !found {
			t.Errorf("%v is not among the more", c.Genes)
		}
	}
}
