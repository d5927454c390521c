//go:build !page

package experiment

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/trace"
)

// The referee says the same of a run on spooled jobs as of one on held ones.
func TestARunOnSpooledJobsIsVerifiedAsOnHeldOnes(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 3))
	for n := range 6 {
		s := Spec{Workload: Source{File: "drawn.swf"}, Overrun: []string{"", "extend"}[n%2], Estimates: []string{"", "factor:0.5"}[n/2%2],
			Policies: []string{
				"recorded", "fcfs", "list", "easy", "cons", "sjf-easy", "f1-easy", "plan-sjf", "dynp-simple", "rules:greedy", "rules:submit-easy",
			}}
		text := recordedLog(r, 10+n*n*10, 8)
		held, err := s.Load(opener(text), trace.Options{})
		if err != nil {
			t.Fatal(err)
		}
		spooled, err := s.Load(opener(text), trace.Options{Scratch: &trace.Scratch{Create: scratchIn(t)}})
		if err != nil {
			t.Fatal(err)
		}
		verified := func(w *trace.Workload) (all []*platform.Verified) {
			outcomes, err := Execute(t.Context(), s, w, Options{Verify: Verify})
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range outcomes {
				all = append(all, o.Verified)
			}
			return all
		}
		got, want := verified(spooled), verified(held)
		for i := range want {
			if !reflect.DeepEqual(got[i], want[i]) {
				t.Errorf("%s: spooled %+v, held %+v", s.Policies[i], got[i], want[i])
			}
			if want[i].Jobs != held.Len() || len(want[i].Violations) > 0 || len(want[i].Laws) == 0 {
				t.Errorf("%s: %+v", s.Policies[i], want[i])
			}
		}
	}
}
