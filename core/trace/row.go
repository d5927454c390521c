package trace

import (
	"math"
	"strconv"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace/sacct"
	"github.com/backfill-lab/backfill/core/trace/swf"
	"github.com/backfill-lab/backfill/core/trace/table"
)

// A Row is what a log says of one job, in whichever format it is. A number is -1 where the log does not give it, times are
// seconds.
type Row struct {
	Line  int    // of the file, from 1
	Job   int64  // its number
	Label string // what its users call it, if that is not its number

	Submit   int64 // since second 0 of the log, or of a calendar
	Wait     int64 // until it started or, if it never did, until it was cancelled
	Run      int64
	Estimate int64

	Procs, ReqProcs         int64 // allocated and requested
	Nodes, GPUs             int64 // allocated, else requested
	MemoryKiB, ReqMemoryKiB int64 // used and requested, per processor
	Status                  int64 // as field 11 of the Standard Workload Format

	User, Group, App, Queue, Partition int64 // numbers of the log, or indexes into its names

	Traits job.Traits
	Odd    rules // that the reader applied to it
	Cause  error // why a value was unusable, if Odd has that, else nil

	Account *sacct.Record // in Slurm's accounting, else nil
	Record  *swf.Record   // in the Standard Workload Format, else nil
}

// rules is a set of them.
type rules uint64

func (s *rules) add(r rule, is bool) {
	if is {
		*s |= 1 << r
	}
}

func (s rules) has(r rule) bool { return s>>r&1 != 0 }

// fromSWF makes r, which is zero or the row of another record, that of a record, from a line with that many fields.
func (r *Row) fromSWF(rec *swf.Record, line, fields int) {
	r.Line, r.Job, r.Submit, r.Wait, r.Run, r.Estimate = line, rec.Job, rec.Submit, rec.Wait, rec.Run, rec.ReqTime
	r.Procs, r.ReqProcs, r.Nodes, r.GPUs = rec.Procs, rec.ReqProcs, -1, -1
	r.MemoryKiB, r.ReqMemoryKiB, r.Status = rec.MemoryKiB, rec.ReqMemoryKiB, rec.Status
	r.User, r.Group, r.App, r.Queue, r.Partition = rec.User, rec.Group, rec.App, rec.Queue, rec.Partition
	r.Odd, r.Traits, r.Record = 0, 0, rec
	r.Odd.add(short, fields < swf.Fields)
	r.Odd.add(long, fields > swf.Fields)
	if d := rec.Decimals; d != nil {
		r.Odd.add(rounded, d[1] != 0 || d[2] != 0 || d[3] != 0 || d[8] != 0)
	}
	if rec.Preceding > 0 {
		r.Traits = job.Dependent
	}
}

// fromSacct makes r the row of a job of Slurm's accounting, with times since start. The group is the account if accounts is true.
func (r *Row) fromSacct(a *sacct.Record, start int64, accounts bool) {
	phase := a.Phase()
	*r = Row{
		Line: a.Line, Job: a.Job, Submit: -1, Wait: -1, Run: -1, Estimate: a.Limit, Procs: a.Procs, ReqProcs: a.ReqProcs,
		Nodes: a.Nodes, GPUs: a.GPUs, MemoryKiB: a.MemoryKiB, ReqMemoryKiB: a.ReqMemoryKiB, Status: statusOf(a, phase),
		User: int64(a.User), Group: int64(a.Group), App: int64(a.Name), Queue: int64(a.Partition), Partition: int64(a.Partition),
		Traits: traitsOf(a), Account: a,
	}
	if a.Earlier > 0 {
		r.Job = -1 // the last run has it
	}
	if a.Nodes <= 0 {
		r.Nodes = max(a.ReqNodes, -1)
	}
	if accounts {
		r.Group = int64(a.Account)
	}
	if a.Submit >= 0 {
		r.Submit = a.Submit - start
	}
	r.Odd.add(unfinished, phase == sacct.Running)
	switch {
	case phase == sacct.Ended, phase == sacct.Requeued && r.Status != partOfJob:
		r.Run = max(a.Elapsed, 0)
		if a.Start >= 0 {
			r.Wait = max(a.Start-a.Submit, 0)
		}
		r.Odd.add(earlyStart, a.Start >= 0 && a.Start < a.Submit)
	case phase == sacct.Dropped && a.End >= 0:
		r.Wait = max(a.End-a.Submit, 0)
	}
}

// Values of Row.Status.
const (
	failed    = 0
	completed = job.Completed
	partOfJob = 2 // 2 to 4
	cancelled = 5
)

// statusOf returns the status of a job of Slurm's accounting.
func statusOf(a *sacct.Record, phase sacct.Phase) int64 {
	switch {
	case phase == sacct.Requeued && (a.Start == sacct.None || a.Elapsed <= 0): // it held no processors
		return partOfJob
	case phase == sacct.Dropped, a.State == sacct.StateCancelled, a.State == sacct.StateRevoked:
		return cancelled
	case a.State == sacct.StateCompleted:
		return completed
	case a.State == sacct.StateUnknown:
		return -1
	}
	return failed
}

