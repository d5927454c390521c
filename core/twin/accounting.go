package twin

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/sacct"
	"github.com/backfill-lab/backfill/core/sbatch"
	"github.com/backfill-lab/backfill/core/system"
)

// A Log is the jobs of an accounting log as a System sees them, in order of submission.
type Log struct {
	Jobs      []system.Job
	Recorded  []Job // parallel to Jobs; Twin is 0
	UnixStart int64 // the first submission
	Left      []Left
	Assumed   []string // what the log does not say, in sentences
}

// Left counts jobs that cannot be simulated, for one reason.
type Left struct {
	Why  string `json:"why"`
	Jobs int    `json:"jobs"`
}

// The reasons for which jobs are left out.
const (
	notRun    = "did not run, or have not ended"
	unplaced  = "ask for a partition that the system does not have"
	limitless = "have no time limit, and neither has their partition"
	unable    = "ask for more than the system has"
	held      = "are never started by the twin: a limit of their partition, QOS or account holds them"
)

// ReadLog reads sacct output, with the columns that sacct.Reader.Columns names if it has no
// line of names, and local times in a zone. Errors call it by its name.
func ReadLog(name string, src io.Reader, columns string, zone *time.Location, asked Requests, s *system.System) (*Log, error) {
	r := sacct.NewReader(src)
	r.File, r.Columns, r.Zone, r.SubmitLines = name, columns, zone, true
	all, err := r.All()
	if err != nil {
		return nil, err
	}
	l, err := FromAccounting(all, asked, s)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return l, nil
}

// FromAccounting returns the jobs of accounting that ran. What they asked for is taken from
// their requests, which may be nil, or else from their command lines. Of jobs without either it
// is taken from what they got: as many tasks as processors, of one core each, and as many of
// them on each node as that gives on average; with the memory, the GPUs and the feature that
// the accounting names. Time limits are those of the accounting, which knows of changes.
func FromAccounting(all *sacct.Records, asked Requests, s *system.System) (*Log, error) {
	l := &Log{UnixStart: -1}
	for i := range all.Jobs {
		if r := &all.Jobs[i]; r.Phase() == sacct.Ended && (l.UnixStart < 0 || r.Submit < l.UnixStart) {
			l.UnixStart = r.Submit
		}
	}
	empty, requests := system.NewState(s), 0
	for i := range all.Jobs {
		r := &all.Jobs[i]
		if r.Phase() != sacct.Ended || r.Start < r.Submit || r.Submit < 0 {
			l.leave(notRun)
			continue
		}
		j, why := l.job(r, &all.Names, s)
		req := asked[named(all.Names.Names, r.Name)]
		if req == nil {
			req = typed(named(all.Names.SubmitLines, r.SubmitLine))
		}
		if req != nil && why == "" {
			if why = ask(&j, req, s); r.Limit != sacct.None {
				j.Limit = max(r.Limit, 1)
			}
			requests++
		}
		if why == "" {
			if _, ok := empty.Could(&j, j.Partitions[0]); !ok {
				why = unable
			}
		}
		if why != "" {
			l.leave(why)
			continue
		}
		j.ID = int64(len(l.Jobs) + 1)
		l.Jobs = append(l.Jobs, j)
		l.Recorded = append(l.Recorded, Job{
			ID: r.Job, Submit: j.Submit, Recorded: r.Start - l.UnixStart, User: named(all.Names.Users, r.User),
			Account: named(all.Names.Accounts, r.Account), Partition: named(all.Names.Partitions, r.Partition), QOS: named(all.Names.QOS, r.QOS),
		})
	}
	if len(l.Jobs) == 0 {
		return nil, fmt.Errorf("no job of the log can be simulated on the system: %v", l.Left)
	}
	l.sort()
	if rest := len(all.Jobs) - requests; rest > 0 {
		if len(all.Names.Features) == 0 && len(s.Features) > 0 {
			l.Assumed = append(l.Assumed,
				"The log has no constraints (--format ALL has them): each job may have any node of its partition.")
		}
		l.Assumed = append(l.Assumed, "Jobs whose command line is not known asked for as many tasks on a node as they got, on at least one node.")
	}
	return l, nil
}

