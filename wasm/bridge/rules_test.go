package bridge

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

// withExamples is a Spec that runs every example beside EASY and a strategy.
func withExamples(t *testing.T) experiment.Spec {
	t.Helper()
	spec := experiment.Spec{Policies: []string{"easy", "rules:group-easy"}}
	for _, e := range described(t).Rules.Examples {
		spec.Policies = append(spec.Policies, "rules:"+e.Base.Name)
		spec.Rules = append(spec.Rules, e.Base)
	}
	if len(spec.Rules) < 2 {
		t.Fatalf("%d examples", len(spec.Rules))
	}
	return spec
}

func TestRunGivesTheDecisionsThatExecuteGives(t *testing.T) {
	spec := withExamples(t)
	w, err := spec.Load(nil, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all := result.NewCollect(result.Decisions)
	opt := experiment.Options{Tables: result.Set{result.Decisions: all}, Parallel: 1}
	if _, err := experiment.Execute(context.Background(), spec, w, opt); err != nil {
		t.Fatal(err)
	}
	about, table := runTable(t, spec, "decisions")
	if sum := digestOf(t, all.Table()); digestOf(t, table) != sum || about["sha256"] != sum || about["rows"] != float64(table.Rows) {
		t.Errorf("the answer says %v of %d rows; Execute gives %s", about, table.Rows, sum)
	}
	policies := map[string]bool{}
	for i := range table.Rows {
		policies[table.Col("policy").GetText(i)] = true
	}
	if len(policies) != len(spec.Policies)-1 || policies["easy"] {
		t.Errorf("decisions of %v", policies)
	}
}

// A page can tell a decision: it knows every feature, every strategy and each
// example's rules, in the JSON that Spec and file have.
func TestDescribeTellsOfRules(t *testing.T) {
	f := described(t).Rules
	if len(f.Features) != rules.NumFeatures || len(f.Strategies) != rules.NumStrategies {
		t.Errorf("%d features, %d strategies", len(f.Features), len(f.Strategies))
	}
	for i, s := range f.Strategies {
		if order, algorithm, ok := strings.Cut(s, "-"); ok && (f.Orders[i/3] != order || f.Algorithms[i%3] != algorithm) {
			t.Errorf("strategy %d is %s", i, s)
		}
	}
	for _, e := range f.Examples {
		var file bytes.Buffer
		if err := rules.Write(&file, e.Base); err != nil {
			t.Fatal(err)
		}
		got := ask(t, New(Options{}), request(t, map[string]any{"op": "rules"}, file.Bytes()))
		want, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		have, err := json.Marshal(got.Answer)
		if err != nil {
			t.Fatal(err)
		}
		if canonical(t, have) != canonical(t, want) {
			t.Errorf("%s read: %s %s", e.Base.Name, have, got.Error)
		}
	}
}

// canonical is JSON with sorted keys.
func canonical(t *testing.T, data []byte) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestTooManyDecisionsAreLeftOut(t *testing.T) {
	w := &trace.Workload{}
	spec := withExamples(t)
	grow(w, maxDecisions/2/3)
	if tooManyDecisions(spec, w) {
		t.Error("left out though they fit")
	}
	grow(w, 1)
	if !tooManyDecisions(spec, w) {
		t.Error("not left out")
	}
	if tooManyDecisions(experiment.Spec{Policies: []string{"easy"}}, w) {
		t.Error("EASY decides nothing by rules")
	}
}

func grow(w *trace.Workload, n int) {
	w.Jobs = trace.Hold(append(w.Jobs.Held(), make([]job.Job, n)...))
}
