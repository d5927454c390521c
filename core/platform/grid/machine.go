package grid

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/internal/clock"
)

// A Machine is what a policy sees of the grid and acts on.
type Machine struct {
	grid  *Grid
	speed []float64 // of each site
	free  []int32
	mark  []int32 // of each site: one more than the index of the job that last took it
	clock clock.Clock
	e     *Engine
}

// Grid returns the grid. Do not change it.
func (m *Machine) Grid() *Grid { return m.grid }

// Now returns the present second.
func (m *Machine) Now() int64 { return m.clock.Now }

// Free returns how many processors of each site no job holds. The slice is the
// machine's own: do not change it.
func (m *Machine) Free() []int32 { return m.free }

// Job returns the job of that Index, which must have been submitted.
func (m *Machine) Job(index int32) *Job { return &m.e.jobs[index] }

// Length returns for how many seconds j will hold parts by its estimate, one or more.
func (m *Machine) Length(j *Job, parts []Part) int64 {
	return m.grid.Length(&m.e.cfg.Natures[j.Index], j.Estimate, j.Procs, parts)
}

// Start starts j in the present second on parts, which it copies, and returns the
// expected end. On one site j may have any number of processors from 1, on several
// different ones it has as many as it asked for together. If the parts are not so or not
// free, or j does not wait, the call does nothing and the run ends with an error.
func (m *Machine) Start(j *Job, parts ...Part) (expected int64) {
	if err := m.take(j, parts); err != nil {
		m.clock.Fail(fmt.Errorf("the policy started job %d at second %d, but %w", j.ID, m.clock.Now, err))
		return m.clock.Now
	}
	return m.e.started(j, parts)
}

// take takes the processors of parts, or nothing if it returns an error.
func (m *Machine) take(j *Job, parts []Part) error {
	if !m.clock.Waits(j.Index) {
		return m.clock.NotWaiting(j.Index)
	}
	total := int64(0)
	for i, q := range parts {
		var err error
		switch {
		case q.Site < 0 || int(q.Site) >= len(m.free):
			err = fmt.Errorf("the grid has no site %d", q.Site)
		case m.mark[q.Site] == j.Index+1:
			err = fmt.Errorf("twice on site %s", m.grid.Sites[q.Site].Name)
		case q.Procs < 1 || q.Procs > m.free[q.Site]:
			err = fmt.Errorf("on %d processors of site %s, of which %d are free", q.Procs, m.grid.Sites[q.Site].Name, m.free[q.Site])
		}
		if err != nil {
			m.give(parts[:i])
			return err
		}
		m.free[q.Site] -= q.Procs
		m.mark[q.Site] = j.Index + 1
		total += int64(q.Procs)
	}
	switch {
	case len(parts) == 0:
		return fmt.Errorf("on no processors")
	case len(parts) > 1 && total != int64(j.Procs):
		m.give(parts)
		return fmt.Errorf("on %d processors of several sites instead of %d", total, j.Procs)
	}
	return nil
}

func (m *Machine) give(parts []Part) {
	for _, q := range parts {
		m.free[q.Site] += q.Procs
	}
}

// WakeAt asks for a scheduling pass at second t, which must lie in the future.
func (m *Machine) WakeAt(t int64) { m.clock.WakeAt(t) }
