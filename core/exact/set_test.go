package exact_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/backfill-lab/backfill/core/exact"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/workload"
)

// steps returns the self-tuning steps of the first 3,000 jobs of the CTC log if
// BACKFILL_TRACES names the folder it is in, else made ones.
func steps(b *testing.B) (all []*exact.Instance) {
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
	w, err := workload.Read(name, data, workload.Options{Procs: 430})
	if err != nil {
		b.Fatal(err)
	}
	_, err = experiment.Execute(b.Context(), experiment.Spec{Policies: []string{"dynp-advanced"}}, w.Head(3000), experiment.Options{
		Parallel: 1, Instance: func(in *experiment.Instance) error { all = append(all, in.Instance); return nil }})
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
