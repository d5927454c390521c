package policytest

import (
	"context"

	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// Fed plays c against p from a Feed, and returns what an observer sees of its schedule.
func Fed(c Case, p sim.Policy) ([]job.Placement, error) {
	s := &seen{placed: make([]job.Placement, len(c.Jobs))}
	e, err := sim.New(sim.Config{Procs: c.Procs, Feed: &feed{c.Jobs}, Total: len(c.Jobs), Overrun: c.Overrun, Observers: []sim.Observer{s}}, p)
	if err != nil {
		return nil, err
	}
	return s.placed, e.Run(context.Background(), nil)
}

// A feed hands over jobs that are all there.
type feed struct{ left []job.Job }

func (f *feed) Next(j *job.Job) (bool, error) {
	if len(f.left) == 0 {
		return false, nil
	}
	*j, f.left = f.left[0], f.left[1:]
	return true, nil
}

// seen is the schedule that an observer has seen.
type seen struct{ placed []job.Placement }

func (s *seen) Submitted(_ int64, j *sim.Job) {
	s.placed[j.Index] = job.Placement{Start: job.None, End: job.None}
}
func (s *seen) Started(now int64, j *sim.Job) { s.placed[j.Index].Start = now }
func (s *seen) Ended(now int64, j *sim.Job, killed bool) {
	s.placed[j.Index].End, s.placed[j.Index].Killed = now, killed
}
func (s *seen) Passed(int64) {}
