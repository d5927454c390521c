package exact

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/chart"
	"github.com/backfill-lab/backfill/internal/measured"
)

// Other solvers on steps of the log. Their answers were measured once, with backfill exact
// compare; what is computed anew is whether the log at hand has these steps, and what our
// solver finds today on the small ones.

//go:embed measured/solvers.tsv
var solversTSV string

// A comparison is measured answers of several solvers to the same steps.
type comparison struct {
	calls   []measured.Call
	remarks []string
	best    map[string]measured.Known
}

// stored is the comparison in the file. It panics if the file is damaged.
var stored = sync.OnceValue(func() *comparison {
	calls, remarks, err := measured.Read("solvers.tsv", strings.NewReader(solversTSV))
	if err != nil {
		panic(err)
	}
	return compared(calls, remarks)
})

func compared(calls []measured.Call, remarks []string) *comparison {
	return &comparison{calls, remarks, measured.Best(calls)}
}

// steps returns one call of each step, in the order of their seconds.
func (m *comparison) steps() (all []measured.Call) {
	seen := map[string]bool{}
	for _, c := range m.calls {
		if !seen[c.SHA256] {
			seen[c.SHA256] = true
			all = append(all, c)
		}
	}
	slices.SortFunc(all, func(a, b measured.Call) int { return cmp.Compare(a.Now, b.Now) })
	return all
}

// of returns the calls of a class.
func (m *comparison) of(class class) (all []measured.Call) {
	for _, c := range m.calls {
		if class.low <= c.Waiting && c.Waiting <= class.top {
			all = append(all, c)
		}
	}
	return all
}

// common returns the calls for steps that ours was measured on, so that the means of all
// setups are of the same steps; all calls if ours was measured on none.
func (m *comparison) common(calls []measured.Call) (all []measured.Call) {
	with := map[string]bool{}
	for i := range m.calls {
		if own(&m.calls[i]) {
			with[m.calls[i].SHA256] = true
		}
	}
	for _, c := range calls {
		if with[c.SHA256] || len(with) == 0 {
			all = append(all, c)
		}
	}
	return all
}

// A class is steps with about as many waiting jobs.
type class struct{ low, top int }

func (c class) String() string { return fmt.Sprintf("%d to %d jobs", c.low, c.top) }

// Small steps are solved again.
var (
	small   = class{13, 22}
	middle  = class{23, 40}
	large   = class{41, 128}
	classes = []class{small, middle, large}
)

// again looks for measured steps among those of the first Jobs jobs of the log, and solves
// those again that have at most Most waiting jobs, each with that work. Its series are
// parallel to Steps.
type again struct {
	Jobs, Most int
	Work       float64
	Steps      []string // by SHA-256
}

const (
	againLabel = "again"

	there      = "in the log at hand" // 1 or 0
	costToday  = "cost today"         // NaN if it is not solved again
	boundToday = "bound today"
)

func (a again) do(ctx context.Context, w *trace.Workload, aid *paper.Aid, out *paper.Summary) error {
	all, err := of(ctx, decider, w.Head(a.Jobs))
	if err != nil {
		return err
	}
	today := map[string]*exact.Instance{}
	for _, in := range all {
		today[in.SHA256()] = in
	}
	for i, step := range a.Steps {
		found, cost, bound := 0.0, math.NaN(), math.NaN()
		if in := today[step]; in != nil {
			found = 1
			if len(in.Jobs) <= a.Most {
				r, err := exact.Solve(ctx, in, exact.Options{Work: a.Work, MemoryMiB: memoryMiB})
				if err != nil {
					return err
				}
				cost, bound = float64(r.Cost), float64(r.Bound)
			}
		}
		for name, v := range map[string]float64{there: found, costToday: cost, boundToday: bound} {
			out.Series[name] = append(out.Series[name], v)
		}
		aid.Progress(i+1, len(a.Steps))
	}
	return ctx.Err()
}

// solvers is the experiment on the answers that m has.
func solvers(scale paper.Scale, m *comparison) paper.Experiment {
	a := again{Jobs: 3000, Most: small.top, Work: 10 * workOf(scale)}
	for _, s := range m.steps() {
		a.Steps = append(a.Steps, s.SHA256)
	}
	x := paper.Experiment{ID: "exact/solvers",
		Doc: fmt.Sprintf("Not a table of the paper. The answers of the solvers are not computed here: they were measured once with backfill "+
			"exact compare, one call at a time with %g s each, and are stored. %s. Not every solver was measured on every step: the rows "+
			"of classes cover the steps that ours was measured on. Recomputed are which of the steps the log at hand has, and what our "+
			"solver finds on those with up to %d waiting jobs in %g of work. Gaps are to the second, in percent of the schedule's cost: "+
			"gap is from the solver's own bound, to best from the highest bound that any solver proved, and a dash means that it was not "+
			"asked for a bound to the second. Seconds include those for such a bound.",
			m.calls[0].Limit, strings.Join(m.remarks, "; "), a.Most, a.Work),
		Runs:   []paper.Run{{Label: againLabel, JobSet: log, Task: &paper.Task{Name: "exact/again", Version: 1, Params: a, Do: a.do}}},
		Claims: m.claims(), Chart: m.chart}
	m.addClasses(&x)
	m.addSteps(&x)
	return x
}

