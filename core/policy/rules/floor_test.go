package rules

import (
	"context"
	"math"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// Three jobs of two groups: AWRT1 is (2*10*10 + 1*40*40) / (2*10 + 1*40) = 30 s.
func TestFloorByHand(t *testing.T) {
	one := func(submit, run int64, procs, user int32) job.Job {
		j := job.Unknown
		j.Submit, j.Run, j.Estimate, j.Procs, j.User = submit, run, 100, procs, user
		return j
	}
	jobs := []job.Job{one(0, 10, 2, 0), one(5, 40, 1, 0), one(7, 300, 4, 1)}
	s := Floor(jobs, Groups{1, 2}, true)
	if s.ByGroup[0] != 30 || s.ByGroup[1] != 100 || !math.IsNaN(s.ByGroup[2]) || !math.IsNaN(s.U) {
		t.Errorf("%+v: want AWRT 30 s of group 1 and, cut at its estimate, 100 s of group 2", s)
	}
	if s := Floor(jobs, Groups{1, 2}, false); s.ByGroup[1] != 300 {
		t.Errorf("AWRT2 is %v, want the run time of the one job, 300 s", s.ByGroup[1])
	}
}

// No strategy has a lower AWRT than the floor, and on a machine for which all jobs fit at
// once each has exactly the floor's.
func TestNoScheduleIsBelowTheFloor(t *testing.T) {
	r := det.Stream(1, "rules floor")
	var jobs []job.Job
	procs := 0
	for i := range 60 {
		j := job.Unknown
		j.ID, j.Submit, j.Run, j.Estimate = int64(i+1), int64(10*i), 1+r.Int64N(400), 1+r.Int64N(500)
		j.Procs, j.User = 1+r.Int32N(8), r.Int32N(9)
		jobs, procs = append(jobs, j), procs+int(j.Procs)
	}
	groups := GroupUsers(jobs, DefaultBounds)
	floor := Floor(jobs, groups, true).Values()
	for _, procs := range []int{8, procs} {
		for s := range Strategy(NumStrategies) {
			trial := Trial{Procs: procs, Jobs: jobs, Options: Options{Groups: groups}}
			scores, err := trial.Run(context.Background(), Only(s))
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range scores.Values()[:len(floor)-1] {
				if v < floor[i] || procs > 8 && v > floor[i] {
					t.Errorf("%s on %d processors: %s is %v, the floor %v", s, procs, Objectives()[i], v, floor[i])
				}
			}
		}
	}
}
