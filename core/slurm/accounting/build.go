package accounting

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/internal/sbatch"
	"github.com/backfill-lab/backfill/core/trace/sacct"
)

// A builder makes the jobs of a Log from accounting.
type builder struct {
	*Log
	names   *sacct.Names
	s       *cluster.System
	asked   Requests
	empty   *cluster.State
	earlier map[jobKey][]*sacct.Record // runs before the last
	sources []source                   // parallel to Jobs
	open    bool                       // with jobs that have not ended

	together int32              // heterogeneous jobs so far
	arrays   int                // tasks of arrays whose limit no line and no row has
	dropped  int                // jobs that were cancelled while they waited
	wait     int                // jobs that wait as the log ends,
	run      int                // and that run
	end      int64              // the last second that the log knows
	noted    []remark           // of the job that is being added
	said     [remarkKinds]tally // remarks of the others

	threads map[int32]int64 // CPUs of a core, by partition
	mixed   []bool          // partitions that have nodes with GPUs of several types; nil if not known

	cluster int32 // whose jobs are taken, by its name in the description; None for all

	constrained bool // the log has constraints of some job
	eligible    bool // it says when jobs became eligible
}

// A jobKey tells jobs apart: clusters count from 1 each, and numbers are given again.
type jobKey struct {
	cluster int32
	job     int64
	again   int
}

func keyOf(r *sacct.Record) jobKey { return jobKey{r.Cluster, r.Job, r.Recycled} }

// A source is where a job comes from.
type source struct {
	last *sacct.Record
	req  *sbatch.Request // or nil
}

// kindness is the seconds that Slurm may take to end a job at its limit: it looks twice a minute, and waits for KillWait.
const kindness = 120

// maxTasks bounds the jobs that a row of an array's waiting tasks stands for.
const maxTasks = 1 << 16

// known tells whether the accounting says all of a job that is to be simulated.
func (b *builder) known(r *sacct.Record) bool {
	switch r.Phase() {
	case sacct.Running, sacct.Ended:
		return r.Submit >= 0 && r.Start >= r.Submit
	case sacct.Pending:
		return r.Submit >= 0
	case sacct.Dropped:
		return r.Submit >= 0 && r.End >= r.Submit
	}
	return false
}

// first returns the row of a job's first run.
func (b *builder) first(r *sacct.Record) *sacct.Record {
	if rows := b.earlier[keyOf(r)]; rows != nil {
		return rows[0]
	}
	return r
}

// addAll takes a job by its last row, or the components of a heterogeneous one by theirs. Of these the first stands for the job.
func (b *builder) addAll(r *sacct.Record) {
	if r.First == nil {
		b.add(r)
		return
	}
	first := len(b.Jobs)
	b.together++
	for one := r.First; one != nil; one = one.Next {
		b.add(one)
	}
	for i := first; i < len(b.Jobs); i++ {
		b.Jobs[i].Together = b.together
		if i == first {
			b.Recorded[i].Row = r
		} else {
			b.Recorded[i].Of = r
		}
	}
	if len(b.Jobs) == first+1 { // the others are left out
		b.Jobs[first].Together = 0
	}
}

