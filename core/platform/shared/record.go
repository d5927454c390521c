package shared

import "slices"

// A Stretch is a time during which a job held the same places with the same yield. From
// max(From, Ready) on it gains yield*microseconds of virtual time. Two in a row may be
// alike: a job of no length has come and gone in between.
type Stretch struct {
	From, To int64 // microseconds, From < To
	Ready    int64 // end of the last penalty, maybe before From
	Job      int32 // index of Config.Jobs
	Yield    int32
	Places   []Place // in order of nodes; shared by the stretches of one mapping
}

// Stretches returns what Config.Record keeps, in order of To: every time that a job held
// nodes, none of length 0. A stretch is missing until it ends. The slice is the engine's
// own until the run is over.
func (e *Engine) Stretches() []Stretch { return e.stretches }

// close records a job's stretch on those places until now.
func (e *Engine) close(job int32, places []Place) {
	l := &e.live[job]
	if !e.cfg.Record || l.since == e.now {
		return
	}
	s := Stretch{From: l.since, To: e.now, Ready: l.ready, Job: job, Yield: l.yield}
	if n := e.lastOf[job]; n > 0 && slices.Equal(e.stretches[n-1].Places, places) {
		s.Places = e.stretches[n-1].Places
	} else {
		s.Places = slices.Clone(places)
	}
	e.stretches = append(e.stretches, s)
	e.lastOf[job] = len(e.stretches)
}
