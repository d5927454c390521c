// Package sweep is backfill sweep, which plans, runs, submits and collects studies of many runs.
package sweep

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
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/study/sweep"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/cli/internal/buildinfo"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/evaluation"
	"github.com/backfill-lab/backfill/internal/cli/internal/results"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// Command is backfill sweep.
func Command(a *console.App) *cobra.Command {
	return usage.NewGroup("sweep", planCommand(a), runCommand(a), submitCommand(a),
		statusCommand(a), collectCommand(a), figureCommand(a), cleanCommand(a))
}

func runCommand(a *console.App) *cobra.Command {
	var parallel, chunk int
	var chunks string
	var programs programFlags
	c := usage.New("sweep run", usage.Arguments(1, 1), func(_ *cobra.Command, args []string) error {
		if parallel < 0 {
			return usage.Errorf("--parallel %d: give a number of runs, at least 1", parallel)
		}
		p, store, err := results.OpenSweep(a, args[0])
		if err != nil {
			return err
		}
		if err := programs.check(p); err != nil {
			return err
		}
		runs := inTurn(p.Len())
		if chunks != "" {
			if runs, err = sweep.ReadChunk(p, chunks, chunk); err != nil {
				return err
			}
		}
		failed, err := runMissing(a, p, store, runs, parallel, &programs)
		if err == nil && chunks == "" {
			err = noFailures(p, failed)
		}
		return err
	})
	c.Flags().IntVar(&parallel, "parallel", 0, "runs at once (default: one per core)")
	c.Flags().StringVar(&chunks, "chunks", "", "a `file` of chunks that sweep submit wrote")
	c.Flags().IntVar(&chunk, "chunk", 0, "with --chunks: do only the runs of the chunk of this number")
	programs.addAllow(c.Flags())
	programs.addTimeout(c.Flags())
	return a.WithJSON(c)
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
func doRuns(a *console.App, p *sweep.Plan, store *sweep.Store, runs []int, parallel int, f *programFlags) (sweep.Progress, error) {
	m := a.Meter("running", "runs")
	defer atWork(p.Dir)()
	w := sweep.Worker{Plan: p, Store: store, Parallel: parallel, Open: arrowio.OpenLog, Keep: keepRows, Papers: evaluation.Catalogue(),
		Start:    f.start,
		Progress: func(at sweep.Progress) { m.Set(int64(at.Done), int64(at.Total)) }}
	at, err := w.Do(a.Context, runs)
	m.Done()
	if a.Context.Err() != nil {
		err = fmt.Errorf("stopped: %s of %s are kept, and the same command continues from there", numeral.Whole(at.Done),
			numeral.Plural(at.Total, "run"))
	}
	return at, err
}

// runMissing does those of the runs that are missing, and tells how many of all of them failed.
func runMissing(a *console.App, p *sweep.Plan, store *sweep.Store, runs []int, parallel int, f *programFlags) (failed int, err error) {
	at, err := doRuns(a, p, store, runs, parallel, f)
	if err != nil {
		return 0, err
	}
	err = store.Each(len(runs), func(k int) sweep.Digest { return p.Digest(runs[k]) }, func(_ int, r *sweep.Result) error {
		if r.Error != "" {
			failed++
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	type ran struct {
		Runs   int `json:"runs"`
		Now    int `json:"now"`    // done or failed by this command
		Failed int `json:"failed"` // now or earlier
	}
	return failed, a.Show(ran{at.Total, at.Now, failed}, func() {
		also := ""
		if failed > 0 {
			also = fmt.Sprintf(", %s failed", numeral.Whole(failed))
		}
		fmt.Fprintf(a, "%s: %s done%s, %s of them now\n", p.Dir, numeral.Plural(at.Total-failed, "run"), also, numeral.Whole(at.Now))
	})
}

// A FailedRunsError says that every run of a sweep is over, and that some failed: exit code 3.
type FailedRunsError struct{ error }

// noFailures is an error if that many runs of a sweep failed.
func noFailures(p *sweep.Plan, failed int) error {
	if failed == 0 {
		return nil
	}
	return &FailedRunsError{fmt.Errorf("%s: %s of %s failed: backfill sweep status %s says why",
		p.Dir, numeral.Whole(failed), numeral.Plural(p.Len(), "run"), sweep.ShellWord(p.Dir))}
}

// keepRows writes the rows of a run to a Parquet file, as a dataset has them, and returns its SHA-256.
func keepRows(path string, t *result.Table) (sum string, err error) {
	if err := atomicfile.MakeFolder(filepath.Dir(path)); err != nil {
		return "", err
	}
	h := sha256.New()
	t = dropPolicy(t, withoutPolicy(t.Schema))
	err = atomicfile.Write(path, func(w io.Writer) error {
		p, err := parquet.NewWriter(io.MultiWriter(w, h), t.Schema, result.Meta{{Key: result.MetaVersion, Value: buildinfo.Version()}})
		if err != nil {
			return err
		}
		return result.WriteTable(p, t)
	})
	return hex.EncodeToString(h.Sum(nil)), err
}
