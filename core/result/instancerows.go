package result

import (
	"iter"
	"math"
	"strconv"
)

// Instances is the table of the off-line problems of self-tuning steps at
// submissions: the jobs that wait, and when running jobs release their processors
// by their estimates (Grothklags and Streit, "On the Comparison of
// CPLEX-Computed Job Schedules with the Self-Tuning dynP Job Scheduler", 2004).
// Grouping by run and step gives the problems, which core/exact has as JSON.
var Instances = &Schema{
	Name: "instances",
	Doc:  "one row per self-tuning step at a submission and job that waits, or second at which processors become free",
	Rows: OnRequest,
	Columns: []Column{
		runColumn, policyColumn,
		{Name: "step", Type: Int, Doc: "The self-tuning step's number within its run, the key into the steps table."},
		{Name: "time_s", Type: Float, Unit: "s", Doc: "Time of the step, since the start of the workload; no waiting job can start earlier."},
		{Name: "machine_procs", Type: Int, Unit: "processors", Doc: "Processors of the machine."},
		{Name: "kind", Type: Text, Doc: "job, a waiting job, or free, processors that become free."},
		{Name: "procs", Type: Int, Unit: "processors", Doc: "Processors that a job needs, or that are free from then on."},
		{Name: "free_from_s", Type: Float, Unit: "s", Nullable: true, Doc: "When these processors become free; null for jobs."},
		{Name: "job", Type: Text, Nullable: true, Doc: "The job's number in the log; null for free processors."},
		{Name: "submit_s", Type: Float, Unit: "s", Nullable: true, Doc: "The job's submission; null for free processors."},
		{Name: "estimate_s", Type: Float, Unit: "s", Nullable: true, Doc: "The run time its user asked for; null for free processors."},
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

// WriteInstances hands the rows of one finished run to sink, in their order, in
// batches of BatchRows.
func WriteInstances(sink Sink, run, policy string, rows iter.Seq[InstanceRow]) error {
	var batch *Table
	flush := func() error {
		if batch == nil || batch.Rows == 0 {
			return nil
		}
		defer func() { batch = nil }()
		return sink.Write(batch)
	}
	for r := range rows {
		if batch == nil {
			batch = NewTable(Instances, 0)
		}
		batch.Rows++
		text := func(name, text string) {
			v := batch.Col(name)
			v.Code = append(v.Code, v.Dict.Code(text))
		}
		number := func(name string, n int64) { v := batch.Col(name); v.Int = append(v.Int, n) }
		seconds := func(name string, s int64, has bool) {
			v, x := batch.Col(name), float64(s)
			if !has {
				x = math.NaN()
			}
			v.Float = append(v.Float, x)
		}
		text("run", run)
		text("policy", policy)
		number("step", r.Step)
		seconds("time_s", r.Time, true)
		number("machine_procs", int64(r.MachineProcs))
		number("procs", int64(r.Procs))
		seconds("free_from_s", r.From, r.Free)
		seconds("submit_s", r.Submit, !r.Free)
		seconds("estimate_s", r.Estimate, !r.Free)
		if r.Free {
			text("kind", "free")
			text("job", "")
		} else {
			text("kind", "job")
			text("job", strconv.FormatInt(r.Job, 10))
		}
		if batch.Rows == BatchRows {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}
