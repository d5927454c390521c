package accounting

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/slurm/internal/sbatch"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/sacct"
	"github.com/backfill-lab/backfill/internal/doubt"
)

// A Log is the jobs of an accounting log as a System sees them, in order of submission.
type Log struct {
	Jobs      []cluster.Job
	Changes   []cluster.Change // what people did to them
	Recorded  []Job            // parallel to Jobs; Twin is 0
	UnixStart int64            // the first submission
	Given     Given            // what the twin of it knows
	Left      []Left
	Doubts    []doubt.Doubt // what the log does not say, or says twice
}

// Left counts jobs that cannot be simulated, for one reason.
type Left struct {
	Why  string `json:"why"`
	Jobs int    `json:"jobs"`
}

// NoStart is the error of a log of which no job starts, or none can be simulated.
type NoStart struct {
	err  error
	Left []Left // why
}

func (n *NoStart) Error() string { return n.err.Error() }
func (n *NoStart) Unwrap() error { return n.err }

// reasons lists why jobs are left out, in words.
func reasons(list []Left) string {
	var all []string
	for _, l := range list {
		all = append(all, fmt.Sprintf("%d %s", l.Jobs, l.Why))
	}
	return strings.Join(all, "; ")
}

// The reasons for which jobs are left out.
const (
	notRun    = "have no times, or run though they should have ended"
	unkept    = "ask for a reservation that the system does not have"
	unplaced  = "ask for a partition that the system does not have"
	elsewhere = "are of another cluster than the description"
	unmet     = "ask for features that no node has, or in a form that is not simulated"
	tooMuch   = "ask for more memory of a node than their partition allows"
	unable    = "ask for more than the system has"
	held      = "are never started by the twin: a limit of their partition, QOS or account holds them"
	tooLate   = "are not started by the twin in time to end by their deadlines"
	deserted  = "are never started by the twin: a job that they depend on has ended there otherwise than they ask for"
)

// ReadAccounting reads sacct output, in text or in a table of trace.Tabular, with the columns that sacct.Reader.Columns names if it
// has no line of names, and local times in a zone. Errors call it by its name.
func ReadAccounting(name string, src io.Reader, columns string, zone *time.Location) (*sacct.Records, error) {
	r, err := trace.AccountingReader(name, src, columns)
	if err != nil {
		return nil, err
	}
	r.Zone, r.SubmitLines, r.Components = zone, true, true
	return r.All()
}

// ReadLog is ReadAccounting and FromAccounting.
func ReadLog(name string, src io.Reader, columns string, zone *time.Location, asked Requests, s *cluster.System) (*Log, error) {
	all, err := ReadAccounting(name, src, columns, zone)
	if err != nil {
		return nil, err
	}
	l, err := FromAccounting(all, asked, s)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return l, nil
}

// FromAccounting returns the jobs of accounting that ran or were cancelled while they waited. What those asked for that are in asked,
// which may be nil, is taken from there. Of all others it is what their rows have: as many tasks as processors, of one core each,
// and as many of them on each node as that gives on average; with the memory, the GPUs and the constraints that the accounting names.
// Their command lines say how that is laid out, as far as they come to the same, and what no row can: see Log.Doubts for where
// they do not.
func FromAccounting(all *sacct.Records, asked Requests, s *cluster.System) (*Log, error) {
	return doubted(all, asked, s, false)
}

// FromQueue is FromAccounting with the jobs that run and that wait. Their run times are their limits, as far
// as is known. Of jobs that ran several times, the last run counts, and nobody requeues anything.
func FromQueue(all *sacct.Records, asked Requests, s *cluster.System) (*Log, error) {
	return doubted(all, asked, s, true)
}

// doubted is from with what is doubtful about the log itself, which a Workload says, too.
func doubted(all *sacct.Records, asked Requests, s *cluster.System, open bool) (*Log, error) {
	l, err := from(all, asked, s, open, sacct.None)
	if err == nil {
		submits := make([]int64, len(l.Recorded))
		for i := range submits {
			submits[i] = l.Recorded[i].Submit
		}
		far := trace.FarSubmissions(submits, func(i int) string { return l.Recorded[i].Label() })
		l.Doubts = slices.Concat(l.Doubts, all.Doubts, far, versions(all.Release, s))
	}
	return l, err
}

