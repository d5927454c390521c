package experiment

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/retell"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/platform/cluster/queue"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/event"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/slurm/hostlist"
	"github.com/backfill-lab/backfill/core/slurm/twin"
	"github.com/backfill-lab/backfill/core/trace"
	judge "github.com/backfill-lab/backfill/core/verify/cluster"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// twinOfSlurm is the family of that policy alone.
var twinOfSlurm = policy.Family[queue.Maker]{policy.Plain(policy.Info{Name: policy.Slurm, Family: policy.Slurm, Title: "Slurm",
	Spoken: "Slurm as it would decide",
	Doc:    "What Slurm's main scheduler and backfill do with the priorities, fair shares, limits and preemption that the system describes.",
	Source: "Yoo, Jette, Grondona 2003; Slurm's documentation, and a real Slurm 22.05 (core/slurm/accounting)"},
	func() queue.Maker { return func(s *cluster.System) cluster.Scheduler { return twin.New(s) } })}

// sharedPlatform is the Platform of nodes with resources and partitions, as a cluster.Description has them.
type clusterPlatform struct{ machinePlatform }

func (clusterPlatform) kind() Kind     { return Cluster }
func (clusterPlatform) String() string { return Cluster.String() }
func (clusterPlatform) Simple() bool   { return false }

func (n clusterPlatform) Size(*trace.Workload) (size int, unit string) {
	if s, err := cluster.New(n.Cluster); err == nil {
		size = len(s.Nodes)
	}
	return size, "node"
}

func (n clusterPlatform) Details() string {
	s, err := cluster.New(n.Cluster)
	if err != nil {
		return ""
	}
	return " with " + numeral.Plural(int(s.Cores), "core") + " in " + numeral.Plural(len(s.Partitions), "partition")
}

// others tells whether the Spec has policies beside slurm and recorded.
func (n clusterPlatform) others() bool {
	return slices.ContainsFunc(n.Policies, func(name string) bool {
		return policy.Fold(name) != policy.Slurm && policy.Fold(name) != policy.Recorded
	})
}

func (n clusterPlatform) Notes(w *trace.Workload) (notes []string) {
	if s, err := cluster.New(n.Cluster); err == nil {
		if l, _, err := accounting.FromWorkload(w, s); err == nil {
			notes = append(notes, l.Assumed...)
		}
	}
	if k := len(n.Cluster.Ignored); k > 0 {
		notes = append(notes, numeral.Plural(k, "line")+" of the cluster's files say what no simulation models: "+
			"the description lists them as ignored.")
	}
	if slices.ContainsFunc(n.Policies, func(name string) bool { return policy.Fold(name) == policy.Slurm }) {
		notes = append(notes, accounting.Notes...)
	}
	if n.others() {
		notes = append(notes, accounting.OneQueue)
	}
	return notes
}

// taken are the keys of what a log says that runs here take into account.
func (n clusterPlatform) taken() []string {
	taken := []string{"partitions", "queues", "memory", "gpus", "features", "whole-nodes", "reservations", "dependencies",
		"eligible", "interrupted"}
	if !n.others() {
		taken = append(taken, "qos", "priority")
	}
	return taken
}

func (n clusterPlatform) validate() error {
	s, err := cluster.New(n.Cluster)
	switch {
	case err != nil:
		return fmt.Errorf("the cluster: %w", err)
	case s.Cores > job.MaxProcs:
		return fmt.Errorf("a system of %d cores cannot be simulated: it may have %d", s.Cores, job.MaxProcs)
	case n.Procs != 0:
		return errors.New("both a system and the processors of one machine are given: the system has the cores of its nodes, so leave procs out")
	case n.Workload.Anonymize:
		return errors.New("the cluster's description has the names of users and accounts, so the log cannot be anonymised: leave one of them out")
	}
	for _, name := range n.Policies {
		if policy.Fold(name) == policy.Recorded {
			continue
		}
		if _, err := n.Catalogue().Scheduler(name, s); err != nil {
			return err
		}
	}
	return nil
}

// fit leaves out the jobs that the system has no place for, and earlier runs, which are part of the last.
func (n clusterPlatform) fit(w *trace.Workload) (*trace.Workload, error) {
	s, err := cluster.New(n.Cluster)
	if err != nil {
		return nil, err
	}
	l, of, err := accounting.FromWorkload(w, s)
	if err != nil {
		return nil, err
	}
	came := make([]int64, w.Len())
	for i := range came {
		came[i] = job.None
	}
	left := 0
	for k, i := range of {
		if i != job.None {
			came[i] = l.Jobs[k].Submit
			left++
		}
	}
	if left == 0 {
		return nil, errors.New("no job of the workload has a place on the system: its partitions or nodes are others")
	}
	return w.OnSystem(int(s.Cores), func(i int) (int64, bool) { return came[i], came[i] != job.None }), nil
}

func (n clusterPlatform) ready(p *Problem) (player, error) {
	if slices.Contains(n.Policies, policy.Recorded) {
		if err := p.Workload.Recorded(); err != nil {
			return nil, fmt.Errorf("policy %s: %w", policy.Recorded, err)
		}
	}
	return clusterPlayer{n, p}, nil
}

// A SharedRun is what a run on a system was, for its referee.
type ClusterRun struct {
	Config  cluster.Config
	Placed  []cluster.Placement // parallel to Config.Jobs
	Earlier []cluster.Attempt
}

