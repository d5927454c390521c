package paper_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// What is shown of an evaluation is the same after it was stored.
func TestAnEvaluationIsReadAsItWasWritten(t *testing.T) {
	all := evaluate(t, demo, recordOptions)
	var file bytes.Buffer
	if err := paper.WriteEvaluations(&file, all); err != nil {
		t.Fatal(err)
	}
	back, err := demo.ReadEvaluations("experiments.jsonl", bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if len(back) != len(all) {
		t.Fatalf("%d of %d evaluations come back", len(back), len(all))
	}
	same := []cmp.Option{cmpopts.EquateNaNs(), cmpopts.EquateEmpty()}
	if diff := cmp.Diff(paper.NewRecord(all), paper.NewRecord(back), same...); diff != "" {
		t.Error(diff)
	}
	for i, e := range all {
		b := back[i]
		if diff := cmp.Diff(e.Markdown(), b.Markdown()); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(e.Chart, b.Chart, same...); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(e.Numbers, b.Numbers, same...); diff != "" {
			t.Error(diff)
		}
		if e.Paper != b.Paper || e.Seconds != b.Seconds || e.Seconds <= 0 && len(e.Runs) > 0 {
			t.Errorf("%s: %v s, then %v s of another paper", e.Experiment.ID, e.Seconds, b.Seconds)
		}
	}
	if paper.Overview(all, nil) != paper.Overview(back, nil) {
		t.Error("another overview")
	}
	var again bytes.Buffer
	if err := paper.WriteEvaluations(&again, back); err != nil || !bytes.Equal(again.Bytes(), file.Bytes()) {
		t.Errorf("written again, it is another file (%v)", err)
	}
}

func TestStoredEvaluationsThatCannotBeRead(t *testing.T) {
	good := `{"experiment":"demo/fig2","scale":"quick","seed":1}` + "\n"
	for text, want := range map[string]string{
		good + "{": "x.jsonl:2",
		good + `{"experiment":"demo/table1","scale":"large","seed":1}`:           `x.jsonl:2: there is no scale "large"`,
		good[:len(good)-2] + `,"cells":[{"row":"a","column":"b","values":[1]}]}`: "has 1 values, want 6",
	} {
		if _, err := demo.ReadEvaluations("x.jsonl", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	all, err := demo.ReadEvaluations("x.jsonl", strings.NewReader(`{"experiment":"demo/gone","scale":"quick"}`+"\n"+good))
	if err != nil || len(all) != 1 {
		t.Errorf("%d evaluations of which one is known: %v", len(all), err)
	}
}

// New evaluations replace those of the same experiments, and stand in the catalogue's order.
func TestARecordIsUpdated(t *testing.T) {
	older := evaluate(t, demo, paper.Options{})
	one := evaluate(t, demo, paper.Options{Version: "v2"}, older[1].Experiment.ID)
	all := demo.Update(older, one)
	if len(all) != len(older) {
		t.Fatalf("%d evaluations, want %d", len(all), len(older))
	}
	for i, e := range all {
		if e.Experiment.ID != older[i].Experiment.ID || (e.Version == "v2") != (i == 1) {
			t.Errorf("%d: %s of %q", i, e.Experiment.ID, e.Version)
		}
	}
}
