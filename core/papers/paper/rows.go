package paper

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/internal/pool"
	"github.com/backfill-lab/backfill/core/result"
)

// Simulated returns the runs that simulate a policy: those that have rows.
func (e *Evaluation) Simulated() []*RunResult {
	var runs []*RunResult
	for i := range e.Runs {
		if r := &e.Runs[i]; len(r.Spec.Policies) > 0 && r.Task == nil {
			runs = append(runs, r)
		}
	}
	return runs
}

// RowTables are the tables for Rows: the usual ones without that of runs, which RunsTable
// has from the cache.
func RowTables() []*result.Schema {
	return slices.DeleteFunc(result.Usual(), func(s *result.Schema) bool { return s == result.Runs })
}

// Rows writes the rows of the simulated runs to the tables in to, run after run, named
// by their labels. The cache keeps no rows, so it simulates the runs again, in parallel.
// progress may be nil.
func (e *Evaluation) Rows(ctx context.Context, opt Options, to result.Set, progress func(done, total int)) error {
	runs, wanted := e.Simulated(), slices.Collect(maps.Keys(to))
	named := func(r *RunResult, err error) error {
		if err != nil {
			err = fmt.Errorf("%s, run %s: %w", e.Experiment.ID, r.Label, err)
		}
		return err
	}
	return pool.Ordered(ctx, len(runs), opt.parallel(), func(ctx context.Context, i int) (result.Set, error) {
		r, rows := runs[i], result.Collecting(wanted...)
		_, err := experiment.Execute(ctx, r.Spec, r.workload(), experiment.Options{
			Tables: rows, Parallel: 1, Name: func(string) string { return r.Label }})
		return rows, named(r, err)
	}, func(i int, rows result.Set) error {
		err := rows.Tables().WriteTo(to)
		if progress != nil {
			progress(i+1, len(runs))
		}
		return named(runs[i], err)
	})
}
