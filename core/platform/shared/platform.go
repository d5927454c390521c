package shared

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/machine"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/bounds"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// About is the platform. Policies for one machine, which do not share nodes, can be played on it, too.
var About = &platform.About{Kind: "shared", Phrase: "shared nodes", Also: []*platform.About{machine.About},
	Families: []platform.Family{{Name: "dfrs", Prefix: Prefix, List: Combinations(), Find: find}},
	Makes:    func(make any) bool { _, ok := make.(func() Algorithm); return ok },
}

// find spells names as the paper does.
func find(name string) (platform.Entry, error) {
	e, err := platform.Finder(Find)(name)
	if err == nil {
		e.Spelling = e.Key
	}
	return e, err
}

// A Platform is Nodes on which policies are played.
type Platform struct{ *Nodes }

// About implements platform.Platform.
func (Platform) About() *platform.About { return About }

// Metrics implements platform.Measured.
func (Platform) Metrics() []metrics.Metric { return slices.Concat(metrics.All, metrics.Sharing) }

// Size implements platform.Sized.
func (n Platform) Size(*trace.Workload) (size int, unit string) { return n.Nodes.Nodes, "node" }

// Taken implements platform.Taker.
func (Platform) Taken(*platform.Setting) []string { return []string{"memory"} }

// Details implements platform.Detailed.
func (n Platform) Details() string {
	var of []string
	if c := n.Cores; c > 1 {
		of = append(of, numeral.Whole(c)+" cores")
	}
	if kib := n.MemoryKiB; kib > 0 {
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
	return text + ", penalty " + numeral.Whole(n.Penalty()) + " s"
}

// Validate implements platform.Platform.
func (n Platform) Validate(s *platform.Setting) error {
	c, drawn := n.Nodes, s.Model
	if err := bounds.Check(c); err != nil {
		return fmt.Errorf("the shared nodes: %w", err)
	}
	switch {
	case s.Procs != 0:
		return errors.New("both a cluster and the processors of one machine are given: the cluster has those of its nodes, so leave procs out")
	case s.Overrun == sim.Extend:
		return errors.New("the jobs of a cluster run as long as the workload says, past their estimates too: leave overrun out")
	case drawn != nil && c.Cores != 0 && c.Cores != SyntheticCores || drawn != nil && c.MemoryKiB != 0:
		return fmt.Errorf("a Lublin model draws tasks and memory for nodes of %d cores: leave the nodes' cores and memory out", SyntheticCores)
	case slices.ContainsFunc(s.Policies, func(name string) bool { return policy.Fold(name) == policy.Recorded }):
		return errors.New("a log does not record which nodes its jobs had, so policy recorded cannot be played on a cluster: leave it out")
	}
	return nil
}

// Canonical implements platform.Canonical.
func (n Platform) Canonical(s *platform.Setting) platform.Platform {
	c := *n.Nodes
	if c.Cores == 1 || s.Model != nil {
		c.Cores = 0
	}
	if c.Penalty() == DefaultPenaltyS {
		c.PenaltyS = nil
	}
	return Platform{&c}
}

// Fit implements platform.Fitter: it leaves out the jobs that do not fit or are out of range.
func (n Platform) Fit(s *platform.Setting, w *trace.Workload) (*trace.Workload, error) {
	jobs, counts, err := n.Tasks(w, s.Model)
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
		if _, counts, err = n.Tasks(&rest, s.Model); err != nil {
			return nil, err
		}
	}
	procs := n.Nodes.Nodes
	if s.Model == nil {
		procs *= max(n.Cores, 1)
	}
	return w.OnCluster(procs, func(i int) bool { return stays[i] }, beyond, counts.NoMemory, counts.Capped), nil
}

// Prepare implements platform.Platform. It takes the jobs of p.Given, if there are any.
func (n Platform) Prepare(p *platform.Problem) (platform.Player, error) {
	if jobs, given := p.Given.([]Job); given {
		return player{n, p, jobs}, nil
	}
	jobs, _, err := n.Tasks(p.Workload, p.Model)
	if err != nil {
		return nil, err
	}
	if left := p.Workload.Len() - len(jobs); left > 0 {
		return nil, fmt.Errorf("%d jobs do not fit the memory of the cluster: leave them out, as loading the workload does", left)
	}
	return player{n, p, jobs}, nil
}

