package experiment

import (
	"encoding/binary"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/spool"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/verify"
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
		verified := func(w *trace.Workload) (all []*Verified) {
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

// The referee judges the ends that the run had, not those that follow from the jobs.
func TestTheRefereeSeesWhatARunOnSpooledJobsDid(t *testing.T) {
	const log = "; MaxProcs: 2\n1 0 0 10 2 -1 -1 2 10 -1 1 1 -1 -1 -1 -1 -1 -1\n2 3 7 10 2 -1 -1 2 10 -1 1 1 -1 -1 -1 -1 -1 -1\n"
	s := Spec{Workload: Source{File: "two.swf"}, Policies: []string{"easy"}}
	w, err := s.Load(opener(log), trace.Options{Scratch: &trace.Scratch{Create: scratchIn(t)}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		run, wait int64 // of job 2
		killed    byte
		rules     []string
	}{
		{10, 7, 0, nil},
		{11, 7, 0, []string{verify.RuleEnd}},
		{10, 7, 1, []string{verify.RuleKilled}},
		{10, 6, 0, []string{verify.RuleCapacity}},
		{10, 8, 0, []string{verify.RuleHead, verify.RuleMissed}},
		{10, -1, 0, []string{verify.RuleSubmit}},
	} {
		o := &Outcome{Played: Played{Policy: "easy"}}
		kept := &spooledSchedule{log: &w.Jobs, cut: true, ended: true, waits: spool.New(1<<20, nil)}
		o.schedule = kept
		for _, numbers := range [][3]int64{{0, 10, 0}, {c.wait, c.run, int64(c.killed)}} {
			b, _ := kept.waits.Begin()
			b = binary.AppendUvarint(b, uint64(numbers[0]))
			b = append(binary.AppendVarint(b, numbers[1]), byte(numbers[2]))
			if err := kept.waits.End(b); err != nil {
				t.Fatal(err)
			}
		}
		if err := kept.waits.Done(); err != nil {
			t.Fatal(err)
		}
		v, err := Verify(s, w, o)
		if err != nil {
			t.Fatal(err)
		}
		var rules []string
		for _, found := range v.Violations {
			rules = append(rules, found.Rule)
		}
		if !slices.Equal(rules, c.rules) {
			t.Errorf("%+v: violations %v", c, v.Violations)
		}
	}
}