// addClasses adds a row for each class and setup, and rows on what is computed anew.
func (m *comparison) addClasses(x *paper.Experiment) {
	for _, class := range classes {
		for _, s := range measured.Summarise(m.common(m.of(class)), m.best) {
			row := fmt.Sprintf("%v: %v", class, s.Setup)
			for _, c := range []struct {
				column, unit string
				value        float64
			}{
				{"steps", "", float64(s.Calls)}, {"proven", "", float64(s.Proven)}, {"schedules", "", float64(s.Schedules)},
				{"gap", "%", s.Gap}, {"gap, most", "%", s.GapMost}, {"to best", "%", s.Best}, {"to best, most", "%", s.BestMost},
				{"seconds", "s", s.Seconds}, {"processor seconds", "s", s.CPU},
			} {
				x.Add(row, c.column, c.unit, paper.Constant(c.value))
			}
		}
	}
	number := func(row string, value func(*paper.Results) float64) { x.Add(row, "steps", "", value) }
	number("all", paper.Constant(float64(len(m.steps()))))
	number(there, func(r *paper.Results) float64 {
		return float64(count(r.Series(againLabel, there), func(v float64) bool { return v == 1 }))
	})
	number("solved again", func(r *paper.Results) float64 {
		return float64(count(r.Series(againLabel, costToday), func(v float64) bool { return v == v }))
	})
	number("proven again", func(r *paper.Results) (n float64) {
		bounds := r.Series(againLabel, boundToday)
		for i, cost := range r.Series(againLabel, costToday) {
			if cost == bounds[i] {
				n++
			}
		}
		return n
	})
}

// addSteps adds a row for each step, with the gap of each setup.
func (m *comparison) addSteps(x *paper.Experiment) {
	row := func(now int64) string { return fmt.Sprintf("second %d", now) }
	for _, s := range m.steps() {
		k := m.best[s.SHA256]
		known := measured.Call{Cost: k.Cost, Bound: k.Bound}
		x.Add(row(s.Now), "waiting", "jobs", paper.Constant(float64(s.Waiting)))
		x.Add(row(s.Now), "gap of the best", "%", paper.Constant(orNaN(known.Gap())))
	}
	for _, setup := range measured.Setups(m.calls) {
		for i := range m.calls {
			if c := &m.calls[i]; c.Setup == setup {
				x.Add(row(c.Now), "gap, "+setup.String(), "%", paper.Constant(orNaN(c.Gap())))
			}
		}
	}
}

// orNaN is v if ok.
func orNaN(v float64, ok bool) float64 {
	if !ok {
		return math.NaN()
	}
	return v
}

// chart shows how fast steps are proven, and how far schedules are from bounds.
func (m *comparison) chart(*paper.Results) chart.Chart {
	c := chart.Chart{Title: "Solvers on self-tuning steps, as measured once",
		Note: "To best: from the highest bound that any solver proved. The lowest points stand for that much or less. Relaxed programs' " +
			"seconds count."}
	proofs := chart.Panel{Title: "proofs", Kind: chart.Steps, X: chart.Axis{Label: "seconds by the clock", Log: true},
		Y: chart.Axis{Label: "steps proven to the second", Zero: true}}
	last := firstProof
	for _, call := range m.calls {
		last = max(last, call.Seconds+call.Relaxed)
	}
	best := chart.Panel{Title: "schedules", Kind: chart.Scatter, X: chart.Axis{Label: "waiting jobs"},
		Y: chart.Axis{Label: "to best [%]", Log: true}}
	own := chart.Panel{Title: "schedules and own bounds", Kind: chart.Scatter, X: best.X, Y: chart.Axis{Label: "gap [%]", Log: true}}
	for _, setup := range measured.Setups(m.calls) {
		at := []float64{firstProof}
		toBest, gap := chart.Series{Name: setup.String()}, chart.Series{Name: setup.String()}
		for i := range m.calls {
			call := &m.calls[i]
			if call.Setup != setup {
				continue
			}
			if call.Proven() {
				at = append(at, max(firstProof, call.Seconds+call.Relaxed))
			}
			toBest.X, gap.X = append(toBest.X, float64(call.Waiting)), append(gap.X, float64(call.Waiting))
			toBest.Y = append(toBest.Y, atLeast(leastGap, orNaN(m.best[call.SHA256].Gap(call))))
			gap.Y = append(gap.Y, atLeast(leastGap, orNaN(call.Gap())))
		}
		slices.Sort(at)
		s := chart.Series{Name: setup.String(), X: append(chart.Numbers(at), last)}
		for i := range at {
			s.Y = append(s.Y, float64(i))
		}
		proofs.Series = append(proofs.Series, s)
		best.Series, own.Series = append(best.Series, toBest), append(own.Series, gap)
	}
	c.Panels = []chart.Panel{proofs, best, own}
	return c
}

// The logarithmic axes begin with these.
const (
	firstProof = 0.01 // seconds
	leastGap   = 0.01 // percent
)

// atLeast is max(least, v), and NaN if v is.
func atLeast(least, v float64) float64 {
	if v < least {
		return least
	}
	return v
}
