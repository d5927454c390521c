package dynp

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/policy/dynp"
	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/profile"
	"github.com/backfill-lab/backfill/core/verify"
)

// A naive is a replanning program that keeps nothing but the list: it sorts it and places
// every job from nothing for every plan.
type naive struct {
	program
	m       *sim.Machine
	list    []*sim.Job
	ended   []sim.Running
	arrived []*sim.Job
	current int
	log     []string
}

func (n *naive) Reset(m *sim.Machine) {
	*n = naive{program: n.program, m: m}
	if slices.Contains(policies, n.Decider) {
		n.List = listSorted // of one policy there is only one order
	}
}
func (n *naive) Submit(j *sim.Job) { n.arrived = append(n.arrived, j) }
func (n *naive) End(r sim.Running) { n.ended = append(n.ended, r) }

func (n *naive) Pass() {
	for n.Steps == "event" && len(n.ended) > 0 {
		n.ended = n.ended[1:]
		n.work()
	}
	n.ended = nil
	for _, j := range n.arrived {
		n.list = slices.Insert(n.list, n.placeOf(j), j)
		if n.Steps == "event" {
			n.work()
		}
	}
	n.arrived = nil
	if n.Steps != "event" {
		n.work()
	}
}

// placeOf returns where in the list a new job goes.
func (n *naive) placeOf(j *sim.Job) int {
	rule, falling := n.List.InsertSJF, int64(1)
	switch n.current {
	case byList:
		rule, falling = n.List.InsertFCFS, -1
	case byLJF:
		rule = n.List.InsertLJF
	}
	for i, o := range n.list {
		longer := falling*(o.Estimate-j.Estimate) > 0
		if rule == "after" && longer || rule == "before" && (longer || o.Estimate == j.Estimate) {
			return i
		}
	}
	return len(n.list)
}

// order returns the list sorted by a policy.
func (n *naive) order(policy int) []*sim.Job {
	q := slices.Clone(n.list)
	if policy != byList {
		slices.SortStableFunc(q, func(a, b *sim.Job) int { return cmp.Compare(a.Estimate, b.Estimate) })
	}
	if policy == byLJF {
		slices.Reverse(q)
	}
	if n.List == listSorted || n.List.Equals == "submission" && policy != byList {
		slices.SortFunc(q, func(a, b *sim.Job) int {
			return cmp.Or([]int{0, 1, -1}[policy]*cmp.Compare(a.Estimate, b.Estimate), cmp.Compare(a.Index, b.Index))
		})
	}
	return q
}

func (n *naive) running() (all []sim.Running) {
	all = slices.Clone(n.m.Running())
	for _, r := range n.ended {
		r.End = max(r.End, n.m.Now()+1)
		all = append(all, r)
	}
	return all
}

func (n *naive) plan(order []*sim.Job) (starts []int64, quality int64) {
	now := n.m.Now()
	p := profile.New(now, n.m.Procs())
	for _, r := range n.running() {
		p.Take(now, r.End-now, int(r.Procs))
		if n.Quality == "ms" {
			quality = max(quality, r.End)
		}
	}
	for _, j := range order {
		t, _ := p.Fit(now, j.Estimate, int(j.Procs))
		p.Take(t, j.Estimate, int(j.Procs))
		starts = append(starts, t)
		end := t + j.Estimate
		switch n.Quality {
		case "ms":
			quality = max(quality, end)
		case "art":
			quality += end - j.Submit
		default:
			quality += int64(j.Procs) * (end - j.Submit)
		}
	}
	return starts, quality
}

func (n *naive) work() {
	if len(n.list) == 0 {
		return
	}
	run, tuned := slices.Index(policies, n.Decider), false
	if run < 0 {
		if tuned = len(n.list) >= cmp.Or(n.Threshold, 2); tuned {
			n.tune()
		}
		run = n.List.runs(n.current)
	}
	order := n.order(run)
	starts, _ := n.plan(order)
	at := map[*sim.Job]int64{}
	for i, j := range order {
		at[j] = starts[i]
	}
	if tuned {
		n.leave(at)
	}
	for i, j := range order {
		if starts[i] == n.m.Now() {
			n.m.Start(j)
			n.list = slices.DeleteFunc(n.list, func(o *sim.Job) bool { return o == j })
		}
	}
}

