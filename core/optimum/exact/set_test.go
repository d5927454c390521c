package exact_test

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/trace"
)

// steps returns the self-tuning steps of the first 3,000 jobs of the CTC log if
// BACKFILL_TRACES names the folder it is in, else made ones.
func steps(b testing.TB) (all []*exact.Instance) {
	b.Helper()
	name := filepath.Join(os.Getenv("BACKFILL_TRACES"), "CTC-SP2-1996-3.1-cln.swf.gz")
	data, err := os.ReadFile(name)
	if err != nil {
		b.Log("made steps: BACKFILL_TRACES does not name a folder with " + filepath.Base(name))
		for n := 4; n <= 40; n += 3 {
			for seed := range uint64(4) {
				all = append(all, exact.Busy(seed, n))
			}
		}
		return all
	}
	w, err := trace.Read(name, data, trace.Options{Procs: 430})
	if err != nil {
		b.Fatal(err)
	}
	_, err = experiment.Execute(b.Context(), experiment.Spec{Policies: []string{"dynp-advanced"}}, w.Head(3000), experiment.Options{
		Parallel: 1, Instance: func(in *platform.Instance) error { all = append(all, in.Instance); return nil }})
	if err != nil {
		b.Fatal(err)
	}
	return all
}

// How much the solver proves with a given amount of work, by number of waiting jobs.
func BenchmarkSteps(b *testing.B) {
	all := steps(b)
	for _, waiting := range [][2]int{{1, 12}, {19, 25}, {23, 40}} {
		var chosen []*exact.Instance
		for _, in := range all {
			if n := len(in.Jobs); n >= waiting[0] && n <= waiting[1] {
				chosen = append(chosen, in)
			}
		}
		for _, work := range []float64{0.01, 1} {
			b.Run(fmt.Sprintf("waiting=%d-%d/work=%g", waiting[0], waiting[1], work), func(b *testing.B) {
				b.ReportAllocs()
				proven, gap, n := 0, 0.0, 0
				for b.Loop() {
					// another of a dozen spread over the set each time
					in := chosen[n%12*len(chosen)/12]
					n++
					r, err := exact.Solve(b.Context(), in, exact.Options{Work: work})
					if err != nil {
						b.Fatal(err)
					}
					if gap += r.Gap; r.Optimal {
						proven++
					}
				}
				b.ReportMetric(100*float64(proven)/float64(n), "%proven")
				b.ReportMetric(100*gap/float64(n), "%gap")
			})
		}
	}
}

// hard are the seconds of self-tuning steps of the CTC log that one worker proves in 3 to
// 16 units of work.
var hard = []int64{499604, 499652, 499667, 500160, 500161, 534755, 786675, 1321487}

// How much sooner two workers prove hard steps than one does.
func BenchmarkWorkers(b *testing.B) {
	var chosen []*exact.Instance
	for _, in := range steps(b) {
		if slices.Contains(hard, in.Now) {
			chosen = append(chosen, in)
		}
	}
	for seed := uint64(10); len(chosen) < len(hard); seed++ { // made ones need less than a unit
		chosen = append(chosen, exact.Busy(seed, 20))
	}
	var took [2]float64
	proofs, ratio, each := 0.0, 0.0, ""
	for b.Loop() {
		for _, in := range chosen {
			var seconds [2]float64
			for k := range seconds {
				r, err := exact.Solve(b.Context(), in, exact.Options{Workers: k + 1})
				if err != nil || !r.Optimal {
					b.Fatalf("%s: %+v, %v", in.Name, r, err)
				}
				seconds[k] = r.Seconds
				took[k] += r.Seconds
			}
			each += fmt.Sprintf("\n%s: %.2f s, with two workers %.2f s", in.Name, seconds[0], seconds[1])
			proofs++
			ratio += math.Log(seconds[0] / seconds[1])
		}
	}
	b.Log(each)
	b.ReportMetric(took[0]/proofs, "s/proof-of-one")
	b.ReportMetric(took[1]/proofs, "s/proof-of-two")
	b.ReportMetric(took[0]/took[1], "times-faster")
	b.ReportMetric(math.Exp(ratio/proofs), "times-faster-on-average")
}

// The checker finds nothing, even where it knows a schedule that a longer solution found,
// and the referee nothing in the schedules.
func checked(t *testing.T, in *exact.Instance, work float64) {
	t.Helper()
	exact.Forget()
	defer exact.Forget()
	known := &exact.Result{Optimal: true}
	for _, work := range []float64{2 * work, work, work / 8} {
		r, err := exact.Solve(t.Context(), in, exact.Options{Work: work, MemoryMiB: 16})
		if err != nil {
			t.Fatalf("%s: %v", in.Name, err)
		}
		if err := exact.Illegal(in, r.Starts); err != nil || in.Cost(r.Starts) != r.Cost || r.Bound > r.Cost {
			t.Fatalf("%s: %v in %+v", in.Name, err, r)
		}
		if known.Starts == nil || r.Cost < known.Cost {
			if known.Starts != nil && known.Optimal {
				t.Fatalf("%s: a cost of %d, proven to be %d at least", in.Name, r.Cost, known.Cost)
			}
			known = r
		}
		if r.Bound > known.Cost {
			t.Fatalf("%s: a bound of %d, and a schedule costs %d", in.Name, r.Bound, known.Cost)
		}
		exact.Know(known.Starts, known.Optimal)
	}
}

func TestTheCheckerFindsNothingInMadeSteps(t *testing.T) {
	slow.Law(t)
	instances := uint64(200)
	if slow.CI() {
		instances = 2000
	}
	for seed := range instances {
		work := 0.002
		if seed%40 == 0 { // enough for the tree
			work = 0.1
		}
		checked(t, exact.Busy(1000+seed, int(seed%34)), work)
	}
	report(t)
}

var stepWork = flag.Float64("work", 0.02, "units of work on each step of a log")

// With a log: all steps of the CTC log where its paper has 1,297.
func TestTheCheckerFindsNothingInStepsOfALog(t *testing.T) {
	if !slow.CI() {
		t.Skip("takes minutes: CI=true runs it")
	}
	for _, in := range steps(t) {
		checked(t, in, *stepWork)
	}
	report(t)
}

func report(t *testing.T) {
	fixings, splits, inherited := exact.Seen()
	t.Logf("%d spans of starts excluded, %d splits, %d inherited bounds", fixings, splits, inherited)
	if fixings == 0 || splits == 0 {
		t.Error("something was never checked")
	}
}
