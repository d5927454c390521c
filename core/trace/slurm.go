package trace

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace/sacct"
)

// slurmOf returns what the accounting says.
func slurmOf(r *sacct.Record) job.Slurm {
	s := job.Slurm{
		Base: r.Base, Task: r.Task, Parts: int32(r.Parts), Earlier: int32(r.Earlier),
		Nodes: int32(r.Nodes), GPUs: int32(min(r.GPUs, job.MaxProcs)), Held: job.None, Priority: r.Priority, State: int32(r.State),
		Account: r.Account, QOS: r.QOS, Reservation: r.Reservation, NodeList: r.NodeList, GPUType: r.GPUType,
	}
	if r.Nodes <= 0 {
		s.Nodes = int32(max(r.ReqNodes, job.None))
	}
	if r.Eligible != sacct.None {
		s.Held = max(r.Eligible-r.Submit, 0)
	}
	return s
}

// droppedOf returns what the accounting tells of a job that never started.
func droppedOf(r *sacct.Record, start int64) Unstarted {
	s := slurmOf(r)
	u := Unstarted{ID: s.Label(), Submit: r.Submit - start, End: job.None, Cancelled: r.Phase() == sacct.Dropped}
	if u.Cancelled && r.End >= 0 {
		u.End = r.End - start
	}
	return u
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

// slurm returns what Slurm's accounting says of a job of w, which is of sacct output.
func (w *Workload) slurm(j *job.Job) *job.Slurm { return &w.Slurm[j.Row] }

// ArriveEligible submits each job when it became eligible: when it was released, its begin time
// came, or the jobs that it depended on had ended. The recorded waits become those from then
// on. It is an error if the log says of no job when that was.
func (w *Workload) ArriveEligible() (*Workload, error) {
	if !slices.ContainsFunc(w.Slurm, func(s job.Slurm) bool { return s.Held != job.None }) {
		return nil, w.untold()
	}
	e := w.move(arrivesEligible, func(j *job.Job) { arriveEligible(j, w.slurm(j).Held) })
	e.Slurm = slices.Clone(w.Slurm)
	for i := range e.Slurm {
		e.Slurm[i].Held = min(e.Slurm[i].Held, 0)
	}
	return e, nil
}

const arrivesEligible = "jobs arrive when they became eligible"

// arriveEligible submits a job later by the seconds that it was held; job.None is 0.
func arriveEligible(j *job.Job, held int64) {
	held = max(held, 0)
	j.Submit += held
	if j.Wait >= 0 {
		j.Wait = max(j.Wait-held, 0)
	}
	j.Traits &^= job.Late
}

// untold is the error of ArriveEligible.
func (w *Workload) untold() error {
	return fmt.Errorf("%s: the log does not say when jobs became eligible: let them arrive at their submission", w.Name)
}

// Label returns the number of a job as the users of its log know it.
func (w *Workload) Label(j *job.Job) string {
	if w.Slurm != nil && j.Row >= 0 {
		return w.slurm(j).Label()
	}
	if j.Row >= 0 && int(j.Row) < len(w.Labels) && w.Labels[j.Row] != "" {
		return w.Labels[j.Row]
	}
	return strconv.FormatInt(j.ID, 10)
}
