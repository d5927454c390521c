package result

import (
	"iter"
	"math"
	"strconv"
)

// Instances is the table of the off-line problems of self-tuning steps at submissions:
// the jobs that wait, and when running jobs release their processors by their estimates
// (Grothklags and Streit, "On the Comparison of CPLEX-Computed Job Schedules with the
// Self-Tuning dynP Job Scheduler", 2004). Grouping by run and step gives the problems,
// which core/exact has as JSON.
var Instances = &Schema{
	Name: "instances",
	Doc:  "one row per self-tuning step at a submission and job that waits, or second at which processors become free",
	Rows: OnRequest,
	Columns: []Column{
		runColumn, policyColumn,
		whole("step", "", "The self-tuning step's number within its run, the key into the steps table."),
		seconds("time_s", "Time of the step, since the start of the workload; no waiting job can start earlier."),
		whole("machine_procs", "processors", "Processors of the machine."),
		text("kind", "job, a waiting job, or free, processors that become free."),
		whole("procs", "processors", "Processors that a job needs, or that are free from then on."),
		seconds("free_from_s", "When these processors become free; null for jobs.").orNull(),
		text("job", "The job's number in the log; null for free processors.").orNull(),
		seconds("submit_s", "The job's submission; null for free processors.").orNull(),
		seconds("estimate_s", "The run time its user asked for; null for free processors.").orNull(),
	},
}

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

// WriteInstances hands the rows of one finished run to sink in batches of BatchRows.
func WriteInstances(sink Sink, run, policy string, rows iter.Seq[InstanceRow]) error {
	batch := NewTable(Instances, 0)
	for r := range rows {
		kind, job, from, submit, estimate := "job", strconv.FormatInt(r.Job, 10), math.NaN(), float64(r.Submit), float64(r.Estimate)
		if r.Free {
			kind, job, from, submit, estimate = "free", "", float64(r.From), math.NaN(), math.NaN()
		}
		batch.add(run, policy, r.Step, float64(r.Time), r.MachineProcs, kind, r.Procs, from, job, submit, estimate)
		if batch.Rows == BatchRows {
			if err := sink.Write(batch); err != nil {
				return err
			}
			batch = NewTable(Instances, 0)
		}
	}
	if batch.Rows == 0 {
		return nil
	}
	return sink.Write(batch)
}
