// Package whatif is backfill whatif, which replays a log on a changed cluster.
package whatif

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/slurm/whatif"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/cli/internal/buildinfo"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/description"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/numeral"
	"github.com/backfill-lab/backfill/internal/report"
)

type whatifFlags struct {
	description.Flags
	changes     []string
	policy, out string
	seed        uint64
	draws       int
}

// Command is backfill whatif.
func Command(a *console.App) *cobra.Command {
	var f whatifFlags
	c := usage.New("whatif", usage.Arguments(1, 1), func(_ *cobra.Command, args []string) error {
		if len(f.changes) == 0 {
			return usage.Errorf("--change is missing: what is to be different, such as add=8:n1")
		}
		if f.draws < 1 || f.draws > 1000 {
			return usage.Errorf("--draws %d: give 1 to 1000", f.draws)
		}
		if f.out != "" && filepath.Ext(f.out) != ".html" {
			return usage.Errorf("--out %s: the page is HTML: let its name end with .html", f.out)
		}
		return ask(a, args[0], &f)
	})
	fl := c.Flags()
	f.AddTo(fl)
	f.AddEventsTo(fl)
	fl.StringArrayVar(&f.changes, "change", nil, "what is different, as `WHAT=VALUE`; may be given several times")
	fl.StringVar(&f.policy, "policy", "slurm", "`scheduler` of the cluster as it is: see backfill twin check")
	fl.Uint64Var(&f.seed, "seed", 0, "of jobs that are added or left out, and of intervals")
	fl.IntVar(&f.draws, "draws", 5, "how often both are simulated, with other clocks of the daemon each time")
	fl.StringVarP(&f.out, "out", "o", "", "HTML `file` for a page that shows the answer")
	return a.WithJSON(c)
}

// ask answers the question of the flags about a log.
func ask(a *console.App, log string, f *whatifFlags) error {
	s, jobs, err := f.Log(log)
	if err != nil {
		return err
	}
	l, err := jobs(s)
	if err != nil {
		return err
	}
	q := whatif.Question{Description: s.Description, Jobs: jobs, Scheduler: experiment.Builtin.Scheduler, Policy: f.policy, Seed: f.seed,
		Draws: f.draws}
	clock := trace.NewClock(strconv.FormatInt(l.UnixStart, 10), f.Zone)
	for _, text := range f.changes {
		c, err := whatif.Parse(text, clock)
		if err != nil {
			return usage.Errorf("--change %v", err)
		}
		q.Changes = append(q.Changes, c)
	}
	if _, err := experiment.Builtin.Scheduler(s, f.policy); err != nil {
		return usage.Errorf("--policy: %v", err)
	}
	answer, err := q.Ask(a.Context)
	var refused *whatif.Refused
	switch {
	case a.Context.Err() != nil:
		return console.ErrStopped
	case errors.As(err, &refused):
		return usage.Errorf("--change %v", err)
	case err != nil:
		return err
	}
	notes := answer.Notes()
	if f.out != "" {
		page := report.WhatIf{Answer: answer, Log: filepath.Base(log), From: clock.Date(0), Policy: f.policy, Notes: notes,
			Program: buildinfo.This().String()}
		if err := a.Save(f.out, page.Write); err != nil {
			return err
		}
	}
	return a.Show(struct {
		*whatif.Answer
		Notes []string `json:"notes"`
	}{answer, notes}, func() { showAnswer(a, answer, notes) })
}

// showAnswer prints an Answer for people.
func showAnswer(a *console.App, w *whatif.Answer, notes []string) {
	f := w.Fidelity
	fmt.Fprintf(a, "as it is, against the log: mean wait %s s simulated, %s s recorded (%s jobs, correlation %.3f)\nchanged: %s\n",
		console.Decimal(f.Mean.Twin), console.Decimal(f.Mean.Recorded), numeral.Whole(f.Jobs), f.Correlation, strings.Join(w.Changes, ", "))
	for _, left := range w.Left {
		fmt.Fprintf(a, "%s left out: they %s\n", numeral.Plural(left.Jobs, "job"), left.Why)
	}
	for _, left := range w.Stopped {
		fmt.Fprintf(a, "%s do not run any more: they %s\n", numeral.Plural(left.Jobs, "job"), left.Why)
	}
	for _, c := range []struct {
		n    int
		what string
	}{{w.Freed, "run only with the changes, and are in no mean"}, {w.Added, "were added, and are in no mean"}, {w.Removed, "were taken out"}} {
		if c.n > 0 {
			fmt.Fprintf(a, "%s %s\n", numeral.Plural(c.n, "job"), c.what)
		}
	}
	if low, high := w.Range(); len(w.Draws) > 1 && !w.None {
		fmt.Fprintf(a, "%d draws of the daemon's clocks: as it is %s to %s s, changed %s to %s s; below are their means\n",
			len(w.Draws), console.Decimal(low.Before), console.Decimal(high.Before), console.Decimal(low.After), console.Decimal(high.After))
	}
	fmt.Fprintln(a)
	rows := console.Cells{}
	add := func(name string, d *whatif.Difference) {
		interval := "-"
		if d.Low != nil {
			interval = console.Signed(*d.Low) + " to " + console.Signed(*d.High)
		}
		rows.Add(name, numeral.Whole(d.Jobs), console.Decimal(d.Before), console.Decimal(d.After), console.Signed(d.Change()), interval)
	}
	if w.None {
		fmt.Fprintln(a, "With the changes no job starts: there is no difference to give.")
		rows.Add("all", numeral.Whole(f.Jobs), console.Decimal(w.All.Before), "never", "-", "-")
	} else {
		add("all", &w.All)
	}
	for _, g := range w.Groups() {
		const most = 10
		for i := range g.List[:min(len(g.List), most)] {
			add(g.What+" "+g.List[i].Name, &g.List[i])
		}
		if more := len(g.List) - most; more > 0 {
			rows.Add(fmt.Sprintf("(%d more; --json has them)", more), "", "", "", "", "")
		}
	}
	title := fmt.Sprintf("95 %% of logs of %d %ss", w.Blocks, w.Block)
	console.Titled(a, "lrrrrr", "mean wait of|jobs|as it is (s)|changed (s)|difference|"+title, rows)
	fmt.Fprintln(a)
	if w.Blocks == 0 && !w.None {
		fmt.Fprintln(a, "The log is too short to say how much the differences vary.")
	}
	console.PrintWarning(a, w.Doubts)
	for _, note := range notes {
		fmt.Fprintln(a, note)
	}
}
