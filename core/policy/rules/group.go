package rules

import (
	"fmt"
	"iter"

	"github.com/backfill-lab/backfill/core/internal/wide"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// NumGroups is the number of user groups.
const NumGroups = 5

// Bounds divide users into groups by their share of the resources that all jobs consume,
// in percent: a user above the first bound is in group 1, above the next in group 2, and
// so on, above none in group 5. They decrease strictly within 100..0.
type Bounds [NumGroups - 1]float64

// DefaultBounds come from other papers of the same authors.
var DefaultBounds = Bounds{8, 2, 1, 0.1}

// Check returns an error unless the bounds decrease strictly within 100..0.
func (b Bounds) Check() error {
	for i, x := range b {
		if !(x >= 0 && x <= 100) || i > 0 && !(x < b[i-1]) {
			return fmt.Errorf("the bounds of the user groups %v: give %d falling percentages from 100 to 0", b[:], len(b))
		}
	}
	return nil
}

// Groups holds the group of each user by index: 1 to NumGroups, anything else panics.
type Groups []uint8

// Of returns the group of a user, NumGroups for an unknown one.
func (g Groups) Of(user int32) int {
	if user < 0 || int(user) >= len(g) {
		return NumGroups
	}
	return int(g[user])
}

// GroupUsers returns the groups of the users of jobs. A job consumes its width times its
// run time, cut at the estimate.
func GroupUsers(jobs []job.Job, b Bounds) Groups {
	var c Consumption
	for i := range jobs {
		c.Add(&jobs[i])
	}
	return c.Groups(b)
}

// A Consumption is what users consume, added up job by job.
type Consumption struct {
	used []wide.Uint // by user
	all  wide.Uint
}

// Consumed returns what the users of jobs consume. It ends with the first error.
func Consumed(jobs iter.Seq2[*job.Job, error]) (*Consumption, error) {
	c := new(Consumption)
	for j, err := range jobs {
		if err != nil {
			return nil, err
		}
		c.Add(j)
	}
	return c, nil
}

// Add adds a job.
func (c *Consumption) Add(j *job.Job) {
	area := product(int64(j.Procs), j.Length(true), 1)
	c.all = c.all.Add(area)
	if j.User < 0 {
		return
	}
	if need := int(j.User) + 1; need > len(c.used) {
		c.used = append(c.used, make([]wide.Uint, need-len(c.used))...)
	}
	c.used[j.User] = c.used[j.User].Add(area)
}

// Groups is GroupUsers of the jobs that were added.
func (c *Consumption) Groups(b Bounds) Groups {
	g := make(Groups, len(c.used))
	for u := range g {
		percent := float64(100 * ratio(c.used[u], c.all, 0))
		g[u] = NumGroups
		for i, bound := range b {
			if percent > bound {
				g[u] = uint8(i + 1)
				break
			}
		}
	}
	return g
}
