package exact

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/solvers"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// report prints and draws the answers. It is an error if one is refuted, or if solvers
// were asked but none found a schedule.
func (x *exactRun) report(all []*solved) error {
	if x.f.figure != "" {
		if err := x.draw(all[0]); err != nil {
			return err
		}
	}
	summary := summaries(all)
	if err := x.app.Show(map[string]any{"time_s": numeral.JSON(x.f.time.Seconds()), "memory_mib": x.f.memoryMiB, "workers": x.f.workers,
		"instances": all, "summary": summary, "refuted": len(refutations(all))}, func() {
		if len(all) == 1 {
			x.printOne(all[0])
		} else {
			x.printAll(all, summary)
		}
	}); err != nil {
		return err
	}
	if err := errRefuted(all); err != nil {
		return err
	}
	for _, s := range all {
		if s.best() != nil || len(s.Answers) == 0 {
			return nil
		}
	}
	return errNoSolver
}

func (x *exactRun) printOne(s *solved) {
	a := x.app
	fmt.Fprintf(a, "%s: %s wait, estimates of %s s in all; %s, %s of them free now; policies need up to %s s\n",
		nameOf(s.in), numeral.Plural(s.Jobs, "job"), numeral.Whole(s.Accumulated), numeral.Plural(s.Procs, "processor"),
		numeral.Whole(s.in.Free[0].Procs), numeral.Whole(s.Makespan))
	if p := s.Program; p != nil {
		fmt.Fprintf(a, "integer program: %s slots of %s s, %s variables, %s entries\n",
			numeral.Whole(p.Slots), numeral.Whole(p.Scale), numeral.Whole(p.Variables), numeral.Whole(p.Entries))
	}
	var rows console.Cells
	for _, p := range s.Policies {
		rows.Add(p.Policy, numeral.Whole(p.Cost), console.Decimal(p.ARTwW), console.Decimal(p.SLDwA), "", "", "", "", "")
	}
	for _, r := range s.Answers {
		rows = append(rows, answerRow(&r))
	}
	console.Titled(a, "lrrrrrrrl", "|cost|ARTwW s|SLDwA|bound|gap %|nodes|seconds|status", rows)
	x.printRefuted([]*solved{s})
	for _, r := range s.Answers {
		if r.Starts == nil {
			if r.Status != solvers.Refuted {
				fmt.Fprintf(a, "%s: %s\n", r.Solver, r.Says)
			}
			continue
		}
		var losses []string
		for _, p := range s.Policies {
			losses = append(losses, fmt.Sprintf("%s %.3f %%", p.Policy, r.Loss[p.Policy]))
		}
		note := ""
		if r.Scale > 1 && r.Extra == 0 {
			note = fmt.Sprintf(" (bound and gap hold for the program in slots of %d s)", r.Scale)
		}
		fmt.Fprintf(a, "loss against %s: %s%s\n", r.Solver, strings.Join(losses, ", "), note)
	}
}

func answerRow(r *answerJSON) []string {
	if r.Starts == nil {
		return []string{r.Solver, "-", "-", "-", "-", "-", numeral.Whole(r.Nodes), fmt.Sprintf("%.2f", r.Seconds), string(r.Status)}
	}
	bound, gap := r.proven()
	return []string{r.Solver, numeral.Whole(r.Cost), console.Decimal(r.ARTwW), console.Decimal(r.SLDwA), numeral.Whole(bound), percent(gap),
		numeral.Whole(r.Nodes), fmt.Sprintf("%.2f", r.Seconds+r.Extra), string(r.Status)}
}

// proven returns the bound and gap of the instance itself if a second call asked for
// them, else those of the problem solved.
func (r *answerJSON) proven() (bound int64, gap float64) {
	if r.Extra > 0 && r.Starts != nil {
		return r.Below, part(r.Cost-r.Below, r.Cost)
	}
	return r.Bound, r.Gap
}

// percent formats a fraction of 1 in percent; a positive one is never 0.
func percent[T ~float64](x T) string {
	if x > 0 && x < 0.00005 {
		return "<0.01"
	}
	return fmt.Sprintf("%.2f", 100*x)
}

// A summary counts and averages one solver's answers to all instances.
type summary struct {
	Solver   string       `json:"solver"`
	Answers  int          `json:"answers"`
	Optimal  int          `json:"optimal"` // claimed, for the problem solved
	Wrong    int          `json:"failed"`  // failed, refuted, missing or unfit
	Refuted  int          `json:"refuted"`
	Cheapest int          `json:"best_schedule"` // no other solver's schedule is cheaper
	Highest  int          `json:"best_bound"`    // no other solver's bound of the instance itself is higher
	GapMean  numeral.JSON `json:"gap_mean"`      // of the instance itself if it has such a bound, else of the problem solved
	GapMost  numeral.JSON `json:"gap_most"`
	Below    numeral.JSON `json:"bound_below_best_mean"` // its bound of the instance below the cheapest schedule, percent
	Best     numeral.JSON `json:"loss_mean"`             // of the best policy against it, percent
	Above    numeral.JSON `json:"above_best_mean"`       // its schedules' cost above the cheapest, percent
	Seconds  numeral.JSON `json:"seconds_mean"`
}

