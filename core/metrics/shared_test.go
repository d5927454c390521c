package metrics

import (
	"math"
	"testing"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// Sharing returns the values of the list Sharing.
func (v Values) Sharing() []float64 { return v[len(All) : len(All)+len(Sharing)] }

// Two nodes of four cores, times in tenths of a second. Job 1 has two tasks with
// all of a node's CPU and computes 20 s at full speed; it is alone from 0 to 10,
// shares with job 2, a task with one core, and is paused once: it ends at 40.
// Job 2 is submitted at 10, starts at 12, computes 12 s and ends at 30.
func shared() Input {
	return Input{
		Procs:  2,
		Jobs:   []job.Job{{ID: 1, Submit: 0, Run: 200, Procs: 2, User: 0}, {ID: 2, Submit: 100, Run: 120, Procs: 1, User: 1}},
		Placed: []job.Placement{{Start: 0, End: 400}, {Start: 120, End: 300}},
		Shared: &Shared{Second: 10, Whole: 4, Need: []int64{8, 1}, Pauses: 1, Migrations: 4, PauseMemory: 2.5, MigrationMemory: 10, NodeGB: 8},
	}
}

// Work is 2 x 20 + 1/4 x 12 = 43 node-seconds. Job 1 demands 2 nodes from 0 to 40, and
// job 2 exceeds them: 80 node-seconds could be used.
func TestValuesOnSharedNodesAreThoseWorkedOutByHand(t *testing.T) {
	all := Compute(shared())
	sharing := all.Sharing()
	for name, want := range map[string]float64{
		"jobs_ended": 2, "makespan_s": 40, "throughput_per_h": 180, "util": 43. / 80, "util_started": 43. / 80,
		"loc": 37. / 80, "underutil": 37. / 43, "wait_mean_s": 1, "wait_p50_s": 0, "wait_max_s": 2,
		"art_s": 30, "artww_s": (2*40 + 20) / 3., "awrt_s": (40*40 + 12*20) / 52.,
		"sld_mean": (2 + 20./12) / 2, "bsld_mean": (2 + 20./12) / 2, "bsld_max": 2, "sldww_60": 1,
		"sldwa": (2*40 + 20) / 52.,
	} {
		if got := all[Index(name)]; math.Abs(got-want) > 1e-12*want {
			t.Errorf("%s is %v, by hand %v", name, got, want)
		}
	}
	for i, want := range []float64{90, 360, 0.5, 2, 0.5, 2} {
		if sharing[i] != want {
			t.Errorf("%s is %v, by hand %v", Sharing[i].Name, sharing[i], want)
		}
	}
}

// With a node for every task, jobs are those of a machine.
func TestWholeNodesAreTheMachine(t *testing.T) {
	in := loaded(3000)
	in.Procs = 20_000 // all at once fit
	want := Compute(in)
	s := Shared{Second: 1, Whole: 5}
	for i := range in.Jobs {
		in.Jobs[i].Run = in.Placed[i].End - in.Placed[i].Start
		s.Need = append(s.Need, 5*int64(in.Jobs[i].Procs))
	}
	in.Shared = &s
	got := Compute(in)
	sharing := got.Sharing()
	for i, m := range All {
		if math.Abs(got[i]-want[i]) > 1e-9*math.Abs(want[i]) {
			t.Errorf("%s is %v on nodes, %v on processors", m.Name, got[i], want[i])
		}
	}
	for i, m := range Sharing {
		if sharing[i] != 0 {
			t.Errorf("%s is %v where nothing is paused", m.Name, sharing[i])
		}
	}
}

func TestNoJobsOnSharedNodes(t *testing.T) {
	sharing := Compute(Input{Procs: 1, Shared: &Shared{Second: 1, Whole: 1}}).Sharing()
	for i, v := range sharing {
		if v == v {
			t.Errorf("%s of no jobs is %v", Sharing[i].Name, v)
		}
	}
}
