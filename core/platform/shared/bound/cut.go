package bound

import (
	"cmp"
	"context"
	"math"
	"slices"
)

const precision = 1e-9 // relative distance of the two stretches between which Stretch ends

// A cut is a set of jobs. The work that they can get by a stretch's deadlines is the sum over
// time of the lesser of the cluster's capacity and the widths of the open windows. A cut that
// asks for more proves that no schedule keeps to that stretch.
type cut struct {
	ctx  context.Context // ends a search for a stretch
	in   *instance
	jobs []int32 // ascending, hence in the order of releases
	work int64
	ends []end // kept between calls, nearly sorted then
}

// An end is the deadline of a job, in ticks.
type end struct {
	at  int64
	job int32
}

func (c *cut) set(in *instance, jobs []int32) {
	c.in, c.jobs, c.work, c.ends = in, jobs, 0, c.ends[:0]
	for _, j := range jobs {
		c.work += in.jobs[j].work
		c.ends = append(c.ends, end{job: j})
	}
}

// lack returns how much work of the cut, in units x ticks, cannot be done with that stretch,
// and how fast that falls as the stretch grows, in units x microseconds. lack never grows
// with the stretch and is exact; where it is 0, falls means nothing. O(jobs log jobs).
func (c *cut) lack(stretch float64) (lack int64, falls float64) {
	in := c.in
	for i := range c.ends {
		c.ends[i].at = in.deadline(&in.jobs[c.ends[i].job], stretch)
	}
	slices.SortFunc(c.ends, func(a, b end) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.job, b.job)) })
	lack = c.work
	level, now, next := int64(0), int64(0), 0
	for _, e := range c.ends {
		for next < len(c.jobs) && in.jobs[c.jobs[next]].release <= e.at {
			j := &in.jobs[c.jobs[next]]
			lack -= times(min(level, in.capacity), j.release-now, lack)
			now = j.release
			level += j.width
			next++
		}
		lack -= times(min(level, in.capacity), e.at-now, lack)
		if lack == 0 {
			return 0, 0
		}
		now = e.at
		busy := min(level, in.capacity)
		level -= in.jobs[e.job].width
		falls += float64(in.jobs[e.job].basis * float64(busy-min(level, in.capacity)))
	}
	return lack, falls
}

// raise returns two stretches of at least low, precision apart: the cut proves the first too
// small, but not the second. lack is piecewise linear, so Newton's method ends on the piece
// with the root; where it leads astray, halving goes on. If ctx is done the stretches mean
// nothing.
func (c *cut) raise(low float64) (below, above float64) {
	lack, falls := c.lack(low)
	below, above = low, math.Inf(1)
	try := func(stretch float64) {
		if !(stretch > below && stretch < above) {
			return
		}
		if l, f := c.lack(stretch); l > 0 {
			below, lack, falls = stretch, l, f
		} else {
			above = stretch
		}
	}
	apart := func() bool { return math.IsInf(above, 1) || above-below > float64(precision*above) }
	for c.ctx.Err() == nil && apart() {
		guess := 2 * below
		if falls > 0 {
			guess = below + math.Ldexp(float64(lack), -c.in.shift)/falls
		}
		try(guess + float64(precision/4*guess))
		try(guess - float64(precision/4*guess))
		if apart() {
			try(min(below+(above-below)/2, 2*below))
		}
	}
	return below, above
}
