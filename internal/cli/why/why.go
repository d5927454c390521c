// Package why is backfill why, which explains when a job started.
package why

import (
	"errors"
	"fmt"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/why"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/results"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/spf13/cobra"
)

// Command is backfill why.
func Command(a *console.App) *cobra.Command {
	var from, run, at string
	var all bool
	c := usage.New("why", usage.Arguments(0, 1), func(_ *cobra.Command, args []string) error {
		if from == "" {
			return usage.Errorf("--from DIR is missing: the folder written by backfill run --out")
		}
		switch {
		case at != "":
			return explainSecond(a, at, append(args, "")[0], from, run, all)
		case len(args) == 0:
			return usage.Errorf("name a job, or a second with --at SECOND")
		}
		return explainJob(a, args[0], from, run, all)
	})
	c.Flags().StringVar(&from, "from", "", "folder with the results of a run")
	c.Flags().StringVar(&run, "run", "", "the run, or its policy (default: all of them)")
	c.Flags().StringVar(&at, "at", "", "tell of this `second` of the run, or date of the log's time zone, instead of a job's wait")
	c.Flags().BoolVar(&all, "all", false, "show every span of the wait, or every waiting job, not only some")
	return a.WithJSON(c)
}

// An answer explains a job's wait in one run: the JSON of why.
type answer struct {
	Run    string `json:"run"`
	Policy string `json:"policy"`
	why.Answer
	Wait float64 `json:"wait_s"`
}

func explainJob(a *console.App, id, from, only string, all bool) error {
	r, err := results.Open(a, from)
	if err != nil {
		return err
	}
	w, err := r.Load(a)
	if err != nil {
		return err
	}
	if _, err := w.Find(id); err != nil {
		if errors.Is(err, trace.ErrNumber) {
			return usage.Errorf("%w", err)
		}
		return fmt.Errorf("%s: %w", from, err)
	}
	var answers []answer
	var without []string // runs that left the job out
	for _, run := range r.Named(only) {
		if only == "" && run.Policy == policy.Recorded {
			continue
		}
		got, err := experiment.Explain(a.Context, r.Spec, w, run.Policy, id)
		if a.Context.Err() != nil {
			return console.ErrStopped
		}
		if left := platform.LeftOut(""); errors.As(err, &left) && only == "" {
			without = append(without, fmt.Sprintf("%s: %v", run.Name, err))
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: run %s: %w", from, run.Name, err)
		}
		answers = append(answers, answer{run.Name, run.Policy, got, got.Wait()})
	}
	if len(answers) == 0 {
		if len(without) > 0 {
			return fmt.Errorf("%s: run %s", from, without[0])
		}
		if only == "" {
			return fmt.Errorf("%s: its only run is the recorded one, which has no rules to explain", from)
		}
		return usage.Errorf("%s: unknown run %q; there are %v", from, only, r.Policies())
	}
	if a.JSON {
		return a.PrintJSON(answers)
	}
	for _, line := range without {
		fmt.Fprintln(a, line)
	}
	for i := range answers {
		if i+len(without) > 0 {
			fmt.Fprintln(a)
		}
		printAnswer(a, &answers[i], w.Clock(), all)
	}
	return nil
}

// mostSpans is the number of spans of a wait that are printed without --all.
const mostSpans = 8

// printAnswer prints the summary, then what the job is, then the spans of its wait and of what came later.
func printAnswer(a *console.App, x *answer, clock trace.Clock, all bool) {
	fmt.Fprintf(a, "%s: %s\n", x.Run, x.Summary)
	needs := x.Needs
	if x.Estimate > 0 {
		needs += ", estimate " + console.Duration(x.Estimate)
	}
	fmt.Fprintf(a, "  %s; submitted at second %s, started at %s\n", needs, why.Second(x.Submit), why.Second(x.Start))
	if clock.Known() {
		fmt.Fprintf(a, "  from %s to %s\n", clock.Date(int64(x.Submit)), clock.Date(int64(x.Start)))
	}
	spans := x.Spans
	if !all {
		spans = x.Longest(mostSpans)
	}
	if rest := len(x.Spans) - len(spans); rest > 0 {
		if totals := x.Totals(); len(totals) > 1 {
			for _, t := range totals {
				fmt.Fprintf(a, "  %4.1f %% of the wait: %s\n", 100*t.Seconds/x.Wait, t.Cause)
			}
		}
		fmt.Fprintf(a, "  the longest %d of %d spans (--all shows every one):\n", len(spans), len(x.Spans))
	}
	if printSpans(a, spans); len(x.After) == 0 {
		return
	}
	after := x.After
	if rest := len(after) - mostSpans; rest > 0 && !all {
		after = after[:mostSpans]
		fmt.Fprintf(a, "  then, the first %d of %d pauses and moves (--all shows every one):\n", mostSpans, len(x.After))
	} else {
		fmt.Fprintln(a, "  then:")
	}
	printSpans(a, after)
}

func printSpans(a *console.App, spans []why.Span) {
	var rows console.Cells
	for i := range spans {
		s := &spans[i]
		rows.Add(" ", why.Second(s.From), "to "+why.Second(s.To), s.Text)
	}
	console.Table(a, "lrrl", rows)
}
