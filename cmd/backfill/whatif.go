package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/slurm/whatif"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/figures/report"
)

type whatifFlags struct {
	accountingFlags
	changes     []string
	policy, out string
	seed        uint64
	draws       int
}

func (a *app) whatifCommand() *cobra.Command {
	var f whatifFlags
	c := &cobra.Command{
		Use:   "whatif LOG --system FILE --change WHAT=VALUE",
		Short: "What would change for whom if the cluster were different",
		Long: `Simulate the jobs of sacct output on a cluster as it is and on a changed one, and
compare their waits by partition, account, QOS and width. How near the simulation of the
cluster as it is comes to the log is printed first.

LOG is sacct output with --duplicates --parsable2 --format ALL. FILE describes the
cluster as JSON, as backfill system init writes it. All changes hold together:
  add=8:n1                 eight more nodes like n1, in its partitions
  remove=n[5-8]            without these nodes
  maintenance=BEGIN/END    no jobs then (BEGIN/END:n[1-4] on these nodes); dates or seconds
  policy=easy              another scheduler
  estimates=exact          time limits are run times; factor:0.5 halves them, at least
                           to the run times
  jobs=physics:+20%        more or fewer jobs of an account
  FIELD=VALUE              a field of FILE; a list's entry by its name, a node for all like it`,
		Example: `  backfill whatif sacct.txt --system system.json --change add=8:n1
  backfill whatif sacct.txt --system system.json --change remove=n[5-8] -o page.html
  backfill whatif sacct.txt --system system.json --change partitions.long.max_time_s=86400
  backfill whatif sacct.txt --system system.json --change scheduling.bf_window_s=172800
  backfill whatif sacct.txt --system system.json --change 'nodes.gn1.gpus={"a100":8}'
  backfill whatif sacct.txt --system system.json --change accounts.physics.shares=20 --json`,
		Args: arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(f.changes) == 0 {
				return usage("--change is missing: what is to be different, such as add=8:n1")
			}
			if f.draws < 1 || f.draws > 1000 {
				return usage("--draws %d: give 1 to 1000", f.draws)
			}
			if f.out != "" && filepath.Ext(f.out) != ".html" {
				return usage("--out %s: the page is HTML: let its name end with .html", f.out)
			}
			return a.whatif(args[0], &f)
		},
	}
	fl := c.Flags()
	f.flags(fl)
	fl.StringArrayVar(&f.changes, "change", nil, "what is different, as `WHAT=VALUE`; may be given several times")
	fl.StringVar(&f.policy, "policy", "slurm", "`scheduler` of the cluster as it is: see backfill twin check")
	fl.Uint64Var(&f.seed, "seed", 0, "of jobs that are added or left out, and of intervals")
	fl.IntVar(&f.draws, "draws", 5, "how often both are simulated, with other clocks of the daemon each time")
	fl.StringVarP(&f.out, "out", "o", "", "HTML `file` for a page that shows the answer")
	return a.withJSON(c)
}

// whatif answers the question of the flags about a log.
func (a *app) whatif(log string, f *whatifFlags) error {
	s, jobs, err := f.read(log)
	if err != nil {
		return err
	}
	l, err := jobs(s)
	if err != nil {
		return err
	}
	q := whatif.Question{Description: s.Description, Jobs: jobs, Scheduler: schedulerOf, Policy: f.policy, Seed: f.seed, Draws: f.draws}
	clock := trace.NewClock(strconv.FormatInt(l.UnixStart, 10), f.zone)
	for _, text := range f.changes {
		c, err := whatif.Parse(text, clock)
		if err != nil {
			return usage("--change %v", err)
		}
		q.Changes = append(q.Changes, c)
	}
	if _, err := schedulerOf(s, f.policy); err != nil {
		return usage("--policy: %v", err)
	}
	answer, err := q.Ask(a.ctx)
	var refused *whatif.Refused
	switch {
	case a.ctx.Err() != nil:
		return errStopped
	case errors.As(err, &refused):
		return usage("--change %v", err)
	case err != nil:
		return err
	}
	notes := answer.Notes()
	if f.out != "" {
		page := report.WhatIf{Answer: answer, Log: filepath.Base(log), From: clock.Date(0), Policy: f.policy, Notes: notes,
			Program: thisBuild().String()}
		if err := a.save(f.out, page.Write); err != nil {
			return err
		}
	}
	return a.show(struct {
		*whatif.Answer
		Notes []string `json:"notes"`
	}{answer, notes}, func() error { return a.showAnswer(answer, notes) })
}

// showAnswer prints an Answer for people.
func (a *app) showAnswer(w *whatif.Answer, notes []string) error {
	f := w.Fidelity
	fmt.Fprintf(a, "as it is, against the log: mean wait %s s simulated, %s s recorded (%s jobs, correlation %.3f)\nchanged: %s\n",
		decimal(f.Mean.Twin), decimal(f.Mean.Recorded), whole(f.Jobs), f.Correlation, strings.Join(w.Changes, ", "))
	for _, left := range w.Left {
		fmt.Fprintf(a, "%s left out: they %s\n", plural(left.Jobs, "job"), left.Why)
	}
	for _, left := range w.Stopped {
		fmt.Fprintf(a, "%s do not run any more: they %s\n", plural(left.Jobs, "job"), left.Why)
	}
	for _, c := range []struct {
		n    int
		what string
	}{{w.Freed, "run only with the changes, and are in no mean"}, {w.Added, "were added, and are in no mean"}, {w.Removed, "were taken out"}} {
		if c.n > 0 {
			fmt.Fprintf(a, "%s %s\n", plural(c.n, "job"), c.what)
		}
	}
	if low, high := w.Range(); len(w.Draws) > 1 {
		fmt.Fprintf(a, "%d draws of the daemon's clocks: as it is %s to %s s, changed %s to %s s; below are their means\n",
			len(w.Draws), decimal(low.Before), decimal(high.Before), decimal(low.After), decimal(high.After))
	}
	fmt.Fprintln(a)
	rows := cells{}
	add := func(name string, d *whatif.Difference) {
		interval := "-"
		if d.Low != nil {
			interval = longer(*d.Low) + " to " + longer(*d.High)
		}
		rows.add(name, whole(d.Jobs), decimal(d.Before), decimal(d.After), longer(d.Change()), interval)
	}
	add("all", &w.All)
	for _, g := range w.Groups() {
		const most = 10
		for i := range g.List[:min(len(g.List), most)] {
			add(g.What+" "+g.List[i].Name, &g.List[i])
		}
		if more := len(g.List) - most; more > 0 {
			rows.add(fmt.Sprintf("(%d more; --json has them)", more), "", "", "", "", "")
		}
	}
	title := fmt.Sprintf("95 %% of logs of %d %ss", w.Blocks, w.Block)
	if err := a.list(nil, "lrrrrr", "mean wait of|jobs|as it is (s)|changed (s)|difference|"+title, rows); err != nil {
		return err
	}
	fmt.Fprintln(a)
	if w.Blocks == 0 {
		fmt.Fprintln(a, "The log is too short to say how much the differences vary.")
	}
	for _, note := range notes {
		fmt.Fprintln(a, note)
	}
	return nil
}

// longer writes a difference in seconds with its sign.
func longer(s float64) string {
	if s > 0 {
		return "+" + decimal(s)
	}
	return decimal(s)
}
