package papers

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/workload"
)

func gridMade(t *testing.T, g *gridLog, l *Loader) *workload.Workload {
	t.Helper()
	l.origin = &Origin{}
	w, err := g.make(l)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func gridCounted(g *gridLog, w *workload.Workload) Numbers {
	out := newSummary()
	g.count().New(w).Values(out, w.Jobs, nil)
	return out.Values
}

// There are 120 and 24 permutations, all different, of the same speeds; the first
// is ascending.
func TestGridPermutationsAreAll(t *testing.T) {
	for _, g := range gridLogs {
		want := map[*gridLog]int{&gridSDSC: 120, &gridLANL: 24}[g]
		all := gridPermutations(g.speeds)
		seen := map[string]bool{}
		for _, v := range all {
			seen[fmt.Sprint(v)] = true
			if !slices.Equal(slices.Sorted(slices.Values(v)), g.speeds) {
				t.Errorf("%v is no permutation of %v", v, g.speeds)
			}
		}
		if len(all) != want || len(seen) != want || !slices.Equal(all[0], g.speeds) {
			t.Errorf("%s: %d permutations, %d different, the first %v; want %d", g.title, len(all), len(seen), all[0], want)
		}
		if s := (gridSweep{Speeds: g.speeds, Every: gridEvery(Full, g)}); len(s.vectors()) != want {
			t.Errorf("%s: a sweep at scale paper has %d", g.title, len(s.vectors()))
		}
	}
}

// The printed queues add up to the printed totals.
func TestGridTablesAddUp(t *testing.T) {
	for _, g := range gridLogs {
		jobs, procs := 0.0, 0.0
		for _, q := range g.queues {
			jobs += q.jobs
			procs += q.site
		}
		if jobs != g.jobs || procs != g.procs {
			t.Errorf("%s: %v jobs on %v processors, printed %v and %v", g.title, jobs, procs, g.jobs, g.procs)
		}
	}
}

// Substitutes have what is printed: counts and maxima exactly, means nearly.
func TestGridSubstitutesHaveWhatIsPrinted(t *testing.T) {
	for _, g := range gridLogs {
		w := gridMade(t, g, &Loader{Scale: Full})
		got := gridCounted(g, w)
		if float64(len(w.Jobs)) != g.jobs {
			t.Errorf("%s: %d jobs, want %v", g.title, len(w.Jobs), g.jobs)
		}
		for _, q := range g.queues {
			for _, c := range []struct {
				name         string
				want, within float64
			}{
				{gridJobs, q.jobs, 0}, {gridRunMax, q.runMax, 0}, {gridProcsMax, q.procsMax, 0}, {gridRunMean, q.runMean, 0.01}, {gridProcs, q.procs, 0.02},
			} {
				if v := got[q.title+" "+c.name]; math.Abs(v/c.want-1) > c.within {
					t.Errorf("%s, %s: %s is %v, printed %v", g.title, q.title, c.name, v, c.want)
				}
			}
		}
	}
}

// With the logs, what cleaning left alone is as printed.
func TestGridJobSetsAreThePapersButForCleaning(t *testing.T) {
	traces := dynpTraces()
	if traces == nil {
		t.Skip("needs the logs: set " + TracesVariable)
	}
	for _, c := range []struct {
		g     *gridLog
		jobs  int
		whole map[string]float64 // how many jobs are missing
	}{
		{&gridSDSC, 43117, map[string]float64{"Queue 1": 0, "Queue 2": 0, "Queue 3": 3593, "Queue 4": 9780, "Queue 5": 0}},
		{&gridLANL, 122018, map[string]float64{"Group 1": 67789, "Group 2": 29, "Group 3": 11505, "Group 4": 2}},
	} {
		w := gridMade(t, c.g, &Loader{Scale: Full, traces: traces})
		got := gridCounted(c.g, w)
		if len(w.Jobs) != c.jobs {
			t.Errorf("%s: %d jobs, want %d", c.g.title, len(w.Jobs), c.jobs)
		}
		for _, q := range c.g.queues {
			if missing := q.jobs - got[q.title+" "+gridJobs]; missing != c.whole[q.title] {
				t.Errorf("%s: %v jobs are missing, want %v", q.title, missing, c.whole[q.title])
			}
			if got[q.title+" "+gridRunMax] != q.runMax || got[q.title+" "+gridProcsMax] != q.procsMax {
				t.Errorf("%s: maxima %v s and %v processors, printed %v and %v", q.title, got[q.title+" "+gridRunMax], got[q.title+" "+gridProcsMax], q.runMax, q.procsMax)
			}
			if mean := got[q.title+" "+gridRunMean]; c.whole[q.title] == 0 && math.Abs(mean-q.runMean) > 0.02 {
				t.Errorf("%s: mean run time %v, printed %v", q.title, mean, q.runMean)
			}
		}
	}
}

// The first point of a sweep is the run for the ascending speed vector.
func TestGridSweepBeginsWithTheExample(t *testing.T) {
	g := &gridSDSC
	w := gridMade(t, g, &Loader{Scale: Quick})
	for _, l := range []gridLine{gridAlone, gridShared, gridLarger, gridFaster, gridSplits, gridMolds} {
		sweep, example := g.sweep("", l.policy, 30, l.multi, 60), g.example("", l.policy, g.speeds, 30, l.multi)
		a, err := sweep.compute(context.Background(), w, nil)
		if err != nil {
			t.Fatal(err)
		}
		b, err := example.compute(context.Background(), w, nil)
		if err != nil {
			t.Fatal(err)
		}
		if x, y := a.Series[gridTurnaround][0], b.Metrics[gridART]; math.Abs(x/y-1) > 1e-12 || len(a.Series[gridTurnaround]) != 2 {
			t.Errorf("%s: the sweep has %v, the run %v", l.title, a.Series[gridTurnaround], y)
		}
	}
}

// Adaptive allocation and load sharing conserve work but for rounding up to
// seconds; splitting never makes it less than asked by that.
func TestGridWorkIsConserved(t *testing.T) {
	w := gridMade(t, &gridSDSC, &Loader{Scale: Quick})
	run := gridSDSC.sideBySide(30)
	s, err := run.compute(context.Background(), w, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{gridWorkShared, gridWorkMold} {
		if v := s.Values[name]; v < 1 || v > 1.001 {
			t.Errorf("%s: %v", name, v)
		}
	}
	if s.Values[gridFewer] == 0 || s.Values[gridSplitJobs] == 0 {
		t.Errorf("no job is split or molded: %v", s.Values)
	}
}

// Every option that a reading sets is an option of its policies.
func TestGridReadingsDifferFromTheMainOne(t *testing.T) {
	seen := map[string]string{}
	for i := range gridReadings {
		d := &gridReadings[i]
		key := fmt.Sprint(d.options, "/", d.multi, "/", d.mold, "/", d.cost)
		if other, ok := seen[key]; ok {
			t.Errorf("%s is %s", d.title, other)
		}
		seen[key] = d.title
	}
	if gridReadings[0].title != gridMain {
		t.Error("the first reading is the main one")
	}
	for line, policy := range map[string]string{"adaptive": gridSplit("adaptive"), "faster": gridSplit("faster"), gridMold5: gridMoldable(0.5), gridRead: gridSharing} {
		found := false
		for _, r := range gridReadings[0].runs(4, Full) {
			if r.Label == gridReadings[0].row(4)+", "+line {
				found = r.Task.Params.(*gridSweep).Policy == policy
			}
		}
		if !found {
			t.Errorf("the main reading's %s is not the figures' %s", line, policy)
		}
	}
}
