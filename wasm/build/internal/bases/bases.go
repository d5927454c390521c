// Package bases trains the rule bases that the page offers as examples.
package bases

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/backfill-lab/backfill/core/learn/train"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/trace/builtin"
)

const folder = "wasm/bridge/bases"

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

// Run trains them, and writes them to wasm/bridge/bases: after a change of the results of training or simulation.
func Run() error {
	for _, e := range examples {
		data, objective, err := e.train()
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, e.file), data, 0o644)
		}
		if err != nil {
			return err
		}
		fmt.Printf("%s: objective %.0f\n", e.file, objective)
	}
	return nil
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
