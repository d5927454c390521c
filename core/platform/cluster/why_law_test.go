package cluster_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/drawn/clusters"
	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/platform/cluster/queue"
	"github.com/backfill-lab/backfill/core/platform/internal/stories"
	"github.com/backfill-lab/backfill/core/policy"
)

// A may is a scheduler that notes, at the end of each second, which nodes of its partitions a job might have had.
type may struct {
	cluster.Scheduler
	job  int
	sets map[int64][]cluster.Bits // of each partition that the job names
}

func (m *may) Pass(e *cluster.Engine) int64 {
	wake := m.Scheduler.Pass(e)
	j := &e.Jobs[m.job]
	m.sets[e.Now] = nil
	for _, p := range j.Partitions {
		set := cluster.NewBits(len(e.System.Nodes))
		copy(set, e.System.Partitions[p].Bits)
		set.And(e.Up)
		e.Allow(j, e.Now, set)
		m.sets[e.Now] = append(m.sets[e.Now], set)
	}
	return wake
}

// A past is a run that has ended.
type past struct {
	*cluster.Engine
	*may
	name string
	job  int
	runs []cluster.Attempt // of all jobs, those that led to a return first
}

func pastOf(e *cluster.Engine, m *may, name string) *past {
	p := &past{Engine: e, may: m, name: name, job: m.job, runs: slices.Clone(e.Earlier)}
	for i := range e.Placed {
		if e.Placed[i].Start != cluster.None {
			p.runs = append(p.runs, cluster.Attempt{Job: int32(i), Placement: e.Placed[i]})
		}
	}
	return p
}

// tasks counts, from what jobs held alone, the tasks of the job for which nodes of its k-th partition had room at
// a second, and those nodes. Jobs that start at that second count as running if with says so.
func (p *past) tasks(k int, at int64, with bool) (tasks, nodes int32) {
	s, j := p.System, &p.Jobs[p.job]
	part := &s.Partitions[j.Partitions[k]]
	mib, perCore := part.Asks(j)
	for n := range s.Nodes {
		if !p.sets[at][k].Has(n) {
			continue
		}
		cores, memory, gpus, alone := s.Nodes[n].Cores, s.Nodes[n].MemoryMiB, int32(0), true
		for _, count := range s.Nodes[n].GPUs { // of one type, as drawn has them
			gpus += count
		}
		for i := range p.runs {
			r := &p.runs[i]
			if over := r.End <= at && r.End != cluster.None; r.Start > at || r.Start == at && !with || over {
				continue
			}
			if on := slices.Index(r.Held.Nodes, int32(n)); on >= 0 {
				alone, cores, memory = false, cores-r.Held.Cores[on], memory-r.Held.Memory[on]
				if r.Held.GPUs != nil {
					gpus -= r.Held.GPUs[on]
				}
			}
		}
		whole := s.Whole(j, &s.Partitions[j.Partitions[k]])
		room := cores / j.CoresPerTask
		switch {
		case whole && !alone, j.GPUs > gpus, len(j.Features) > 0 && s.Nodes[n].Features&j.Features[0] != j.Features[0]:
			room = 0
		case perCore && whole && mib*int64(s.Nodes[n].Cores) > memory, !perCore && mib > memory:
			room = 0
		case perCore && !whole && mib > 0:
			room = int32(min(int64(room), memory/(mib*int64(j.CoresPerTask))))
		}
		if j.TasksPerNode > 0 {
			if room = min(room, j.TasksPerNode); room < min(j.TasksPerNode, j.Tasks) {
				room = 0
			}
		}
		if tasks += room; room > 0 {
			nodes++
		}
	}
	return min(tasks, j.Tasks), nodes
}

// room tells whether that is enough for the job.
func (p *past) room(k int, at int64, with bool) bool {
	tasks, nodes := p.tasks(k, at, with)
	return tasks >= p.Jobs[p.job].Tasks && nodes >= p.Jobs[p.job].MinNodes
}

