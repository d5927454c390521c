package queue

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/drawn/clusters"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/policy"
)

// A slow is the rules that plan, without profiles, bounds or memory of what was looked at before: what is free
// at a second is counted from who has nodes then, and every second at which that changes is tried.
type slow struct {
	q     *queue
	kind  string // cons, plan or easy
	order *policy.Order
	rows  []row // all that wait
	fresh []row // cons: without a promise yet
	freed bool
	redo  bool
}

func (s *slow) begin(q *queue) { s.q = q }

func (s *slow) join(r row) { s.fresh = append(s.fresh, r) }

func (s *slow) leave(int32)        {}
func (s *slow) ended(int32)        { s.freed = true }
func (s *slow) outlived(int32)     { s.redo = true }
func (s *slow) altered(fewer bool) { s.freed, s.redo = true, s.redo || fewer }

func (s *slow) next() (at int64) {
	at = never
	for _, r := range s.rows {
		if s.q.in[r.job] {
			at = min(at, r.at)
		}
	}
	return at
}

// free returns what is left at a second, if running jobs end when they are expected to and planned ones
// have their places.
func (s *slow) free(at int64) *cluster.State {
	st := cluster.NewState(s.q.sys)
	for _, i := range s.q.e.Running {
		if s.q.until[i] > at {
			st.Take(&s.q.e.Placed[i].Held)
		}
	}
	for _, r := range s.rows {
		if r.held != nil && r.at <= at && at < r.at+r.limit {
			st.Take(r.held)
		}
	}
	return st
}

// seconds are now and all at which something is given back.
func (s *slow) seconds() []int64 {
	all := []int64{s.q.e.Now}
	for _, i := range s.q.e.Running {
		all = append(all, s.q.until[i])
	}
	for _, r := range s.rows {
		if r.held != nil {
			all = append(all, r.at, r.at+r.limit)
		}
	}
	for k := range s.q.e.Reserved {
		v := &s.q.e.Reserved[k]
		for n := range int64(4) {
			if all = append(all, v.End+n*v.Period); v.Period == 0 {
				break
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(slices.DeleteFunc(all, func(t int64) bool { return t < s.q.e.Now }))
}

// find gives a row its first place before a second, if there is one.
func (s *slow) find(r *row, before int64) bool {
	for _, at := range s.seconds() {
		if at >= before {
			break
		}
		st := s.free(at)
		for _, t := range s.seconds() {
			if t <= at || t >= at+r.limit {
				continue
			}
			o := s.free(t)
			for i := range st.Cores {
				st.Cores[i], st.Memory[i], st.Jobs[i] = min(st.Cores[i], o.Cores[i]), min(st.Memory[i], o.Memory[i]), max(st.Jobs[i], o.Jobs[i])
			}
			for i := range st.GPUs {
				st.GPUs[i] = min(st.GPUs[i], o.GPUs[i])
			}
		}
		for _, c := range r.classes {
			set, _ := s.q.may(r.job, c, at)
			if a, ok := st.Place(&s.q.e.Jobs[r.job], c.part, set); ok {
				r.at, r.in, r.held = at, c, a
				return true
			}
		}
	}
	return false
}

func (s *slow) pass() {
	gone := func(r row) bool { return !s.q.in[r.job] }
	s.rows, s.fresh = slices.DeleteFunc(s.rows, gone), slices.DeleteFunc(s.fresh, gone)
	if s.kind == "plan" {
		s.rows, s.fresh, s.redo = append(s.rows, s.fresh...), nil, true
	}
	l := line{order: s.order}
	for _, r := range s.rows {
		l.add(s.q, r)
	}
	s.rows = l.rows
	if s.redo {
		for i := range s.rows {
			s.rows[i].at, s.rows[i].held = never, nil
		}
	}
	for i := range s.rows {
		if !s.redo && !s.freed {
			break
		}
		r := &s.rows[i]
		old := *r
		if r.held = nil; !s.find(r, old.at) {
			*r = old
		}
	}
	for _, r := range s.fresh {
		s.find(&r, never)
		s.rows = append(s.rows, r)
	}
	s.fresh, s.freed, s.redo = nil, false, false
	for i := range s.rows {
		if r := &s.rows[i]; r.at <= s.q.e.Now {
			s.q.start(r, r.in, r.held)
			r.at, r.held = never, nil
		}
	}
	s.rows = slices.DeleteFunc(s.rows, gone)
}

// Conservative backfilling and plans are what looking everywhere finds, whatever people do and nodes suffer.
func TestPlansAreThoseOfLookingEverywhere(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 29))
		d := clusters.BusySystem(r)
		d.Preemption = cluster.Preemption{}
		s, err := cluster.New(d)
		if err != nil {
			t.Fatal(err)
		}
		c := cluster.Config{System: s, Cut: r.IntN(2) == 0}
		c.Jobs, c.Changes = clusters.BusyJobs(r, s)
		name := []string{"cons", "plan"}[seed%2]
		o := policy.Orders[r.IntN(len(policy.Orders))]
		run := func(rule rule) *cluster.Engine {
			c.Scheduler = newQueue(s, rule)
			e, err := cluster.NewEngine(c)
			if err != nil {
				t.Fatal(err)
			}
			_ = e.Run(context.Background()) // some never start
			return e
		}
		want := run(&slow{kind: name, order: o})
		got := run(map[string]rule{"cons": &cons{line: line{order: o}}, "plan": byPlan(o)}[name])
		for i := range want.Placed {
			if got.Placed[i].Start != want.Placed[i].Start {
				t.Fatalf("seed %d: %s, order %q, cut %t: job %d starts at %d, looking everywhere at %d",
					seed, name, o.Name, c.Cut, c.Jobs[i].ID, got.Placed[i].Start, want.Placed[i].Start)
			}
		}
	}
}
