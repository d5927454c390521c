package metrics

import (
	"math"

	"github.com/backfill-lab/backfill/core/internal/wide"
	"github.com/backfill-lab/backfill/core/job"
)

// totals is what one walk over a schedule collects.
type totals struct {
	procs        int
	second       float64 // one second in the unit of the times
	shared       *Shared
	jobs, killed int64

	firstSubmit, firstStart, lastEnd int64

	width             int64     // sum w
	wait, response    wide.Uint // sum wait, sum resp
	area              wide.Uint // sum w r
	widthResponse     wide.Uint // sum w resp
	ranWidthResponse  wide.Uint // the same over jobs with r > 0
	used, lost        float64   // processor seconds: used, and idle while jobs waited for them
	areaResponse      fraction
	slowdown, bounded fraction
	widthSlowdown60   fraction
	widthSlowdown300  fraction
	maxSlowdown       float64
	waits, bsld       [4]float64 // p50, p95, p99, max
	fairness          float64
	groups            [UserGroups]groupSum
}

// tau is the bound of the bounded slowdown in seconds.
const tau = 10

func (t *totals) span() int64 { return t.lastEnd - t.firstSubmit }

// capacity returns the machine's processor seconds in a span.
func (t *totals) capacity(span int64) float64 { return float64(t.procs) * float64(span) }

// seconds converts from the unit of the times.
func (t *totals) seconds(x float64) float64 { return x / t.second }

func (t *totals) perJob(sum float64) float64 { return ratio(sum, float64(t.jobs)) }

func (t *totals) ifAny(v float64) float64 {
	if t.jobs == 0 {
		return math.NaN()
	}
	return v
}

func collect(in Input) totals {
	if len(in.Placed) != len(in.Jobs) {
		panic("metrics: Placed is not parallel to Jobs")
	}
	t := totals{procs: in.Procs, second: 1, shared: in.Shared}
	second := int64(1)
	if in.Shared != nil {
		second = in.Shared.Second
		t.second = float64(second)
	}
	users := byUser{index: map[int32]int{}}
	n := len(in.Jobs)
	slab := make([]stamp, 4*n)
	submits, starts, ends, scratch := slab[:0:n], slab[n:n:2*n], slab[2*n:2*n:3*n], slab[3*n:]
	for i := range in.Jobs {
		j, at := &in.Jobs[i], &in.Placed[i]
		if at.Start < 0 || at.End < 0 {
			continue
		}
		if t.jobs == 0 {
			t.firstSubmit, t.firstStart, t.lastEnd = j.Submit, at.Start, at.End
		}
		t.jobs++
		if at.Killed {
			t.killed++
		}
		t.firstSubmit, t.firstStart, t.lastEnd = min(t.firstSubmit, j.Submit), min(t.firstStart, at.Start), max(t.lastEnd, at.End)

		width, run, response := int64(j.Procs), in.length(i), at.End-j.Submit
		t.width += width
		t.wait = t.wait.AddProduct(uint64(at.Start-j.Submit), 1)
		t.response = t.response.AddProduct(uint64(response), 1)
		area, widthResponse := wide.Product(uint64(width), uint64(run)), wide.Product(uint64(width), uint64(response))
		t.area, t.widthResponse = t.area.Add(area), t.widthResponse.Add(widthResponse)
		if run > 0 {
			t.ranWidthResponse = t.ranWidthResponse.Add(widthResponse)
		}
		areaResponse := float64(float64(float64(width)*float64(run)) * float64(response))
		t.areaResponse.add(areaResponse)
		group := &t.groups[GroupOf(in.Groups, j.User)-1]
		group.area = group.area.Add(area)
		group.areaResponse.add(areaResponse)

		slowdown, bounded := BoundedSlowdown(response, run, second), BoundedSlowdown(response, run, tau*second)
		t.slowdown.add(slowdown)
		t.maxSlowdown = max(t.maxSlowdown, slowdown)
		t.bounded.add(bounded)
		t.widthSlowdown60.add(float64(float64(width) * BoundedSlowdown(response, run, 60*second)))
		t.widthSlowdown300.add(float64(float64(width) * BoundedSlowdown(response, run, 300*second)))
		if j.User != job.None {
			users.add(j.User, bounded)
		}
		submits = append(submits, stamp{uint64(j.Submit), width})
		starts = append(starts, stamp{uint64(at.Start), width})
		ends = append(ends, stamp{uint64(at.End), width})
	}
	t.fairness = users.jain()
	// From here on, each list is used up by what follows.
	submits, scratch = sortStamps(submits, scratch)
	starts, scratch = sortStamps(starts, scratch)
	ends, scratch = sortStamps(ends, scratch)
	if in.Shared == nil {
		t.used, t.lost = t.area.Float(), lostCapacity(int64(in.Procs), submits, starts, ends).Float()
	} else {
		used, lost := in.use()
		t.used, t.lost = used.Float()/float64(in.Shared.Whole), lost.Float()/float64(in.Shared.Whole)
	}
	t.rank(&in, submits[:0], scratch)
	return t
}

// rank finds the percentiles, in the memory of values and scratch.
func (t *totals) rank(in *Input, values, scratch []stamp) {
	for i := range in.Jobs {
		if at := &in.Placed[i]; at.Start >= 0 && at.End >= 0 {
			values = append(values, stamp{at: uint64(at.Start - in.Jobs[i].Submit)})
		}
	}
	t.waits = percentiles(values, scratch, func(bits uint64) float64 { return t.seconds(float64(bits)) })
	values = values[:0]
	for i := range in.Jobs {
		if at := &in.Placed[i]; at.Start >= 0 && at.End >= 0 {
			// Floats that are not negative are in the order of their bits.
			values = append(values, stamp{at: math.Float64bits(BoundedSlowdown(at.End-in.Jobs[i].Submit, in.length(i), tau*int64(t.second)))})
		}
	}
	t.bsld = percentiles(values, scratch, math.Float64frombits)
}

// length returns r of the i-th job.
func (in *Input) length(i int) int64 {
	if in.Shared != nil {
		return in.Jobs[i].Run
	}
	return in.Placed[i].End - in.Placed[i].Start
}

// lostCapacity integrates min(idle processors, processors that waiting jobs ask
// for) over time. The lists are sorted by time.
func lostCapacity(procs int64, submits, starts, ends []stamp) (lost wide.Uint) {
	var held, asked int64
	var before uint64
	for len(ends) > 0 { // every job's end comes last
		now := ends[0].at
		if len(submits) > 0 {
			now = min(now, submits[0].at)
		}
		if len(starts) > 0 {
			now = min(now, starts[0].at)
		}
		if idle := min(procs-held, asked); idle > 0 {
			lost = lost.AddProduct(uint64(idle), now-before)
		}
		for ; len(ends) > 0 && ends[0].at == now; ends = ends[1:] {
			held -= ends[0].procs
		}
		for ; len(submits) > 0 && submits[0].at == now; submits = submits[1:] {
			asked += submits[0].procs
		}
		for ; len(starts) > 0 && starts[0].at == now; starts = starts[1:] {
			held += starts[0].procs
			asked -= starts[0].procs
		}
		before = now
	}
	return lost
}

// percentiles returns p50, p95, p99 and the maximum by nearest rank. Its scratch is as long as values.
func percentiles(values, scratch []stamp, value func(uint64) float64) [4]float64 {
	n := len(values)
	if n == 0 {
		return [4]float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	}
	at := func(percent int) float64 { return value(nth(values, scratch, (percent*n+99)/100-1)) }
	return [4]float64{at(50), at(95), at(99), at(100)}
}