// fromTable makes r the row of a table, with times as the table has them.
func (r *Row) fromTable(t *table.Row) {
	forever := t.Submit >= calendar && t.End >= table.Year2100 && t.End-t.Submit > decades // stands for no end
	t.Start, t.End = unset(t, t.Start), unset(t, t.End)
	if forever {
		if t.End = table.None; t.Run == table.None && t.Phase == table.Ended {
			t.Phase = table.Running
		}
	}
	or := func(n int64) int64 { return max(n, -1) }
	*r = Row{
		Line: t.Line, Job: or(t.Job), Label: t.JobText, Submit: or(t.Submit), Wait: -1, Run: or(t.Run), Estimate: or(t.Estimate),
		Procs: or(t.Procs), Nodes: or(t.Nodes), GPUs: or(t.GPUs), MemoryKiB: -1, ReqMemoryKiB: -1, Status: or(t.Status),
		User: t.User, Group: t.Group, App: t.Name, Queue: t.Queue, Partition: t.Partition,
	}
	if t.Job == table.None && t.JobText == "" {
		r.Job = int64(t.Number)
	}
	if t.Procs == table.None && t.ReqProcs == table.None {
		r.Procs = r.Nodes
	}
	if r.ReqProcs = r.Procs; t.ReqProcs != table.None {
		r.ReqProcs = max(t.ReqProcs, -1)
	}
	if t.Memory > 0 && r.Procs > 0 {
		r.ReqMemoryKiB = t.Memory / r.Procs
	}
	if r.GPUs > 0 {
		r.Traits = job.AskedGPUs
	}
	start := t.Start
	if start == table.None && t.Wait >= 0 && t.Submit != table.None {
		start = t.Submit + min(t.Wait, job.MaxSeconds+1)
	}
	if start != table.None && t.Submit != table.None {
		r.Wait = max(start-t.Submit, 0)
	}
	if t.Run == table.None && start != table.None && t.End != table.None {
		r.Run = max(t.End-start, -1)
	}
	if start == table.None && t.Run == table.None {
		r.Wait = -1
	}
	r.setPhase(t.Phase)
	r.Odd.add(repeated, t.Repeated)
	r.Odd.add(rounded, t.Rounded)
	r.Odd.add(unusable, t.Odd != nil)
	r.Cause = t.Odd
	r.Odd.add(earlyStart, t.Start != table.None && t.Start < t.Submit)
}

// decades are as many seconds as no job runs.
const decades = 20 * 365 * 86400

// unset returns a start or an end, none if it is the beginning of 1970, in whatever zone, of a job of later years.
func unset(t *table.Row, n int64) int64 {
	if t.Submit >= calendar && n <= 86400 {
		return table.None
	}
	return n
}

// setPhase applies the rules of sacct output to the row of a table: a job that waits has not run, whatever times the row has.
func (r *Row) setPhase(p table.Phase) {
	switch p {
	case table.Waiting:
		r.Run, r.Wait = -1, -1
	case table.Running:
		r.Odd.add(unfinished, true)
	case table.Step:
		r.Odd.add(step, true)
	case table.Requeued:
		if r.Status = failed; r.Run <= 0 {
			r.Status = partOfJob
		}
	}
}

// width returns the width and the field that it is from, 5 or 8.
func (r *Row) width(requested bool) (procs int64, field int) {
	if requested && r.ReqProcs > 0 || r.Procs <= 0 && r.ReqProcs > 0 {
		return r.ReqProcs, 8
	}
	return r.Procs, 5
}

// estimateOf returns the estimate of a job that runs for run seconds.
func (r *Row) estimateOf(run int64) int64 {
	if r.Estimate >= 0 {
		return max(r.Estimate, 1)
	}
	return max(run, 1)
}

// usable copies optional numbers to j, with None for impossible ones, and returns the field of the first impossible one, or 0,
// and that number.
func (r *Row) usable(j *job.Job) (field int, value int64) {
	var status, number int64 // a numbering takes the numbers of users and so on
	for _, f := range [...]struct {
		field       int
		value, most int64
		to          *int64
	}{
		{3, r.Wait, job.MaxSeconds, &j.Wait},
		{7, r.MemoryKiB, math.MaxInt64, &j.MemoryKiB},
		{10, r.ReqMemoryKiB, math.MaxInt64, &j.RequestedMemoryKiB},
		{11, r.Status, cancelled, &status},
		{12, r.User, math.MaxInt64, &number},
		{13, r.Group, math.MaxInt64, &number},
		{14, r.App, math.MaxInt64, &number},
		{15, r.Queue, math.MaxInt64, &number},
		{16, r.Partition, math.MaxInt64, &number},
	} {
		*f.to = f.value
		if f.value < 0 || f.value > f.most {
			*f.to = job.None
		}
		if *f.to != f.value && field == 0 {
			field, value = f.field, f.value
		}
	}
	j.Status = int8(status)
	return field, value
}

// swf returns the row as the Standard Workload Format has it.
func (r *Row) swf() swf.Record {
	if r.Record != nil {
		return *r.Record
	}
	rec := swf.Unknown
	rec.Job, rec.Submit, rec.Wait, rec.Run, rec.ReqTime, rec.Status = r.Job, r.Submit, r.Wait, r.Run, r.Estimate, r.Status
	rec.Procs, rec.ReqProcs, rec.MemoryKiB, rec.ReqMemoryKiB = r.Procs, r.ReqProcs, r.MemoryKiB, r.ReqMemoryKiB
	rec.User, rec.Group, rec.App, rec.Queue, rec.Partition = r.User, r.Group, r.App, r.Queue, r.Partition
	return rec
}

// label returns what users call the job.
func (r *Row) label() string {
	switch {
	case r.Label != "":
		return r.Label
	case r.Account != nil:
		s := slurmOf(r)
		return s.Label()
	}
	return strconv.FormatInt(r.Job, 10)
}
