package experiment

import (
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

// A model has no rules that a simulation could leave out, and a log has those of its queues.
func TestOnlyLogsSayWhatIsIgnored(t *testing.T) {
	both := Spec{Workload: Source{Model: &Model{Name: "lublin", Jobs: 300, Procs: 64, Seed: 3, Type: "both"}}, Policies: []string{"easy"}}
	if w := loaded(t, both); len(w.Queues) < 2 || len(both.Ignored(w)) > 0 {
		t.Errorf("%d queues, %v", len(w.Queues), both.Ignored(w))
	}
	log := Spec{Workload: Source{File: "tight.swf"}, Policies: []string{"easy"}}
	w, err := log.Load(tight, trace.Options{})
	if err != nil || len(log.Ignored(w)) == 0 {
		t.Errorf("%v, %v", log.Ignored(w), err)
	}
}

// Estimates alone change, and recorded waits stay.
func TestEstimatesAreReplaced(t *testing.T) {
	own := loaded(t, Spec{Workload: Source{Model: &Model{Name: "lublin", Jobs: 300, Procs: 64, Seed: 3, Estimates: "factor", Factor: 3}},
		Policies: []string{"easy"}})
	for i := range own.Jobs.Held() {
		own.Jobs.Held()[i].Wait = 7
	}
	for text, want := range map[string]func(was, is *job.Job) bool{
		"exact":      func(was, is *job.Job) bool { return is.Estimate == max(was.Run, 1) },
		"factor:2":   func(was, is *job.Job) bool { return is.Estimate == 2*was.Estimate },
		"factor:0.5": func(was, is *job.Job) bool { return is.Estimate == max((was.Estimate+1)/2, 1) },
		"model:2": func(was, is *job.Job) bool {
			return is.Estimate >= max(was.Run, 1) && (is.Estimate%300 == 0 || is.Estimate%86400 == 0)
		},
		"": func(was, is *job.Job) bool { return is.Estimate == was.Estimate },
	} {
		w, err := Spec{Estimates: text, Policies: []string{"easy"}}.Apply(own)
		if err != nil || w.Len() != own.Len() || w.Rescaled != "" {
			t.Fatalf("%q: %v", text, err)
		}
		for i := range w.Jobs.Held() {
			was, is := own.Jobs.Held()[i], w.Jobs.Held()[i]
			if !want(&was, &is) {
				t.Fatalf("%q: job %d runs for %d s, its estimate was %d and is %d", text, was.ID, was.Run, was.Estimate, is.Estimate)
			}
			if is.Estimate = was.Estimate; is != was {
				t.Fatalf("%q changes more than estimates: %+v, %+v", text, was, is)
			}
		}
		again, _ := Spec{Estimates: text, Policies: []string{"easy"}}.Apply(own)
		if again.SHA256() != w.SHA256() {
			t.Errorf("%q gives other estimates each time", text)
		}
	}
	for _, text := range []string{"perfect", "factor", "factor:x", "factor:0", "factor:-1", "factor:1e9", "model", "model:NaN", "exact:2"} {
		if err := (Spec{Estimates: text, Policies: []string{"easy"}}).Validate(); err == nil || !strings.Contains(err.Error(), "estimates") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if w, err := (Spec{Estimates: "wrong"}).Apply(own); err == nil {
		t.Errorf("%+v", w.Changes)
	}
}