func (n clusterPlatform) verify(v *Verified, w *trace.Workload, o *Outcome) error {
	if o.Policy == policy.Recorded {
		v.machine(n.Spec, w, o, retell.Machine(n.onProcs(w.Procs, o.Jobs)))
		return nil
	}
	if o.Cluster == nil {
		return fmt.Errorf("run %s cannot be verified: what its jobs held was not kept", o.Run)
	}
	r := o.Cluster
	v.law(legal, judge.Check(retell.Cluster(r.Config, r.Placed, r.Earlier...)))
	judge := "a slow scheduler judges"
	if o.Policy == policy.Slurm {
		judge = "runs of a real Slurm judge"
	}
	v.note("the choices of %s on nodes are not worked out again: %s them in tests", o.Policy, judge)
	return nil
}

type clusterPlayer struct {
	clusterPlatform
	p *Problem
}

func (n clusterPlayer) play(ctx context.Context, r *run) error {
	w := n.p.Workload
	r.procs = w.Procs
	if r.entry.Name == policy.Recorded {
		r.Jobs, r.Placed = w.Jobs.Held(), sim.Replay(w.Jobs.Held(), n.Spec.overrun() == sim.Cut)
		return nil
	}
	s, err := cluster.New(n.Cluster)
	if err != nil {
		return err
	}
	l, of, err := accounting.FromWorkload(w, s)
	if err != nil {
		return err
	}
	cfg := cluster.Config{System: s, Jobs: l.Jobs, Changes: l.Changes, UnixStart: l.UnixStart, Cut: n.Spec.overrun() == sim.Cut}
	if cfg.Scheduler, err = r.entry.Scheduler(s); err != nil { // after the jobs, whose users it knows
		return err
	}
	number := func(k int32) int64 { // of a job in the log
		if i := of[k]; i != job.None {
			return w.Jobs.Held()[i].ID
		}
		return job.None
	}
	if r.Hooks.Scheduler != nil {
		cfg.Scheduler = r.Hooks.Scheduler(cfg.Scheduler, number)
	}
	e, err := cluster.NewEngine(cfg)
	if err != nil {
		return err
	}
	if err := event.Run(ctx, until{e, r.Until}, len(l.Jobs), 1024, r.Progress); err != nil || r.Until != nil && r.Until() {
		return err
	}
	at := make([]int32, w.Len()) // of each job, its place in the run
	for i := range at {
		at[i] = job.None
	}
	for k, i := range of {
		switch {
		case i == job.None:
		case e.Phase[k] == cluster.Done && e.Placed[k].Start != cluster.None:
			at[i] = int32(k)
		default:
			r.LeftOut++
		}
	}
	for i := range w.Jobs.Held() {
		if k := at[i]; k != job.None {
			held := &e.Placed[k]
			j := w.Jobs.Held()[i]
			r.notes.Asked = append(r.notes.Asked, j.Procs)
			j.Procs = int32(sum(held.Held.Cores))
			r.Jobs = append(r.Jobs, j)
			r.Placed = append(r.Placed, job.Placement{Start: held.Start, End: held.End, Killed: held.How == cluster.TimedOut})
		}
	}
	if len(r.Jobs) == 0 {
		return fmt.Errorf("no job ever starts under %s: the limits of the system hold all", r.Policy)
	}
	r.Cluster = finished(cfg, e)
	r.later(result.Allocations, func(sink result.Sink) error {
		return result.WriteAllocations(sink, r.Run, r.Policy, len(e.Placed)+len(e.Earlier), r.Cluster.allocations(number))
	})
	return nil
}

// allocations returns what jobs held, those of earlier runs first. number returns a job's number in the
// log, or None for those that are not to be shown.
func (x *ClusterRun) allocations(number func(int32) int64) iter.Seq[result.Allocation] {
	return func(yield func(result.Allocation) bool) {
		s := x.Config.System
		row := func(k int32, p *cluster.Placement) bool {
			id := number(k)
			if id == job.None || p.Start == cluster.None {
				return true
			}
			h := &p.Held
			names := make([]string, len(h.Nodes))
			for n, node := range h.Nodes {
				names[n] = s.Nodes[node].Name
			}
			return yield(result.Allocation{Job: id, Start: p.Start, End: p.End, Partition: s.Partitions[p.Partition].Name,
				Nodes: hostlist.Compress(names), NodeCores: each(names, h.Cores), Cores: sum(h.Cores), GPUs: sum(h.GPUs), MemoryMiB: sum(h.Memory),
				State: p.How.String()})
		}
		for i := range x.Earlier {
			if !row(x.Earlier[i].Job, &x.Earlier[i].Placement) {
				return
			}
		}
		for k := range x.Placed {
			if !row(int32(k), &x.Placed[k]) {
				return
			}
		}
	}
}

// each lists nodes with the cores that a job holds of them: n[1-3]*8,n4*2.
func each(names []string, cores []int32) string {
	var b strings.Builder
	for from := 0; from < len(names); {
		to := from + 1
		for to < len(names) && cores[to] == cores[from] {
			to++
		}
		for part := range hostlist.Items(hostlist.Compress(names[from:to])) {
			if b.Len() > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, "%s*%d", part, cores[from])
		}
		from = to
	}
	return b.String()
}

func sum[N int32 | int64](list []N) (s int64) {
	for _, n := range list {
		s += int64(n)
	}
	return s
}

// finished is what the referee is told: a job that never started was cancelled at the end.
func finished(cfg cluster.Config, e *cluster.Engine) *ClusterRun {
	x := &ClusterRun{Config: cfg, Placed: slices.Clone(e.Placed), Earlier: e.Earlier}
	for i := range x.Placed {
		if e.Phase[i] == cluster.Waiting {
			x.Placed[i].How, x.Placed[i].End = cluster.Cancelled, e.Now
			x.Config.Changes = append(slices.Clip(x.Config.Changes), cluster.Change{At: e.Now, Kind: cluster.Cancel, Job: int32(i)})
		}
	}
	return x
}
