package accounting_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/slurm/internal/truth"
	"github.com/backfill-lab/backfill/core/slurm/twin"
)

// Each way of asking has a phase of its own in the scenario, and the twin starts nine of ten of its jobs within a cycle.
func TestEveryWayOfAsking(t *testing.T) { phases(t, "data", 0.9) }

func phases(t *testing.T, data string, least float64) {
	read := func() *truth.Run {
		r, err := truth.Read(filepath.Join(truths, "asking"), data)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	all := read()
	for _, l := range all.Log.Left {
		t.Errorf("left out: %d %s", l.Jobs, l.Why)
	}
	var names []string
	for i := range all.Log.Recorded {
		if name := all.Log.Recorded[i].Name; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, name := range names { // nothing is left of a phase when the next begins
		t.Run(data+"/"+name, func(t *testing.T) {
			r := read()
			gone := make([]bool, len(r.Log.Jobs))
			for i := range gone {
				gone[i] = r.Log.Recorded[i].Name != name
			}
			r.Log.Drop(gone)
			phase(t, r, least)
		})
	}
}

// phase wants a share of the starts within a cycle.
func phase(t *testing.T, r *truth.Run, least float64) {
	tw := twin.New(r.System)
	tw.Looks, tw.Cycles, tw.CalcUs = r.Looks, r.Cycles, r.CalcUs
	e := play(t, r.Exactly(tw))
	cycle := *r.System.Description.Scheduling.BfIntervalS
	near, all := 0, 0
	for i, got := range e.Starts() {
		j := &r.Log.Recorded[i]
		if j.Starts == nil {
			continue
		}
		all++
		if len(got) == 1 && max(got[0]-j.Starts[0], j.Starts[0]-got[0]) <= cycle {
			near++
		} else {
			t.Logf("job %d of %s starts at %v, in Slurm at %v", j.ID, j.User, got, j.Starts)
		}
	}
	if t.Logf("%d of %d starts are within a cycle (%d s)", near, all, cycle); float64(near) < least*float64(all) {
		t.Errorf("want a share of %.2f", least)
	}
}

// And in runs with other users, times and orders of the jobs. The README of the scenarios says what they taught.
func TestEveryWayOfAskingInLaterRuns(t *testing.T) {
	phases(t, "later", 0.75)
	phases(t, "last", 0.75)
}
