package paper

import (
	"context"
	"testing"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/trace"
)

// Every change of what a run depends on gives another digest; its label and its
// job set's name are no part of it.
func TestDigestsTellRunsApart(t *testing.T) {
	simulate := func(policy string, shrink float64) Run { return Simulate("a", "set", policy, shrink) }
	stat := func(name string, version int) []Statistic { return []Statistic{{Name: name, Version: version}} }
	do := func(context.Context, *trace.Workload, *Aid, *Summary) error { return nil }
	runs := []struct {
		what     string
		workload string
		run      Run
	}{
		{"plain", "w", simulate("easy", 1)},
		{"workload", "v", simulate("easy", 1)},
		{"policy", "w", simulate("fcfs", 1)},
		{"shrink", "w", simulate("easy", 0.9)},
		{"procs", "w", Run{Spec: experiment.Spec{Policies: []string{"easy"}, Procs: 5}}},
		{"overrun", "w", Run{Spec: experiment.Spec{Policies: []string{"easy"}, Overrun: "extend"}}},
		{"no policy", "w", Run{}},
		{"statistic", "w", Run{Spec: experiment.Spec{Policies: []string{"easy"}}, Statistics: stat("s", 1)}},
		{"its version", "w", Run{Spec: experiment.Spec{Policies: []string{"easy"}}, Statistics: stat("s", 2)}},
		{"its name", "w", Run{Spec: experiment.Spec{Policies: []string{"easy"}}, Statistics: stat("r", 1)}},
		{"task", "w", Run{Task: &Task{Name: "t", Version: 1, Do: do}}},
		{"task's version", "w", Run{Task: &Task{Name: "t", Version: 2, Do: do}}},
		{"task's parameters", "w", Run{Task: &Task{Name: "t", Version: 1, Params: 3, Do: do}}},
	}
	seen := map[string]string{}
	for _, r := range runs {
		_, digest, err := r.run.identity(r.workload)
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := seen[digest]; ok {
			t.Errorf("%s has the digest of %s", r.what, other)
		}
		seen[digest] = r.what
	}
	for _, equal := range []Run{
		Simulate("b", "another name", "easy", 1),
		{Spec: experiment.Spec{Policies: []string{"easy"}}}, // 0 is a shrinking factor of 1
		{Spec: experiment.Spec{Policies: []string{"easy"}, Overrun: "cut", Workload: experiment.Source{File: "named.swf"}}},
	} {
		if _, digest, err := equal.identity("w"); err != nil || seen[digest] != "plain" {
			t.Errorf("%+v: digest of %q, error %v; want that of plain", equal, seen[digest], err)
		}
	}
	bad := Run{Label: "x", Task: &Task{Name: "t", Params: func() {}}}
	if _, _, err := bad.identity("w"); err == nil {
		t.Error("parameters that are no JSON have no digest")
	}
}
