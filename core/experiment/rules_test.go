package experiment

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/platform/machine"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/verify"
)

// someBases are a rule base of each kind, drawn at random.
func someBases() []*rules.Base {
	r := rand.New(rand.NewPCG(2, 6))
	draw := func(count int, outputs []string) *rules.Fuzzy {
		s := rules.Shape{Rules: count, Features: []int{0, 1, 2, 3, 4, 5, 6}, Outputs: outputs}
		v := make([]float64, s.Len())
		for i, p := range s.Parameters() {
			if v[i] = p.Low + float64(r.Float64()*(p.High-p.Low)); strings.Contains(p.Name, "sigma") {
				v[i] = 5 + float64(60*r.Float64()) // so that several rules fire
			}
		}
		f, err := s.Decode(v)
		if err != nil {
			panic(err)
		}
		return f
	}
	choice := make([]rules.Strategy, 192)
	for i := range choice {
		choice[i] = rules.Strategy(r.IntN(rules.NumStrategies))
	}
	rigid, err := rules.NewRigid(rules.Table1(), choice)
	if err != nil {
		panic(err)
	}
	pair, err := rules.NewPair(draw(4, rules.OrderNames), draw(3, rules.AlgorithmNames))
	if err != nil {
		panic(err)
	}
	bases := []*rules.Base{
		rules.NewBase("by lot", "drawn", rigid),
		rules.NewBase("fuzzy", "drawn", draw(6, rules.StrategyNames)),
		rules.NewBase("two/halves", "", pair),
	}
	bases[1].Bounds, bases[1].Advantage = rules.Bounds{12, 6, 3, 1}, rules.Advantage{90000, 4000, 0, 0, 0}
	return bases
}

var busy = Source{Model: &Model{Name: "lublin", Jobs: 700, Procs: 64, Load: 1.1, Users: 20, Seed: 21, Estimates: "round", Factor: 2}}

