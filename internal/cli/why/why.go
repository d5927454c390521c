// Package why is backfill why, which explains when a job started.
package why

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/results"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/numeral"
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
	platform.Answer
	Wait float64 `json:"wait_s"`
}

func explainJob(a *console.App, id, from, only string, all bool) error {
	r, w, err := open(a, from)
	if err != nil {
		return err
	}
	if _, err := w.Find(id); err != nil {
		if errors.Is(err, trace.ErrNumber) {
			return usage.Errorf("%w", err)
		}
		return fmt.Errorf("%s: %w", from, err)
	}
	return explain(a, r, from, only, func(run results.Run) (answer, error) {
		got, err := experiment.Explain(a.Context, r.Spec, w, run.Policy, id)
		return answer{run.Name, run.Policy, got, got.Wait()}, err
	}, func(x *answer) { printAnswer(a, x, w.Clock(), all) })
}

// open opens a folder of results, and loads its workload.
func open(a *console.App, from string) (*results.Folder, *trace.Workload, error) {
	r, err := results.Open(a, from)
	if err != nil {
		return nil, nil, err
	}
	w, err := r.Load(a)
	return r, w, err
}

// explain prints what of says of each run. Unless only names runs, the recorded one has nothing to say, and those that
// left the job out are listed.
func explain[T any](a *console.App, r *results.Folder, from, only string, of func(results.Run) (T, error), print func(*T)) error {
	var answers []T
	var without []string
	for _, run := range r.Named(only) {
		if only == "" && run.Policy == policy.Recorded {
			continue
		}
		got, err := of(run)
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
		answers = append(answers, got)
	}
	switch {
	case len(answers) == 0 && len(without) > 0:
		return fmt.Errorf("%s: run %s", from, without[0])
	case len(answers) == 0 && only == "":
		return fmt.Errorf("%s: its only run is the recorded one, which has no rules to explain", from)
	case len(answers) == 0:
		return usage.Errorf("%s: unknown run %q; there are %v", from, only, r.Policies())
	case a.JSON:
		return a.PrintJSON(answers)
	}
	for _, line := range without {
		fmt.Fprintln(a, line)
	}
	for i := range answers {
		if i+len(without) > 0 {
			fmt.Fprintln(a)
		}
		print(&answers[i])
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
	fmt.Fprintf(a, "  %s; submitted at second %s, started at %s\n", needs, numeral.Second(x.Submit), numeral.Second(x.Start))
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

func printSpans(a *console.App, spans []platform.Span) {
	var rows console.Cells
	for i := range spans {
		s := &spans[i]
		rows.Add(" ", numeral.Second(s.From), "to "+numeral.Second(s.To), s.Text)
	}
	console.Table(a, "lrrl", rows)
}

// secondOf returns the second that a text names: a number, which may have a fraction, or a date.
func secondOf(text string, clock trace.Clock) (float64, error) {
	at, err := strconv.ParseFloat(text, 64)
	if err != nil {
		second, err := clock.Second(text)
		if err != nil {
			return 0, usage.Errorf("--at: %w", err)
		}
		at = float64(second)
	}
	if !(at >= 0) || math.IsInf(at, 0) {
		return 0, usage.Errorf("--at: %s is no second of the run, which begins with second 0", text)
	}
	return at, nil
}

// A moment tells of one second of one run: the JSON of why --at.
type moment struct {
	Run    string `json:"run"`
	Policy string `json:"policy"`
	platform.Moment
}

// mostWaits is the number of waiting jobs that are told of without --all.
const mostWaits = 8

// explainSecond tells of one second of the runs of a folder, and of the job called id unless that is "".
func explainSecond(a *console.App, text, id, from, only string, all bool) error {
	r, w, err := open(a, from)
	if err != nil {
		return err
	}
	at, err := secondOf(text, w.Clock())
	if err != nil {
		return err
	}
	most := mostWaits
	switch {
	case id != "":
		most = 0
	case all:
		most = w.Len()
	}
	return explain(a, r, from, only, func(run results.Run) (moment, error) {
		m, err := momentOf(a, r.Spec, w, run.Policy, at, most, id)
		return moment{run.Name, run.Policy, m}, err
	}, func(m *moment) { printMoment(a, m, w.Clock()) })
}

func momentOf(a *console.App, spec experiment.Spec, w *trace.Workload, policy string, at float64, most int,
	id string) (platform.Moment, error) {
	replay, err := experiment.NewReplay(a.Context, spec, w, policy, nil)
	if err != nil {
		return platform.Moment{}, err
	}
	defer replay.Close()
	return replay.At(a.Context, at, most, id)
}

// printMoment prints what is free and waits, then why jobs started, what is reserved, and what some wait for.
func printMoment(a *console.App, m *moment, clock trace.Clock) {
	wait := numeral.Plural(m.Waiting, "job") + " wait"
	if m.Waiting == 1 {
		wait += "s"
	}
	when := "second " + numeral.Second(m.Pass)
	if clock.Known() {
		when += ", " + clock.Date(int64(m.Pass))
	}
	fmt.Fprintf(a, "%s at %s: %s free, %s\n", m.Run, when, m.Free, wait)
	var rows console.Cells
	for i := range m.Starts {
		rows.Add(" ", "job "+m.Starts[i].ID, m.Starts[i].Text)
	}
	switch {
	case m.StartsAt < 0:
		fmt.Fprintln(a, "  no job has started yet")
	case m.StartsAt != m.Pass:
		fmt.Fprintf(a, "  nothing starts; the last that started, at %s:\n", numeral.Second(m.StartsAt))
	default:
		fmt.Fprintln(a, "  starts:")
	}
	console.Table(a, "lll", rows)
	for _, r := range m.Reserved {
		site := ""
		if r.Site != "" {
			site = " of " + r.Site
		}
		fmt.Fprintf(a, "  reserved for job %s: %s%s from %s to %s\n", r.ID, numeral.Plural(r.Procs, "processor"), site,
			numeral.Second(r.At), numeral.Second(r.Until))
	}
	if len(m.Waits) == 0 {
		return
	}
	head := "  waits:"
	if rest := m.Waiting - len(m.Waits); rest > 0 && len(m.Waits) > 1 {
		head = fmt.Sprintf("  waits, the first %d of %s (--all shows every one):", len(m.Waits), numeral.Whole(m.Waiting))
	}
	fmt.Fprintln(a, head)
	rows = nil
	for i := range m.Waits {
		rows.Add(" ", "job "+m.Waits[i].ID, m.Waits[i].Text)
	}
	console.Table(a, "lll", rows)
}
