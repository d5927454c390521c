package metrics

import (
	"math"

	"github.com/backfill-lab/backfill/core/internal/ranks"
	"github.com/backfill-lab/backfill/core/internal/slab"
	"github.com/backfill-lab/backfill/core/internal/wide"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// totals is what one walk over a schedule collects.
type totals struct {
	procs        int
	second       int64 // one second in the unit of the times
	shared       *Shared
	userGroups   []uint8 // as Input.Groups
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
	waitRanks         ranks.Ranks
	bsldRanks         ranks.Ranks
	waits, bsld       [4]float64 // p50, p95, p99, max
	users             byUser
	fairness          float64
	groups            [UserGroups]groupSum
	blocks            *Blocks // nil if nobody wants them
}

// An Ended is a job that has ended, as metrics see it.
type Ended struct {
	Submit, Start, End int64 // seconds
	Procs              int32
	User               int32 // index, or job.None
	Killed             bool  // cut at its estimate
}

// newTotals returns the totals of no job yet; about n are to come, 0 if that is not known.
func newTotals(procs int, groups []uint8, n int) totals {
	return totals{procs: procs, second: 1, userGroups: groups, users: byUser{other: map[int32]int32{}},
		waitRanks: ranks.New(n), bsldRanks: ranks.New(n)}
}

// add adds a job that held its processors for run. Sums of fractions depend on the order.
func (t *totals) add(j *Ended, run int64) {
	if t.jobs == 0 {
		t.firstSubmit, t.firstStart, t.lastEnd = j.Submit, j.Start, j.End
	}
	t.jobs++
	if j.Killed {
		t.killed++
	}
	t.firstSubmit, t.firstStart, t.lastEnd = min(t.firstSubmit, j.Submit), min(t.firstStart, j.Start), max(t.lastEnd, j.End)

	width, wait, response, second := int64(j.Procs), j.Start-j.Submit, j.End-j.Submit, t.second
	t.width += width
	t.wait = t.wait.AddProduct(uint64(wait), 1)
	t.response = t.response.AddProduct(uint64(response), 1)
	area, widthResponse := wide.Product(uint64(width), uint64(run)), wide.Product(uint64(width), uint64(response))
	t.area, t.widthResponse = t.area.Add(area), t.widthResponse.Add(widthResponse)
	if run > 0 {
		t.ranWidthResponse = t.ranWidthResponse.Add(widthResponse)
	}
	areaResponse := float64(float64(float64(width)*float64(run)) * float64(response))
	t.areaResponse.add(areaResponse)
	group := &t.groups[GroupOf(t.userGroups, j.User)-1]
	group.area = group.area.Add(area)
	group.areaResponse.add(areaResponse)

	slowdown, bounded := BoundedSlowdown(response, run, second), BoundedSlowdown(response, run, tau*second)
	t.slowdown.add(slowdown)
	t.maxSlowdown = max(t.maxSlowdown, slowdown)
	t.bounded.add(bounded)
	minute, five := BoundedSlowdown(response, run, 60*second), BoundedSlowdown(response, run, 300*second)
	t.widthSlowdown60.add(float64(float64(width) * minute))
	t.widthSlowdown300.add(float64(float64(width) * five))
	if t.blocks != nil {
		part := newPart(j, run, second, [4]float64{slowdown, bounded, minute, five})
		t.blocks.add(j.Submit/second, &part)
	}
	if j.User != job.None {
		t.users.add(j.User, bounded)
	}
	t.waitRanks.Add(float64(wait))
	t.bsldRanks.Add(bounded)
}

// close works out what depends on all jobs.
func (t *totals) close(lost wide.Uint) {
	t.used, t.lost = t.area.Float(), lost.Float()
	t.fairness = t.users.jain()
	t.waits, t.bsld = percentiles(&t.waitRanks), percentiles(&t.bsldRanks)
	for i := range t.waits {
		t.waits[i] = t.seconds(t.waits[i])
	}
}

// values returns the value of every metric; those of Sharing are NaN unless jobs share nodes.
func (t *totals) values() Values {
	v := make(Values, len(Every))
	for i := range Every {
		if sharing := i >= len(All) && i < len(All)+len(Sharing); sharing && t.shared == nil {
			v[i] = math.NaN()
		} else {
			v[i] = Every[i].value(t)
		}
	}
	return v
}

// tau is the bound of the bounded slowdown in seconds.
const tau = 10

func (t *totals) span() int64 { return t.lastEnd - t.firstSubmit }

// capacity returns the machine's processor seconds in a span.
func (t *totals) capacity(span int64) float64 { return float64(t.procs) * float64(span) }

// seconds converts from the unit of the times.
func (t *totals) seconds(x float64) float64 { return x / float64(t.second) }

func (t *totals) perJob(sum float64) float64 { return ratio(sum, float64(t.jobs)) }

func (t *totals) ifAny(v float64) float64 {
	if t.jobs == 0 {
		return math.NaN()
	}
	return v
}

// collect walks over a schedule; blocks also gets its jobs, unless it is nil.
func collect(in Input, blocks *Blocks) totals {
	if len(in.Placed) != len(in.Jobs) {
		panic("metrics: Placed is not parallel to Jobs")
	}
	n := len(in.Jobs)
	t := newTotals(in.Procs, in.Groups, n)
	t.blocks = blocks
	if t.shared = in.Shared; in.Shared != nil {
		t.second = in.Shared.Second
	}
	lost := make(chan wide.Uint, 1)
	if in.Shared == nil {
		go func() { lost <- in.lost() }() // as long as the rest, on another core
	} else {
		lost <- wide.Uint{}
	}
	for i := range in.Jobs {
		if j, at := &in.Jobs[i], &in.Placed[i]; over(at) {
			t.add(&Ended{Submit: j.Submit, Start: at.Start, End: at.End, Procs: j.Procs, User: j.User, Killed: at.Killed}, in.length(i))
		}
	}
	t.close(<-lost)
	if in.Shared != nil {
		used, lost := in.use()
		t.used, t.lost = used.Float()/float64(in.Shared.Whole), lost.Float()/float64(in.Shared.Whole)
	}
	return t
}

// lost returns the processor seconds that were idle while jobs waited for them.
func (in *Input) lost() wide.Uint {
	n := len(in.Jobs)
	all := slab.Make[stamp](4 * n)
	submits, starts, ends, scratch := all[:0:n], all[n:n:2*n], all[2*n:2*n:3*n], all[3*n:]
	for i := range in.Jobs {
		j, at := &in.Jobs[i], &in.Placed[i]
		if !over(at) {
			continue
		}
		width := int64(j.Procs)
		submits = append(submits, stamp{uint64(j.Submit), width})
		starts = append(starts, stamp{uint64(at.Start), width})
		ends = append(ends, stamp{uint64(at.End), width})
	}
	// From here on, each list is used up by what follows.
	submits, scratch = sortStamps(submits, scratch)
	starts, scratch = sortStamps(starts, scratch)
	ends, _ = sortStamps(ends, scratch)
	return lostCapacity(int64(in.Procs), submits, starts, ends)
}

// over tells whether a job has ended.
func over(at *job.Placement) bool { return at.Start >= 0 && at.End >= 0 }

// length returns r of the i-th job.
func (in *Input) length(i int) int64 {
	if in.Shared != nil {
		return in.Jobs[i].Run
	}
	return in.Placed[i].End - in.Placed[i].Start
}

// lostCapacity integrates min(idle processors, processors that waiting jobs ask
// for) over time. The lists are sorted by time.
func lostCapacity(procs int64, submits, starts, ends []stamp) wide.Uint {
	g := gauge{procs: procs}
	for len(ends) > 0 { // every job's end comes last
		now := ends[0].at
		if len(submits) > 0 {
			now = min(now, submits[0].at)
		}
		if len(starts) > 0 {
			now = min(now, starts[0].at)
		}
		g.reach(now)
		for ; len(ends) > 0 && ends[0].at == now; ends = ends[1:] {
			g.held -= ends[0].procs
		}
		for ; len(submits) > 0 && submits[0].at == now; submits = submits[1:] {
			g.asked += submits[0].procs
		}
		for ; len(starts) > 0 && starts[0].at == now; starts = starts[1:] {
			g.held += starts[0].procs
			g.asked -= starts[0].procs
		}
	}
	return g.lost
}

// A gauge measures what lostCapacity is of, while time passes.
type gauge struct {
	procs, held, asked int64
	before             uint64
	lost               wide.Uint
}

// reach says that held and asked were what they are until now.
func (g *gauge) reach(now uint64) {
	if idle := min(g.procs-g.held, g.asked); idle > 0 {
		g.lost = g.lost.AddProduct(uint64(idle), now-g.before)
	}
	g.before = now
}

// ExactJobs is the number of jobs up to which percentiles are exact.
const ExactJobs = ranks.Exact

// PercentileError bounds by what part of themselves percentiles of more than ExactJobs jobs are too small.
const PercentileError = ranks.Error

// percentiles returns p50, p95, p99 and the maximum by nearest rank; NaN if there are no numbers.
func percentiles(r *ranks.Ranks) (all [4]float64) {
	n := r.Len()
	if n == 0 {
		return [4]float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	}
	for i, percent := range []int{50, 95, 99} {
		all[i] = r.At((percent*n+99)/100 - 1)
	}
	all[3] = r.Max()
	return all
}