func summaries(all []*solved) []summary {
	list := []summary{}
	for k := range all[0].Answers {
		s := summary{Solver: all[0].Answers[k].Solver, Answers: len(all)}
		total, n := numeral.JSON(len(all)), numeral.JSON(0)
		for _, one := range all {
			r := one.Answers[k]
			s.Seconds += numeral.JSON(r.Seconds + r.Extra)
			if best := one.best(); best != nil {
				s.Below += numeral.JSON(100 * part(best.Cost-r.Below, best.Cost))
			}
			if r.Below > 0 && r.Below == one.bound() {
				s.Highest++
			}
			switch r.Status {
			case solvers.Optimal:
				s.Optimal++
			case solvers.Refuted:
				s.Refuted++
				s.Wrong++
			case solvers.Failed, solvers.Missing, solvers.Unfit:
				s.Wrong++
			}
			_, gap := r.proven()
			s.GapMean, s.GapMost = s.GapMean+numeral.JSON(gap), max(s.GapMost, numeral.JSON(gap))
			if r.Starts == nil {
				continue
			}
			best := one.best().Cost
			if n++; r.Cost == best {
				s.Cheapest++
			}
			s.Best, s.Above = s.Best+r.Best, s.Above+numeral.JSON(100*part(r.Cost-best, best))
		}
		s.GapMean, s.Below, s.Seconds = s.GapMean/total, s.Below/total, s.Seconds/total
		s.Best, s.Above = s.Best/n, s.Above/n
		list = append(list, s)
	}
	return list
}

func (x *exactRun) printAll(all []*solved, list []summary) {
	var rows console.Cells
	for _, s := range all {
		for _, r := range s.Answers {
			c := answerRow(&r)
			loss := "-"
			if r.Starts != nil {
				loss = fmt.Sprintf("%.3f", r.Best)
			}
			rows = append(rows, slices.Concat([]string{nameOf(s.in), numeral.Whole(s.Jobs), s.BestPolicy, c[0], c[1], loss}, c[4:]))
		}
		if len(s.Answers) == 0 {
			rows.Add(nameOf(s.in), numeral.Whole(s.Jobs), s.BestPolicy)
		}
	}
	console.Titled(x.app, "lrllrrrrrrl",
		"instance|waiting|best policy|solver|cost|loss %|bound|gap %|nodes|seconds|status", rows)
	x.printFailures(all)
	x.printRefuted(all)
	if len(list) == 0 {
		return
	}
	fmt.Fprintln(x.app)
	rows = nil
	for _, s := range list {
		rows.Add(s.Solver, numeral.Whole(s.Answers), numeral.Whole(s.Optimal), numeral.Whole(s.Cheapest), numeral.Whole(s.Highest),
			numeral.Whole(s.Wrong),
			percent(s.GapMean), percent(s.GapMost), console.Decimal(s.Below), console.Decimal(s.Above), console.Decimal(s.Best),
			fmt.Sprintf("%.2f", s.Seconds))
	}
	console.Titled(x.app, "lr", "solver|instances|optimal|cheapest|best bound|failed|gap % mean|most|"+
		"bound below cheapest %|cost above cheapest %|loss % mean|seconds mean", rows)
}

func (x *exactRun) printRefuted(all []*solved) {
	for _, line := range refutations(all) {
		fmt.Fprintln(x.app, "REFUTED: "+line)
	}
}

// printFailures prints each solver's reasons for missing schedules, each reason once.
func (x *exactRun) printFailures(all []*solved) {
	said := map[string]bool{}
	for _, s := range all {
		for _, r := range s.Answers {
			line := fmt.Sprintf("%s, %s: %s", r.Solver, r.Status, r.Says)
			if r.Starts == nil && r.Status != solvers.Refuted && !said[line] {
				said[line] = true
				fmt.Fprintln(x.app, line)
			}
		}
	}
}

// draw draws the cheapest schedule and the best policy's, one below the other, on the
// processors that the running jobs leave.
func (x *exactRun) draw(s *solved) error {
	best, policy := s.best(), s.policy()
	if best == nil {
		return errors.New("no solver found a schedule to draw")
	}
	jobs, err := experiment.Schedules(s.in, []string{best.Solver, policy.Policy}, [][]int64{best.Starts, policy.Starts})
	if err != nil {
		return err
	}
	d, err := figures.Draw("gantt", figures.Input{Tables: result.Tables{result.Jobs: jobs}, Options: figures.Options{
		Procs: int64(s.Procs), Color: "queue", Title: fmt.Sprintf("%s: the best schedule found and the best policy's", nameOf(s.in))}})
	if err != nil {
		return err
	}
	return atomicfile.Write(x.f.figure, func(w io.Writer) error {
		return d.Write(w, strings.TrimPrefix(filepath.Ext(x.f.figure), "."))
	})
}
