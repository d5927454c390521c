package workload

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/sacct"
)

// A Slurm is what Slurm's accounting says of a job beside job.Job.
type Slurm struct {
	Base     int64 // number of the job, of its array or of its first part
	Task     int64 // array index, or job.None
	Parts    int32 // of a heterogeneous job, else 1
	Earlier  int32 // 1, 2, ... for the first, second, ... of several runs, but 0 for the last
	Nodes    int32 // that it had or asked for, or job.None
	GPUs     int32
	Held     int64 // seconds from its submission until it could start at all, or job.None
	Priority int64 // or job.None
	State    sacct.State

	Account, QOS, Reservation, Features, NodeList, GPUType int32 // indexes into SlurmNames, or job.None
}

// SlurmNames are the name tables of Slurm.
type SlurmNames struct{ Accounts, QOS, Reservations, Features, NodeLists, GPUTypes Names }

// Label is the number of the job as users of Slurm know it: 123, 123_4 of an array, 123+0 of a
// heterogeneous job. Of several runs of a job, the first is 123#1.
func (s *Slurm) Label() string {
	label := fmt.Sprint(s.Base)
	if s.Task != job.None {
		label += fmt.Sprintf("_%d", s.Task)
	}
	if s.Parts > 1 {
		label += "+0"
	}
	if s.Earlier > 0 {
		label += fmt.Sprintf("#%d", s.Earlier)
	}
	return label
}

// slurmOf returns what the accounting says.
func slurmOf(r *sacct.Record) Slurm {
	s := Slurm{
		Base: r.Base, Task: r.Task, Parts: int32(r.Parts), Earlier: int32(r.Earlier),
		Nodes: int32(r.Nodes), GPUs: int32(min(r.GPUs, job.MaxProcs)), Held: job.None, Priority: r.Priority, State: r.State,
		Account: r.Account, QOS: r.QOS, Reservation: r.Reservation, Features: r.Features, NodeList: r.NodeList, GPUType: r.GPUType,
	}
	if r.Nodes <= 0 {
		s.Nodes = int32(max(r.ReqNodes, job.None))
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
