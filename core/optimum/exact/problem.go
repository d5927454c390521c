package exact

import (
	"cmp"
	"slices"
)

// A problem is an instance as the solver sees it: seconds count from Now, jobs are in an
// order that does not depend on the instance's, and the cost is the sum of start times
// width, without the part that every schedule shares.
type problem struct {
	n     int
	w     []int64 // widths in processors
	d     []int64 // durations in seconds
	early []int64 // the first second with enough processors
	job   []int   // index in Instance.Jobs
	base  profile // free processors before any job is placed
	fixed int64   // Instance.Cost minus the cost here
	end   int64   // no greedy schedule ends later
	ticks int64   // work done: see Options.Work
}

func newProblem(in *Instance) *problem {
	p := &problem{n: len(in.Jobs), job: identity(len(in.Jobs))}
	slices.SortFunc(p.job, func(x, y int) int {
		a, b := &in.Jobs[x], &in.Jobs[y]
		return cmp.Or(cmp.Compare(a.Estimate, b.Estimate), cmp.Compare(a.Procs, b.Procs),
			cmp.Compare(a.Submit, b.Submit), cmp.Compare(a.ID, b.ID))
	})
	p.base = newProfile(in, in.Now)
	for _, i := range p.job {
		j := &in.Jobs[i]
		p.w = append(p.w, int64(j.Procs))
		p.d = append(p.d, j.Estimate)
		k := 0
		for p.base.free[k] < int64(j.Procs) {
			k++
		}
		p.early = append(p.early, p.base.at[k])
		p.fixed += (in.Now - j.Submit + j.Estimate) * int64(j.Procs)
		p.end += j.Estimate
	}
	p.end += p.base.at[len(p.base.at)-1]
	return p
}

// same reports whether jobs i and j are interchangeable.
func (p *problem) same(i, j int) bool { return p.w[i] == p.w[j] && p.d[i] == p.d[j] }
