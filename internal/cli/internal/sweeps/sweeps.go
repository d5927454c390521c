// Package sweeps opens the folders of sweeps.
package sweeps

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/study/sweep"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
)

// Open opens the plan and the results in a folder.
func Open(a *console.App, dir string) (*sweep.Plan, *sweep.Store, error) {
	p, err := sweep.Open(dir)
	if err != nil {
		return nil, nil, err
	}
	store, err := sweep.OpenStore(dir)
	if err != nil {
		return nil, nil, err
	}
	for _, file := range store.Damaged() {
		fmt.Fprintf(a.Err, "backfill: %s: this file of results is damaged and ignored; backfill sweep run %s does its runs again\n", file, dir)
	}
	return p, store, nil
}

// Table opens a sweep of a study and returns its table of runs.
func Table(a *console.App, dir string) (p *sweep.Plan, t *result.Table, found sweep.Collected, err error) {
	p, store, err := Open(a, dir)
	switch {
	case err != nil:
	case p.Experiments != nil:
		err = fmt.Errorf("%s: this is a sweep of experiments, which have figures of their own: backfill sweep collect %s draws them",
			p.Dir, sweep.ShellWord(p.Dir))
	default:
		t, found, err = p.Table(store)
	}
	return p, t, found, err
}
