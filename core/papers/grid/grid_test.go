package grid

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/internal/laws"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/study/stats"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/papertest"
)

func TestLaws(t *testing.T) { laws.Check(t, Paper()) }

func TestDigests(t *testing.T) { laws.Digests(t, Paper()) }

func TestPrintedNumbersAreCompared(t *testing.T) { laws.Printed(t, Paper(), numbers()) }

func made(t *testing.T, g *log, l *paper.Loader) *trace.Workload {
	t.Helper()
	w, err := g.make(l)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func counted(g *log, w *trace.Workload) paper.Numbers {
	out := paper.NewSummary()
	g.count().New(w).Values(out, w.Jobs.Held(), nil)
	return out.Values
}

// There are 120 and 24 permutations, all different, of the same speeds; the first
// is ascending.
func TestPermutationsAreAll(t *testing.T) {
	for _, g := range logs {
		want := map[*log]int{&sdsc: 120, &lanl: 24}[g]
		all := permutations(g.speeds)
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
		if s := (sweep{Speeds: g.speeds, Every: modelOf(paper.First(paper.Full)).every(g)}); len(s.vectors()) != want {
			t.Errorf("%s: a sweep at scale paper has %d", g.title, len(s.vectors()))
		}
	}
}

// The printed queues add up to the printed totals.
func TestTablesAddUp(t *testing.T) {
	for _, g := range logs {
		jobs, procs := 0.0, 0.0
		for _, q := range g.queues {
			jobs += q.jobs
			procs += q.site
		}
		if printed := numbers().At(g.sites, siteProcs, "total"); jobs != g.jobs || procs != printed {
			t.Errorf("%s: %v jobs on %v processors, printed %v and %v", g.title, jobs, procs, g.jobs, printed)
		}
	}
}

// Substitutes have what is printed, whatever the seed: counts and maxima exactly, means nearly.
func TestSubstitutesHaveWhatIsPrinted(t *testing.T) {
	for _, g := range logs {
		var first *trace.Workload
		for seed := range uint64(3) {
			w := made(t, g, Paper().Loader(paper.Setting{Scale: paper.Full, Seed: 1 + seed}, nil))
			hasWhatIsPrinted(t, g, w)
			if first == nil {
				first = w
			} else if slices.Equal(first.Jobs.Held(), w.Jobs.Held()) {
				t.Errorf("%s: seed %d draws the jobs of seed 1", g.title, 1+seed)
			}
		}
	}
}

// In a substitute a job's place in its queue, its run time and its width are independent of each other.
func TestSubstitutesAreDrawnApart(t *testing.T) {
	for _, g := range logs {
		w := made(t, g, Paper().Loader(paper.First(paper.Full), nil))
		for i, q := range g.queues {
			var places, runs, widths []float64
			for _, j := range w.Jobs.Held() {
				if int(j.Queue) == i {
					places = append(places, float64(len(places)))
					runs, widths = append(runs, math.Log(float64(j.Run)+1)), append(widths, math.Log(float64(j.Procs)))
				}
			}
			// Of independent columns a correlation beyond this comes once in 15,000 times.
			most := 4 / math.Sqrt(float64(len(places)))
			for name, c := range map[string]float64{"place and run": stats.Correlation(places, runs),
				"place and width": stats.Correlation(places, widths), "run and width": stats.Correlation(runs, widths)} {
				if !(math.Abs(c) < most) {
					t.Errorf("%s, %s: %s have the correlation %.3f over %d jobs", g.title, q.title, name, c, len(places))
				}
			}
		}
	}
}

func hasWhatIsPrinted(t *testing.T, g *log, w *trace.Workload) {
	t.Helper()
	got := counted(g, w)
	if float64(w.Len()) != g.jobs {
		t.Errorf("%s: %d jobs, want %v", g.title, w.Len(), g.jobs)
	}
	for _, q := range g.queues {
		for _, c := range []struct {
			name         string
			want, within float64
		}{
			{jobsRow, q.jobs, 0}, {runMaxRow, q.runMax, 0}, {procsMaxRow, q.procsMax, 0}, {runMeanRow, q.runMean, 0.01}, {procsRow, q.procs, 0.03},
		} {
			if v := got[q.title+" "+c.name]; math.Abs(v/c.want-1) > c.within {
				t.Errorf("%s, %s: %s is %v, printed %v", g.title, q.title, c.name, v, c.want)
			}
		}
	}
}

// With the logs, what cleaning left alone is as printed.
func TestJobSetsAreThePapersButForCleaning(t *testing.T) {
	traces := papertest.Traces()
	if traces == nil {
		t.Skip("needs the logs: set " + paper.TracesVariable)
	}
	for _, c := range []struct {
		g     *log
		jobs  int
		whole map[string]float64 // how many jobs are missing
	}{
		{&sdsc, 43117, map[string]float64{"Queue 1": 0, "Queue 2": 0, "Queue 3": 3593, "Queue 4": 9780, "Queue 5": 0}},
		{&lanl, 122018, map[string]float64{"Group 1": 67789, "Group 2": 29, "Group 3": 11505, "Group 4": 2}},
	} {
		w := made(t, c.g, Paper().Loader(paper.First(paper.Full), traces))
		got := counted(c.g, w)
		if w.Len() != c.jobs {
			t.Errorf("%s: %d jobs, want %d", c.g.title, w.Len(), c.jobs)
		}
		for _, q := range c.g.queues {
			if missing := q.jobs - got[q.title+" "+jobsRow]; missing != c.whole[q.title] {
				t.Errorf("%s: %v jobs are missing, want %v", q.title, missing, c.whole[q.title])
			}
			if got[q.title+" "+runMaxRow] != q.runMax || got[q.title+" "+procsMaxRow] != q.procsMax {
				t.Errorf("%s: maxima %v s and %v processors, printed %v and %v", q.title, got[q.title+" "+runMaxRow], got[q.title+" "+procsMaxRow],
					q.runMax, q.procsMax)
			}
			if mean := got[q.title+" "+runMeanRow]; c.whole[q.title] == 0 && math.Abs(mean-q.runMean) > 0.02 {
				t.Errorf("%s: mean run time %v, printed %v", q.title, mean, q.runMean)
			}
		}
	}
}

// under returns a model at scale quick.
func under(t *testing.T, reading string) *model {
	t.Helper()
	r, err := paper.Catalogue{Paper()}.ParseReading(reading)
	if err != nil {
		t.Fatal(err)
	}
	return modelOf(paper.Setting{Scale: paper.Quick, Seed: 1, Reading: r})
}

// The first point of a sweep is the run for the ascending speed vector.
func TestSweepBeginsWithTheExample(t *testing.T) {
	w := made(t, &sdsc, Paper().Loader(paper.First(paper.Quick), nil))
	for _, reading := range []string{"", "base=speed-1"} {
		m := under(t, reading)
		m.load = 30
		for _, l := range []line{alone, shared, larger, faster, splits, molds} {
			sweep, example := m.line("", l, 60), m.example(&sdsc, l)
			a, err := sweep.Compute(context.Background(), w, nil)
			if err != nil {
				t.Fatal(err)
			}
			b, err := example.Compute(context.Background(), w, nil)
			if err != nil {
				t.Fatal(err)
			}
			if x, y := a.Series[turnaround][0], b.Metrics[art]; math.Abs(x/y-1) > 1e-12 || len(a.Series[turnaround]) != 2 {
				t.Errorf("%s: the sweep has %v, the run %v", l.title, a.Series[turnaround], y)
			}
			if x, y := a.Series[longest][0], b.Metrics["wait_max_s"]; x != y {
				t.Errorf("%s: the longest wait of the sweep is %v, of the run %v", l.title, x, y)
			}
		}
	}
}

// Adaptive allocation and load sharing conserve work but for rounding up to
// seconds; splitting never makes it less than asked by that.
func TestWorkIsConserved(t *testing.T) {
	w := made(t, &sdsc, Paper().Loader(paper.First(paper.Quick), nil))
	for _, reading := range []string{"", "base=speed-1"} {
		m := under(t, reading)
		m.load = 30
		run := m.sideBySide(&sdsc)
		s, err := run.Compute(context.Background(), w, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{workShared, workMold} {
			if v := s.Values[name]; v < 1 || v > 1.001 {
				t.Errorf("%s, %s: %v", reading, name, v)
			}
		}
		if s.Values[fewer] == 0 || s.Values[splitJobs] == 0 {
			t.Errorf("%s: no job is split or molded: %v", reading, s.Values)
		}
	}
}

// The readings that are compared are different, and the setting's own is the first.
func TestReadingsAreAllDifferent(t *testing.T) {
	for _, own := range []string{"", "base=speed-1", "site=fastest,tie=faster", "load=2"} {
		m := under(t, own)
		seen := map[string]bool{}
		for _, w := range m.rows() {
			if seen[w.title()] {
				t.Errorf("%s: %s is there twice", own, w.title())
			}
			seen[w.title()] = true
			if _, ok := w.reading[load.Key]; ok {
				t.Errorf("%s: %s sets the load twice", own, w.title())
			}
		}
		if first := m.rows()[0].reading.String(); first != m.Reading.With(load, load.Default()).String() {
			t.Errorf("the first reading is %q, not %q", first, own)
		}
		if len(seen) < 38 {
			t.Errorf("%s: %d readings", own, len(seen))
		}
	}
}
