package shared_test

import (
	"cmp"
	"math/big"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/shared"
	referee "github.com/backfill-lab/backfill/core/verify/shared"
)

// The totals are the literature's metrics of a schedule by fractions, computed exactly from what
// was held and rounded once.
type totals struct {
	MaxStretch, MeanStretch float64 // turnaround over run time, both at least 10 s
	Underutilization        float64 // node-seconds: min(nodes, CPU needs in the system) over time, less work
	Normalized              float64 // of all work
	Seconds                 float64 // from the first submission to the last end
	PauseGB, MigrationGB    float64 // written and read, with 8 GB of memory a node
}

// nodeGB is the memory of a node in gigabytes.
const nodeGB = 8

// totalsOf works out the totals of a legal schedule of at least one job.
func totalsOf(c *referee.Problem, runs []referee.Run) totals {
	sum, top := new(big.Rat), new(big.Rat)
	work := new(big.Int)
	var paused, moved int64
	last := int64(0)
	for i := range c.Jobs {
		j, r := &c.Jobs[i], &runs[i]
		stretch := big.NewRat(max(r.End-j.Submit, 10*shared.Second), max(j.Run, 10*shared.Second))
		sum.Add(sum, stretch)
		if stretch.Cmp(top) > 0 {
			top = stretch
		}
		work.Add(work, product(j.Run, need(j)))
		paused += 2 * int64(r.Pauses) * int64(j.Tasks) * int64(j.Memory)
		moved += 2 * int64(r.Moved) * int64(j.Memory)
		last = max(last, r.End)
	}
	var t totals
	t.MaxStretch, _ = top.Float64()
	t.MeanStretch, _ = sum.Quo(sum, big.NewRat(int64(len(c.Jobs)), 1)).Float64()
	idle := wanted(c, runs)
	idle.Sub(idle, work)
	t.Underutilization, _ = new(big.Rat).SetFrac(idle, big.NewInt(referee.Whole*shared.Second)).Float64()
	if work.Sign() > 0 {
		t.Normalized, _ = new(big.Rat).SetFrac(idle, work).Float64()
	}
	t.Seconds, _ = big.NewRat(last-c.Jobs[0].Submit, shared.Second).Float64()
	t.PauseGB, _ = big.NewRat(paused*nodeGB, referee.Whole).Float64()
	t.MigrationGB, _ = big.NewRat(moved*nodeGB, referee.Whole).Float64()
	return t
}

// wanted is the integral of min(nodes, CPU needs of all jobs in the system) in
// parts of CPU times microseconds.
func wanted(c *referee.Problem, runs []referee.Run) *big.Int {
	type change struct{ at, need int64 }
	var all []change
	for i := range c.Jobs {
		j := &c.Jobs[i]
		all = append(all, change{j.Submit, need(j)}, change{runs[i].End, -need(j)})
	}
	slices.SortFunc(all, func(a, b change) int { return cmp.Compare(a.at, b.at) })
	area, need := new(big.Int), int64(0)
	for k, ch := range all {
		need += ch.need
		if k+1 < len(all) {
			area.Add(area, product(all[k+1].at-ch.at, min(need, int64(c.Nodes)*referee.Whole)))
		}
	}
	return area
}

// need is the CPU that all tasks of a job need.
func need(j *referee.Job) int64 { return int64(j.CPU) * int64(j.Tasks) }

func product(a, b int64) *big.Int { return new(big.Int).Mul(big.NewInt(a), big.NewInt(b)) }

// Job 1 has two nodes to itself for 2 s and halves of them for 8 s; it is paused, resumed at 12 s,
// and ends at 19 s. Job 2 has half a node from 2 s to 10 s. Job 3 works from 2 s to 15 s and is
// moved at 10 s.
//
// Turnarounds are 19, 9 and 13 s: stretches 19/10, 10/10 (both at least 10 s) and
// 13/10. Wanted are 2 nodes, from 0 to 10 s and from 10 to 15 s, as job 1 alone needs them,
// until 19: 38 node-seconds. Work is 20 + 4 + 5. Job 1 writes and reads 2 x 0.5 x 8 GB,
// job 3's one task moves 0.25 x 8 GB out and in.
func TestTotals(t *testing.T) {
	const half, sec = referee.Whole / 2, shared.Second
	c := referee.Problem{Nodes: 2, Penalty: 3 * sec, Jobs: []referee.Job{
		{ID: 1, Submit: 0, Run: 10 * sec, Tasks: 2, CPU: referee.Whole, Memory: half},
		{ID: 2, Submit: 1 * sec, Run: 4 * sec, Tasks: 1, CPU: referee.Whole, Memory: half},
		{ID: 3, Submit: 2 * sec, Run: 10 * sec, Tasks: 1, CPU: half, Memory: half / 2},
	}}
	runs := []referee.Run{
		{Start: 0, End: 19 * sec, Pauses: 1},
		{Start: 2 * sec, End: 10 * sec},
		{Start: 2 * sec, End: 15 * sec, Migrations: 1, Moved: 1},
	}
	want := totals{MaxStretch: 1.9, MeanStretch: 1.4, Underutilization: 9, Normalized: 9. / 29, Seconds: 19, PauseGB: 16, MigrationGB: 4}
	if got := totalsOf(&c, runs); got != want {
		t.Errorf("%+v, expected %+v", got, want)
	}
}