func ruled(t *testing.T, policies ...string) (Spec, *trace.Workload) {
	t.Helper()
	s := Spec{Workload: busy, Policies: policies, Rules: someBases()}
	w, err := s.Load(nil, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s, w
}

// Every strategy alone makes the schedule that the referee works out for its
// algorithm over its order, and a rule base of that one rule makes it again.
func TestAStrategyIsItsDiscipline(t *testing.T) {
	slow.AsWebAssembly(t)
	var names []string
	for _, p := range rules.Always.List() {
		names = append(names, p.Name)
	}
	s, w := ruled(t, names...)
	groups := s.Groups(w)
	orders := []verify.Key{
		func(_ int64, j *job.Job) float64 { return float64(j.Procs) },
		func(_ int64, j *job.Job) float64 { return float64(j.Estimate) },
		func(_ int64, j *job.Job) float64 { return float64(j.Submit) },
		func(_ int64, j *job.Job) float64 { return float64(groups.Of(j.User)) },
		func(_ int64, j *job.Job) float64 {
			return float64(j.Submit - rules.DefaultAdvantage[groups.Of(j.User)-1])
		},
	}
	disciplines := []verify.Discipline{verify.FCFS, verify.EASY, verify.Planned, verify.FCFS}
	outcomes, err := Execute(context.Background(), s, w, Options{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	for i, o := range outcomes {
		strategy := rules.Strategy(i)
		p := machine.Retold(sim.Config{Procs: w.Procs, Jobs: o.Jobs, Overrun: s.overrun()})
		want, err := verify.Expect(p, disciplines[strategy.Algorithm()], orders[strategy.Order()])
		if err != nil {
			t.Fatal(err)
		}
		if found := verify.Check(p, o.Placed); len(found) > 0 || !slices.Equal(o.Placed, want) {
			t.Errorf("%s is not what the referee expects: %v", o.Policy, verify.Err(found))
		}
		always, err := rules.NewRigid(nil, []rules.Strategy{strategy})
		if err != nil {
			t.Fatal(err)
		}
		one := Spec{Workload: busy, Policies: []string{"rules:one"}, Rules: []*rules.Base{rules.NewBase("one", "", always)}}
		again, err := Execute(context.Background(), one, w, Options{Keep: true})
		if err != nil || !slices.Equal(again[0].Placed, o.Placed) {
			t.Errorf("a rule base with the one rule %s makes another schedule: %v", strategy, err)
		}
	}
}

// The schedules of rule bases are legal, and their scores those that a training
// sees.
func TestRuleBasesAreScheduledAndScored(t *testing.T) {
	s, w := ruled(t, "rules:by lot", "rules:fuzzy", "rules:two/halves", "easy")
	s.UserGroups = []float64{12, 6, 3, 1}
	outcomes, err := Execute(context.Background(), s, w, Options{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	groups := rules.GroupUsers(w.Jobs.Held(), rules.Bounds{12, 6, 3, 1})
	for _, o := range outcomes {
		if found := verify.Check(machine.Retold(sim.Config{Procs: w.Procs, Jobs: o.Jobs, Overrun: s.overrun()}), o.Placed); len(found) > 0 {
			t.Errorf("%s: %v", o.Policy, verify.Err(found))
		}
		got, want := o.Scores().Values(), rules.Score(w.Procs, o.Jobs, o.Placed, groups).Values()
		for i := range want {
			if math.Abs(got[i]-want[i]) > 1e-12*math.Abs(want[i]) || (want[i] != want[i]) != (got[i] != got[i]) {
				t.Errorf("%s: %s is %v, in training %v", o.Policy, rules.Objectives()[i], got[i], want[i])
			}
		}
	}
	if metrics.UserGroups != rules.NumGroups {
		t.Errorf("%d groups have metrics, %d there are", metrics.UserGroups, rules.NumGroups)
	}
}

// On the nodes of a cluster, which it does not share, a rule base schedules tasks.
func TestRuleBasesScheduleNodes(t *testing.T) {
	s, w := ruled(t, "rules:by lot", "rules:fuzzy")
	s.Shared = &shared.Nodes{Nodes: 70}
	w, err := s.Apply(w)
	if err != nil {
		t.Fatal(err)
	}
	outcomes, err := Execute(context.Background(), s, w, Options{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range outcomes {
		if found := verify.Check(machine.Retold(sim.Config{Procs: 70, Jobs: o.Jobs, Overrun: s.overrun()}), o.Placed); len(found) > 0 ||
			math.IsNaN(o.Metric("awrt1_s")) {
			t.Errorf("%s: %v, AWRT 1 is %v", o.Policy, verify.Err(found), o.Metric("awrt1_s"))
		}
	}
}

// In every row of decisions the rule base, asked again about the features, chooses
// that strategy for those reasons; jobs start under the strategy last chosen.
func TestDecisionsAreThoseOfTheRuleBase(t *testing.T) {
	s, w := ruled(t, "rules:by lot", "easy", "rules:fuzzy", "rules:two/halves", "rules:greedy")
	var jobs, decisions, steps result.Collect
	opt := Options{Tables: result.Set{result.Jobs: &jobs, result.Decisions: &decisions, result.Steps: &steps}}
	if _, err := Execute(context.Background(), s, w, opt); err != nil {
		t.Fatal(err)
	}
	if steps.Table() != nil {
		t.Errorf("%d rows of steps, which were not asked for", steps.Table().Rows)
	}
	d := decisions.Table()
	inForce := map[string]map[float64]string{}
	for i := range d.Rows {
		name := d.Col("policy").GetText(i)
		base := s.ruleBase(name)
		if inForce[name] == nil {
			inForce[name] = map[float64]string{}
		}
		inForce[name][d.Col("time_s").Float[i]] = d.Col("strategy").GetText(i)
		if base == nil {
			continue
		}
		var x rules.Vector
		for k, f := range rules.Features {
			x[k] = d.Col(f.Name).Float[i]
		}
		e := base.Controller.(rules.Explainer).Explain(&x)
		value := 0.0
		for _, f := range e.Fired {
			value += f.For
		}
		if d.Col("strategy").GetText(i) != e.Strategy.String() || d.Col("rule").GetText(i) != e.Case() ||
			d.Col("fired").GetText(i) != e.FiredRules() ||
			d.Col("value").Float[i] != value {
			t.Fatalf("decision %d of %s is not what the rule base says: %s", i, name, e.String())
		}
	}
	if len(inForce) != 4 || d.Rows < 1000 {
		t.Fatalf("%d decisions of %d runs", d.Rows, len(inForce))
	}
	j := jobs.Table()
	groups := s.Groups(w)
	for i := range j.Rows {
		if of := inForce[j.Col("policy").GetText(i)]; of != nil && of[j.Col("start_s").Float[i]] != j.Col("started_with").GetText(i) {
			t.Fatalf("row %d starts with %s", i, j.Col("started_with").GetText(i))
		}
		if want := groups.Of(w.Jobs.Held()[i%w.Len()].User); j.Col("user_group").Int[i] != int64(want) {
			t.Fatalf("row %d is of group %d, not %d", i, j.Col("user_group").Int[i], want)
		}
	}
	if len(result.Features) != len(rules.Features) {
		t.Fatalf("%d features have columns", len(result.Features))
	}
	for i, f := range rules.Features {
		if result.Features[i].Name != f.Name || result.Features[i].Unit != f.Unit {
			t.Errorf("feature %s (%s) has the column %+v", f.Name, f.Unit, result.Features[i])
		}
	}
}

// Asked for, every strategy's score is a row of a step, and the one chosen has the
// largest.
func TestScoresAreOfEveryStrategy(t *testing.T) {
	s, w := ruled(t, "rules:fuzzy")
	var steps, decisions result.Collect
	opt := Options{Tables: result.Set{result.Steps: &steps, result.Decisions: &decisions}, Scores: true}
	if _, err := Execute(context.Background(), s, w, opt); err != nil {
		t.Fatal(err)
	}
	p := steps.Table()
	if p.Rows != rules.NumStrategies*decisions.Table().Rows {
		t.Fatalf("%d rows of %d decisions", p.Rows, decisions.Table().Rows)
	}
	for i := 0; i < p.Rows; i += rules.NumStrategies {
		best := slices.Max(p.Col("value").Float[i : i+rules.NumStrategies])
		at := slices.Index(rules.StrategyNames, p.Col("after").GetText(i))
		if p.Col("option").GetText(i+at) != rules.StrategyNames[at] || p.Col("value").Float[i+at] != best || p.Col("kind").GetText(i) != "rules" {
			t.Fatalf("step %d chooses %s", p.Col("step").Int[i], p.Col("after").GetText(i))
		}
	}
}

func TestBadRuleBasesAreRefusedInWords(t *testing.T) {
	called := func(names ...string) (bases []*rules.Base) {
		for _, name := range names {
			bases = append(bases, rules.NewBase(name, "", someBases()[0].Controller))
		}
		return bases
	}
	easy := []string{"easy"}
	for _, c := range []struct {
		spec Spec
		want string
	}{
		{Spec{Policies: easy, Rules: []*rules.Base{nil}}, "rule base 1 is null"},
		{Spec{Policies: easy, Rules: called("")}, "rule base 1: it has no name"},
		{Spec{Policies: easy, Rules: called("a", "b,c")}, "rule base 2: its name"},
		{Spec{Policies: easy, Rules: called(strings.Repeat("x", MaxRuleName+1))}, "1 to 80 characters"},
		{Spec{Policies: easy, Rules: called("greedy")}, "is that of a strategy"},
		{Spec{Policies: easy, Rules: called("a", "b", "a")}, `two rule bases are called "a"`},
		{Spec{Policies: easy, Rules: []*rules.Base{rules.NewBase("a", "", nil)}}, "cannot be kept in a file"},
		{Spec{Policies: []string{"rules:c"}, Rules: called("a", "b")}, `the rule bases of this experiment are "a", "b"`},
		{Spec{Policies: []string{"rules:c"}}, "narrow-fcfs, narrow-easy"},
		{Spec{Policies: []string{"rules:a", "rules:a"}, Rules: called("a")}, "named twice"},
		{Spec{Policies: easy, UserGroups: []float64{8, 2, 1}}, "bounds of the user groups"},
		{Spec{Policies: easy, UserGroups: []float64{8, 2, 1, 0.1, 0}}, "bounds of the user groups"},
		{Spec{Policies: easy, UserGroups: []float64{8, 9, 1, 0.1}}, "falling percentages"},
		{Spec{Policies: easy, UserGroups: []float64{8, 2, 1, math.NaN()}}, "user_groups[3] is NaN: give a number from 0 to 100"},
	} {
		if err := c.spec.Validate(); err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("got %v, want %q in it", err, c.want)
		}
	}
	if _, err := ParseSpec([]byte(`{"policies":["rules:a"],"rules":[{"format":"backfill rule base 1","name":"a"}]}`)); err == nil ||
		!strings.Contains(err.Error(), "give one of rigid, fuzzy") {
		t.Errorf("half a rule base gives %v", err)
	}
}

// A Spec holds its rule bases, but only those that it uses, and so does its digest.
func TestRuleBasesArePartOfTheSpec(t *testing.T) {
	s, w := ruled(t, "rules:fuzzy", "easy")
	back, err := ParseSpec(s.JSON())
	if err != nil || string(back.JSON()) != string(s.JSON()) || len(back.Rules) != 1 {
		t.Fatalf("%s\nis read as %+v, %v", s.JSON(), back, err)
	}
	a, err := Execute(context.Background(), s, w, Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := Execute(context.Background(), back, w, Options{})
	if err != nil || fmt.Sprint(a[0].Metrics) != fmt.Sprint(b[0].Metrics) {
		t.Fatalf("read back it schedules otherwise: %v", err)
	}
	other := s
	other.Rules = someBases()
	other.Rules[1].Advantage[0]++
	if s.Digest("") == other.Digest("") {
		t.Error("another rule base leaves the digest")
	}
	same := s
	same.Rules, same.UserGroups = []*rules.Base{s.Rules[1]}, []float64{8, 2, 1, 0.1}
	if s.Digest("") != same.Digest("") {
		t.Error("an unused rule base or the default groups change the digest")
	}
	if info, err := s.Catalogue().Find("rules:fuzzy"); err != nil || info.Title != "fuzzy: a fuzzy rule base of 6 rules" ||
		info.Doc != "drawn" {
		t.Errorf("%+v, %v", info, err)
	}
	if !json.Valid(s.JSON()) {
		t.Error("the JSON is none")
	}
}

// Why a job waited can be asked of a rule base.
func TestARuleBaseCanBeAskedWhy(t *testing.T) {
	s, w := ruled(t, "rules:fuzzy")
	outcomes, err := Execute(context.Background(), s, w, Options{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < w.Len(); i += 97 {
		a, err := Explain(context.Background(), s, w, "rules:fuzzy", w.Label(&w.Jobs.Held()[i]))
		if err != nil || a.Start != float64(outcomes[0].Placed[i].Start) {
			t.Fatalf("job %d: %+v, %v", w.Jobs.Held()[i].ID, a, err)
		}
	}
}