// Under Slurm and every policy, what is told of a job on a system covers its wait, is so, and changes nothing.
func TestEveryWaitOnASystemIsCovered(t *testing.T) {
	slow.AsWebAssembly(t)
	names := slices.Repeat([]string{policy.Slurm}, 6)
	for _, info := range queue.All.List() {
		names = append(names, info.Name)
	}
	told := map[string]int{}
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 33))
		d := clusters.BusySystem(r)
		for k, name := range names {
			switch {
			case name == policy.Slurm: // which preempts, too
			case (k+int(seed))%3 > 0: // in other systems
				continue
			default:
				d.Preemption = cluster.Preemption{}
			}
			s, err := cluster.New(d)
			if err != nil {
				t.Fatal(err)
			}
			c := cluster.Config{System: s, Cut: r.IntN(2) == 0}
			c.Jobs, c.Changes = clusters.BusyJobs(r, s)
			for i := range c.Jobs {
				if other := int32(r.IntN(len(s.Partitions))); r.IntN(4) == 0 && other != c.Jobs[i].Partitions[0] {
					c.Jobs[i].Partitions = append(c.Jobs[i].Partitions, other)
				}
			}
			onePast(t, c, name, r.IntN(len(c.Jobs)), told)
		}
	}
	for what, least := range map[string]int{cluster.Resources: 500, cluster.Behind: 300, cluster.UnmetDependency: 10, cluster.NotBegun: 20,
		cluster.HeldByUser: 20, cluster.ArrayFull: 2, cluster.NodesAway: 10, "QOSMaxJobsPerUserLimit": 5, "ran": 5, "at once": 30, "never": 20,
		"room": 200, "later": 5} {
		if told[what] < least {
			t.Errorf("%s: %d times, want %d; %v", what, told[what], least, told)
		}
	}
}

func onePast(t *testing.T, c cluster.Config, name string, job int, told map[string]int) {
	t.Helper()
	m := &may{job: job, sets: map[int64][]cluster.Bits{}}
	q, a, e := onSystem(t, c, name, c.Jobs[job].ID, func(s cluster.Scheduler) cluster.Scheduler {
		m.Scheduler = s
		return m
	})
	c.Scheduler = scheduler(t, c.System, name)
	alone, err := cluster.NewEngine(c)
	if err != nil {
		t.Fatal(err)
	}
	if _ = alone.Run(context.Background()); !reflect.DeepEqual(alone.Placed, e.Placed) || !reflect.DeepEqual(alone.Earlier, e.Earlier) {
		t.Fatalf("%s: asking changes the schedule", name)
	}
	p, own := pastOf(e, m, name), &e.Placed[job]
	if own.Start == cluster.None && a.Job == 0 {
		if cancelled := q.Never() == "it was cancelled while it waited"; cancelled != (e.Phase[job] == cluster.Done) {
			t.Fatalf("%s: job %d: %s", name, c.Jobs[job].ID, q.Never())
		}
		told["never"]++
		return
	}
	if own.Start == cluster.None { // it ran, and then waited until the end
		return
	}
	if a.Start != float64(own.Start) || a.Submit != float64(c.Jobs[job].Submit) {
		t.Fatalf("%s: job %d starts at %v in the answer, at %d in the run", name, a.Job, a.Start, own.Start)
	}
	stories.Covered(t, name, &a)
	if a.Wait() == 0 {
		told["at once"]++
	}
	var ran [][2]int64
	for i := range a.Spans {
		x := &a.Spans[i]
		if x.Ran {
			ran = append(ran, [2]int64{int64(x.From), int64(x.To)})
			told["ran"]++
			continue
		}
		if told[x.Code]++; x.From == x.To {
			t.Fatalf("%s: job %d: %+v takes no time", name, a.Job, x)
		}
		p.span(t, x)
	}
	for i := range e.Earlier {
		if x := &e.Earlier[i]; int(x.Job) == job && (len(ran) == 0 || ran[0] != [2]int64{x.Start, x.End}) {
			t.Fatalf("%s: job %d ran from %d to %d, told are %v", name, a.Job, x.Start, x.End, ran)
		} else if int(x.Job) == job {
			ran = ran[1:]
		}
	}
	p.made(t, &a, told)
}

// within returns seconds of passes in [from, to): at most six, the first and the last of them.
func (p *past) within(from, to int64) (at []int64) {
	for second := range p.sets {
		if second >= from && second < to {
			at = append(at, second)
		}
	}
	slices.Sort(at)
	if n := len(at); n > 6 {
		at = []int64{at[0], at[n/5], at[2*n/5], at[3*n/5], at[4*n/5], at[n-1]}
	}
	return at
}

