package dfrs

import (
	"math/rand/v2"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

// hpc2n-like is drawn from the rounded marginals of the public log HPC2N: times
// between submissions, widths, run times of narrow and of wider jobs, memory per
// processor. Nothing else is like the log: it has no order of jobs, days, weeks or
// quiet months.

// likeSeed seeds all streams.
const likeSeed = 1

// quantiles are a distribution by twentieths: uniform between two numbers, exponential
// with mean beyond after the last.
type quantiles struct {
	at     [20]float64
	beyond float64
}

func (q *quantiles) draw(r *rand.Rand) int64 {
	i := r.IntN(20)
	if i == 19 {
		return int64(q.at[19] + det.Exponential(r, q.beyond))
	}
	return int64(det.Uniform(r, q.at[i], q.at[i+1]+1))
}

var (
	likeGaps = quantiles{[20]float64{0, 0, 0, 1, 1, 2, 2, 4, 6, 9, 11, 19, 37, 60, 92, 153, 260, 464, 904, 2094}, 5600}
	likeRuns = [2]quantiles{
		{[20]float64{1, 3, 8, 29, 74, 300, 914, 1697, 2787, 3106, 3336, 5549, 7014, 10826, 12763, 17475, 21246, 30663, 38147, 83718}, 112_000},
		{[20]float64{1, 3, 7, 10, 12, 16, 25, 45, 61, 100, 245, 673, 1804, 3879, 8486, 16969, 21257, 21706, 34781, 63705}, 54_000},
	}
	// Processors, and parts of 10,000.
	likeWidths = [][2]int{{1, 4230}, {2, 1840}, {3, 70}, {4, 1230}, {6, 170}, {8, 870}, {9, 15}, {10, 120}, {12, 90}, {16, 530}, {18, 35},
		{20, 75}, {24, 80}, {32, 440}, {36, 95}, {40, 20}, {64, 70}, {100, 20}}
	// Memory that each processor asks for, in percent of a node's, 0 if unknown, and parts
	// of 10,000.
	likeMemory = [][2]int{{0, 105}, {10, 120}, {18, 9450}, {22, 140}, {27, 110}, {32, 15}, {37, 10}, {42, 28}, {47, 18}, {55, 3}, {85, 1}}
)

// like draws the substitute: the jobs of 182 weeks, or of a few days.
func like(l *paper.Loader) *trace.Workload {
	n := 202_876
	if l.Scale == paper.Quick {
		n = 160 * sizes(paper.Quick).weeks
	}
	seed := l.Seed(likeSeed)
	l.Substitute("%s is not given: hpc2n-like has %d jobs drawn from the log's marginals, rounded, each independently of the others.",
		logFile, n)
	gaps, widths, runs, memory := det.Stream(seed, "gaps"), det.Stream(seed, "widths"), det.Stream(seed, "runs"), det.Stream(seed, "memory")
	w := &trace.Workload{Name: "hpc2n-like", Source: "drawn from the rounded marginals of the log HPC2N",
		Procs: logNodes * shared.HPC2N.Cores, Jobs: trace.Hold(make([]job.Job, n))}
	at := int64(0)
	for i := range w.Jobs.Held() {
		if i > 0 {
			at += likeGaps.draw(gaps)
		}
		procs := pick(widths, likeWidths)
		class := 0
		if procs > 2 {
			class = 1
		}
		run := max(1, likeRuns[class].draw(runs))
		j := job.Unknown
		j.ID, j.Submit, j.Run, j.Estimate, j.Procs, j.Status = int64(i+1), at, run, run, int32(procs), job.Completed
		if percent := pick(memory, likeMemory); percent > 0 {
			j.RequestedMemoryKiB = int64(percent) * shared.HPC2N.MemoryKiB / 100
		}
		w.Jobs.Held()[i] = j
	}
	return w
}

// pick draws a value by its parts of 10,000.
func pick(r *rand.Rand, parts [][2]int) int {
	n := r.IntN(10_000)
	for _, p := range parts {
		if n -= p[1]; n < 0 {
			return p[0]
		}
	}
	panic("dfrs: the parts do not add up to 10,000")
}
