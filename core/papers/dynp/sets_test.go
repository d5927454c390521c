package dynp

import (
	"io/fs"
	"math"
	"runtime"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/internal/logs"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/model/empirical"
	"github.com/backfill-lab/backfill/internal/papertest"
)

// distance is the sum of squared relative differences of a job set from
// what is printed: four means of table 3, and the utilization of table 5.
func distance(w *trace.Workload, column int) float64 {
	out := paper.NewSummary()
	describe(out, w.Procs, w.Jobs.Held())
	sum := 0.0
	for _, r := range table3.rows() {
		switch r.key {
		case "width_mean", "estimate_mean", "run_mean", "gap_mean":
			d := out.Values[r.key]/table3.at(sets[column], "", r.key) - 1
			sum += d * d
		}
	}
	d := out.Values["load"]/table5.at(sets[column], "", "util") - 1
	return sum + d*d
}

// The seeds are what set says they are.
func TestSeedsAreTheNearest(t *testing.T) {
	if testing.Short() || runtime.GOOS == "js" {
		t.Skip("draws 500 job sets of each kind")
	}
	for i := range jobSets {
		s := &jobSets[i]
		d := s.Like("")
		models, seeds := []*empirical.Model{d.Model()}, []uint64{d.Seed}
		if other := s.Like("outcome"); other != d {
			models, seeds = append(models, other.Model()), append(seeds, other.Seed)
		}
		l := Paper().Loader(paper.First(paper.Full), papertest.Traces())
		if w, ok, err := s.Read(l, logs.Options{}); err != nil {
			t.Fatal(err)
		} else if ok {
			m, err := empirical.Analyse(w)
			if err != nil {
				t.Fatal(err)
			}
			m.Procs, m.Alpha, m.Beta = d.Procs, d.Alpha, d.Beta
			models, seeds = append(models, m), append(seeds, s.Seed)
		}
		for k, m := range models {
			best, least := uint64(0), math.Inf(1)
			for seed := uint64(1); seed <= 500; seed++ {
				w, err := m.Generate(empirical.Options{Seed: seed})
				if err != nil {
					t.Fatal(err)
				}
				if x := distance(w, i); x < least {
					best, least = seed, x
				}
			}
			if best != seeds[k] {
				t.Errorf("%s, model %d: seed %d is nearest to what is printed (distance %.2g), not %d", s.Title, k, best, least, seeds[k])
			}
		}
	}
}

// The means of the job sets are near the printed ones, and so is the load that
// they offer. SDSC's log is too different from the paper's for that.
func TestSetsAreNearThePrintedOnes(t *testing.T) {
	for i := range jobSets {
		s := &jobSets[i]
		for _, traces := range []fs.FS{nil, papertest.Traces()} {
			l := Paper().Loader(paper.First(paper.Full), traces)
			w, err := s.Synthetic(l, empirical.DefaultJobs, logs.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if w.Len() != 10000 || w.Procs != int(table3.at(s.Key, "", "procs")) {
				t.Errorf("%s: %d jobs, %d processors", s.Title, w.Len(), w.Procs)
			}
			if substitute := traces == nil || s.File == ""; l.Origin().Substitute != substitute {
				t.Errorf("%s: substitute %t, want %t", s.Title, l.Origin().Substitute, substitute)
			}
			bound := 0.03 // of each mean
			if s.Key == "sdsc" && traces != nil {
				bound = 0.25
			}
			if d := math.Sqrt(distance(w, i)); d > bound*math.Sqrt(5) {
				t.Errorf("%s: means are off by %.3f", s.Title, d)
			}
			over := 100 * overruns(w) / 10000
			if want := table3.at(s.Key, "", "over_share"); math.Abs(over-want) > 1.5 {
				t.Errorf("%s: %.2f %% of the jobs overrun, printed %.2f %%", s.Title, over, want)
			}
		}
	}
}

func overruns(w *trace.Workload) (n float64) {
	for i := range w.Jobs.Held() {
		if w.Jobs.Held()[i].Run > w.Jobs.Held()[i].Estimate {
			n++
		}
	}
	return n
}

// With perfect estimates the jobs hold their processors for just as long, and
// nothing is killed.
func TestPerfectEstimatesChangeNoWork(t *testing.T) {
	s := setOf("ctc")
	syn, err := s.Synthetic(Paper().Loader(paper.First(paper.Quick), nil), quickJobs, logs.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	exact, err := Paper().Loader(paper.First(paper.Quick), nil).JobSet(s.exact())
	if err != nil {
		t.Fatal(err)
	}
	cut := 0
	for i := range syn.Jobs.Held() {
		a, b := &syn.Jobs.Held()[i], &exact.Jobs.Held()[i]
		if a.Length(true) != b.Length(true) || b.Run > b.Estimate || a.Submit != b.Submit || a.Procs != b.Procs {
			t.Fatalf("job %d: %+v became %+v", i, a, b)
		}
		if a.Run > a.Estimate {
			cut++
		}
	}
	if cut == 0 {
		t.Error("no job of the set runs past its estimate")
	}
}
