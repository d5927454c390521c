package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/cmd/backfill/internal/table"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/why"
	"github.com/backfill-lab/backfill/core/workload"
)

func (a *app) whyCommand() *cobra.Command {
	var from, run string
	var all bool
	c := &cobra.Command{
		Use:   "why JOB --from DIR",
		Short: "Say why a job of a run did not start earlier",
		Long: `Say why a job of a run did not start earlier: the free processors from its
submission to its start, the reservation of the head of the queue, and the jobs
that it waited for.

JOB is the number that users know: 4711, from sacct output also 4711_3 of an array,
4711+0 of a heterogeneous job, or 4711#1 of the first of several runs.

DIR is a folder written by backfill run --out. The run is simulated again, so its
log must still be there. Without --run, every run in DIR answers.`,
		Example: `  backfill why 4711 --from results
  backfill why 4711_3 --from results --run easy --json`,
		Args: arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			if from == "" {
				return usage("--from DIR is missing: the folder written by backfill run --out")
			}
			return a.why(args[0], from, run, all)
		},
	}
	c.Flags().StringVar(&from, "from", "", "folder with the results of a run")
	c.Flags().StringVar(&run, "run", "", "the run, or its policy (default: all of them)")
	c.Flags().BoolVar(&all, "all", false, "show every span of the wait, not only the longest")
	return a.withJSON(c)
}

// An answer explains a job's wait in one run: the JSON of why.
type answer struct {
	Run    string `json:"run"`
	Policy string `json:"policy"`
	why.Answer
	Wait int64 `json:"wait_s"`
}

func (a *app) why(id, from, only string, all bool) error {
	r, err := openResults(from)
	if err != nil {
		return err
	}
	w, err := r.load(a)
	if err != nil {
		return err
	}
	if _, err := w.Find(id); err != nil {
		if errors.Is(err, workload.ErrNumber) {
			return usage("%w", err)
		}
		return fmt.Errorf("%s: %w", from, err)
	}
	var answers []answer
	for _, run := range r.named(only) {
		if only == "" && run.policy == policy.Recorded {
			continue
		}
		got, err := experiment.Explain(a.ctx, r.spec, w, run.policy, id)
		if a.ctx.Err() != nil {
			return errStopped
		}
		if err != nil {
			return fmt.Errorf("%s: run %s: %w", from, run.name, err)
		}
		answers = append(answers, answer{run.name, run.policy, got, got.Start - got.Submit})
	}
	if len(answers) == 0 {
		if only == "" {
			return fmt.Errorf("%s: its only run is the recorded one, which has no rules to explain", from)
		}
		return usage("%s: there is no run %q; there are %v", from, only, r.policies())
	}
	if a.json {
		return a.printJSON(answers)
	}
	for i := range answers {
		if i > 0 {
			fmt.Fprintln(a)
		}
		if err := a.printAnswer(&answers[i], w.Clock(), all); err != nil {
			return err
		}
	}
	return nil
}

// mostSpans is the number of spans of a wait that are printed without --all.
const mostSpans = 8

func (a *app) printAnswer(x *answer, clock workload.Clock, all bool) error {
	fmt.Fprintf(a, "%s: job %s (%s, estimate %s) was submitted at second %s and started at %s: it waited %s\n",
		x.Run, x.ID, plural(x.Procs, "processor"), duration(x.Estimate), whole(x.Submit), whole(x.Start), duration(x.Wait))
	if clock.Known() {
		fmt.Fprintf(a, "  from %s to %s\n", clock.Date(x.Submit), clock.Date(x.Start))
	}
	spans := x.Spans
	if !all {
		spans = x.Longest(mostSpans)
	}
	if rest := len(x.Spans) - len(spans); rest > 0 {
		for _, t := range x.Totals() {
			fmt.Fprintf(a, "  %4.1f %% of the wait: %s\n", 100*float64(t.Seconds)/float64(x.Wait), t.Cause)
		}
		fmt.Fprintf(a, "  the longest %d of %d spans (--all shows every one):\n", len(spans), len(x.Spans))
	}
	var rows cells
	for i := range spans {
		s := &spans[i]
		rows.add(" ", whole(s.From), "to "+whole(s.To), s.Sentence(&x.Answer))
	}
	return table.Write(a, "lrrl", rows)
}