// from is FromAccounting, or FromQueue if open is true. Second 0 is at the Unix time start, or at the first submission if that is
// None.
func from(all *sacct.Records, asked Requests, s *cluster.System, open bool, start int64) (*Log, error) {
	l := &Log{UnixStart: start}
	b := &builder{Log: l, names: &all.Names, s: s, asked: asked, empty: cluster.NewState(s), earlier: map[jobKey][]*sacct.Record{}, open: open}
	b.threads = threads(all)
	b.eligible = all.Columns == nil || all.HasColumn("Eligible")
	if b.cluster = sacct.None; len(all.Names.Clusters) > 1 {
		b.cluster = int32(slices.Index(all.Names.Clusters, s.Description.Name))
	}
	for i := range all.Jobs {
		r := &all.Jobs[i]
		if r.Earlier > 0 && !open {
			b.earlier[keyOf(r)] = append(b.earlier[keyOf(r)], r)
		}
		b.constrained = b.constrained || r.Features >= 0
		b.end = max(b.end, r.Submit, r.Start, r.End)
	}
	for i := range all.Jobs {
		if r := &all.Jobs[i]; start == sacct.None && r.Earlier == 0 && b.known(r) {
			if first := b.first(r); l.UnixStart < 0 || first.Submit < l.UnixStart {
				l.UnixStart = first.Submit
			}
		}
	}
	for i := range all.Jobs {
		if r := &all.Jobs[i]; r.Earlier == 0 {
			b.addAll(r)
		}
	}
	if len(l.Jobs) == 0 {
		return nil, &NoStart{errors.New("no job of the log can be simulated on the system: " + reasons(l.Left)), l.Left}
	}
	if b.give(); !open {
		for i := range b.Jobs {
			if b.Recorded[i].Starts != nil { // nobody else has its nodes meanwhile
				b.Jobs[i].Run += b.Given.BusyS
			}
		}
	}
	b.finish()
	b.within()
	b.say()
	return l, nil
}

// typed returns what the command line of sbatch, salloc or srun asks for, as far as it can be
// read, of a component of a heterogeneous job; nil if there is none. Its words are joined by spaces without quotes: options after a
// value with a space in it are lost.
func typed(line string, component int64) *sbatch.Request {
	words := strings.Fields(line)
	if len(words) == 0 {
		return nil
	}
	switch filepath.Base(words[0]) {
	case "sbatch", "salloc", "srun":
		words = words[1:]
		for ; component > 0; component-- {
			words = words[slices.Index(words, ":")+1:] // those of the only one, if its script has the others
		}
		if end := slices.Index(words, ":"); end >= 0 {
			words = words[:end]
		}
		if r, err := sbatch.Parse(words); err == nil {
			return &r
		}
	}
	return nil
}

func (l *Log) leave(why string) {
	k := slices.IndexFunc(l.Left, func(x Left) bool { return x.Why == why })
	if k < 0 {
		k = len(l.Left)
		l.Left = append(l.Left, Left{Why: why})
	}
	l.Left[k].Jobs++
}

func named(names []string, i int32) string {
	if i < 0 {
		return ""
	}
	return names[i]
}

// job returns what a job asked for, or why it is left out.
func (b *builder) job(r *sacct.Record) (j cluster.Job, why string) {
	names, s := b.names, b.s
	parts, why := partitions(strings.Split(named(names.Partitions, r.Partition), ","), s) // a waiting job may have several
	if why != "" {
		return j, why
	}
	procs, nodes := cores(r)
	procs = min(max(procs, 1), job.MaxProcs)
	j = cluster.Job{
		Submit: b.first(r).Submit - b.UnixStart, Run: max(r.Elapsed, 0), Limit: r.Limit, Begin: cluster.None, MinNodes: 1, Tasks: int32(procs),
		TasksPerNode: int32((procs + nodes - 1) / nodes), CoresPerTask: 1, GPUType: cluster.None, QOS: cluster.None, Partitions: parts,
		User: s.User(named(names.Users, r.User), named(names.Accounts, r.Account), s.Partitions[parts[0]].Name),
	}
	if first := b.first(r); first.Eligible > first.Submit {
		j.Begin = first.Eligible - b.UnixStart
	}
	if r.Limit == sacct.None {
		asked := int64(0)
		if r.Unlimited {
			asked = sbatch.Unlimited
		}
		if j.Limit = limit(asked, &s.Partitions[parts[0]]); r.Unlimited && r.Phase() == sacct.Pending {
			j.Limit = cluster.NoLimitS // it waits for a longer limit of its partition
		}
	}
	j.Limit = max(j.Limit, 1)
	if r.ReqMemoryKiB > 0 {
		j.MemoryMiB, j.MemoryPerCore = (r.ReqMemoryKiB+1023)/1024, true
	}
	if n, kind := graphicsOf(r); n > 0 {
		j.GPUs = int32((n + nodes - 1) / nodes)
		if j.GPUType = int32(slices.Index(s.GPUTypes, named(names.GPUTypes, kind))); r.GPUMix { // -1 is any
			j.GPUType = cluster.None
		}
	}
	j.QOS = quality(named(names.QOS, r.QOS), s)
	return j, ""
}

