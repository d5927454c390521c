package grid

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/event"
	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/sim"
)

// A Machine is what a policy sees of the grid and acts on.
type Machine struct {
	grid *Grid
	free []int32
	now  int64
	e    *Engine
}

// Grid returns the grid, which is not to be changed.
func (m *Machine) Grid() *Grid { return m.grid }

// Now returns the present second.
func (m *Machine) Now() int64 { return m.now }

// Free returns how many processors of each site no job holds. The slice is the
// machine's own: it is not to be changed.
func (m *Machine) Free() []int32 { return m.free }

// Start starts j in the present second on parts, which are copied, and returns
// the second at which it is expected to end: that of its estimate. Starting a
// job that does not wait, or on processors that are not free, is an error of the
// policy: the call does nothing, and the run ends with that error.
func (m *Machine) Start(j *Job, parts ...Part) (expected int64) {
	e := m.e
	p := &e.schedule.Placed[j.Index]
	if p.Start != job.None || int(j.Index) >= e.next {
		e.fail(fmt.Errorf("the policy started job %d at second %d, but it does not wait", j.ID, m.now))
		return m.now
	}
	for i, q := range parts {
		if q.Procs < 1 || q.Procs > m.free[q.Site] {
			for _, back := range parts[:i] {
				m.free[back.Site] += back.Procs
			}
			e.fail(fmt.Errorf("the policy started job %d at second %d on %d processors of site %s, but %d are free",
				j.ID, m.now, q.Procs, m.grid.Sites[q.Site].Name, m.free[q.Site]))
			return m.now
		}
		m.free[q.Site] -= q.Procs
	}
	p.first, p.n = int32(len(e.schedule.parts)), int32(len(parts))
	e.schedule.parts = append(e.schedule.parts, parts...)
	p.Start = m.now
	n := &e.cfg.Natures[j.Index]
	run := e.cfg.Jobs[j.Index].Length(e.cfg.Overrun == sim.Cut)
	e.calendar.Push(m.now+m.grid.Length(n, run, j.Procs, parts), event.End, j.Index)
	for _, o := range e.cfg.Observers {
		o.Started(m.now, j, e.schedule.Parts(int(j.Index)))
	}
	return m.now + m.grid.Length(n, j.Estimate, j.Procs, parts)
}
