package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/backfill-lab/backfill/core/learn/train"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/trace/builtin"
)

var update = flag.Bool("update", false, "write the page's example rule bases, after a change of what training or simulation computes")

// An example is a small training on the built-in workload.
type example struct {
	file, name, about string
	options           train.Options
}

var examples = []example{
	{
		file: "fuzzy.json", name: "five fuzzy rules",
		about:   "Five fuzzy rules over all seven features, trained on the built-in workload for the paper's objective by a small evolution.",
		options: train.Options{Approach: train.Pitts, Rules: 5, Lambda: 12, Generations: 15, Seed: 1},
	},
	{
		file: "rigid.json", name: "twelve rigid rules",
		about: "Twelve situations of utilisation, slowdown and what user group 1 waits for, " +
			"trained on the built-in workload for the paper's objective by drawing lots.",
		options: train.Options{Approach: train.Prob, Draws: 12, BestDraw: true, Seed: 1, Partitions: []train.Partition{
			{Feature: "um", Bounds: []float64{75, 90}},
			{Feature: "sd", Bounds: []float64{2}},
			{Feature: "prcwq1", Bounds: []float64{20}},
		}},
	},
}

// The files are the results of these trainings, and better than EASY in the order of
// submission on their workload.
func TestFilesAreWhatIsTrainedHere(t *testing.T) {
	w, err := builtin.Load("")
	if err != nil {
		t.Fatal(err)
	}
	_, alone, err := train.Strategies(context.Background(), w, train.Options{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	easy := alone[rules.Combine(rules.BySubmit, rules.EASY)]
	for _, e := range examples {
		got, objective, err := e.train()
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("../bridge/bases", e.file)
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what its training gives: go test ./wasm/build -run Trained -update", e.file)
		}
		if objective >= easy {
			t.Errorf("%s has the objective %.0f, EASY %.0f", e.name, objective, easy)
		}
		t.Logf("%s: %.0f, EASY %.0f, all strategies %.0f", e.name, objective, easy, alone)
	}
}

// train returns the file of the rule base, and its objective on the workload.
func (e *example) train() (file []byte, objective float64, err error) {
	w, err := builtin.Load("")
	if err != nil {
		return nil, 0, err
	}
	r, err := train.Run(context.Background(), w, e.options, train.Control{})
	if err != nil {
		return nil, 0, err
	}
	r.Base.Name, r.Base.About = e.name, e.about
	var text bytes.Buffer
	err = rules.Write(&text, r.Base)
	return text.Bytes(), r.Objective, err
}
