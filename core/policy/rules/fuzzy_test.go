package rules

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// transcribed is the inference of section 4.2, formula by formula.
func transcribed(f *Fuzzy, x *Vector) (psi []float64) {
	psi = make([]float64, len(f.outputs))
	for _, r := range f.rules {
		phi := 1.0
		for k, w := range f.features {
			mu, sigma := r.When[k].Mean, r.When[k].Sigma
			phi *= 1 / (sigma * math.Sqrt(2*math.Pi)) * math.Exp(-(x[w]-mu)*(x[w]-mu)/(2*sigma*sigma))
		}
		for h := range psi {
			psi[h] += phi * float64(r.Weights[h])
		}
	}
	return psi
}

func randomFuzzy(r *rand.Rand, outputs []string) *Fuzzy {
	s := Shape{Rules: 1 + r.IntN(12), Features: r.Perm(NumFeatures)[:1+r.IntN(NumFeatures)], Outputs: outputs}
	f, err := s.Decode(randomVector(r, s))
	if err != nil {
		panic(err)
	}
	return f
}

func randomVector(r *rand.Rand, s Shape) (v []float64) {
	for _, p := range s.Parameters() {
		x := p.Low + float64(r.Float64()*(p.High-p.Low))
		if p.Choices > 0 {
			x = float64(r.IntN(p.Choices))
		}
		v = append(v, x)
	}
	return v
}

func randomState(r *rand.Rand) (x Vector) {
	for i, f := range Features {
		x[i] = f.Least + float64(r.Float64()*r.Float64()*(f.Most-f.Least))
	}
	return x
}

func TestInferenceIsThatOfThePaper(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	compared := 0
	for n := range 3000 {
		f := randomFuzzy(r, [][]string{StrategyNames, OrderNames, AlgorithmNames}[n%3])
		x := randomState(r)
		psi := transcribed(f, &x)
		var phi [MaxRules]float64
		f.members(&x, phi[:len(f.rules)])
		scale := 0.0 // one factor between the paper's values and ours
		for h := range psi {
			scale = max(scale, math.Abs(psi[h]))
		}
		if scale == 0 || scale < 1e-290 {
			continue
		}
		compared++
		most, ours := slices.Max(psi), f.Best(&x)
		if psi[ours] < most-1e-9*scale {
			t.Fatalf("case %d: we choose %s with %g, the paper %s with %g", n, f.outputs[ours], psi[ours], f.outputs[slices.Index(psi, most)], most)
		}
		largest := 0.0
		for h := range psi {
			largest = max(largest, math.Abs(f.sum(phi[:], h)))
		}
		for h := range psi {
			if got, want := f.sum(phi[:], h)/largest, psi[h]/scale; math.Abs(got-want) > 1e-9 {
				t.Fatalf("case %d: %s has %g of the largest value, the paper's formula gives %g", n, f.outputs[h], got, want)
			}
		}
	}
	if compared < 2000 {
		t.Fatalf("only %d comparisons", compared)
	}
}

// TestInferenceByHand: two rules over one feature. At 6, 1 and 4 away from their
// means, the first has exp(-1/2)/1 and the second exp(-16/8)/2.
func TestInferenceByHand(t *testing.T) {
	f, err := NewFuzzy([]int{1}, OrderNames, []Rule{
		{When: []Gauss{{5, 1}}, Weights: []int8{1, 0, 0, -5}},
		{When: []Gauss{{10, 2}}, Weights: []int8{-1, 5, -5, 0}},
	})
	if err != nil {
		t.Fatal(err)
	}
	x := Vector{1, 6}
	// 0.60653 - 0.06767 against 5*0.06767: the first output, narrow.
	if got := f.Best(&x); got != 0 {
		t.Fatalf("it chooses %s", OrderNames[got])
	}
	x[1] = 8 // exp(-9/2) = 0.01111 against exp(-1/2)/2 = 0.30327
	var d Decision
	if got := f.explain(&x, "orders", &d); got != 1 {
		t.Fatalf("it chooses %s", OrderNames[got])
	}
	if d.Fired[0].Rule != 2 || math.Abs(d.Fired[0].Share-0.30327/0.31438) > 1e-4 || d.Case() != "orders rule 2" {
		t.Fatalf("the explanation is %+v, %s", d.Fired, d.Case())
	}
}

