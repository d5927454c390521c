package experiment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/retell"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/platform/shared/tasks"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// sharedPlatform is the Platform of a Cluster.
type sharedPlatform struct{ machinePlatform }

func (sharedPlatform) kind() Kind                { return Shared }
func (sharedPlatform) String() string            { return Shared.String() }
func (sharedPlatform) Simple() bool              { return false }
func (sharedPlatform) Metrics() []metrics.Metric { return slices.Concat(metrics.All, metrics.Sharing) }
func (n sharedPlatform) Size(*trace.Workload) (size int, unit string) {
	return n.Shared.Nodes, "node"
}

func (sharedPlatform) taken() []string { return []string{"memory"} }

func (n sharedPlatform) Details() string {
	var of []string
	if c := n.Shared.Cores; c > 1 {
		of = append(of, numeral.Whole(c)+" cores")
	}
	if kib := n.Shared.MemoryKiB; kib > 0 {
		x, unit := float64(kib), 0
		for ; x >= 1024 && unit < 3; unit++ {
			x /= 1024
		}
		of = append(of, numeral.Grouped(strconv.FormatFloat(x, 'g', 5, 64))+" "+[]string{"KiB", "MiB", "GiB", "TiB"}[unit])
	}
	text := strings.Join(of, " and ")
	if text != "" {
		text = " of " + text
	}
	return text + ", penalty " + numeral.Whole(n.Shared.Penalty()) + " s"
}

func (n sharedPlatform) validate() error {
	c, drawn := n.Shared, n.Workload.drawn()
	switch penalty := c.Penalty(); {
	case n.Procs != 0:
		return errors.New("both a cluster and the processors of one machine are given: the cluster has those of its nodes, so leave procs out")
	case n.Overrun == "extend":
		return errors.New("the jobs of a cluster run as long as the workload says, past their estimates too: leave overrun out")
	case c.Nodes < 1 || c.Nodes > shared.MaxNodes:
		return fmt.Errorf("a cluster of %d nodes cannot be simulated: give it 1 to %d", c.Nodes, shared.MaxNodes)
	case c.Cores < 0 || c.Cores > job.MaxProcs/shared.MaxNodes:
		return fmt.Errorf("a node of %d cores cannot be simulated: give it 1 to %d", c.Cores, job.MaxProcs/shared.MaxNodes)
	case c.MemoryKiB < 0 || c.MemoryKiB > maxMemoryKiB:
		return fmt.Errorf("a node of %d KiB of memory cannot be simulated: give it 1 to %d", c.MemoryKiB, int64(maxMemoryKiB))
	case penalty < 0 || penalty > shared.MaxMicros/shared.Second:
		return fmt.Errorf("a penalty of %d s cannot be simulated: it is 0 to %d", penalty, int64(shared.MaxMicros/shared.Second))
	case drawn != nil && c.Cores != 0 && c.Cores != tasks.Cores || drawn != nil && c.MemoryKiB != 0:
		return fmt.Errorf("a Lublin model draws tasks and memory for nodes of %d cores: leave the nodes' cores and memory out", tasks.Cores)
	case slices.ContainsFunc(n.Policies, func(name string) bool { return policy.Fold(name) == policy.Recorded }):
		return errors.New("a log does not record which nodes its jobs had, so policy recorded cannot be played on a cluster: leave it out")
	}
	return nil
}

func (n sharedPlatform) canonical() Spec {
	s, c := *n.Spec, *n.Shared
	if c.Cores == 1 || n.Workload.drawn() != nil {
		c.Cores = 0
	}
	if c.Penalty() == DefaultPenaltyS {
		c.PenaltyS = nil
	}
	s.Shared = &c
	return s
}

// fit leaves out the jobs that do not fit or are out of range.
func (n sharedPlatform) fit(w *trace.Workload) (*trace.Workload, error) {
	jobs, counts, err := n.Tasks(w)
	if err != nil {
		return nil, err
	}
	stays, rest := make([]bool, w.Len()), trace.Workload{Jobs: trace.Hold(make([]job.Job, 0, len(jobs)))}
	for i := range w.Jobs.Held() {
		if k := rest.Len(); k < len(jobs) && jobs[k].ID == w.Jobs.Held()[i].ID {
			stays[i], rest.Jobs = true, trace.Hold(append(rest.Jobs.Held(), w.Jobs.Held()[i]))
		}
	}
	if len(jobs) == 0 {
		return nil, errors.New("no job of the workload fits the memory of the cluster and ends within 104 days: give more nodes, or other jobs")
	}
	beyond := counts.Beyond
	if counts.TooWide+beyond > 0 { // only jobs that stay are counted as changed
		if _, counts, err = n.Tasks(&rest); err != nil {
			return nil, err
		}
	}
	procs := n.Shared.Nodes
	if n.Workload.drawn() == nil {
		procs *= max(n.Shared.Cores, 1)
	}
	return w.OnCluster(procs, func(i int) bool { return stays[i] }, beyond, counts.NoMemory, counts.Capped), nil
}

