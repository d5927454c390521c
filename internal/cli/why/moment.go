package why

import (
	"fmt"
	"math"
	"strconv"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform/why"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/results"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/numeral"
)

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
	why.Moment
}

// mostWaits is the number of waiting jobs that are told of without --all.
const mostWaits = 8

// explainSecond tells of one second of the runs of a folder, and of the job called id unless that is "".
func explainSecond(a *console.App, text, id, from, only string, all bool) error {
	r, err := results.Open(a, from)
	if err != nil {
		return err
	}
	w, err := r.Load(a)
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
	var moments []moment
	for _, run := range r.Named(only) {
		if only == "" && run.Policy == policy.Recorded {
			continue
		}
		m, err := momentOf(a, r.Spec, w, run.Policy, at, most, id)
		if a.Context.Err() != nil {
			return console.ErrStopped
		}
		if err != nil {
			return fmt.Errorf("%s: run %s: %w", from, run.Name, err)
		}
		moments = append(moments, moment{run.Name, run.Policy, m})
	}
	switch {
	case len(moments) == 0 && only == "":
		return fmt.Errorf("%s: its only run is the recorded one, which has no rules to explain", from)
	case len(moments) == 0:
		return usage.Errorf("%s: unknown run %q; there are %v", from, only, r.Policies())
	case a.JSON:
		return a.PrintJSON(moments)
	}
	for i := range moments {
		if i > 0 {
			fmt.Fprintln(a)
		}
		printMoment(a, &moments[i], w.Clock())
	}
	return nil
}

func momentOf(a *console.App, spec experiment.Spec, w *trace.Workload, policy string, at float64, most int, id string) (why.Moment, error) {
	replay, err := experiment.NewReplay(a.Context, spec, w, policy, nil)
	if err != nil {
		return why.Moment{}, err
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
	when := "second " + why.Second(m.Pass)
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
		fmt.Fprintf(a, "  nothing starts; the last that started, at %s:\n", why.Second(m.StartsAt))
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
			why.Second(r.At), why.Second(r.Until))
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
