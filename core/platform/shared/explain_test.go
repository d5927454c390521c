package shared_test

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/shared"
)

// explained is one algorithm of every family.
var explained = []string{"Greedy*", "Greedy/per", "GreedyP*", "GreedyP/per", "GreedyPM*", "GreedyPM*/per/MINVT=600", "MCB8*",
	"MCB8/per/MINFT=300", "MCB8*/per", "/per", "/per/PERIOD=60", "/stretch-per"}

// higher reports whether job a has the higher priority: flow time over the square of virtual time,
// infinite while that is 0; of equals the earlier.
func higher(e *shared.Engine, a, b int) bool {
	side := func(x, y int) *big.Int {
		v := big.NewInt(e.Virtual(y))
		return v.Mul(v, v).Mul(v, big.NewInt(e.Now()-e.Job(x).Submit))
	}
	switch va, vb := e.Virtual(a), e.Virtual(b); {
	case va == 0 && vb == 0:
		return a < b
	case va == 0 || vb == 0:
		return va == 0
	}
	c := side(a, b).Cmp(side(b, a))
	return c > 0 || c == 0 && a < b
}

// Whatever an algorithm says of a job that holds no nodes is so, at every instant.
func TestReasonsAreTrue(t *testing.T) {
	const nodes = 4
	causes := map[shared.Cause]int{}
	for seed := range uint64(40) {
		jobs := randomJobs(seed, 30, nodes, 1.5)
		r := rand.New(rand.NewPCG(seed, 8))
		for _, name := range explained {
			a, err := shared.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			ended := false
			var forced []shared.Event
			see := func(e *shared.Engine, v shared.Event) {
				switch v.Kind {
				case shared.End:
					ended = true
				case shared.Pause, shared.Migration:
					forced = append(forced, v)
				case shared.Settled:
					free := slices.Repeat([]int64{shared.Whole}, nodes)
					running := 0
					for _, i := range e.Active() {
						for _, p := range e.Places(int(i)) {
							free[p.Node] -= int64(p.Count) * int64(e.Job(int(i)).Memory)
						}
						if e.State(int(i)) == shared.Running {
							running++
						}
					}
					for _, i := range e.Active() {
						if s := e.State(int(i)); s == shared.Postponed || s == shared.Paused {
							checkReason(t, name, e, int(i), free, running, ended, causes)
						}
					}
					for _, v := range forced {
						checkForced(t, name, e, v)
					}
					forced, ended = forced[:0], false
				}
			}
			e, err := shared.New(shared.Config{Nodes: nodes, Jobs: jobs, Algorithm: a, Penalty: r.Int64N(400) * shared.Second,
				Observers: []shared.Observer{see}})
			if err == nil {
				err = e.Run(context.Background(), nil)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, c := range []shared.Cause{shared.NoMemory, shared.LeftOut, shared.NotLooked} {
		if causes[c] < 1000 {
			t.Errorf("%q was said %d times", c, causes[c])
		}
	}
}

func checkReason(t *testing.T, name string, e *shared.Engine, i int, free []int64, running int, ended bool, causes map[shared.Cause]int) {
	j, r := e.Job(i), e.Explain(i)
	causes[r.Cause]++
	room, on := int64(0), 0
	for _, f := range free {
		n := int64(j.Tasks)
		if j.Memory > 0 {
			n = min(n, f/int64(j.Memory))
		}
		if n > 0 {
			on++
		}
		room += n
	}
	fail := func(text string) { t.Fatalf("%s at %d: job %+v: %+v: %s", name, e.Now(), *j, r, text) }
	if int64(r.Room) != min(room, int64(j.Tasks)) || r.Nodes != on {
		fail("its room is another")
	}
	if r.Next != shared.None && r.Next <= e.Now() {
		fail("the next period is past")
	}
	switch {
	case r.Cause == shared.NoMemory && r.Room == j.Tasks:
		fail("there is memory")
	case r.Cause == shared.NotLooked && r.Ends && ended && name[0] == 'M', r.Cause == shared.NotLooked && r.Next == shared.None && !r.Ends:
		fail("it has looked, or never will")
	case r.Last == shared.None:
		return
	case r.Above != running || e.State(r.Last) != shared.Running:
		fail("others run")
	}
	for _, o := range e.Active() {
		if e.State(int(o)) == shared.Running && (!higher(e, int(o), i) || int(o) != r.Last && higher(e, r.Last, int(o))) {
			fail("another priority is lower")
		}
	}
}

// A job is paused or moved for a new one only by GreedyP and GreedyPM, which never leave that waiting.
func checkForced(t *testing.T, name string, e *shared.Engine, v shared.Event) {
	greedy := len(name) > 6 && name[:7] == "GreedyP"
	if v.For == shared.None {
		if greedy && name[len(name)-1] == '*' {
			t.Fatalf("%s at %d: job %d gave way to nobody", name, e.Now(), v.Job)
		}
		return
	}
	if !greedy || e.Job(v.For).Submit != e.Now() || v.Kind == shared.Migration && name[:8] != "GreedyPM" {
		t.Fatalf("%s at %d: job %d gave way to %+v", name, e.Now(), v.Job, *e.Job(v.For))
	}
}
