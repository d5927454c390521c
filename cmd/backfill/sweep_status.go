package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/cmd/backfill/internal/table"
	"github.com/backfill-lab/backfill/core/study/sweep"
	"github.com/backfill-lab/backfill/internal/numeral"
)

func (a *app) sweepStatusCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "status DIR",
		Short:   "Print how far a sweep is: done, running, failed, missing, time left, tasks of Slurm",
		Example: "  backfill sweep status study\n  backfill sweep status study --json",
		Args:    arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			p, store, err := a.openSweep(args[0])
			if err != nil {
				return err
			}
			return a.sweepStatus(p, store)
		},
	}
	return a.withJSON(c)
}

// minute is how times of files are printed.
const minute = "2006-01-02 15:04"

// mostFailures bounds the failures that are printed.
const mostFailures = 20

func (a *app) sweepStatus(p *sweep.Plan, store *sweep.Store) error {
	s, err := sweep.StatusOf(p, store)
	if err != nil {
		return err
	}
	size, oldest, newest := store.Size()
	tasks := a.allTasks(p)
	type status struct {
		Dir     string          `json:"dir"`
		Runs    int             `json:"runs"`
		Done    int             `json:"done"`
		Failed  int             `json:"failed"`
		Missing int             `json:"missing"`
		Seconds number          `json:"seconds"`        // of computing, of those done
		Left    number          `json:"left_seconds"`   // of computing, of those missing
		Here    int             `json:"processes_here"` // of this machine, that work on it
		Running int             `json:"running_tasks"`  // of Slurm's array jobs that were submitted
		Waiting int             `json:"waiting_tasks"`
		Bytes   int64           `json:"bytes"`
		Errors  []sweep.Failure `json:"errors"`
	}
	v := status{p.Dir, s.Runs, s.Done, len(s.Failed), len(s.Missing), number(s.Seconds), number(s.Left),
		atWorkHere(p.Dir), tasks[true], tasks[false], size, append([]sweep.Failure{}, s.Failed...)}
	return a.show(v, func() error {
		fmt.Fprintf(a, "%s: %s\n", p.Dir, plural(s.Runs, "run"))
		var rows cells
		rows.add("done", share(s.Done, float64(s.Runs)))
		rows.add("failed", share(len(s.Failed), float64(s.Runs)))
		rows.add("missing", share(len(s.Missing), float64(s.Runs)))
		rows.add("computed", numeral.Duration(s.Seconds)+" of one core")
		if len(s.Missing) > 0 && s.Left == s.Left {
			rows.add("left", numeral.Duration(s.Left)+" of one core")
		}
		if v.Here > 0 {
			rows.add("running", "processes of this machine: "+whole(v.Here))
		}
		if tasks[true]+tasks[false] > 0 {
			rows.add("Slurm", fmt.Sprintf("%s running, %s waiting", plural(tasks[true], "task"), whole(tasks[false])))
		}
		if size > 0 {
			rows.add("results", fmt.Sprintf("%.1f MB, from %s to %s", float64(size)/1e6, oldest.Format(minute), newest.Format(minute)))
		}
		if err := table.Write(a, "lr", rows); err != nil {
			return err
		}
		for k, f := range s.Failed {
			if k == mostFailures {
				fmt.Fprintf(a, "and %s more; --json has them all\n", whole(len(s.Failed)-k))
				break
			}
			fmt.Fprintf(a, "run %d (%s) failed: %s\n", f.Index+1, f.Where(), f.Error)
		}
		return nil
	})
}
