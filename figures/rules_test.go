package figures

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/result"
)

// ruled is small with decisions: easy rules at the beginning of the run small/fcfs,
// group-cons for an hour, and then easy again; the other run has no rule base.
func ruled() Input {
	in := small()
	rows := result.NewDecisionRows("small/fcfs", "fcfs", nil)
	before := ""
	for _, d := range []struct {
		at       int64
		strategy string
	}{{0, "submit-easy"}, {600, "submit-easy"}, {3600, "group-cons"}, {5000, "group-cons"}, {7200, "submit-easy"}, {10000, "greedy"}} {
		rows.Add(&result.Decision{Time: d.at, Waiting: 1, Features: make([]float64, rules.NumFeatures),
			Before: before, Strategy: d.strategy, Rule: "rule 1", Fired: "1:100", Value: 5})
		before = d.strategy
	}
	all := result.NewCollect(result.Decisions)
	if err := rows.Write(all); err != nil {
		panic(err)
	}
	in.Tables[result.Decisions], in.Rules = all.Table(), ruleBases()[:1]
	return in
}

// ruleBases are a fuzzy base of two rules, a pair and a rigid base.
func ruleBases() []*rules.Base {
	fuzzy := func(features []int, outputs []string, r ...rules.Rule) *rules.Fuzzy {
		f, err := rules.NewFuzzy(features, outputs, r)
		if err != nil {
			panic(err)
		}
		return f
	}
	for_, against := make([]int8, rules.NumStrategies), make([]int8, rules.NumStrategies)
	for_[1], for_[7], against[1], against[12] = 5, 1, -1, -5
	one := fuzzy([]int{0, 1, 6}, rules.StrategyNames,
		rules.Rule{When: []rules.Gauss{{Mean: 2, Sigma: 5}, {Mean: 90, Sigma: 10}, {Mean: 150, Sigma: 40}}, Weights: for_},
		rules.Rule{When: []rules.Gauss{{Mean: 60, Sigma: 1e-6}, {Mean: 20, Sigma: 1e9}, {Mean: -1e9, Sigma: 3}}, Weights: against})
	two, err := rules.NewPair(
		fuzzy([]int{2}, rules.OrderNames, rules.Rule{When: []rules.Gauss{{Mean: 50, Sigma: 20}}, Weights: []int8{5, 1, 0, -1}}),
		fuzzy([]int{2}, rules.AlgorithmNames, rules.Rule{When: []rules.Gauss{{Mean: 0, Sigma: 20}}, Weights: []int8{-5, 1, 0, 0}},
			rules.Rule{When: []rules.Gauss{{Mean: 100, Sigma: 20}}, Weights: []int8{0, 0, 5, 0}}))
	if err != nil {
		panic(err)
	}
	rigid, err := rules.NewRigid([]rules.Partition{{Feature: 1, Bounds: []float64{75, 85}}, {Feature: 0, Bounds: []float64{2}}},
		[]rules.Strategy{0, 1, 2, 3, 4, 12})
	if err != nil {
		panic(err)
	}
	return []*rules.Base{rules.NewBase("fuzzy", "", one), rules.NewBase("pair", "", two), rules.NewBase("rigid", "", rigid)}
}

func TestAStrategyIsInForceUntilTheNextDecision(t *testing.T) {
	d := drawn(t, "strategies", ruled())
	end := 0.0
	for _, at := range ruled().Tables[result.Jobs].Col("end_s").Float {
		end = max(end, at)
	}
	want := []Series{
		{Panel: "fcfs", Name: "submit-easy", X: []float64{0, 3600, 7200, 10000}, Y: []float64{1, 0, 1}},
		{Panel: "fcfs", Name: "group-cons", X: []float64{3600, 7200}, Y: []float64{1}},
		{Panel: "fcfs", Name: "greedy", X: []float64{10000, end}, Y: []float64{1}},
	}
	for i, s := range d.Series() {
		if i >= len(want) || s.Panel != want[i].Panel || s.Name != want[i].Name ||
			!slices.Equal(s.X, want[i].X) || !slices.Equal(s.Y, want[i].Y) {
			t.Errorf("series %d is %+v", i, s)
		}
	}
	if len(d.Panels) != 1 || d.Panels[0].Detail != "6 decisions, 3 changes" {
		t.Errorf("%d panels, the first with %q", len(d.Panels), d.Panels[0].Detail)
	}
}

