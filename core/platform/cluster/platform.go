package cluster

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/machine"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/slurm/hostlist"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// A Maker makes a scheduler for one run on a system.
type Maker func(s *System) Scheduler

// A Kit is what the platform has from packages that know it: the policies, and what reads logs. Make it with NewKit.
type Kit struct {
	// Families are the policies of the platform's own. Their Entry.Make is a func() Maker.
	Families []platform.Family

	// Queue returns the policy for one machine of a name as it is on a cluster; ok is false if there is none.
	Queue func(name string) (m Maker, ok bool)

	// Read returns the jobs of a workload as a system takes them.
	Read func(w *trace.Workload, s *System) (*Reading, error)

	SlurmNotes []string // what runs of the policy slurm leave out
	QueueNote  string   // what those of other policies do

	about *platform.About
}

// NewKit returns k with the platform made of it.
func NewKit(k Kit) *Kit {
	k.about = &platform.About{Kind: "cluster", Phrase: "a cluster", Also: []*platform.About{machine.About}, Families: k.Families,
		Makes: func(make any) bool { _, ok := make.(func() Maker); return ok }}
	return &k
}

// About returns the platform. Policies for one machine can be played on it, too, if Queue has them.
func (k *Kit) About() *platform.About { return k.about }

// PolicyNames says which policies Kit.Scheduler makes.
const PolicyNames = "slurm, fcfs, list, easy, cons, one of these four after an order, such as sjf-easy, a plan such as plan-fcfs, " +
	"dynp-simple or dynp-advanced"

// Scheduler returns a new scheduler for one run.
func (k *Kit) Scheduler(e *platform.Entry, s *System) (Scheduler, error) {
	if of, ok := e.Make.(func() Maker); ok {
		return of()(s), nil
	}
	if e.On != machine.About {
		return nil, &platform.Misplaced{Policy: e.Spelling, Of: e.On, Given: k.about}
	}
	if m, ok := k.Queue(e.Spelling); ok {
		return m(s), nil
	}
	return nil, fmt.Errorf("policy %s does not run on %s: name %s", e.Spelling, k.about, PolicyNames)
}

// A Reading is a workload's jobs on a system.
type Reading struct {
	Jobs      []Job
	Of        []int32 // parallel to Jobs: the index of each in the workload, or None
	Changes   []Change
	UnixStart int64
	Doubts    []trace.Doubt
}

// A Platform is the Description of a cluster on which policies are played.
type Platform struct {
	*Description
	*Kit
}

// Size implements platform.Sized.
func (n Platform) Size(*trace.Workload) (size int, unit string) {
	if s, err := New(n.Description); err == nil {
		size = len(s.Nodes)
	}
	return size, "node"
}

// Details implements platform.Detailed.
func (n Platform) Details() string {
	s, err := New(n.Description)
	if err != nil {
		return ""
	}
	return " with " + numeral.Plural(int(s.Cores), "core") + " in " + numeral.Plural(len(s.Partitions), "partition")
}

// others tells whether there are policies beside slurm and recorded.
func others(s *platform.Setting) bool {
	return slices.ContainsFunc(s.Policies, func(name string) bool {
		return policy.Fold(name) != policy.Slurm && policy.Fold(name) != policy.Recorded
	})
}

// Notes implements platform.Noted.
func (n Platform) Notes(set *platform.Setting, _ *trace.Workload) (notes []string) {
	if k := len(n.Ignored); k > 0 {
		notes = append(notes, numeral.Plural(k, "line")+" of the cluster's files say what no simulation models: "+
			"the description lists them as ignored.")
	}
	if slices.ContainsFunc(set.Policies, func(name string) bool { return policy.Fold(name) == policy.Slurm }) {
		if notes = append(notes, n.SlurmNotes...); n.Preemption.Gang {
			notes = append(notes, "With gang scheduling several jobs have the same cores, and figures count those of suspended ones, too: util "+
				"may be more than 1.")
		}
	}
	if others(set) {
		notes = append(notes, n.QueueNote)
	}
	return notes
}

// Doubts implements platform.Doubtful.
func (n Platform) Doubts(w *trace.Workload) []trace.Doubt {
	s, err := New(n.Description)
	if err != nil {
		return nil
	}
	l, err := n.Read(w, s)
	if err != nil {
		return nil
	}
	return l.Doubts
}

// Taken implements platform.Taker.
func (n Platform) Taken(s *platform.Setting) []string {
	taken := []string{"partitions", "queues", "memory", "gpus", "features", "whole-nodes", "reservations", "dependencies",
		"eligible", "interrupted"}
	if !others(s) {
		taken = append(taken, "qos", "priority")
	}
	return taken
}

