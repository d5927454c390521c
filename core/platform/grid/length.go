package grid

import (
	"math"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// Length returns for how many seconds a job that runs for run seconds in the log and
// asked for procs processors holds parts, one or more.
//
//   - On one site: run x load(home) / speed(site), times S(procs) / S(got) if it got
//     another number of processors; S is the job's speed-up. The paper's S(n) = n
//     conserves its work.
//   - On several sites: Slowdown times that on the home site or on the slowest site
//     taken, as MultiSite.Reading says.
//
// It rounds up to whole seconds, but ignores an excess below a billionth of the whole, the
// arithmetic's error. A run of 0 s stays 0; any other takes 1 to job.MaxSeconds. A longer
// run never takes less.
func (g *Grid) Length(n *Nature, run int64, procs int32, parts []Part) int64 {
	if run == 0 {
		return 0
	}
	t := float64(run) * g.LoadOf(n.Home)
	if len(parts) == 1 {
		t /= g.SpeedOf(parts[0].Site)
		if got := parts[0].Procs; got != procs {
			t = t * n.Speedup.At(procs) / n.Speedup.At(got)
		}
		return seconds(t)
	}
	speed := g.SpeedOf(n.Home)
	if g.MultiSite.Reading == "slowest" {
		speed = g.SpeedOf(parts[0].Site)
		for _, p := range parts[1:] {
			speed = min(speed, g.SpeedOf(p.Site))
		}
	}
	return seconds(t / speed * n.Slowdown)
}

// seconds rounds a run time up, to at least 1.
func seconds(t float64) int64 {
	return int64(min(max(1, math.Ceil(t-float64(1e-9*t))), job.MaxSeconds))
}

// above tells whether a exceeds b by more than the arithmetic's error: three
// processors of speed 1.1 are as powerful as one of 3.3, and 7 are 0.07 of 100.
func above(a, b float64) bool { return a > b && a > float64(b*(1+1e-9)) }
