package nodes

import (
	"cmp"
	"math/big"
	"slices"
)

// Totals are the literature's metrics of a schedule by fractions, computed exactly from what
// was held and rounded once.
type Totals struct {
	MaxStretch, MeanStretch float64 // turnaround over run time, both at least 10 s
	Underutilization        float64 // node-seconds: min(nodes, CPU needs in the system) over time, less work
	Normalized              float64 // of all work
	Seconds                 float64 // from the first submission to the last end
	PauseGB, MigrationGB    float64 // written and read, with 8 GB of memory a node
}

// nodeGB is the memory of a node in gigabytes.
const nodeGB = 8

// Totals works out the totals of a legal schedule of at least one job.
func (c *Problem) Totals(runs []Run) Totals {
	sum, top := new(big.Rat), new(big.Rat)
	work := new(big.Int)
	var paused, moved int64
	last := int64(0)
	for i := range c.Jobs {
		j, r := &c.Jobs[i], &runs[i]
		stretch := big.NewRat(max(r.End-j.Submit, 10*secondMicros), max(j.Run, 10*secondMicros))
		sum.Add(sum, stretch)
		if stretch.Cmp(top) > 0 {
			top = stretch
		}
		work.Add(work, product(j.Run, j.need(j.Tasks)))
		paused += 2 * int64(r.Pauses) * int64(j.Tasks) * int64(j.Memory)
		moved += 2 * int64(r.Moved) * int64(j.Memory)
		last = max(last, r.End)
	}
	var t Totals
	t.MaxStretch, _ = top.Float64()
	t.MeanStretch, _ = sum.Quo(sum, big.NewRat(int64(len(c.Jobs)), 1)).Float64()
	idle := c.wanted(runs)
	idle.Sub(idle, work)
	t.Underutilization, _ = new(big.Rat).SetFrac(idle, big.NewInt(Whole*secondMicros)).Float64()
	if work.Sign() > 0 {
		t.Normalized, _ = new(big.Rat).SetFrac(idle, work).Float64()
	}
	t.Seconds, _ = big.NewRat(last-c.Jobs[0].Submit, secondMicros).Float64()
	t.PauseGB, _ = big.NewRat(paused*nodeGB, Whole).Float64()
	t.MigrationGB, _ = big.NewRat(moved*nodeGB, Whole).Float64()
	return t
}

// wanted is the integral of min(nodes, CPU needs of all jobs in the system) in
// parts of CPU times microseconds.
func (c *Problem) wanted(runs []Run) *big.Int {
	type change struct{ at, need int64 }
	var all []change
	for i := range c.Jobs {
		j := &c.Jobs[i]
		all = append(all, change{j.Submit, j.need(j.Tasks)}, change{runs[i].End, -j.need(j.Tasks)})
	}
	slices.SortFunc(all, func(a, b change) int { return cmp.Compare(a.at, b.at) })
	area, need := new(big.Int), int64(0)
	for k, ch := range all {
		need += ch.need
		if k+1 < len(all) {
			area.Add(area, product(all[k+1].at-ch.at, min(need, int64(c.Nodes)*Whole)))
		}
	}
	return area
}
