package solvers

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/internal/cli/internal/process"
)

//go:embed cpsat.py
var cpsatScript string

func findCPSAT(env *Environment) error {
	has, err := env.python()
	if err != nil {
		return err
	}
	if has.ORTools == "" {
		return errors.New("no Python with OR-tools: pip install ortools, and name the interpreter with --python or BACKFILL_PYTHON")
	}
	return nil
}

// A cpsatTask is the input of the script. Lists are empty, not null, without jobs.
type cpsatTask struct {
	Instance  *exact.Instance `json:"instance"`
	First     []int64         `json:"first"`  // seconds, see starts
	Last      []int64         `json:"last"`   // seconds
	Before    [][2]int        `json:"before"` // indices of jobs
	Hint      []int64         `json:"hint"`   // seconds
	Seconds   float64         `json:"seconds"`
	MemoryMiB int             `json:"memory_mib"` // 0 for no limit
	Workers   int             `json:"workers"`    // threads
}

// A cpsatAnswer is its output.
type cpsatAnswer struct {
	Version   string  `json:"version"`
	Status    string  `json:"status"`
	Nodes     int64   `json:"nodes"`
	Objective float64 `json:"objective"` // null leaves NaN
	Bound     float64 `json:"bound"`     // null leaves NaN
	Starts    []int64 `json:"starts"`
}

func cpsat(ctx context.Context, env *Environment, t *Task) (*claim, error) {
	known, _, _ := t.Instance.Best()
	return cpsatWithin(ctx, env, t, newStarts(t.Instance, known))
}

// cpsatWithin asks for the best schedule that keeps s.
func cpsatWithin(ctx context.Context, env *Environment, t *Task, s *starts) (*claim, error) {
	input, err := json.Marshal(cpsatTask{Instance: t.Instance, First: s.first, Last: s.last, Before: s.before, Hint: s.hint,
		Seconds: t.Limits.Seconds, MemoryMiB: t.Limits.MemoryMiB, Workers: t.Limits.workers()})
	if err != nil {
		return nil, err
	}
	python := env.Python
	if strings.ContainsRune(python, filepath.Separator) {
		if python, err = filepath.Abs(python); err != nil {
			return nil, err
		}
	}
	p := &call{argv: []string{python, "-c", ownModules + cpsatScript}, input: input, limits: t.Limits}
	out, err := p.run(ctx)
	if err != nil {
		return nil, err
	}
	a := cpsatAnswer{Objective: math.NaN(), Bound: math.NaN()}
	if err := json.Unmarshal([]byte(out), &a); err != nil {
		return nil, fmt.Errorf("its answer is not JSON: %s", process.Clip(strings.TrimSpace(out)))
	}
	return &claim{version: a.Version, says: a.Status, nodes: a.Nodes, starts: a.Starts, objective: a.Objective, bound: a.Bound,
		optimal: a.Status == "OPTIMAL", nothing: a.Status == "UNKNOWN"}, nil
}