// typed returns what the command line of sbatch, salloc or srun asks for, as far as it can be
// read; nil if there is none. Its words are joined by spaces without quotes: options after a
// value with a space in it are lost.
func typed(line string) *sbatch.Request {
	words := strings.Fields(line)
	if len(words) == 0 {
		return nil
	}
	switch filepath.Base(words[0]) {
	case "sbatch", "salloc", "srun":
		if r, err := sbatch.Parse(words[1:]); err == nil {
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
func (l *Log) job(r *sacct.Record, names *sacct.Names, s *system.System) (j system.Job, why string) {
	part, why := partition(named(names.Partitions, r.Partition), s)
	if why != "" {
		return j, why
	}
	p := &s.Partitions[part]
	nodes := max(r.Nodes, 1)
	procs := min(max(r.Procs, 1), job.MaxProcs)
	j = system.Job{
		Submit: r.Submit - l.UnixStart, Run: max(r.Elapsed, 0), Limit: r.Limit, Begin: system.None, MinNodes: 1, Tasks: int32(procs),
		TasksPerNode: int32((procs + nodes - 1) / nodes), CoresPerTask: 1, GPUType: system.None, QOS: system.None, Partitions: []int32{part},
		User: s.User(named(names.Users, r.User), named(names.Accounts, r.Account)),
	}
	if r.Eligible > r.Submit {
		j.Begin = r.Eligible - l.UnixStart
	}
	if r.Limit == sacct.None {
		if j.Limit = p.DefaultTimeS; j.Limit == 0 {
			j.Limit = p.MaxTimeS
		}
		if j.Limit == 0 {
			return j, limitless
		}
	}
	j.Limit = max(j.Limit, 1)
	if r.ReqMemoryKiB > 0 {
		j.MemoryMiB, j.MemoryPerCore = (r.ReqMemoryKiB+1023)/1024, true
	}
	if r.GPUs > 0 {
		j.GPUs = int32((r.GPUs + nodes - 1) / nodes)
		j.GPUType = int32(slices.Index(s.GPUTypes, named(names.GPUTypes, r.GPUType))) // -1 is any
	}
	if f := slices.Index(s.Features, named(names.Features, r.Features)); f >= 0 {
		j.Features = []uint64{1 << f}
	}
	j.QOS = quality(named(names.QOS, r.QOS), s)
	return j, ""
}

// partition returns the partition of that name, or the default one of none.
func partition(name string, s *system.System) (int32, string) {
	k := slices.IndexFunc(s.Partitions, func(p system.Part) bool { return p.Name == name || name == "" && p.Default })
	if k < 0 {
		return 0, unplaced
	}
	return int32(k), ""
}

// sort puts the jobs in order of submission.
func (l *Log) sort() {
	order := make([]int, len(l.Jobs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(min(max(l.Jobs[a].Submit-l.Jobs[b].Submit, -1), 1)) })
	jobs, recorded := make([]system.Job, len(order)), make([]Job, len(order))
	for k, i := range order {
		jobs[k], recorded[k] = l.Jobs[i], l.Recorded[i]
		jobs[k].ID = int64(k + 1)
	}
	l.Jobs, l.Recorded = jobs, recorded
}

// Play simulates the jobs under a scheduler of the System and compares the waits. Jobs that
// the scheduler never starts, because of a limit, are left out of the comparison.
func (l *Log) Play(ctx context.Context, s *system.System, scheduler system.Scheduler) (*Comparison, error) {
	e, err := system.NewEngine(system.Config{System: s, Jobs: l.Jobs, Scheduler: scheduler, UnixStart: l.UnixStart})
	if err != nil {
		return nil, err
	}
	if err := e.Run(ctx); err != nil && (ctx.Err() != nil || e.Left == len(l.Jobs)) {
		return nil, err
	}
	var compared []Job
	for i, p := range e.Placed {
		if p.Start == system.None {
			l.leave(held)
			continue
		}
		j := l.Recorded[i]
		j.Twin = p.Start
		compared = append(compared, j)
	}
	return Compare(compared), nil
}
