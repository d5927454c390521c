package plan

import (
	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/sim"
)

// InstanceOf returns the off-line problem of the waiting jobs on a machine in its present
// state, without reservations. Its Jobs are parallel to waiting.
func InstanceOf(m *sim.Machine, waiting []*sim.Job) *exact.Instance {
	in := &exact.Instance{Procs: m.Procs(), Now: m.Now(), Jobs: make([]exact.Job, len(waiting))}
	free := m.Free()
	in.Free = append(in.Free, exact.Step{At: m.Now(), Procs: free})
	for _, r := range m.Running() { // by their ends
		free += int(r.Procs)
		if last := &in.Free[len(in.Free)-1]; last.At == r.End {
			last.Procs = free
		} else {
			in.Free = append(in.Free, exact.Step{At: r.End, Procs: free})
		}
	}
	for i, j := range waiting {
		in.Jobs[i] = exact.Job{ID: j.ID, Procs: int(j.Procs), Estimate: j.Estimate, Submit: j.Submit}
	}
	return in
}
