package shared

import (
	"fmt"
	"math/big"
	"reflect"
	"slices"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/verify"
)

// The rules that Follows applies besides those of Check.
const (
	RuleMapping = "mapping" // tasks are where the algorithm maps them
	RuleShare   = "share"   // the CPU is shared out as the algorithm does
)

// Follows returns how a schedule departs from the rules: the violations of Check if there are
// any, otherwise at most one, because what follows a wrong decision says nothing. It works
// every mapping out again, like Expect, and reads the yields from the schedule: with OPT=MIN
// only one set is right; with OPT=AVG their sum is the optimum, less what rounding down takes;
// after MCB8-stretch none is below what the stretch aimed at needs. It is slow: for few jobs
// and nodes.
func Follows(c Problem, r Rules, runs []Run) []verify.Violation {
	if found := Check(c, runs); len(found) > 0 {
		return found
	}
	var found verify.Report
	w, err := newWorld(&c, &r)
	if err != nil {
		found.Add(RuleMapping, job.None, job.None, "%v", err)
		return found
	}
	for {
		t, ok := w.after()
		if !ok {
			if _, err := w.runs(); err != nil {
				found.Add(RuleMapping, job.None, job.None, "%v", err)
			} else {
				w.counts(&found, runs)
			}
			return found
		}
		if w.compare(&found, runs, t); len(found) > 0 {
			return found
		}
		w.pass(t)
		w.decide()
		w.settle()
		for i := range w.jobs {
			w.jobs[i].yield = 0
			if h := runs[i].at(w.now); h != nil {
				w.jobs[i].yield = h.Yield
			}
		}
	}
}

// compare adds the first difference between what the jobs hold until t and what they should.
func (w *world) compare(found *verify.Report, runs []Run, t int64) {
	for i := range w.jobs {
		if t == w.now || len(*found) > 0 {
			return
		}
		h, want := runs[i].at(w.now), partsOf(w.jobs[i].tasks)
		report := func(format string, args ...any) {
			found.Add(RuleMapping, w.c.Jobs[i].ID, w.now/secondMicros, format, args...)
		}
		switch {
		case h == nil && want == nil:
		case h == nil:
			report("holds nothing from %d on, expected %v", w.now, want)
		case !slices.Equal(h.Nodes, want) || h.Ready > w.now && h.Ready != w.jobs[i].ready:
			report("holds %v from %d on, ready at %d, expected %v at %d", h.Nodes, w.now, h.Ready, want, w.jobs[i].ready)
		case h.To < t:
			report("something changes at %d, expected nothing between %d and %d", h.To, w.now, t)
		}
	}
	if wrong := w.wrongShares(); len(*found) == 0 && t > w.now && wrong != "" {
		found.Add(RuleShare, job.None, w.now/secondMicros, "from %d on %s", w.now, wrong)
	}
}

// wrongShares says what is wrong with the yields, or "".
func (w *world) wrongShares() string {
	var yields []int
	sum, n := int64(0), int64(0)
	for i := range w.jobs {
		yields = append(yields, w.jobs[i].yield)
		if w.jobs[i].tasks != nil {
			sum += int64(w.jobs[i].yield)
			n++
		}
	}
	if w.r.Goal == "MIN" {
		if want := w.shareOut(); !slices.Equal(yields, want) {
			return fmt.Sprintf("yields are %v, expected %v", yields, want)
		}
		return ""
	}
	for i, y := range yields {
		if w.r.Stretch && w.jobs[i].tasks != nil && y < w.jobs[i].floor {
			return fmt.Sprintf("job %d has a yield of %d, expected the %d that MCB8-stretch gave it", w.c.Jobs[i].ID, y, w.jobs[i].floor)
		}
	}
	if w.r.Goal == "AVG" && !w.r.Stretch {
		best := w.mostYield(w.leastYield())
		if best.Cmp(big.NewRat(sum+n+slack, 1)) > 0 {
			return fmt.Sprintf("yields are %v, together %d, expected %s", yields, sum, best.FloatString(1))
		}
	}
	return ""
}

// slack is by how many parts of Whole a solver may miss the optimum, besides what rounding each
// yield down takes.
const slack = 2

// counts adds the first job whose start, end or counts differ.
func (w *world) counts(found *verify.Report, runs []Run) {
	for i := range w.jobs {
		want, got := w.jobs[i].run, runs[i]
		want.Held, got.Held = nil, nil
		if !reflect.DeepEqual(got, want) {
			found.Add(RuleCount, w.c.Jobs[i].ID, got.End/secondMicros, "is recorded as %+v, expected %+v", got, want)
			return
		}
	}
}

// Effort estimates the steps of about 100 ns that Follows takes: at each instant it compares the
// tasks in the system with each other and with the nodes.
func Effort(c Problem, r Rules, runs []Run) (steps float64) {
	tasks, last := 0., int64(1)
	for i := range runs {
		tasks += float64(c.Jobs[i].Tasks) * float64(runs[i].End-c.Jobs[i].Submit)
		last = max(last, runs[i].End)
	}
	instants := float64(2 * len(runs))
	if r.Per {
		instants += float64(last) / float64(r.Period)
	}
	if r.Goal != "MIN" {
		instants *= 4 // linear programs in rational numbers
	}
	switch {
	case r.Per || r.Submission == "MCB8":
	case r.Submission == "Greedy":
		instants /= 50
	default:
		instants /= 5
	}
	size := tasks/float64(last) + float64(c.Nodes)
	return instants * size * size
}
