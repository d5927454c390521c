package experiment

import (
	"math"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/trace"
)

// A Spec that asks for a load gets it, of any workload, but for whole seconds; it is the shrinking factor that reaches it.
func TestALoadIsReached(t *testing.T) {
	for _, source := range []Source{{}, {File: "tight.swf"}, {Model: &Model{Name: "lublin", Jobs: 500, Procs: 64, Seed: 3}}} {
		bare := Spec{Workload: source, Policies: []string{"easy"}}
		own := must(bare.Load(tight, trace.Options{})).OfferedLoad()
		for _, load := range []float64{own / 2, own * 1.25} {
			s := bare
			s.OfferedLoad = load
			if err := s.Validate(); err != nil {
				t.Fatal(err)
			}
			got := must(s.Load(tight, trace.Options{}))
			if found := got.OfferedLoad(); math.Abs(found/load-1) > 0.01 {
				t.Errorf("%+v: the load is %v, not %v", source, found, load)
			}
			shrunk := bare
			shrunk.Shrink = own / load
			if must(shrunk.Load(tight, trace.Options{})).SHA256() != got.SHA256() {
				t.Errorf("%+v: load %v is not shrink %v", source, load, shrunk.Shrink)
			}
			if s.Digest("") == bare.Digest("") {
				t.Error("the load is no part of the digest")
			}
		}
	}
}

func TestALoadThatCannotBe(t *testing.T) {
	model := &Model{Name: "lublin", Jobs: 5, Load: 0.7}
	for says, s := range map[string]Spec{
		"a load and a shrinking factor are given":    {OfferedLoad: 0.5, Shrink: 0.8},
		"a load is given, and another for the model": {OfferedLoad: 0.5, Workload: Source{Model: model}},
		"load is -1: give a number from 0 to 1000":   {OfferedLoad: -1},
	} {
		s.Policies = []string{"easy"}
		if err := s.Validate(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v does not say %q", err, says)
		}
	}
}
