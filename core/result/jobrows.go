package result

import (
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// Names are texts in the rows of one result. Users, Groups and Queues are what the jobs'
// indexes stand for; "" is null. Runs and Policies may stay empty: naming them makes the
// Arrow file's dictionaries complete before its first row.
type Names struct {
	Runs, Policies                          []string
	Users, Groups, Queues, Partitions, Apps []string

	Labels     []string    // by the jobs' Row: a text for a job's number, or ""; nil if there is none
	Slurm      []job.Slurm // by the jobs' Row, or nil; Notes may have them instead
	SlurmNames job.SlurmNames
}

// JobRows makes rows of Jobs from schedules. Names are numbered once, so a row costs no
// look-up; one batch is filled again and again. It is not safe for concurrent use.
type JobRows struct {
	batch       *Table
	run, policy *Vector
	named       []named
	labels      []string
	slurm       []job.Slurm
	accounts    bool // there are job.Slurms
	n           int  // rows in batch
}

// named is a text column of jobs.
type named struct {
	to    *Vector
	codes []int32 // of each index
	of    func(*job.Job) int32
	slurm func(*job.Slurm) int32 // if of is nil
}

// Notes are what a schedule alone does not tell of its jobs. Each slice but UserGroups is
// parallel to the jobs, or nil if unknown.
type Notes struct {
	Planned     []int64  // start planned at submission, seconds, or job.None
	StartedWith []string // queue order in force at the start, or ""
	UserGroups  []uint8  // group of each user, by the user's index; a user beyond is in the last

	Slurm []job.Slurm // instead of Names.Slurm

	// On a grid; without them the jobs ran, as asked, on one machine.
	Sites     []string  // where jobs ran, several joined by SiteSeparator
	Homes     []string  // where they were submitted
	Asked     []int32   // processors asked for
	Slowdowns []float64 // of a run on several sites, NaN on one

	// On a cluster of nodes; without Stays on whole ones.
	Alone []int64 // seconds at full speed
	Stays []Stay  // on shared ones
}

// A Stay is what a job went through on shared nodes.
type Stay struct {
	Start, End         float64 // seconds; a Placement has them in whole ones
	Pauses, Migrations int32
}

// SiteSeparator stands between the names of sites in a row of Jobs.
const SiteSeparator = "+"

// A source of names for a text column: those of an index of each job, or of its Slurm.
type naming struct {
	column string
	names  []string
	of     func(*job.Job) int32
	slurm  func(*job.Slurm) int32
}

// NewJobRows returns a JobRows for workloads with the given names.
func NewJobRows(n Names) *JobRows {
	r := &JobRows{batch: NewTable(Jobs, BatchRows), labels: n.Labels, slurm: n.Slurm, accounts: n.Slurm != nil || n.SlurmNames.States != nil}
	r.run, r.policy = r.batch.Col("run"), r.batch.Col("policy")
	codes(r.run.Dict, n.Runs)
	codes(r.policy.Dict, n.Policies)
	for _, column := range []string{"nodes", "gpus", "eligible_s", "eligible_wait_s"} {
		values := r.batch.Col(column).Float
		for i := range values {
			values[i] = math.NaN()
		}
	}
	of := &n.SlurmNames
	for _, c := range []naming{
		{"user", n.Users, func(j *job.Job) int32 { return j.User }, nil},
		{"group", n.Groups, func(j *job.Job) int32 { return j.Group }, nil},
		{"queue", n.Queues, func(j *job.Job) int32 { return j.Queue }, nil},
		{"partition", n.Partitions, func(j *job.Job) int32 { return j.Partition }, nil},
		{"job_name", n.Apps, func(j *job.Job) int32 { return j.App }, nil},
		{"account", of.Accounts, nil, func(s *job.Slurm) int32 { return s.Account }},
		{"qos", of.QOS, nil, func(s *job.Slurm) int32 { return s.QOS }},
		{"state", of.States, nil, func(s *job.Slurm) int32 { return s.State }},
		{"node_list", of.NodeLists, nil, func(s *job.Slurm) int32 { return s.NodeList }},
		{"gpu_type", of.GPUTypes, nil, func(s *job.Slurm) int32 { return s.GPUType }},
	} {
		if c.slurm != nil && !r.accounts {
			continue
		}
		v := r.batch.Col(c.column)
		r.named = append(r.named, named{v, codes(v.Dict, c.names), c.of, c.slurm})
	}
	return r
}

func codes(d *Dict, names []string) []int32 {
	c := make([]int32, len(names))
	for i, s := range names {
		c[i] = d.Code(s)
	}
	return c
}

// Write hands the rows of one finished schedule to sink, in the order of jobs, in
// batches of BatchRows. placed is parallel to jobs; a job that has not ended is an
// error.
func (r *JobRows) Write(sink Sink, run, policy string, jobs []job.Job, placed []job.Placement, notes Notes) error {
	if err := r.Add(sink, run, policy, jobs, placed, notes); err != nil {
		return err
	}
	return r.Flush(sink)
}

// Add is Write for the next jobs of a schedule that comes in parts; Flush comes after the last. Batches are full
// whatever the parts are.
func (r *JobRows) Add(sink Sink, run, policy string, jobs []job.Job, placed []job.Placement, notes Notes) error {
	if len(jobs) != len(placed) {
		return fmt.Errorf("result: run %s has %d jobs and %d placements", run, len(jobs), len(placed))
	}
	for from := 0; from < len(jobs); {
		to := min(from+BatchRows-r.n, len(jobs))
		if err := r.fill(run, policy, jobs[from:to], placed[from:to], tail(notes.Slurm, from)); err != nil {
			r.n = 0
			return err
		}
		r.note(notes, jobs, from, to)
		r.n += to - from
		if from = to; r.n == BatchRows {
			if err := r.Flush(sink); err != nil {
				return err
			}
		}
	}
	return nil
}

// Flush hands the rows that no batch has had to sink.
func (r *JobRows) Flush(sink Sink) error {
	n := r.n
	if r.n = 0; n == 0 {
		return nil
	}
	err := sink.Write(r.batch.Head(n))
	r.batch.Col("id").Dict = NewDict() // nearly every job has its own text: only sinks that need them all hold them
	return err
}

// col returns a column of the batch, from the first row that is to be filled.
func (r *JobRows) col(name string) Vector {
	v := r.batch.Col(name)
	return Vector{tail(v.Float, r.n), tail(v.Int, r.n), tail(v.Bool, r.n), tail(v.Code, r.n), v.Dict}
}

func tail[T any](values []T, n int) []T { return values[min(n, len(values)):] }

// slurmOf returns what Slurm's accounting says of jobs[i]: known[i], or by its Row.
func (r *JobRows) slurmOf(known []job.Slurm, jobs []job.Job, i int) *job.Slurm {
	if r.slurm != nil {
		return &r.slurm[jobs[i].Row]
	}
	return &known[i]
}

func (r *JobRows) fill(run, policy string, jobs []job.Job, placed []job.Placement, slurm []job.Slurm) error {
	n := len(jobs)
	fill(r.run.Code[r.n:r.n+n], r.run.Dict.Code(run))
	fill(r.policy.Code[r.n:r.n+n], r.policy.Dict.Code(policy))
	id, procs, killed := r.col("job").Int, r.col("procs").Int, r.col("killed").Bool
	submit, start, end := r.col("submit_s").Float, r.col("start_s").Float, r.col("end_s").Float
	wait, length, estimate := r.col("wait_s").Float, r.col("run_s").Float, r.col("estimate_s").Float
	memory, line := r.col("memory_kib").Float, r.col("line").Float
	for i := range jobs {
		j, p := &jobs[i], &placed[i]
		if p.Start == job.None || p.End == job.None {
			return fmt.Errorf("result: job %d of run %s has not ended; only finished schedules can be written", j.ID, run)
		}
		id[i], procs[i], killed[i] = j.ID, int64(j.Procs), p.Killed
		submit[i], start[i], end[i] = float64(j.Submit), float64(p.Start), float64(p.End)
		wait[i], length[i], estimate[i] = float64(p.Start-j.Submit), float64(p.End-p.Start), float64(j.Estimate)
		memory[i] = orNaN(j.RequestedMemoryKiB)
		if line[i] = float64(j.Line); j.Line == 0 {
			line[i] = math.NaN()
		}
		for k := range r.named {
			c := &r.named[k]
			if c.of != nil {
				c.to.Code[r.n+i] = lookup(c.codes, c.of(j))
			} else {
				c.to.Code[r.n+i] = lookup(c.codes, c.slurm(r.slurmOf(slurm, jobs, i)))
			}
		}
	}
	if r.accounts {
		r.account(jobs, slurm)
	} else if r.labels != nil {
		r.label(jobs)
	}
	return nil
}

// label fills in the texts that a table has for numbers.
func (r *JobRows) label(jobs []job.Job) {
	ids := r.col("id")
	for i := range jobs {
		if ids.Code[i] = -1; jobs[i].Row >= 0 && r.labels[jobs[i].Row] != "" {
			ids.SetText(i, r.labels[jobs[i].Row])
		}
	}
}

// account fills in the numbers of Slurm's accounting.
func (r *JobRows) account(jobs []job.Job, slurm []job.Slurm) {
	ids := r.col("id")
	nodes, gpus, eligible := r.col("nodes").Float, r.col("gpus").Float, r.col("eligible_s").Float
	for i := range jobs {
		s := r.slurmOf(slurm, jobs, i)
		nodes[i], gpus[i], eligible[i], ids.Code[i] = orNaN(int64(s.Nodes)), math.NaN(), math.NaN(), -1
		if s.GPUs > 0 {
			gpus[i] = float64(s.GPUs)
		}
		if s.Held != job.None {
			eligible[i] = float64(jobs[i].Submit + s.Held)
		}
		if s.Base != jobs[i].ID || s.Task != job.None || s.Parts > 1 || s.Earlier > 0 {
			ids.SetText(i, s.Label())
		}
	}
}

// orNaN returns n, or NaN for job.None.
func orNaN(n int64) float64 {
	if n == job.None {
		return math.NaN()
	}
	return float64(n)
}

func (r *JobRows) note(n Notes, jobs []job.Job, from, to int) {
	texts := func(column string, known []string) {
		v := r.col(column)
		fill(v.Code[:to-from], -1)
		if known != nil {
			for i, s := range known[from:to] {
				v.Code[i] = v.Dict.Code(s)
			}
		}
	}
	texts("started_with", n.StartedWith)
	texts("site", n.Sites)
	texts("home_site", n.Homes)
	planned, asked, slowdown := r.col("planned_s").Float, r.col("asked_procs").Int, r.col("multisite_slowdown").Float
	start, end := r.col("start_s").Float, r.col("end_s").Float
	wait, length := r.col("wait_s").Float, r.col("run_s").Float
	group := r.col("user_group").Int
	eligible, sinceEligible := r.col("eligible_s").Float, r.col("eligible_wait_s").Float
	alone, pauses, migrations := r.col("alone_s").Float, r.col("pauses").Float, r.col("migrations").Float
	for i := range to - from {
		k := from + i
		alone[i], pauses[i], migrations[i] = math.NaN(), math.NaN(), math.NaN()
		group[i] = int64(metrics.GroupOf(n.UserGroups, jobs[k].User))
		if n.Alone != nil {
			alone[i] = float64(n.Alone[k])
		}
		if n.Stays != nil {
			s := &n.Stays[k]
			start[i], end[i], wait[i], length[i] = s.Start, s.End, s.Start-float64(jobs[k].Submit), s.End-s.Start
			pauses[i], migrations[i] = float64(s.Pauses), float64(s.Migrations)
		}
		sinceEligible[i] = start[i] - eligible[i]
		planned[i], asked[i], slowdown[i] = math.NaN(), int64(jobs[k].Procs), math.NaN()
		if n.Planned != nil && n.Planned[k] != job.None {
			planned[i] = float64(n.Planned[k])
		}
		if n.Asked != nil {
			asked[i] = int64(n.Asked[k])
		}
		if n.Slowdowns != nil {
			slowdown[i] = n.Slowdowns[k]
		}
	}
}

// lookup returns the code of a job's index, null if it stands for no name.
func lookup(codes []int32, index int32) int32 {
	if index < 0 || int(index) >= len(codes) {
		return -1
	}
	return codes[index]
}

func fill(codes []int32, c int32) {
	for i := range codes {
		codes[i] = c
	}
}