// leave orders the list after a step that planned these starts.
func (n *naive) leave(starts map[*sim.Job]int64) {
	left := n.List.LeaveFCFS
	switch n.current {
	case bySJF:
		left = n.List.LeaveSJF
	case byLJF:
		left = n.List.LeaveLJF
	}
	switch left {
	case "sjf":
		n.list = n.order(bySJF)
	case "ljf":
		n.list = n.order(byLJF)
	case "starts":
		slices.SortStableFunc(n.list, func(a, b *sim.Job) int { return cmp.Compare(starts[a], starts[b]) })
	case "submission":
		slices.SortFunc(n.list, func(a, b *sim.Job) int { return cmp.Compare(a.Index, b.Index) })
	}
}

func (n *naive) tune() {
	var qualities [3]int64
	ranks := []int{0, 0, 0}
	for i := range qualities {
		_, qualities[i] = n.plan(n.order(i))
	}
	for i, q := range qualities {
		for _, other := range qualities {
			if other < q {
				ranks[i]++
			}
		}
	}
	before := n.current
	if n.current = dynp.Simple(ranks, before); n.Decider == "advanced" {
		n.current = dynp.Advanced(ranks, before)
	}
	n.log = append(n.log, fmt.Sprint(n.m.Now(), len(n.list), policies[before], policies[n.current],
		dynp.Case(ranks[0], ranks[1], ranks[2], before)))
}

// recorded plays a case and returns its steps, too.
func recorded(t *testing.T, c policytest.Case, p sim.Policy) (starts []int64, log []string) {
	t.Helper()
	if s, ok := p.(sim.Stepper); ok {
		s.OnStep(func(s *sim.Step) { log = append(log, fmt.Sprint(s.Time, s.Waiting, s.Before, s.After, s.Case)) })
	}
	placed, err := policytest.Simulate(c, p)
	if err != nil {
		t.Fatal(err)
	}
	if err := verify.Err(verify.Check(c.Problem(), placed)); err != nil {
		t.Fatal(err)
	}
	for _, q := range placed {
		starts = append(starts, q.Start)
	}
	if n, ok := p.(*naive); ok {
		log = n.log
	}
	return starts, log
}

// allHandlings are those that the fields can say, besides listSorted.
func allHandlings() (all []handling) {
	all = []handling{{}}
	vary := func(field func(*handling) *string, values ...string) {
		var more []handling
		for _, h := range all {
			for _, v := range values {
				*field(&h) = v
				more = append(more, h)
			}
		}
		all = more
	}
	vary(func(h *handling) *string { return &h.RunFCFS }, "list", "ljf")
	vary(func(h *handling) *string { return &h.RunLJF }, "ljf", "sjf")
	vary(func(h *handling) *string { return &h.LeaveFCFS }, "submission", "list", "ljf", "starts")
	vary(func(h *handling) *string { return &h.LeaveSJF }, "sjf", "starts")
	vary(func(h *handling) *string { return &h.LeaveLJF }, "sjf", "ljf")
	vary(func(h *handling) *string { return &h.InsertFCFS }, "", "before", "after")
	vary(func(h *handling) *string { return &h.InsertSJF }, "", "before", "after")
	vary(func(h *handling) *string { return &h.InsertLJF }, "", "before", "after")
	vary(func(h *handling) *string { return &h.Equals }, "", "submission")
	return all
}

// programs are all handlings, each with some of the other values.
func programs() (all []program) {
	for i, h := range append(allHandlings(), listSorted, listSorted, listSorted) {
		steps, threshold := []string{"second", "event"}[i%2], []int{0, 1, 3}[i%3]
		quality, decider := []string{"artww", "art", "ms"}[i/2%3], []string{"advanced", "simple"}[i/3%2]
		all = append(all, program{Steps: steps, List: h, Threshold: threshold, Quality: quality, Decider: decider})
	}
	for _, p := range policies {
		all = append(all, program{Steps: "event", List: listA, Decider: p})
	}
	return all
}

