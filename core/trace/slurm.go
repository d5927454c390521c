package trace

import (
	"errors"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace/sacct"
)

// slurmOf returns what Slurm's accounting says beside the job.
func slurmOf(row *Row) job.Slurm {
	r := row.Account
	s := job.Slurm{
		Base: r.Base, Task: r.Task, Parts: int32(r.Parts), Earlier: int32(r.Earlier),
		Nodes: int32(row.Nodes), GPUs: int32(min(row.GPUs, job.MaxProcs)), Held: job.None, Priority: r.Priority, State: int32(r.State),
		Account: r.Account, QOS: r.QOS, Reservation: r.Reservation, NodeList: r.NodeList, GPUType: r.GPUType,
	}
	if r.Eligible != sacct.None {
		s.Held = max(r.Eligible-r.Submit, 0)
	}
	return s
}

// traitsOf returns the Traits of a job of the accounting.
func traitsOf(r *sacct.Record) (t job.Traits) {
	for _, of := range [...]struct {
		trait job.Traits
		is    bool
	}{
		{job.AskedGPUs, r.GPUs > 0},
		{job.AskedFeatures, r.Features != sacct.None},
		{job.AskedLicences, r.Licensed},
		{job.MoreProcs, r.ReqProcs > 0 && r.Procs > r.ReqProcs},
		{job.Reserved, r.Reservation != sacct.None},
		{job.Dependent, r.Dependent},
		{job.Late, r.Eligible > r.Submit},
		{job.Suspended, r.Suspended > 0},
		{job.Interrupted, r.Earlier > 0 || r.State == sacct.StatePreempted || r.State == sacct.StateRequeued ||
			r.State == sacct.StateNodeFail || r.State == sacct.StateBootFail},
	} {
		if of.is {
			t |= of.trait
		}
	}
	return t
}

// slurmNames returns the name tables of the accounting.
func slurmNames(n *sacct.Names) job.SlurmNames {
	return job.SlurmNames{
		States: sacct.States(), Accounts: n.Accounts, QOS: n.QOS, Reservations: n.Reservations, NodeLists: n.NodeLists, GPUTypes: n.GPUTypes,
	}
}

// ArriveEligible submits each job when it became eligible: when it was released, its begin time
// came, or the jobs that it depended on had ended. The recorded waits become those from then
// on. It is an error if the log says of no job when that was.
func (w *Workload) ArriveEligible() (*Workload, error) {
	c := *w
	c.Slurm = slices.Clone(w.Slurm)
	known := false
	e := c.moveKnown("jobs arrive when they became eligible", func(j *job.Job, s *job.Slurm) {
		if s == nil {
			return
		}
		known = known || s.Held != job.None
		held := max(s.Held, 0)
		j.Submit += held
		if j.Wait >= 0 {
			j.Wait = max(j.Wait-held, 0)
		}
		j.Traits &^= job.Late
		s.Held = min(s.Held, 0)
	})
	if err := e.Jobs.Err(); err != nil {
		return nil, err
	}
	if !known {
		return nil, errors.Join(e.Close(),
			fmt.Errorf("%s: the log does not say when jobs became eligible: let them arrive at their submission", w.Name))
	}
	return e, nil
}
