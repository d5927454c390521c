package job

import "fmt"

// A Slurm is what Slurm's accounting says of a job beside Job.
type Slurm struct {
	Base     int64 // number of the job, of its array or of its first part
	Task     int64 // array index, or None
	Held     int64 // seconds from its submission until it could start at all, or None
	Priority int64 // or None
	Parts    int32 // of a heterogeneous job, else 1
	Earlier  int32 // 1, 2, ... for the first, second, ... of several runs, but 0 for the last
	Nodes    int32 // that it had or asked for, or None
	GPUs     int32 // that it had or asked for

	State, Account, QOS, Reservation, NodeList, GPUType int32 // indexes into SlurmNames, or None
}

// SlurmNames are the name tables of Slurm.
type SlurmNames struct{ States, Accounts, QOS, Reservations, NodeLists, GPUTypes []string }

// Label is the number of the job as users of Slurm know it: 123, 123_4 of an array, 123+0 of a
// heterogeneous job. Of several runs of a job, the first is 123#1.
func (s *Slurm) Label() string {
	label := fmt.Sprint(s.Base)
	if s.Task != None {
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