// TestAFarStateStillHasAMeaning: where every membership of the paper's product is
// 0 in a float64, the nearest rule still decides.
func TestAFarStateStillHasAMeaning(t *testing.T) {
	f, err := NewFuzzy([]int{0, 1}, OrderNames, []Rule{
		{When: []Gauss{{1, 1e-6}, {1, 1e-6}}, Weights: []int8{0, 0, 5, 0}},
		{When: []Gauss{{2, 1e-6}, {2, 1e-6}}, Weights: []int8{0, 0, 0, 5}},
	})
	if err != nil {
		t.Fatal(err)
	}
	x := Vector{60, 60}
	if psi := transcribed(f, &x); slices.Max(psi) != 0 {
		t.Fatalf("the product is %v, so this tests nothing", psi)
	}
	if got := f.Best(&x); got != 3 {
		t.Fatalf("it chooses %s", OrderNames[got])
	}
}

func TestAFeatureWithALargeSigmaSaysNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for range 300 {
		f := randomFuzzy(r, StrategyNames)
		x, y := randomState(r), randomState(r)
		for i := range f.rules {
			f.rules[i].When[0].Sigma = MostSigma
		}
		f, err := NewFuzzy(f.features, f.outputs, f.rules)
		if err != nil {
			t.Fatal(err)
		}
		x[f.features[0]], y = y[f.features[0]], x
		d := f.Explain(&x)
		if a, b := f.Best(&x), f.Best(&y); d.Values[a].Value-d.Values[b].Value > 1e-9 { // else a tie but for rounding
			t.Fatalf("%s and %s", f.outputs[a], f.outputs[b])
		}
	}
}

func TestAPairAsksBothOfItsHalves(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	greedy := 0
	for range 500 {
		p, err := NewPair(randomFuzzy(r, OrderNames), randomFuzzy(r, AlgorithmNames))
		if err != nil {
			t.Fatal(err)
		}
		x := randomState(r)
		o, a := p.orders.Best(&x), p.algorithms.Best(&x)
		want := OrderNames[o] + "-" + AlgorithmNames[a]
		if Algorithm(a) == Greedy {
			want = "greedy"
			greedy++
		}
		d := p.Explain(&x)
		if got := p.Decide(&x).String(); got != want || d.Strategy.String() != want {
			t.Fatalf("%s, explained as %s, not %s", got, d.Strategy, want)
		}
		shares := map[string]float64{}
		for _, f := range d.Fired {
			shares[f.Base] += f.Share
		}
		if math.Abs(shares["orders"]-1) > 1e-9 || math.Abs(shares["algorithms"]-1) > 1e-9 || len(d.Values) != 8 {
			t.Fatalf("the explanation has shares %v and values %v", shares, d.Values)
		}
		if c := d.Case(); !strings.HasPrefix(c, "orders rule ") || !strings.Contains(c, ", algorithms rule ") {
			t.Fatalf("the case is %q", c)
		}
	}
	if greedy == 0 {
		t.Fatal("greedy was never chosen")
	}
}

func TestExplanationsAddUp(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	for range 500 {
		f, x := randomFuzzy(r, StrategyNames), randomState(r)
		d := f.Explain(&x)
		sum, value := 0.0, 0.0
		for i, fired := range d.Fired {
			sum += fired.Share
			value += fired.For
			if i > 0 && fired.For > d.Fired[i-1].For {
				t.Fatal("the rules are not in the order of what they say")
			}
		}
		chosen := d.Values[d.Strategy]
		if math.Abs(sum-1) > 1e-9 || math.Abs(value-chosen.Value) > 1e-9 || chosen.Name != d.Strategy.String() || d.Strategy != f.Decide(&x) {
			t.Fatalf("shares %g, values %g and %+v, %s", sum, value, chosen, d.Strategy)
		}
		for _, v := range d.Values {
			if v.Value > chosen.Value {
				t.Fatalf("%+v is above the chosen %+v", v, chosen)
			}
		}
		if text := d.String(); !strings.Contains(text, "so "+d.Strategy.String()) {
			t.Fatal(text)
		}
	}
}