type player struct {
	Platform
	*platform.Problem
	tasks []Job
}

// Shares tells whether jobs share nodes under a policy.
func Shares(e *platform.Entry) bool {
	_, ok := e.Make.(func() Algorithm)
	return ok
}

// Play implements platform.Player.
func (n player) Play(ctx context.Context, r *platform.Run) error {
	r.Procs = n.Nodes.Nodes
	if of, ok := r.Entry.Make.(func() Algorithm); ok {
		return n.share(ctx, r, of())
	}
	return n.whole(ctx, r)
}

// share plays an algorithm by which jobs share nodes.
func (n player) share(ctx context.Context, r *platform.Run, a Algorithm) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	cfg := n.config(n.tasks)
	cfg.Algorithm, cfg.Observers, cfg.Record = a, platform.On[Observer](&r.Hooks), r.Verify || r.Tables[result.Shares] != nil
	if cfg.Record {
		cfg.Observers = append(slices.Clip(cfg.Observers), limitShares(MaxShares, stop))
	}
	e, err := New(cfg) // the Spec is valid, so only a job can be refused
	if err != nil {
		return fmt.Errorf("%w; leave such jobs out of the workload", err)
	}
	if over, err := r.Engine(ctx, e, len(n.tasks)); over || err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return err
	}
	played := &Run{Tasks: n.tasks, Outcomes: e.Outcomes(), Stretches: e.Stretches()}
	r.Detail = played
	n.note(r, n.tasks)
	r.Measured = func() metrics.Input { return played.input(n.Nodes, r.Jobs) }
	r.Placed = make([]job.Placement, len(n.tasks))
	r.Notes.Stays = make([]result.Stay, len(n.tasks))
	for i, o := range played.Outcomes {
		r.Placed[i] = job.Placement{Start: o.Start / Second, End: (o.End + Second - 1) / Second}
		r.Notes.Stays[i] = result.Stay{Start: float64(o.Start) / Second, End: float64(o.End) / Second,
			Pauses: o.Pauses, Migrations: o.Migrations}
	}
	r.Later(result.Shares, func(sink result.Sink) error {
		return result.WriteShares(sink, r.Name, r.Policy, 2*len(played.Stretches), played.shares())
	})
	return nil
}

// whole plays a policy for one machine whose processors are whole nodes.
func (n player) whole(ctx context.Context, r *platform.Run) error {
	batch, left := Batch(n.tasks, n.Nodes.Nodes)
	if r.LeftOut = left; len(batch) == 0 {
		return fmt.Errorf("every job has more tasks than there are nodes, and %s gives each a node of its own", r.Policy)
	}
	if err := machine.Play(ctx, n.Problem, sim.Config{Procs: n.Nodes.Nodes, Jobs: batch, Overrun: n.Overrun}, r); err != nil {
		return err
	}
	kept := slices.DeleteFunc(slices.Clone(n.tasks), func(t Job) bool { return int(t.Tasks) > n.Nodes.Nodes }) // as Batch does
	n.note(r, kept)
	r.Measured = func() metrics.Input {
		return metrics.Input{Procs: n.Nodes.Nodes, Jobs: r.Jobs, Placed: r.Placed,
			Shared: &metrics.Shared{Second: 1, Whole: Whole, Need: Needs(kept)}}
	}
	return nil
}

// note sets the jobs of a run, the workload's with their tasks as processors, and their run
// times at full speed. Without a workload, it makes the jobs on shared nodes from the tasks.
func (n player) note(r *platform.Run, played []Job) {
	if n.Workload == nil {
		for _, t := range played[len(r.Jobs):] {
			r.Jobs = append(r.Jobs, job.Job{ID: t.ID, Submit: t.Submit / Second, Run: t.Run / Second, Procs: t.Tasks,
				User: job.None, Group: job.None, Queue: job.None})
		}
		return
	}
	r.Jobs = make([]job.Job, 0, len(played))
	r.Notes.Alone = make([]int64, 0, len(played))
	for _, j := range n.Workload.Jobs.Held() {
		if k := len(r.Jobs); k < len(played) && played[k].ID == j.ID {
			r.Notes.Alone = append(r.Notes.Alone, j.Run)
			j.Procs = played[k].Tasks
			r.Jobs = append(r.Jobs, j)
		}
	}
}
