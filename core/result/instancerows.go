package result

import (
	"math"
	"strconv"

	"github.com/backfill-lab/backfill/core/internal/spool"
)

// Instances is the table of the off-line problems of self-tuning steps at submissions:
// the jobs that wait, and when running jobs release their processors by their estimates
// (Grothklags and Streit, "On the Comparison of CPLEX-Computed Job Schedules with the
// Self-Tuning dynP Job Scheduler", 2004). Grouping by run and step gives the problems,
// which core/optimum/exact has as JSON.
var Instances = &Schema{Name: "instances",
	Doc:  "one row per waiting job, or time at which processors become free, of each self-tuning step at a submission",
	Rows: OnRequest, Columns: columnsOf("instances")}

// An InstanceRow is one row of Instances.
type InstanceRow struct {
	Step, Time       int64
	MachineProcs     int
	Procs            int
	Free             bool  // of free processors, not of a job
	From             int64 // of free processors
	Job              int64 // its number
	Submit, Estimate int64 // of a job
}

// InstanceRows is StepRows for Instances.
type InstanceRows struct{ kept }

// NewInstanceRows returns an InstanceRows for the named run. create is that of NewStepRows.
func NewInstanceRows(run, policy string, create func() (spool.File, error)) *InstanceRows {
	return &InstanceRows{newKept(Instances, run, policy, create)}
}

// Add adds a row.
func (r *InstanceRows) Add(i *InstanceRow) {
	kind, job, from, submit, estimate := "job", strconv.FormatInt(i.Job, 10), math.NaN(), float64(i.Submit), float64(i.Estimate)
	if i.Free {
		kind, job, from, submit, estimate = "free", "", float64(i.From), math.NaN(), math.NaN()
	}
	r.row()
	r.whole(i.Step)
	r.float(float64(i.Time))
	r.whole(int64(i.MachineProcs))
	r.text(kind)
	r.whole(int64(i.Procs))
	r.float(from)
	r.text(job)
	r.float(submit)
	r.float(estimate)
}