func shapeOf(f *Fuzzy) Shape { return Shape{len(f.rules), f.features, f.outputs} }

// encode is the inverse of Decode.
func encode(f *Fuzzy) (v []float64) {
	for _, r := range f.rules {
		for _, g := range r.When {
			v = append(v, g.Mean, g.Sigma)
		}
		for _, w := range r.Weights {
			v = append(v, float64(slices.Index(Weights, w)))
		}
	}
	return v
}

func TestVectorsAreRuleBases(t *testing.T) {
	paper := Shape{PaperRules, AllFeatures(), StrategyNames}
	half := Shape{PaperRules, AllFeatures(), OrderNames}
	if paper.Len() != 270 || half.Len() != 180 || len(paper.Parameters()) != 270 || len(half.Parameters()) != 180 {
		t.Fatalf("%d and %d parameters", paper.Len(), half.Len())
	}
	r := rand.New(rand.NewPCG(7, 1))
	for range 200 {
		s := Shape{1 + r.IntN(20), r.Perm(NumFeatures)[:r.IntN(NumFeatures+1)], StrategyNames}
		v := randomVector(r, s)
		f, err := s.Decode(v)
		if err != nil {
			t.Fatal(err)
		}
		if back := encode(f); !slices.Equal(back, v) || fmt.Sprint(shapeOf(f)) != fmt.Sprint(s) {
			t.Fatalf("%v became %v", v, back)
		}
	}
	wild := make([]float64, 270)
	for i := range wild {
		wild[i] = []float64{math.Inf(1), math.Inf(-1), -3, 1e300, 0}[i%5]
	}
	if _, err := paper.Decode(wild); err != nil {
		t.Fatal(err)
	}
	wild[17] = math.NaN()
	for _, v := range [][]float64{wild, wild[1:], nil} {
		if _, err := paper.Decode(v); err == nil {
			t.Fatalf("%d numbers are accepted", len(v))
		}
	}
}

func TestSituationsAreThoseOfTable1(t *testing.T) {
	b := randomRigid(rand.New(rand.NewPCG(1, 1)), Strategy(NumStrategies))
	if len(b.Choice()) != 192 {
		t.Fatalf("%d situations", len(b.Choice()))
	}
	for _, c := range []struct {
		x    Vector
		want string
	}{
		{Vector{2, 75, 20, 20, 25, 25, 25}, "sd <= 2, um <= 75, prcwq1 <= 20, prcwq2 <= 20, prcwq3 <= 25, prcwq4 <= 25, prcwq5 <= 25"},
		{Vector{2.01, 75.01, 20.01, 0, 25.01, 0, 25.01},
			"sd > 2, 75 < um <= 85, prcwq1 > 20, prcwq2 <= 20, prcwq3 > 25, prcwq4 <= 25, prcwq5 > 25"},
		{Vector{100, 85.5, 0, 100, 0, 100, 0}, "sd > 2, um > 85, prcwq1 <= 20, prcwq2 > 20, prcwq3 <= 25, prcwq4 > 25, prcwq5 <= 25"},
	} {
		d := b.Explain(&c.x)
		if got := b.When(b.Situation(&c.x)); got != c.want || d.Case() != c.want || b.Choice()[b.Situation(&c.x)] != b.Decide(&c.x) {
			t.Errorf("%v is %q", c.x, got)
		}
	}
	seen := map[string]bool{}
	for i := range b.Choice() {
		seen[b.When(i)] = true
	}
	if len(seen) != 192 {
		t.Fatalf("%d different conditions", len(seen))
	}
}

