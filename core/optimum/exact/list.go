package exact

import (
	"cmp"
	"slices"
)

// List returns the starts, parallel to Jobs, of an order's list schedule: each job in
// turn starts as early as it fits beside those before it. The order holds each index of
// Jobs once. The cost is regular (an earlier start never costs more), so some order's
// list schedule is optimal.
func (in *Instance) List(order []int) []int64 {
	p := newProfile(in, 0)
	starts := make([]int64, len(in.Jobs))
	for _, i := range order {
		j := &in.Jobs[i]
		starts[i] = p.place(j.Estimate, int64(j.Procs))
	}
	return starts
}

// A Policy is one of the orders that the paper's scheduler chooses from.
type Policy struct {
	Name    string
	compare func(a, b *Job) int
}

// Policies are first come first served, shortest job first and longest job first.
// Ties go by submission, then ID.
var Policies = []Policy{
	{"fcfs", func(a, b *Job) int { return 0 }},
	{"sjf", func(a, b *Job) int { return cmp.Compare(a.Estimate, b.Estimate) }},
	{"ljf", func(a, b *Job) int { return cmp.Compare(b.Estimate, a.Estimate) }},
}

// Order returns the indices of in.Jobs in the policy's order.
func (p Policy) Order(in *Instance) []int {
	order := identity(len(in.Jobs))
	slices.SortFunc(order, func(x, y int) int {
		a, b := &in.Jobs[x], &in.Jobs[y]
		return cmp.Or(p.compare(a, b), cmp.Compare(a.Submit, b.Submit), cmp.Compare(a.ID, b.ID))
	})
	return order
}

// identity returns 0 to n-1.
func identity(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

// Best returns the cheapest of the policies' list schedules, with its cost and policy;
// the first policy wins ties.
func (in *Instance) Best() (starts []int64, cost int64, policy string) {
	for _, p := range Policies {
		s := in.List(p.Order(in))
		if c := in.Cost(s); starts == nil || c < cost {
			starts, cost, policy = s, c, p.Name
		}
	}
	return starts, cost, policy
}