// span holds a span against the run.
func (p *past) span(t *testing.T, x *platform.Span) {
	t.Helper()
	s, j := x.Detail.(*cluster.Wait), &p.Jobs[p.job]
	fail := func(what string) {
		t.Helper()
		t.Fatalf("%s: job %d: %s: %+v %+v", p.name, j.ID, what, x, s)
	}
	if s.AheadMin > s.AheadMax || s.TasksMin > s.TasksMax || s.TasksMax > s.Tasks || s.NodesMin > s.NodesMax || s.AheadMin < 0 ||
		(s.First >= 0) != (s.AheadMax > 0) || s.First == j.ID || s.Planned >= 0 && float64(s.Planned) < x.From {
		fail("its numbers")
	}
	at := p.within(int64(x.From), int64(x.To))
	queued := p.name != policy.Slurm
	switch x.Code {
	case cluster.Resources:
		for _, second := range at {
			for k, part := range j.Partitions {
				named := p.System.Partitions[part].Name == s.Partition
				if (named || queued && p.System.Partitions[part].Takes(j)) && p.room(k, second, true) {
					fail("there is room")
				}
			}
		}
	case cluster.Behind:
		if s.First < 0 && s.Planned < 0 && len(p.Reserved) == 0 || !queued && s.First < 0 {
			fail("nobody is before it")
		}
		for _, second := range at {
			if queued && !slices.ContainsFunc(j.Partitions, func(part int32) bool {
				return p.room(slices.Index(j.Partitions, part), second, false)
			}) {
				fail("there is no room")
			}
		}
	case cluster.NotBegun:
		if float64(s.Begin) < x.To-1 && p.name != policy.Slurm || float64(s.Begin) <= x.From {
			fail("its begin has come")
		}
	case cluster.UnmetDependency:
		for _, id := range s.After {
			if !slices.ContainsFunc(j.After, func(d cluster.Dependency) bool { return p.Jobs[d.Job].ID == id }) {
				fail("it does not depend on that")
			}
		}
		for _, id := range s.Last {
			if len(s.Last) >= len(s.After) || !slices.Contains(s.After, id) {
				fail("the last are not of all")
			}
		}
		if len(s.After) == 0 {
			fail("it depends on nobody")
		}
	}
	if s.First < 0 {
		return
	}
	first := slices.IndexFunc(p.Jobs, func(o cluster.Job) bool { return o.ID == s.First })
	for i := range p.runs {
		if r := &p.runs[i]; int(r.Job) == first && float64(r.Start) <= x.From && (r.End == cluster.None || float64(r.End) > x.From) {
			fail("who is before it runs")
		}
	}
	if float64(p.Jobs[first].Submit) > x.From {
		fail("who is before it has not come")
	}
}

// made checks the jobs whose ends are said to have let the asked one start: they had some of its nodes until then,
// or it depended on them. Of policies that look at every end, that was at the second of its start.
func (p *past) made(t *testing.T, a *platform.Answer, told map[string]int) {
	t.Helper()
	j, own := &p.Jobs[p.job], &p.Placed[p.job]
	for _, id := range a.Room {
		found := false
		for i := range p.runs {
			r := &p.runs[i]
			if p.Jobs[r.Job].ID != id || r.End == cluster.None || r.End > own.Start {
				continue
			}
			shares := slices.ContainsFunc(r.Held.Nodes, func(n int32) bool { return slices.Contains(own.Held.Nodes, n) })
			needed := slices.ContainsFunc(j.After, func(d cluster.Dependency) bool { return d.Job == r.Job })
			soon := own.Start - r.End
			if (shares || needed) && (soon == 0 || p.name == policy.Slurm && soon <= 100) {
				if found = true; soon > 0 {
					told["later"]++
				}
			}
		}
		if told["room"]++; !found || len(a.Spans) == 0 {
			t.Fatalf("%s: job %d did not make room for job %d on %v at %d", p.name, id, j.ID, own.Held.Nodes, own.Start)
		}
	}
}
