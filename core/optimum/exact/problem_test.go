package exact

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A problem is the instance in other words: costs differ by what is fixed, no job can start
// before early, no list schedule ends after end, and the order of the jobs does not matter.
func TestProblemsAreTheInstance(t *testing.T) {
	r := rand.New(rand.NewPCG(100, 1))
	for range 500 {
		in := random(r, 1+r.IntN(8))
		p := newProblem(in)
		order := r.Perm(p.n)
		starts := in.List(order)
		cost := p.fixed
		for i, j := range p.job {
			job, start := in.Jobs[j], starts[j]-in.Now
			cost += p.w[i] * start
			if p.w[i] != int64(job.Procs) || p.d[i] != job.Estimate || start+p.d[i] > p.end {
				t.Fatalf("%+v: job %d is %d wide and %d s long and starts at %d: %+v", in, j, p.w[i], p.d[i], start, p)
			}
			free := func(t int64) int64 { return p.sum(t, t+1, func(free int64) int64 { return free }) }
			if e := p.early[i]; free(e) < p.w[i] || e > 0 && free(e-1) >= p.w[i] {
				t.Fatalf("%+v: job %d of %d processors cannot start before %d, where %d are free", in, j, p.w[i], e, free(e))
			}
		}
		if cost != in.Cost(starts) {
			t.Fatalf("%+v: %v costs %d, in the problem %d", in, starts, in.Cost(starts), cost)
		}
		mixed := *in
		mixed.Jobs = nil
		perm := r.Perm(p.n)
		for _, k := range perm {
			mixed.Jobs = append(mixed.Jobs, in.Jobs[k])
		}
		q := newProblem(&mixed)
		for i := range q.job {
			q.job[i] = perm[q.job[i]]
		}
		if !slices.Equal(p.job, q.job) || !slices.Equal(p.w, q.w) || !slices.Equal(p.d, q.d) {
			t.Fatalf("%+v: the jobs are %v, in another order %v", in, p.job, q.job)
		}
		for i := range p.n {
			for k := range i { // the solver compares neighbours only
				if p.same(i, k) != (p.w[i] == p.w[k] && p.d[i] == p.d[k]) || p.same(i, k) && !p.same(i-1, i) {
					t.Fatalf("%+v: jobs %d and %d are the same: %t", p, i, k, p.same(i, k))
				}
			}
		}
	}
}