func (n sharedPlatform) ready(p *Problem) (player, error) {
	if p.Tasks != nil {
		return sharedPlayer{n, p, p.Tasks}, nil
	}
	jobs, _, err := n.Tasks(p.Workload)
	if err != nil {
		return nil, err
	}
	if left := p.Workload.Len() - len(jobs); left > 0 {
		return nil, fmt.Errorf("%d jobs do not fit the memory of the cluster: leave them out, as loading the workload does", left)
	}
	return sharedPlayer{n, p, jobs}, nil
}

func (n sharedPlatform) verify(v *Verified, w *trace.Workload, o *Outcome) error {
	switch {
	case o.Shared == nil: // on whole nodes
		all, _, err := n.Tasks(w)
		if err != nil {
			return err
		}
		batch, _ := tasks.Batch(all, n.Shared.Nodes)
		v.machine(n.Spec, w, o, retell.Machine(n.onProcs(n.Shared.Nodes, batch)))
	case o.Shared.Stretches == nil && len(o.Jobs) > 0:
		return fmt.Errorf("run %s cannot be verified: what its jobs held was not kept", o.Run)
	default:
		v.nodes(n.Spec, o)
	}
	return nil
}

type sharedPlayer struct {
	sharedPlatform
	p     *Problem
	tasks []shared.Job
}

func (n sharedPlayer) play(ctx context.Context, r *run) error {
	r.procs = n.Shared.Nodes
	if r.entry.Shares() {
		return n.share(ctx, r)
	}
	return n.whole(ctx, r)
}

// share plays an algorithm of core/platform/shared.
func (n sharedPlayer) share(ctx context.Context, r *run) error {
	a, err := r.entry.Algorithm()
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	cfg := n.onShared(n.tasks)
	cfg.Algorithm, cfg.Observers, cfg.Record = a, r.ObserveShared, r.Stretches || r.Tables[result.Shares] != nil
	if cfg.Record {
		cfg.Observers = append(slices.Clip(cfg.Observers), limitShares(MaxShares, stop))
	}
	e, err := shared.New(cfg) // the Spec is valid, so only a job can be refused
	if err != nil {
		return fmt.Errorf("%w; leave such jobs out of the workload", err)
	}
	if over, err := r.engine(ctx, e, len(n.tasks)); over || err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return err
	}
	played := &SharedRun{Tasks: n.tasks, Outcomes: e.Outcomes(), Stretches: e.Stretches()}
	r.Shared = played
	n.note(r, n.tasks)
	r.input = func() metrics.Input { return played.input(n.Shared, r.Jobs) }
	r.Placed = make([]job.Placement, len(n.tasks))
	r.notes.Stays = make([]result.Stay, len(n.tasks))
	for i, o := range played.Outcomes {
		r.Placed[i] = job.Placement{Start: o.Start / shared.Second, End: (o.End + shared.Second - 1) / shared.Second}
		r.notes.Stays[i] = result.Stay{Start: float64(o.Start) / shared.Second, End: float64(o.End) / shared.Second,
			Pauses: o.Pauses, Migrations: o.Migrations}
	}
	r.later(result.Shares, func(sink result.Sink) error {
		return result.WriteShares(sink, r.Run, r.Policy, 2*len(played.Stretches), played.shares())
	})
	return nil
}

// whole plays a policy for one machine whose processors are whole nodes.
func (n sharedPlayer) whole(ctx context.Context, r *run) error {
	batch, left := tasks.Batch(n.tasks, n.Shared.Nodes)
	if r.LeftOut = left; len(batch) == 0 {
		return fmt.Errorf("every job has more tasks than there are nodes, and %s gives each a node of its own", r.Policy)
	}
	if err := n.p.schedule(ctx, n.onProcs(n.Shared.Nodes, batch), r); err != nil {
		return err
	}
	kept := slices.DeleteFunc(slices.Clone(n.tasks), func(t shared.Job) bool { return int(t.Tasks) > n.Shared.Nodes }) // as Batch does
	n.note(r, kept)
	r.input = func() metrics.Input {
		return metrics.Input{Procs: n.Shared.Nodes, Jobs: r.Jobs, Placed: r.Placed,
			Shared: &metrics.Shared{Second: 1, Whole: shared.Whole, Need: shared.Needs(kept)}}
	}
	return nil
}

// note sets the jobs of a run, the workload's with their tasks as processors, and their run
// times at full speed. Without a workload, it makes the jobs on shared nodes from the tasks.
func (n sharedPlayer) note(r *run, played []shared.Job) {
	if n.p.Workload == nil {
		for _, t := range played[len(r.Jobs):] {
			r.Jobs = append(r.Jobs, job.Job{ID: t.ID, Submit: t.Submit / shared.Second, Run: t.Run / shared.Second, Procs: t.Tasks,
				User: job.None, Group: job.None, Queue: job.None})
		}
		return
	}
	r.Jobs = make([]job.Job, 0, len(played))
	r.notes.Alone = make([]int64, 0, len(played))
	for _, j := range n.p.Workload.Jobs.Held() {
		if k := len(r.Jobs); k < len(played) && played[k].ID == j.ID {
			r.notes.Alone = append(r.notes.Alone, j.Run)
			j.Procs = played[k].Tasks
			r.Jobs = append(r.Jobs, j)
		}
	}
}
