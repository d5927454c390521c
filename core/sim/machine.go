package sim

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/internal/clock"
)

// A Machine is what a policy sees of the machine and acts on.
type Machine struct {
	procs, free int
	running     []Running // by (End, order of start)
	clock       clock.Clock
	e           *Engine
}

// Now returns the present second.
func (m *Machine) Now() int64 { return m.clock.Now }

// Procs returns the size of the machine.
func (m *Machine) Procs() int { return m.procs }

// Free returns how many processors no job holds.
func (m *Machine) Free() int { return m.free }

// Running returns the jobs that hold processors, by estimated end and then
// order of start. The slice is the machine's own: do not change it. It is valid
// until the next Start.
func (m *Machine) Running() []Running { return m.running }

// Start starts j in the present second. If j does not wait or does not fit, the
// call does nothing, and the run ends with an error.
func (m *Machine) Start(j *Job) {
	if !m.clock.Waits(j.Index) || int(j.Procs) > m.free {
		m.refuse(j)
		return
	}
	m.free -= int(j.Procs)
	m.insert(Running{End: m.Now() + j.Estimate, Index: j.Index, Start: m.Now(), Procs: j.Procs})
	m.e.started(j)
}

// refuse ends the run because j cannot start.
func (m *Machine) refuse(j *Job) {
	err := fmt.Errorf("it needs %d processors, and only %d are free", j.Procs, m.free)
	if !m.clock.Waits(j.Index) {
		err = m.clock.NotWaiting(j.Index)
	}
	m.Fail(fmt.Errorf("the policy started job %d at second %d, but %w", j.ID, m.Now(), err))
}

// Job returns the job with that Index, which must have been submitted and, with a Feed, not ended before this
// second. A policy that keeps indexes instead of pointers saves the garbage collector work.
func (m *Machine) Job(index int32) *Job { return &m.e.records.at(index).Job }

// WakeAt asks for a scheduling pass at second t, which must lie in the future.
func (m *Machine) WakeAt(t int64) { m.clock.WakeAt(t) }

// Fail ends the run with err, for a policy that cannot go on.
func (m *Machine) Fail(err error) { m.clock.Fail(err) }

// insert keeps running sorted; a new job follows those with the same End.
func (m *Machine) insert(r Running) {
	i := m.after(r.End)
	m.running = append(m.running, r)
	copy(m.running[i+1:], m.running[i:])
	m.running[i] = r
}

// after returns the index of the first running job that ends after second end.
func (m *Machine) after(end int64) int {
	lo, hi := 0, len(m.running)
	for lo < hi {
		if mid := int(uint(lo+hi) >> 1); m.running[mid].End <= end {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// remove removes the job with this index and estimated end from running and
// returns its entry.
func (m *Machine) remove(index int32, end int64) Running {
	i := m.after(end) - 1
	for m.running[i].Index != index {
		i--
	}
	r := m.running[i]
	m.running = append(m.running[:i], m.running[i+1:]...)
	return r
}
