// Package bound computes theorem 1 of the dfrs paper: the least maximum stretch of any
// schedule of the jobs, when memory is no limit and moving costs nothing. No algorithm of
// package shared is better.
//
// A stretch S gives each job a window, from its submission to its deadline
//
//	submission + S*max(run time, threshold)
//
// in which Tasks*CPU*Run of work must be done, at a rate of at most Tasks*CPU, while all
// jobs together have the CPU of the cluster: linear system (1), a flow from jobs to the
// intervals between releases and deadlines. A flow that falls short leaves a cut: a set of
// jobs that ask for more than they can get whatever the others do. Finding the least
// stretch that the cut allows needs no flow; the next flow is tried there, until one
// suffices. A handful of flows finds the optimum, where halving an interval needs twenty.
//
// All amounts are integers.
package bound

import (
	"context"
	"errors"

	"github.com/backfill-lab/backfill/core/platform/shared"
)

const maxCells = 1 << 24 // pairs of a job and an interval in its window, of 12 bytes each

var errTooLarge = errors.New("stretch bound: too many jobs compete at once; cut the workload, in weeks for instance")

// Stretch returns a lower bound on the maximum stretch of every schedule of the jobs on
// that many nodes, within a part in 10^9 of the largest: 1 if some schedule reaches it,
// else a stretch that no schedule reaches, just below the least that one does.
//
// The threshold, in microseconds, bounds the stretch: max(turnaround, threshold)/max(run,
// threshold). With 0 it is the plain stretch. Jobs that run for no time have the stretch 1
// and do not matter; memory is ignored.
//
// Windows are rounded outwards by up to two ticks, which adds their share of the shortest
// window to the distance from the optimum. A tick is 2^-12 microseconds for the paper's
// instances, longer where needs have a small common divisor and there is much work (16
// microseconds for 128 nodes in a week whose needs are any millionths).
//
// Values out of range, and more jobs at a time than fit some 200 MB, are errors. A thousand
// jobs take 1 to 10 ms. Once ctx is done, Stretch soon returns its error.
func Stretch(ctx context.Context, nodes int, jobs []shared.Job, threshold int64) (float64, error) {
	in, err := newInstance(nodes, jobs, threshold)
	if err != nil {
		return 0, err
	}
	return in.least(ctx)
}

// Divisible is Stretch without constraint (1d) of theorem 1: a job can use all nodes at
// once, however few tasks it has, and end sooner than it would alone, as in Legrand, Su and
// Vivien, whose search for the optimum the paper adopts. It is never above Stretch.
func Divisible(ctx context.Context, nodes int, jobs []shared.Job, threshold int64) (float64, error) {
	in, err := newInstance(nodes, jobs, threshold)
	if err != nil {
		return 0, err
	}
	for i := range in.jobs {
		in.jobs[i].width = in.capacity
	}
	return in.least(ctx)
}

// least returns the largest stretch for which there is no schedule, or 1.
func (in *instance) least(ctx context.Context) (float64, error) {
	n, c := network{flow: flow{ctx: ctx}}, cut{ctx: ctx}
	below, above := 1.0, 1.0
	for {
		groups, err := n.cuts(in, above)
		if err != nil {
			return 0, err
		}
		if len(groups) == 0 {
			return below, nil
		}
		low := above
		for _, g := range groups {
			c.set(in, g)
			if lack, _ := c.lack(above); lack > 0 {
				below, above = c.raise(above)
			}
		}
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		if above == low {
			panic("bound: a cut that proves nothing")
		}
	}
}

// cuts returns sets of jobs, apart in time, that no schedule keeps to that stretch: none if
// one keeps all jobs to it.
func (n *network) cuts(in *instance, stretch float64) ([][]int32, error) {
	if err := n.build(in, stretch); err != nil {
		return nil, err
	}
	if enough := n.saturate(); enough || n.ctx.Err() != nil {
		return nil, n.ctx.Err()
	}
	var groups [][]int32
	until := int32(0)
	for k, i := range n.jobs {
		if n.jobAt[k] < 0 {
			continue
		}
		if len(groups) == 0 || n.first[k] >= until {
			groups = append(groups, nil)
		}
		g := &groups[len(groups)-1]
		*g = append(*g, i)
		until = max(until, n.last[k])
	}
	return groups, nil
}
