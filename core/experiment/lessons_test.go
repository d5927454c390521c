package experiment

import (
	"context"
	"testing"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/trace"
)

// Each small log shows what it says: the mean wait, and the longest, in seconds.
func TestLessonsShowWhatTheySay(t *testing.T) {
	waits := func(name, policy string) (mean, most float64) {
		spec := Spec{Workload: Source{Builtin: name}, Policies: []string{policy}}
		w, err := spec.Load(nil, trace.Options{})
		if err != nil {
			t.Fatal(err)
		}
		played, err := Play(context.Background(), Problem{Spec: &spec, Workload: w}, policy, platform.Hooks{})
		if err != nil {
			t.Fatal(err)
		}
		for i, j := range played.Jobs {
			wait := float64(played.Placed[i].Start - j.Submit)
			mean += wait / float64(len(played.Jobs))
			most = max(most, wait)
		}
		return mean, most
	}
	fcfs, _ := waits("holes", "fcfs")
	easy, _ := waits("holes", "easy")
	late, _ := waits("overestimates", "easy")
	if easy > 0.6*fcfs {
		t.Errorf("holes: a mean wait of %v under EASY, %v under FCFS: nothing was filled", easy, fcfs)
	}
	if same, _ := waits("overestimates", "fcfs"); same != fcfs {
		t.Errorf("overestimates change FCFS from %v to %v", fcfs, same)
	}
	if late < 1.5*easy || late >= fcfs {
		t.Errorf("overestimates: a mean wait of %v under EASY; %v with estimates that hold, %v under FCFS", late, easy, fcfs)
	}
	_, fair := waits("starving", "easy")
	if _, starved := waits("starving", "list"); starved < 2.5*fair {
		t.Errorf("starving: the wide job waits %v if any job may start, %v under EASY", starved, fair)
	}
}
