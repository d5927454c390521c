package grid

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

// like draws jobs queue by queue from what tables 1 and 2 print of them: how many there
// are, mean and longest run time, mean and largest number of processors. The rest is
// ours: gaps between submissions are Weibull distributed with shape 0.5, for bursts, and
// span the length of the public log; so are run times, cut at the longest; processors are
// powers of two, or the largest, with weights in geometric progression; all are
// independent of each other, which the jobs of a log are not.
//
// At scale quick the number of jobs and the span shrink alike.
func (g *log) like(l *paper.Loader) *trace.Workload {
	l.Substitute("%s-like, a reconstruction: drawn queue by queue from the counts, means and maxima that the paper prints, with bursts "+
		"of submissions of our own.", g.set)
	share := 1.0
	if l.Scale == paper.Quick {
		share = quickJobs / g.jobs
	}
	seed := l.Draw()
	w := &trace.Workload{Name: g.set + "-like", Source: "A reconstruction of the " +
		g.title + " workload from printed counts, means and maxima.",
		Procs: g.pool}
	for i, q := range g.queues {
		name := q.from
		if name == "*" {
			name = "other"
		}
		w.Queues = append(w.Queues, name)
		r := func(what string) *rand.Rand { return det.Stream(seed, g.set+" "+name+" "+what) }
		n := max(int(math.Round(q.jobs*share)), 2)
		runs, widths := q.runs(r("runs"), n), q.widths(r("widths"), n, g.narrow)
		submissions := renewal(r("submissions"), n, float64(g.span)*share)
		for k := range n {
			j := job.Unknown
			j.Submit, j.Run, j.Estimate, j.Procs = submissions[k], runs[k], max(runs[k], 1), widths[k]
			j.Queue, j.Status = int32(i), job.Completed
			w.Jobs = trace.Hold(append(w.Jobs.Held(), j))
		}
	}
	slices.SortStableFunc(w.Jobs.Held(), func(a, b job.Job) int { return cmp.Compare(a.Submit, b.Submit) })
	for i := range w.Jobs.Held() {
		w.Jobs.Held()[i].ID = int64(i + 1)
	}
	return w
}

// renewal draws n submissions by Weibull distributed gaps, scaled so that the last one
// is at span seconds.
func renewal(r *rand.Rand, n int, span float64) []int64 {
	at, submissions, sum := make([]float64, n), make([]int64, n), 0.0
	for i := range at {
		sum += det.Weibull(r, 0.5, 1)
		at[i] = sum
	}
	for i, t := range at {
		submissions[i] = int64(float64(t*span) / sum)
	}
	return submissions
}

// runs draws n run times with the printed mean, and the longest once.
func (q *queue) runs(r *rand.Rand, n int) []int64 {
	x := make([]float64, n-1)
	for i := range x {
		x[i] = det.Weibull(r, 0.5, 1)
	}
	want := max(q.runMean*float64(n)-q.runMax, 0) // of the n-1 others
	sum := func(scale float64) (s float64) {
		for _, v := range x {
			s += min(float64(v*scale), q.runMax)
		}
		return s
	}
	scale := solve(q.runMax, func(scale float64) bool { return sum(scale) < want })
	runs := make([]int64, n)
	for i, v := range x {
		runs[i] = int64(math.Round(min(float64(v*scale), q.runMax)))
	}
	runs[n-1] = int64(q.runMax)
	r.Shuffle(n, func(a, b int) { runs[a], runs[b] = runs[b], runs[a] })
	return runs
}

// widths draws n numbers of processors with the printed mean, and the largest once.
func (q *queue) widths(r *rand.Rand, n, narrow int) []int32 {
	var sizes []float64
	for p := float64(narrow); p < q.procsMax; p *= 2 {
		sizes = append(sizes, p)
	}
	sizes = append(sizes, q.procsMax)
	weigh := func(ratio float64) (sum, total float64) {
		weight := 1.0
		for _, p := range sizes {
			sum += float64(weight * p)
			total += weight
			weight *= ratio
		}
		return sum, total
	}
	want := (float64(q.procs*float64(n)) - q.procsMax) / float64(n-1) // of the n-1 others
	ratio := solve(4, func(ratio float64) bool { sum, total := weigh(ratio); return sum/total < want })
	_, total := weigh(ratio)
	widths := make([]int32, n)
	for i := range n - 1 {
		// One from each n-th of the distribution, so that even few jobs have the mean.
		u, weight, k := float64(total*(float64(i)+r.Float64()))/float64(n-1), 1.0, 0
		for ; k < len(sizes)-1 && u >= weight; k++ {
			u -= weight
			weight *= ratio
		}
		widths[i] = int32(sizes[k])
	}
	widths[n-1] = int32(q.procsMax)
	r.Shuffle(n, func(a, b int) { widths[a], widths[b] = widths[b], widths[a] })
	return widths
}

// solve returns the smallest x in 0..most for which below is false.
func solve(most float64, below func(x float64) bool) float64 {
	lo, hi := 0.0, most
	for range 60 {
		if mid := (lo + hi) / 2; below(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}