// add takes a job by its last row.
func (b *builder) add(r *sacct.Record) {
	switch {
	case b.cluster != sacct.None && r.Cluster != b.cluster:
		b.leave(elsewhere)
		return
	case !b.known(r) || r.Waiting > maxTasks:
		b.leave(notRun)
		return
	}
	b.noted = b.noted[:0]
	j, req, why := b.request(r)
	if why == "" {
		why = b.reserve(&j, r, req)
	}
	if r.Phase() == sacct.Ended && r.State == sacct.StateCompleted && r.Elapsed > b.s.Kill(&j)+kindness {
		b.note(late, "")
	}
	if why == "" {
		why = b.limit(&j, req)
	}
	if why == "" {
		if _, ok := b.empty.Could(&j, j.Partitions[0]); !ok {
			why = unable
		}
	}
	if why == "" && !b.open && r.Phase() == sacct.Running && r.Elapsed > b.s.Kill(&j)+kindness {
		why = notRun // the accounting has not heard of its end
	}
	if why != "" {
		b.leave(why)
		return
	}
	b.count(r)
	record := Job{Row: r, req: req, ID: r.Job, Name: named(b.names.Names, r.Name), Base: r.Base, Task: r.Task, Submit: j.Submit,
		User: named(b.names.Users, r.User), Account: named(b.names.Accounts, r.Account),
		Partition: named(b.names.Partitions, r.Partition), QOS: named(b.names.QOS, r.QOS)}
	for _, e := range b.earlier[keyOf(r)] {
		record.Starts = append(record.Starts, e.Start-b.UnixStart)
	}
	switch j.Fails = r.State != sacct.StateCompleted; r.Phase() {
	case sacct.Ended, sacct.Running:
		record.Starts = append(record.Starts, r.Start-b.UnixStart)
	}
	running, pending := r.Phase() == sacct.Running, r.Phase() == sacct.Pending
	if r.Phase() != sacct.Ended {
		j.Run, j.Fails = j.Limit, false // as far as is known
	}
	if j.Held = pending && (r.Priority == 0 || b.held(r, req)); b.open {
		record.Runs, record.Waits = running, pending
		record.Nodes = named(b.names.NodeLists, r.NodeList)
	} else if running {
		j.Run = max(r.Elapsed, 0)
		b.run += r.Jobs()
	} else if pending {
		b.wait += r.Jobs()
	}
	if record.Starts != nil {
		record.Recorded = record.Starts[0]
	}
	if r.Phase() == sacct.Dropped {
		b.dropped += r.Jobs()
	}
	tasks := sacct.Tasks(named(b.names.TaskLists, r.TaskList), maxTasks)
	for k := range r.Jobs() {
		if k < len(tasks) {
			record.Task = tasks[k]
		}
		b.Jobs, b.Recorded, b.sources = append(b.Jobs, j), append(b.Recorded, record), append(b.sources, source{r, req})
	}
}

// held tells whether somebody holds a waiting job, where the accounting has no priorities: it is not eligible, and neither waits for
// other jobs nor for the tasks of its array.
func (b *builder) held(r *sacct.Record, req *sbatch.Request) bool {
	free := !r.Dependent && (req == nil || req.Dependency == "") && r.ArrayLimit <= 0
	return b.eligible && r.Priority == sacct.None && r.Eligible == sacct.None && free
}

// request returns what a job asked for, its request or command line if it is known, and why it is left out.
func (b *builder) request(r *sacct.Record) (j cluster.Job, req *sbatch.Request, why string) {
	if j, why = b.job(r); why != "" {
		return j, nil, why
	}
	if req = b.asked[named(b.names.Names, r.Name)]; req != nil {
		b.Given.Events++
		known := *req
		if r.Limit != sacct.None {
			known.TimeS = max(r.Limit, 1) // it may have been changed
		}
		return j, req, ask(&j, &known, b.s)
	}
	req = typed(named(b.names.SubmitLines, r.SubmitLine), r.Component)
	if req != nil && req.Sized() {
		b.Given.Lines++
	} else {
		b.Given.Rows++
	}
	b.settle(&j, r, cmp.Or(req, &sbatch.Request{})) // without a line as if a script had all its options
	constraints := named(b.names.Features, r.Features)
	if req != nil && req.Prefer != "" && constraints == req.Prefer { // the row has those with which it started
		constraints = req.Features
	}
	if req != nil && req.Features != "" && req.Features != constraints {
		if b.constrained {
			b.note(differs, "--constraint")
		} else {
			constraints = req.Features
		}
	}
	if r.Limit == sacct.None && j.Limit == cluster.NoLimitS {
		b.note(endless, "")
	}
	if req != nil {
		why = lie(&j, req, b.s)
	}
	why = cmp.Or(why, constrain(&j, constraints, b.s))
	if req != nil && !wish(&j, req, b.s) {
		b.note(beyond, "--prefer of what no node has")
	}
	return j, req, why
}

// reserve finds the job's reservation.
func (b *builder) reserve(j *cluster.Job, r *sacct.Record, req *sbatch.Request) string {
	name := named(b.names.Reservations, r.Reservation)
	if name == "" && req != nil {
		name = req.Reservation
	}
	if name == "" {
		return ""
	}
	k := slices.IndexFunc(b.s.Description.Reservations, func(v cluster.Reservation) bool { return v.Name == name })
	if j.Reservation = int32(k + 1); k < 0 {
		return unkept
	}
	return ""
}
