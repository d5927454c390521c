package papers

import (
	"io/fs"
	"math"
	"os"
	"runtime"
	"testing"

	"github.com/backfill-lab/backfill/core/workload"
	"github.com/backfill-lab/backfill/core/workload/empirical"
)

// dynpTraces is the folder of the logs, or nil.
func dynpTraces() fs.FS {
	if dir := os.Getenv("BACKFILL_TRACES"); dir != "" {
		return os.DirFS(dir)
	}
	return nil
}

// dynpDistance is the sum of squared relative differences of a job set from
// what is printed: four means of table 3, and the utilization of table 5.
func dynpDistance(w *workload.Workload, column int) float64 {
	out := newSummary()
	dynpDescribe(out, w.Procs, w.Jobs)
	sum := 0.0
	for _, r := range dynpTable3 {
		switch r.key {
		case "width_mean", "estimate_mean", "run_mean", "gap_mean":
			d := out.Values[r.key]/r.values[column] - 1
			sum += d * d
		}
	}
	d := out.Values["load"]/dynpPrinted(dynpTable5)(dynpSets[column], "", "util") - 1
	return sum + d*d
}

// The seeds are what dynpSet says they are.
func TestDynpSeedsAreTheNearest(t *testing.T) {
	if testing.Short() || runtime.GOOS == "js" {
		t.Skip("draws 500 job sets of each kind")
	}
	for i := range dynpJobSets {
		s := &dynpJobSets[i]
		d := dynpLikes[s.key]
		models, seeds := []*empirical.Model{d.model()}, []uint64{s.likeSeed}
		l := &Loader{Scale: Full, traces: dynpTraces(), origin: &Origin{}}
		if w, ok, err := s.read(l); err != nil {
			t.Fatal(err)
		} else if ok {
			m, err := empirical.Analyse(w)
			if err != nil {
				t.Fatal(err)
			}
			m.Procs, m.Alpha, m.Beta = d.procs, d.alpha, d.beta
			models, seeds = append(models, m), append(seeds, s.seed)
		}
		for k, m := range models {
			best, least := uint64(0), math.Inf(1)
			for seed := uint64(1); seed <= 500; seed++ {
				w, err := m.Generate(empirical.Options{Seed: seed})
				if err != nil {
					t.Fatal(err)
				}
				if x := dynpDistance(w, i); x < least {
					best, least = seed, x
				}
			}
			if best != seeds[k] {
				t.Errorf("%s, log %t: seed %d is nearest to what is printed (distance %.2g), not %d", s.title, k == 1, best, least, seeds[k])
			}
		}
	}
}

// The means of the job sets are near the printed ones, and so is the load that
// they offer. SDSC's log is too different from the paper's for that.
func TestDynpSetsAreNearThePrintedOnes(t *testing.T) {
	for i := range dynpJobSets {
		s := &dynpJobSets[i]
		for _, traces := range []fs.FS{nil, dynpTraces()} {
			l := &Loader{Scale: Full, traces: traces, origin: &Origin{}}
			w, err := s.makeSyn(l, empirical.DefaultJobs)
			if err != nil {
				t.Fatal(err)
			}
			if len(w.Jobs) != 10000 || w.Procs != int(dynpPrinted(dynpTable3)(s.key, "", "procs")) {
				t.Errorf("%s: %d jobs, %d processors", s.title, len(w.Jobs), w.Procs)
			}
			if substitute := traces == nil || s.trace == ""; l.origin.Substitute != substitute {
				t.Errorf("%s: substitute %t, want %t", s.title, l.origin.Substitute, substitute)
			}
			bound := 0.03 // of each mean
			if s.key == "sdsc" && traces != nil {
				bound = 0.25
			}
			if d := math.Sqrt(dynpDistance(w, i)); d > bound*math.Sqrt(5) {
				t.Errorf("%s: means are off by %.3f", s.title, d)
			}
			over := 100 * dynpOverruns(w) / 10000
			if want := dynpPrinted(dynpTable3)(s.key, "", "over_share"); math.Abs(over-want) > 1.5 {
				t.Errorf("%s: %.2f %% of the jobs overrun, printed %.2f %%", s.title, over, want)
			}
		}
	}
}

func dynpOverruns(w *workload.Workload) (n float64) {
	for i := range w.Jobs {
		if w.Jobs[i].Run > w.Jobs[i].Estimate {
			n++
		}
	}
	return n
}

// With perfect estimates the jobs hold their processors for just as long, and
// nothing is killed.
func TestDynpPerfectEstimatesChangeNoWork(t *testing.T) {
	s := dynpSetOf("ctc")
	syn, err := s.makeSyn(&Loader{Scale: Quick, origin: &Origin{}}, dynpQuickJobs)
	if err != nil {
		t.Fatal(err)
	}
	l := &Loader{Scale: Quick, origin: &Origin{}, set: func(string) (*workload.Workload, Origin, error) { return syn, Origin{}, nil }}
	exact, err := s.makeExact(l)
	if err != nil {
		t.Fatal(err)
	}
	cut := 0
	for i := range syn.Jobs {
		a, b := &syn.Jobs[i], &exact.Jobs[i]
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