// With many decisions, lanes show how much of each bin a strategy was in force, and no
// time is lost.
func TestManyDecisionsKeepTheirTime(t *testing.T) {
	in := small()
	rows := result.NewDecisionRows("small/fcfs", "fcfs", nil)
	for i := range 5000 {
		rows.Add(&result.Decision{Time: int64(2 * i), Features: make([]float64, rules.NumFeatures),
			Strategy: []string{"greedy", "sjf-easy", "greedy"}[i%3]})
	}
	all := result.NewCollect(result.Decisions)
	if err := rows.Write(all); err != nil {
		t.Fatal(err)
	}
	in.Tables[result.Decisions] = all.Table()
	d := drawn(t, "strategies", in)
	total := 0.0
	for _, s := range d.Series() {
		if len(s.Y) > 2*maxBins {
			t.Errorf("%s has %d values", s.Name, len(s.Y))
		}
		for i, y := range s.Y {
			total += y * (s.X[i+1] - s.X[i])
		}
	}
	end := slices.Max(in.Tables[result.Jobs].Col("end_s").Float)
	if math.Abs(total-end) > 1e-6*end {
		t.Errorf("strategies are in force for %v s of %v", total, end)
	}
}

// The numbers drawn are those of the rule base.
func TestARuleBaseIsDrawnAsItIs(t *testing.T) {
	d, err := DrawRules(ruleBases()[0])
	if err != nil {
		t.Fatal(err)
	}
	s := d.Series()
	if len(s) != 4 || !slices.Equal(s[0].Y, []float64{2, 90, 150}) || !slices.Equal(s[0].High, []float64{7, 100, 190}) ||
		!slices.Equal(s[0].Labels, []string{"sd", "um", "prcwq5"}) {
		t.Errorf("rule 1 applies at %+v", s[0])
	}
	if s[3].Name != "rule 2" || s[3].Y[1] != -1 || s[3].Y[12] != -5 || !slices.Equal(s[3].Labels, rules.StrategyNames) {
		t.Errorf("rule 2 recommends %+v", s[3])
	}
	d, err = DrawRules(ruleBases()[2])
	if err != nil || len(d.Series()) != 6 || d.Series()[5].X[0] != 12 || d.Series()[5].Labels[0] != "um > 85, sd > 2" {
		t.Errorf("the rigid one: %+v, %v", d.Series(), err)
	}
}

func TestEveryRuleBaseIsAPicture(t *testing.T) {
	large, err := rules.NewRigid([]rules.Partition{{Feature: 0, Bounds: numbers(255)}, {Feature: 1, Bounds: numbers(255)}},
		make([]rules.Strategy, 1<<16))
	if err != nil {
		t.Fatal(err)
	}
	always, err := rules.NewRigid(nil, []rules.Strategy{3})
	if err != nil {
		t.Fatal(err)
	}
	all := append(ruleBases(), rules.NewBase("large", "", large), rules.NewBase("always <&> \"x\"", "", always))
	for _, b := range all {
		d, err := DrawRules(b)
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range Formats {
			if text, err := d.Bytes(format); err != nil || len(text) > 1<<20 {
				t.Errorf("%s.%s has %d bytes: %v", b.Name, format, len(text), err)
			} else if format == "svg" {
				checkSVG(t, text)
			}
		}
	}
	in := small()
	in.Rules = all
	if d := drawn(t, "rules", in); len(d.Panels) < 10 {
		t.Errorf("all together are %d panels", len(d.Panels))
	}
	if _, err := DrawRules(rules.NewBase("none", "", nil)); err == nil || !strings.Contains(err.Error(), "cannot be drawn") {
		t.Errorf("nothing is drawn: %v", err)
	}
}

func numbers(n int) (list []float64) {
	for i := range n {
		list = append(list, float64(i))
	}
	return list
}

// RulesOf returns the rule bases written to metadata.
func TestRuleBasesAreReadFromMetadata(t *testing.T) {
	text, err := ruleBases()[1].MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	got := Of(nil, result.Meta{{Key: result.MetaSpec, Value: `{"policies":["rules:pair"],"rules":[` + string(text) + `]}`}}, Options{}).Rules
	if len(got) != 1 || got[0].Name != "pair" {
		t.Errorf("%v", got)
	}
	if got := Of(nil, result.Meta{{Key: result.MetaSpec, Value: `{"rules":[{}]}`}}, Options{}).Rules; got != nil {
		t.Errorf("of a broken one comes %v", got)
	}
}

func TestFiguresOfRuleBasesNeedThem(t *testing.T) {
	var ids []string
	for _, f := range For(ruled()) {
		ids = append(ids, f.ID)
	}
	if !slices.Contains(ids, "strategies") || !slices.Contains(ids, "rules") || len(ids) != len(For(small()))+2 {
		t.Errorf("there are %v", ids)
	}
	for _, id := range []string{"strategies", "rules"} {
		if d := drawn(t, id, small()); len(d.Series()) != 0 {
			t.Errorf("%s of other policies has numbers", id)
		}
	}
	broken := ruled()
	broken.Tables[result.Decisions].Col("time_s").Float = nil
	if _, err := Draw("strategies", broken); err == nil || !strings.Contains(err.Error(), `column "time_s" of the decisions table has 0`) {
		t.Errorf("a broken table gives %v", err)
	}
}
