package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/arrowio/parquet"
	"github.com/backfill-lab/backfill/cmd/backfill/internal/progress"
	"github.com/backfill-lab/backfill/core/atomicfile"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sweep"
)

func (a *app) sweepCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "sweep",
		Short: "Run a study of many runs: workloads, policies, parameters, loads and seeds",
		Long: `Run a study of many runs, on all cores or on a cluster.

A study is an experiment's JSON with lists where a value may vary; for numbers, a
range {"from": 1, "to": 16} may stand for a list ("step" is 1 unless given):

  {"workload": {"model": {"name": "lublin", "jobs": 1000, "procs": 128,
                          "load": [0.7, 0.8, 0.9], "seed": {"from": 1, "to": 16}}},
   "policies": ["fcfs", "easy", "cons"]}

Every combination is one run: here 3 loads x 16 seeds x 3 policies. plan writes
them into a folder, run does those that are missing, collect makes one table of
them all. A run that is done is never repeated; one that was cut off leaves
nothing. Stop and repeat any of the commands at any time, on one machine or on
several that share the folder.

Tables and figures of the papers (backfill paper list) are planned by their ids, and
then run and collected in the same way.`,
		Example: `  backfill sweep plan study.json --out study
  backfill sweep run study
  backfill sweep status study
  backfill sweep collect study

  backfill sweep plan dynp dfrs/table2 --out papers
  backfill sweep submit papers --engine slurm --wait
  backfill sweep collect papers`,
	}
	addGroup(c, a.sweepPlanCommand(), a.sweepRunCommand(), a.sweepSubmitCommand(), a.sweepStatusCommand(), a.sweepCollectCommand(),
		a.sweepFigureCommand(), a.sweepCleanCommand())
	return c
}

// openSweep opens the plan and the results in a folder.
func (a *app) openSweep(dir string) (*sweep.Plan, *sweep.Store, error) {
	p, err := sweep.Open(dir)
	if err != nil {
		return nil, nil, err
	}
	store, err := sweep.OpenStore(dir)
	if err != nil {
		return nil, nil, err
	}
	for _, file := range store.Damaged() {
		fmt.Fprintf(a.err, "backfill: %s: this file of results is damaged and ignored; backfill sweep run %s does its runs again\n", file, dir)
	}
	return p, store, nil
}

func (a *app) sweepRunCommand() *cobra.Command {
	var parallel, chunk int
	var chunks string
	c := &cobra.Command{
		Use:   "run DIR",
		Short: "Do the runs of a sweep that are missing",
		Long: `Do the runs of a sweep that are missing, on all cores. A run that fails is recorded
with its error, and the others go on. The command may be stopped at any time, and
then continues where it was; several may work on one folder.`,
		Example: "  backfill sweep run study\n  backfill sweep run study --parallel 8",
		Args:    arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			if parallel < 0 {
				return usage("--parallel %d: give a number of runs, at least 1", parallel)
			}
			p, store, err := a.openSweep(args[0])
			if err != nil {
				return err
			}
			runs := inTurn(p.Len())
			if chunks != "" {
				if runs, err = sweep.ReadChunk(p, chunks, chunk); err != nil {
					return err
				}
			}
			return a.sweepRun(p, store, runs, parallel)
		},
	}
	c.Flags().IntVar(&parallel, "parallel", 0, "runs at once (default: one per core)")
	c.Flags().StringVar(&chunks, "chunks", "", "a `file` of chunks that sweep submit wrote")
	c.Flags().IntVar(&chunk, "chunk", 0, "with --chunks: do only the runs of the chunk of this number")
	return a.withJSON(c)
}

// inTurn returns the numbers of n runs in an order that differs between processes, so that two
// that work on one sweep are seldom at the same run; runs that share a workload stay together.
func inTurn(n int) []int {
	h := fnv.New32a()
	host, _ := os.Hostname()
	fmt.Fprint(h, host, os.Getpid())
	order, from := make([]int, n), int(h.Sum32())%max(n, 1)
	for k := range order {
		order[k] = (from + k) % n
	}
	return order
}

// doRuns does those of the runs that are missing.
func (a *app) doRuns(p *sweep.Plan, store *sweep.Store, runs []int, parallel int) (sweep.Progress, error) {
	m := progress.New(a.err, "running", "runs")
	defer atWork(p.Dir)()
	w := sweep.Worker{Plan: p, Store: store, Parallel: parallel, Open: arrowio.OpenLog, Keep: keepRows, Papers: catalogue,
		Progress: func(at sweep.Progress) { m.Set(int64(at.Done), int64(at.Total)) }}
	at, err := w.Do(a.ctx, runs)
	m.Done()
	if a.ctx.Err() != nil {
		err = fmt.Errorf("stopped: %d of %d runs are kept, and the same command continues from there", at.Done, at.Total)
	}
	return at, err
}

func (a *app) sweepRun(p *sweep.Plan, store *sweep.Store, runs []int, parallel int) error {
	at, err := a.doRuns(p, store, runs, parallel)
	if err != nil {
		return err
	}
	type ran struct {
		Runs   int `json:"runs"`
		Now    int `json:"now"`
		Failed int `json:"failed"`
	}
	return a.show(ran{at.Total, at.Now, at.Failed}, func() error {
		fmt.Fprintf(a, "%s: %s done, %s of them now\n", p.Dir, plural(at.Total, "run"), whole(at.Now))
		if at.Failed > 0 {
			fmt.Fprintf(a, "%s of these failed; backfill sweep status %s says why\n", whole(at.Failed), word(p.Dir))
		}
		return nil
	})
}

// keepRows writes the rows of a run to a Parquet file and returns its SHA-256.
func keepRows(path string, t *result.Table) (sum string, err error) {
	if err := atomicfile.MakeFolder(filepath.Dir(path)); err != nil {
		return "", err
	}
	h := sha256.New()
	err = atomicfile.Write(path, func(w io.Writer) error {
		p, err := parquet.NewWriter(io.MultiWriter(w, h), t.Schema, result.Meta{{Key: result.MetaVersion, Value: version()}})
		if err != nil {
			return err
		}
		return complete(p, t)
	})
	return hex.EncodeToString(h.Sum(nil)), err
}
