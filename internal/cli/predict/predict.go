// Package predict is backfill predict, which predicts when waiting jobs start.
package predict

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/slurm/predict"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/description"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/doubt"
	"github.com/backfill-lab/backfill/internal/numeral"
)

type predictFlags struct {
	description.Flags
	now   string
	draws int
	seed  uint64
	alone bool
}

// Command is backfill predict.
func Command(a *console.App) *cobra.Command {
	var f predictFlags
	c := usage.New("predict", usage.Arguments(1, 1), func(_ *cobra.Command, args []string) error {
		if f.draws < 1 || f.draws > 10_000 {
			return usage.Errorf("--draws %d: give 1 to 10000", f.draws)
		}
		return ask(a, args[0], &f)
	})
	fl := c.Flags()
	f.AddTo(fl)
	fl.StringVar(&f.now, "now", "", "`moment` to predict from, a date or a second of the log, instead of its last")
	fl.IntVar(&f.draws, "draws", 40, "how often the future is drawn")
	fl.Uint64Var(&f.seed, "seed", 0, "of the draws")
	fl.BoolVar(&f.alone, "alone", false, "nobody submits anything any more, in all draws")
	return a.WithJSON(c)
}

func ask(a *console.App, log string, f *predictFlags) error {
	s, all, asked, err := f.Records(log)
	if err != nil {
		return err
	}
	q := predict.Question{Draws: f.draws, Seed: f.seed, Alone: f.alone, System: func() (*cluster.System, *accounting.Log, error) {
		d, err := s.Description.Clone()
		if err != nil {
			return nil, nil, err
		}
		s, err := cluster.New(d)
		if err != nil {
			return nil, nil, err
		}
		l, err := accounting.FromQueue(all, asked, s)
		return s, l, err
	}}
	_, l, err := q.System()
	if err != nil {
		return fmt.Errorf("%s: %w", log, err)
	}
	clock := trace.NewClock(strconv.FormatInt(l.UnixStart, 10), f.Zone)
	if f.now != "" {
		now, err := clock.Second(f.now)
		switch {
		case err != nil:
			return usage.Errorf("--now: %v", err)
		case now < 0:
			return usage.Errorf("--now %s: the log begins later, at %s", f.now, clock.Date(0))
		}
		q.Now = l.UnixStart + now
	}
	answer, err := q.Ask(a.Context)
	if a.Context.Err() != nil {
		return console.ErrStopped
	} else if err != nil {
		return fmt.Errorf("%s: %w", log, err)
	}
	return a.Show(struct {
		*predict.Answer
		Notes []string `json:"notes"`
	}{answer, slices.Concat(predict.Notes, accounting.Notes)}, func() {
		showStarts(a, answer, func(unix int64) string {
			if unix == 0 {
				return "-"
			}
			return clock.Date(unix - l.UnixStart)[:len("2006-01-02 15:04")]
		})
	})
}

// showStarts prints predictions for people.
func showStarts(a *console.App, p *predict.Answer, date func(unix int64) string) {
	fmt.Fprintf(a, "%s: %s run, %s wait\n", date(p.Now), numeral.Whole(p.Running), numeral.Whole(p.Waiting))
	if p.Missed > 0 {
		fmt.Fprintf(a, "%s ran where the description has no room for them: it is not quite the cluster's\n", numeral.Plural(p.Missed, "job"))
	}
	for _, left := range p.Left {
		fmt.Fprintf(a, "%s left out: they %s\n", numeral.Plural(left.Jobs, "job"), left.Why)
	}
	fmt.Fprintln(a)
	rows := console.Cells{}
	for i := range p.Starts {
		s := &p.Starts[i]
		between := "-"
		if s.Early != 0 {
			late := "never, as far as is known"
			if s.Late != 0 {
				late = date(s.Late)
			}
			between = date(s.Early) + " to " + late
		}
		rows.Add(s.Label(), s.User, s.In, numeral.Whole(s.Cores), s.Reason, date(s.Median), between, date(s.Limits))
	}
	console.Titled(a, "lllrllll", "job|user|partition|cores|reason|start|between|if all run to their limits", rows)
	fmt.Fprintln(a)
	console.PrintWarning(a, p.Doubts)
	_, others := doubt.Split(p.Doubts)
	for _, note := range slices.Concat(doubt.Sentences(others), predict.Notes, accounting.Notes) {
		fmt.Fprintln(a, note)
	}
}