// Validate implements platform.Platform.
func (n Platform) Validate(set *platform.Setting) error {
	s, err := New(n.Description)
	switch {
	case err != nil:
		return fmt.Errorf("the cluster: %w", err)
	case s.Cores > job.MaxProcs:
		return fmt.Errorf("a system of %d cores cannot be simulated: it may have %d", s.Cores, job.MaxProcs)
	case set.Procs != 0:
		return errors.New("both a system and the processors of one machine are given: the system has the cores of its nodes, so leave procs out")
	case set.Anonymize:
		return errors.New("the cluster's description has the names of users and accounts, so the log cannot be anonymised: leave one of them out")
	}
	for _, name := range set.Policies {
		if policy.Fold(name) == policy.Recorded {
			continue
		}
		e, err := set.Find(name)
		if err == nil {
			_, err = n.Scheduler(e, s)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Fit implements platform.Fitter: it leaves out the jobs that the system has no place for, and earlier runs, which are
// part of the last.
func (n Platform) Fit(_ *platform.Setting, w *trace.Workload) (*trace.Workload, error) {
	s, err := New(n.Description)
	if err != nil {
		return nil, err
	}
	l, err := n.Read(w, s)
	if err != nil {
		return nil, err
	}
	arrivals := make([]trace.Arrival, w.Len())
	left := 0
	for k, i := range l.Of {
		if i != job.None {
			arrivals[i] = trace.Arrival{Submit: l.Jobs[k].Submit, Estimate: l.Jobs[k].Limit, Stays: true}
			left++
		}
	}
	if left == 0 {
		return nil, errors.New("no job of the workload has a place on the system: its partitions or nodes are others")
	}
	return w.OnSystem(int(s.Cores), func(i int) trace.Arrival { return arrivals[i] }), nil
}

// Prepare implements platform.Platform.
func (n Platform) Prepare(p *platform.Problem) (platform.Player, error) {
	if err := machine.Recorded(p); err != nil {
		return nil, err
	}
	return player{n, p}, nil
}

// Around is a hook (platform.Hooks.On): it returns what is played instead of a scheduler, and decides as that does.
// number returns the workload's number of the k-th job of the run, or job.None.
type Around func(s Scheduler, number func(k int32) int64) Scheduler

// A Run is what a run was, for its referee: the Detail of a platform.Played.
type Run struct {
	Config  Config
	Placed  []Placement // parallel to Config.Jobs
	Earlier []Attempt
}

type player struct {
	Platform
	*platform.Problem
}

// Play implements platform.Player.
func (n player) Play(ctx context.Context, r *platform.Run) error {
	w := n.Workload
	r.Procs = w.Procs
	if r.Entry.Name == policy.Recorded {
		machine.Replay(n.Problem, r)
		return nil
	}
	s, err := New(n.Description)
	if err != nil {
		return err
	}
	l, err := n.Read(w, s)
	if err != nil {
		return err
	}
	if policy.Fold(r.Entry.Name) != policy.Slurm { // others know of no licences
		for i := range l.Jobs {
			l.Jobs[i].Licenses = nil
		}
	}
	cfg := Config{System: s, Jobs: l.Jobs, Changes: l.Changes, UnixStart: l.UnixStart, Cut: n.Overrun == sim.Cut, Context: ctx}
	if cfg.Scheduler, err = n.Scheduler(r.Entry, s); err != nil { // after the jobs, whose users it knows
		return err
	}
	_, cfg.Within = cfg.Scheduler.(Clocked)
	number := func(k int32) int64 { // of a job in the log
		if i := l.Of[k]; i != job.None {
			return w.Jobs.Held()[i].ID
		}
		return job.None
	}
	for _, around := range platform.On[Around](&r.Hooks) {
		cfg.Scheduler = around(cfg.Scheduler, number)
	}
	e, err := NewEngine(cfg)
	if err != nil {
		return err
	}
	if err := r.Steps(ctx, e, r.Until, len(l.Jobs), e.Stride()); err != nil || r.Until != nil && r.Until() {
		return err
	}
	n.placed(r, l, e)
	if len(r.Jobs) == 0 {
		return fmt.Errorf("no job ever starts under %s: the limits of the system hold all", r.Policy)
	}
	played := finished(cfg, e)
	r.Detail = played
	r.Later(result.Allocations, func(sink result.Sink) error {
		return result.WriteAllocations(sink, r.Name, r.Policy, len(e.Placed)+len(e.Earlier), played.allocations(number))
	})
	return nil
}

// placed sets the jobs that ran, with the cores that they held.
func (n player) placed(r *platform.Run, l *Reading, e *Engine) {
	jobs := n.Workload.Jobs.Held()
	at := make([]int32, len(jobs)) // of each job, its place in the run
	for i := range at {
		at[i] = job.None
	}
	for k, i := range l.Of {
		switch {
		case i == job.None:
		case e.Phase[k] == Done && e.Placed[k].Start != None:
			at[i] = int32(k)
		default:
			r.LeftOut++
		}
	}
	for i, j := range jobs {
		if k := at[i]; k != job.None {
			held := &e.Placed[k]
			r.Notes.Asked = append(r.Notes.Asked, j.Procs)
			j.Procs = int32(sum(held.Held.Cores))
			r.Jobs = append(r.Jobs, j)
			r.Placed = append(r.Placed, job.Placement{Start: held.Start, End: held.End, Killed: held.How == TimedOut})
		}
	}
}

// allocations returns what jobs held, those of earlier runs first. number returns a job's number in the
// log, or None for those that are not to be shown.
func (x *Run) allocations(number func(int32) int64) iter.Seq[result.Allocation] {
	return func(yield func(result.Allocation) bool) {
		s := x.Config.System
		row := func(k int32, p *Placement) bool {
			id := number(k)
			if id == job.None || p.Start == None {
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
func finished(cfg Config, e *Engine) *Run {
	x := &Run{Config: cfg, Placed: slices.Clone(e.Placed), Earlier: e.Earlier}
	for i := range x.Placed {
		if e.Phase[i] == Waiting {
			x.Placed[i].How, x.Placed[i].End = Cancelled, e.Now
			x.Config.Changes = append(slices.Clip(x.Config.Changes), Change{At: e.Now, Kind: Cancel, Job: int32(i)})
		}
	}
	return x
}