func TestBadRuleBasesAreRefused(t *testing.T) {
	good := Rule{When: []Gauss{{1, 1}}, Weights: []int8{0, 1, 5, -5}}
	for want, err := range map[string]error{
		"more than 65536":             second(NewRigid([]Partition{{0, make([]float64, 0)}, {1, steps(300)}, {2, steps(300)}}, nil)),
		"the feature um occurs twice": second(NewRigid([]Partition{{1, nil}, {1, nil}}, nil)),
		"increasing":                  second(NewRigid([]Partition{{1, []float64{3, 3}}}, nil)),
		"not 4":                       second(NewRigid([]Partition{{1, []float64{3, 4}}}, make([]Strategy, 4))),
		"unknown strategy 13":         second(NewRigid(nil, []Strategy{13})),
		"0 rules, expected 1 to 256":  second(NewFuzzy([]int{0}, OrderNames, nil)),
		"unknown feature 7":           second(NewFuzzy([]int{7}, OrderNames, []Rule{good})),
		"rule 1: 1 membership":        second(NewFuzzy([]int{0, 1}, OrderNames, []Rule{good})),
		"rule 2: sigma 0 of sd":       second(NewFuzzy([]int{0}, OrderNames, []Rule{good, {[]Gauss{{1, 0}}, good.Weights}})),
		"rule 1: mean NaN of sd":      second(NewFuzzy([]int{0}, OrderNames, []Rule{{[]Gauss{{math.NaN(), 1}}, good.Weights}})),
		"weight 2 of narrow":          second(NewFuzzy([]int{0}, OrderNames, []Rule{{good.When, []int8{2, 0, 0, 0}}})),
		"a pair needs": func() error {
			f, _ := NewFuzzy([]int{0}, OrderNames, []Rule{good})
			return second(NewPair(f, f))
		}(),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not %q", err, want)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func steps(n int) (b []float64) {
	for i := range n {
		b = append(b, float64(i))
	}
	return b
}

// TestTheOrderOfRulesDoesNotMatter, nor that of the features, nor that all rules
// are there twice.
func TestTheOrderOfRulesDoesNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	for range 300 {
		f, x := randomFuzzy(r, StrategyNames), randomState(r)
		rules := append(slices.Clone(f.rules), f.rules...)
		r.Shuffle(len(rules), func(a, b int) { rules[a], rules[b] = rules[b], rules[a] })
		features := slices.Clone(f.features)
		slices.Reverse(features)
		for i := range rules {
			rules[i].When = slices.Clone(rules[i].When)
			slices.Reverse(rules[i].When)
		}
		g, err := NewFuzzy(features, f.outputs, rules)
		if err != nil {
			t.Fatal(err)
		}
		d := f.Explain(&x)
		if a, b := f.Best(&x), g.Best(&x); d.Values[a].Value-d.Values[b].Value > 1e-9 { // else a tie but for rounding
			t.Fatalf("%s and %s", f.outputs[a], f.outputs[b])
		}
	}
}

// Memberships are the products of Gaussian densities (section 4.2).
func TestMembershipsAreProductsOfDensities(t *testing.T) {
	weights := make([]int8, NumStrategies)
	when := []Gauss{{Mean: 5, Sigma: 0.75}, {Mean: 60, Sigma: 20}}
	f, err := NewFuzzy([]int{0, 1}, StrategyNames, []Rule{{When: when, Weights: weights}})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []Vector{{5, 60}, {4, 90}, {7, 0}} {
		want := 1.0
		for k, g := range when {
			d := (x[k] - g.Mean) / g.Sigma
			want *= math.Exp(-d*d/2) / (g.Sigma * math.Sqrt(2*math.Pi))
		}
		if got := f.Memberships(&x)[0]; math.Abs(got/want-1) > 1e-12 {
			t.Errorf("at %v: %v, want %v", x, got, want)
		}
	}
}