// partition returns the partition of that name, or the default one of none.
func partition(name string, s *cluster.System) (int32, string) {
	k := slices.IndexFunc(s.Partitions, func(p cluster.Part) bool { return p.Name == name || name == "" && p.Default })
	if k < 0 {
		return 0, unplaced
	}
	return int32(k), ""
}

// partitions returns the partitions of these names.
func partitions(names []string, s *cluster.System) (all []int32, why string) {
	for _, name := range names {
		part, why := partition(strings.TrimSpace(name), s)
		if why != "" {
			return nil, why
		}
		all = append(all, part)
	}
	return all, ""
}

// limit returns the seconds after which a job is ended that asked for a limit in seconds, sbatch.Unlimited, or 0 for none of its own.
func limit(asked int64, p *cluster.Part) int64 {
	switch {
	case asked > 0:
		return asked
	case asked == 0 && p.DefaultTimeS > 0:
		return p.DefaultTimeS
	case p.MaxTimeS > 0:
		return p.MaxTimeS
	}
	return cluster.NoLimitS
}

// sort puts the jobs in order of submission, and returns where each stood before.
func (l *Log) sort() (order []int) {
	order = make([]int, len(l.Jobs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := &l.Recorded[a], &l.Recorded[b]
		return cmp.Or(cmp.Compare(x.Submit, y.Submit), cmp.Compare(x.Base, y.Base), cmp.Compare(x.Task, y.Task))
	})
	jobs, recorded := make([]cluster.Job, len(order)), make([]Job, len(order))
	for k, i := range order {
		jobs[k], recorded[k] = l.Jobs[i], l.Recorded[i]
		jobs[k].ID = int64(k + 1)
	}
	l.Jobs, l.Recorded = jobs, recorded
	return order
}

// within says where in their seconds, of which an accounting has whole ones, submissions and ends of jobs are. A daemon that looks at its
// queue once a second sees what happened before its look in that second, and the rest a second later. The share of ends that it sees in
// their own second is Given.Seen; which ones, is drawn evenly over the jobs.
func (b *builder) within() {
	submit := b.Given.late(0.5)
	for i := range b.Jobs {
		_, at := math.Modf(float64(i+1) * math.Phi) // multiples of the golden ratio are spread evenly
		b.Jobs[i].SubmitUs, b.Jobs[i].RunUs = submit, b.Given.late(at)
	}
}

// Run simulates the jobs under a scheduler of the System and returns those that ran both in the log and
// in the simulation, with the starts of their first runs. Jobs that were cancelled while they
// waited, and those that the scheduler never starts, because of a limit, are not among them.
func (l *Log) Run(ctx context.Context, s *cluster.System, scheduler cluster.Scheduler) (ran []Job, err error) {
	cfg := cluster.Config{System: s, Jobs: l.Jobs, Scheduler: scheduler, Changes: l.Changes, UnixStart: l.UnixStart}
	_, cfg.Within = scheduler.(cluster.Clocked)
	e, err := cluster.NewEngine(cfg)
	if err != nil {
		return nil, err
	}
	none := e.Run(ctx)
	if none != nil && (ctx.Err() != nil || e.Err() != nil && e.Left == len(l.Jobs)) {
		return nil, none
	}
	for i, starts := range e.Starts() {
		j := l.Recorded[i]
		switch {
		case j.Starts == nil: // was cancelled while it waited
			continue
		case starts == nil:
			why := held
			switch {
			case e.Placed[i].How == cluster.Expired:
				why = tooLate
			case e.Depends(int32(i)) == cluster.Never:
				why = deserted
			}
			l.leave(why)
			continue
		}
		j.Twin = starts[0]
		ran = append(ran, j)
	}
	if none != nil && e.Left == len(l.Jobs) {
		return nil, &NoStart{none, l.Left}
	}
	return ran, nil
}

// Play is Run and Compare.
func (l *Log) Play(ctx context.Context, s *cluster.System, scheduler cluster.Scheduler) (*Comparison, error) {
	ran, err := l.Run(ctx, s, scheduler)
	if err != nil {
		return nil, err
	}
	return Compare(ran), nil
}
