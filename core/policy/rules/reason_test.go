package rules

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/plan"
	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim"
)

// An asker asks after every pass why each waiting job waits.
type asker struct {
	p       sim.Policy
	waiting []*sim.Job
	answers []answer
}

type answer struct {
	now, id int64
	r       sim.Reason
}

func (x *asker) Submitted(_ int64, j *sim.Job) { x.waiting = append(x.waiting, j) }
func (x *asker) Started(_ int64, j *sim.Job) {
	x.waiting = slices.DeleteFunc(x.waiting, func(k *sim.Job) bool { return k == j })
}
func (x *asker) Ended(int64, *sim.Job, bool) {}
func (x *asker) Passed(now int64) {
	for _, j := range x.waiting {
		x.answers = append(x.answers, answer{now, j.ID, short(x.p.(sim.Explainer).Explain(j))})
	}
}

// ask returns the answers of p on c.
func ask(t *testing.T, c policytest.Case, p sim.Policy) []answer {
	x := &asker{p: p}
	e, err := sim.New(sim.Config{Procs: c.Procs, Jobs: c.Jobs, Overrun: c.Overrun, Observers: []sim.Observer{x}}, p)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	return x.answers
}

// TestReasonsAreThoseOfThePlainPolicy. Only of CONS the plain policy may name more
// jobs that make room: those planned behind the asking one.
func TestReasonsAreThoseOfThePlainPolicy(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 3))
	asked := 0
	for n := range 100 {
		c := policytest.Random(r, 40)
		sjf := policy.OrderNamed("sjf")
		for a, plain := range []sim.Policy{policy.NewFCFS(sjf), policy.NewEASY(sjf), plan.New(sjf)} {
			want := ask(t, c, plain)
			got := ask(t, c, New(always(Combine(ByEstimate, Algorithm(a))), Options{}))
			for i := range min(len(got), len(want)) {
				if !agree(got[i], want[i], Algorithm(a)) {
					t.Fatalf("case %d, %s: %+v, not %+v", n, AlgorithmNames[a], got[i], want[i])
				}
			}
			if len(got) != len(want) {
				t.Fatalf("case %d, %s: %d answers, not %d", n, AlgorithmNames[a], len(got), len(want))
			}
			asked += len(got)
		}
	}
	if asked < 1000 {
		t.Fatalf("only %d questions", asked)
	}
}

// TestEveryWaitIsExplained, whatever the strategies in force.
func TestEveryWaitIsExplained(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 3))
	for n := range 100 {
		c := policytest.Random(r, 40)
		for _, a := range ask(t, c, New(wild{uint64(n)}, Options{Groups: users(r, &c)})) {
			if len(a.r.For) == 0 || a.r.Cause == "" {
				t.Fatalf("case %d: %+v", n, a)
			}
		}
	}
}

// short keeps what can be compared between two runs: numbers instead of jobs.
func short(r sim.Reason) sim.Reason {
	r.Head = onlyID(r.Head)
	for i, j := range r.For {
		r.For[i] = onlyID(j)
	}
	return r
}

func onlyID(j *sim.Job) *sim.Job {
	if j == nil {
		return nil
	}
	return &sim.Job{ID: j.ID}
}

func agree(x, y answer, of Algorithm) bool {
	a, b := x.r, y.r
	if of == CONS {
		in := map[int64]bool{}
		for _, j := range b.For {
			in[j.ID] = true
		}
		for _, j := range a.For {
			if !in[j.ID] {
				return false
			}
		}
		if len(a.For) == 0 {
			return false
		}
		a.For, b.For = nil, nil
	}
	return x.now == y.now && x.id == y.id && reflect.DeepEqual(a, b)
}