func TestAReplanningProgramIsTheOneThatKeepsNothing(t *testing.T) {
	slow.AsWebAssembly(t)
	r := rand.New(rand.NewPCG(2002, 3))
	for _, p := range programs() {
		for range 3 {
			c := policytest.Random(r, 40)
			got, steps := recorded(t, c, p.new())
			want, log := recorded(t, c, &naive{program: p})
			if p.Decider == "simple" || p.Decider == "advanced" {
				if !slices.Equal(steps, log) {
					t.Fatalf("%s, overrun %d: the steps are %q, not %q", p.name(), c.Overrun, steps, log)
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%s, overrun %d: jobs start at %d, not %d", p.name(), c.Overrun, got, want)
			}
		}
	}
}

// A program whose policies sort for themselves, with a step per second, is core/policy/dynp's.
func TestASortedProgramIsDynP(t *testing.T) {
	r := rand.New(rand.NewPCG(2002, 4))
	for _, decider := range []string{"simple", "advanced"} {
		for _, quality := range []string{"artww", "art", "ms"} {
			p := program{List: listSorted, Quality: quality, Decider: decider}
			for range 60 {
				c := policytest.Random(r, 40)
				theirs, err := dynp.All.Parse("dynp-" + decider + ":quality=" + quality)
				if err != nil {
					t.Fatal(err)
				}
				got, steps := recorded(t, c, p.new())
				want, log := recorded(t, c, theirs)
				if !slices.Equal(got, want) || !slices.Equal(steps, log) {
					t.Fatalf("%s: jobs start at %d, not %d; steps %q, not %q", p.name(), got, want, steps, log)
				}
			}
		}
	}
}

func TestProgramsKeepTheLaws(t *testing.T) {
	slow.AsWebAssembly(t)
	for _, list := range []handling{listSorted, listKept, listA, listInserted} {
		for _, place := range []string{"replan", "standing", "ends"} {
			for _, steps := range []string{"second", "event"} {
				for _, decider := range []string{"advanced", "sjf"} {
					p := program{Steps: steps, List: list, Place: place, Decider: decider}
					traits := policytest.Static
					if steps == "event" {
						traits = policytest.Shiftable // a job that has not ended yet holds on for a second
					}
					policytest.Laws(t, p.new, traits)
				}
			}
		}
	}
}

// A standing start is a promise: as long as no job runs past its estimate, it moves later
// for nobody, and the job starts by then.
func TestStandingStartsNeverMoveLater(t *testing.T) {
	r := rand.New(rand.NewPCG(2002, 5))
	for n := range 300 {
		c := policytest.Random(r, 40)
		c.Overrun = sim.Cut
		steps, decider := []string{"second", "event"}[n%2], []string{"fcfs", "sjf", "ljf", "advanced"}[n%4]
		s := program{Place: "standing", Steps: steps, Decider: decider}.new().(*standing)
		e, err := sim.New(sim.Config{Procs: c.Procs, Jobs: c.Jobs}, s)
		if err != nil {
			t.Fatal(err)
		}
		promised := map[int32]int64{}
		for e.Step() {
			for _, w := range s.waiting {
				before, ok := promised[w.job.Index]
				if w.start <= e.Now() || ok && w.start > before {
					t.Fatalf("case %d, second %d: job %d is planned at %d, and was at %d", n, e.Now(), w.job.ID, w.start, before)
				}
				promised[w.job.Index] = w.start
			}
		}
		if e.Err() != nil {
			t.Fatal(e.Err())
		}
		for i, p := range e.Schedule() {
			if start, ok := promised[int32(i)]; ok && p.Start > start {
				t.Fatalf("case %d: job %d starts at %d, promised was %d", n, i, p.Start, start)
			}
		}
	}
}

// Placing every job anew in the order of submission moves none earlier than the standing plan
// does, if no job ends before its estimate: then FCFS has only one plan.
func TestWithExactEstimatesFCFSHasOnePlan(t *testing.T) {
	r := rand.New(rand.NewPCG(2002, 6))
	for range 200 {
		c := policytest.Random(r, 40)
		for i := range c.Jobs {
			c.Jobs[i].Run = c.Jobs[i].Estimate
		}
		want, _ := recorded(t, c, program{Decider: "fcfs"}.new())
		for _, place := range []string{"standing", "ends"} {
			if got, _ := recorded(t, c, program{Place: place, Decider: "fcfs"}.new()); !slices.Equal(got, want) {
				t.Fatalf("%s: jobs start at %d, not %d", place, got, want)
			}
		}
	}
}
