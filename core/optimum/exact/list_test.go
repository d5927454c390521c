package exact

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/verify"
)

// random makes an instance of n jobs whose numbers are small, so that ties and
// exact fits are common.
func random(r *rand.Rand, n int) *Instance {
	in := &Instance{Procs: 1 + r.IntN(12), Now: r.Int64N(50)}
	longest := 1 + r.Int64N(15)
	in.Free = []Step{{in.Now, r.IntN(in.Procs + 1)}}
	for s := in.Free[0]; s.Procs < in.Procs; in.Free = append(in.Free, s) {
		s = Step{s.At + 1 + r.Int64N(longest), s.Procs + 1 + r.IntN(in.Procs-s.Procs)}
	}
	for i := range n {
		in.Jobs = append(in.Jobs, Job{int64(i), 1 + r.IntN(in.Procs), 1 + r.Int64N(longest), r.Int64N(in.Now + 1)})
	}
	return in
}

// illegal lets the referee judge a schedule: running jobs stand for the
// processors that are not free yet.
func illegal(in *Instance, starts []int64) error {
	p := verify.Problem{Procs: in.Procs}
	var placed []job.Placement
	hold := func(id, submit, start, length int64, procs int) {
		p.Jobs = append(p.Jobs, job.Job{ID: id, Submit: submit, Run: length, Estimate: length, Procs: int32(procs)})
		placed = append(placed, job.Placement{Start: start, End: start + length})
	}
	for i, s := range in.Free[1:] {
		hold(-1-int64(i), in.Now, in.Now, s.At-in.Now, s.Procs-in.Free[i].Procs)
	}
	if last := in.Free[len(in.Free)-1]; last.Procs < in.Procs {
		hold(-1-int64(len(in.Free)), in.Now, in.Now, job.MaxSeconds, in.Procs-last.Procs)
	}
	for i, j := range in.Jobs {
		hold(j.ID, in.Now, starts[i], j.Estimate, j.Procs)
	}
	for _, v := range verify.Check(p, placed) {
		return fmt.Errorf("%v", v)
	}
	return nil
}

func TestListSchedulesAreLegalAndGreedy(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		in := random(r, 1+r.IntN(12))
		if err := in.Check(); err != nil {
			t.Fatal(err)
		}
		order := r.Perm(len(in.Jobs))
		starts := in.List(order)
		if err := illegal(in, starts); err != nil {
			t.Fatalf("%+v in order %v: %v", in, order, err)
		}
		for k, i := range order { // no earlier start is left beside the jobs before it
			part := *in
			part.Jobs = nil
			var at []int64
			for _, i := range order[:k+1] {
				part.Jobs, at = append(part.Jobs, in.Jobs[i]), append(at, starts[i])
			}
			for at[k] = in.Now; at[k] < starts[i]; at[k]++ {
				if illegal(&part, at) == nil {
					t.Fatalf("%+v in order %v: job %d starts at %d, but fits at %d", in, order, i, starts[i], at[k])
				}
			}
		}
	}
}

// Policies order by what their names say, then by submission and ID. The best is the
// cheapest, of equals the first.
func TestPoliciesOrderJobs(t *testing.T) {
	in := &Instance{Procs: 4, Now: 9, Free: []Step{{9, 4}}, Jobs: []Job{
		{5, 4, 10, 3}, {4, 4, 20, 3}, {3, 4, 10, 1}, {2, 4, 5, 9}, {1, 4, 10, 3}}}
	for i, want := range [][]int{{2, 4, 1, 0, 3}, {3, 2, 4, 0, 1}, {1, 2, 4, 0, 3}} {
		if got := Policies[i].Order(in); !slices.Equal(got, want) {
			t.Errorf("%s orders the jobs %v, expected %v", Policies[i].Name, got, want)
		}
	}
	r := rand.New(rand.NewPCG(2, 1))
	won := map[string]int{}
	for range 300 {
		in := random(r, 1+r.IntN(6))
		starts, cost, policy := in.Best()
		won[policy]++
		first := true // of those that cost as much
		for _, p := range Policies {
			s := in.List(p.Order(in))
			c, best := in.Cost(s), p.Name == policy
			if c < cost || c == cost && first && !best || best && !slices.Equal(s, starts) {
				t.Fatalf("%+v: %s is best with %v, which costs %d; %s gives %v", in, policy, starts, cost, p.Name, s)
			}
			first = first && !best
		}
	}
	if len(won) < len(Policies) {
		t.Errorf("not every policy is ever the best: %v", won)
	}
}
