package grid

import (
	"math"

	"github.com/backfill-lab/backfill/core/job"
)

// Length returns for how many seconds a job that runs for run seconds in the log
// and asked for procs processors holds parts, which are one or more.
//
//   - On one site it is run x load(home) / speed(site), times S(procs) / S(got)
//     where it got another number of processors than it asked for; S is the job's
//     speed-up, S(n) = n in the paper, which conserves its work.
//   - On several sites it is Slowdown times that on the home site or on the
//     slowest site taken, as MultiSite.Reading says.
//
// It is rounded up to whole seconds: a job holds its processors until its work is
// done; what exceeds a second by less than a billionth of the whole is the
// arithmetic's error and does not count. A run of 0 s stays 0, any other is at
// least 1, and job.MaxSeconds is the most there is. A longer run is never shorter.
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

// seconds rounds a run time up, to at least 1 though it may have vanished.
func seconds(t float64) int64 {
	return int64(min(max(1, math.Ceil(t-float64(1e-9*t))), job.MaxSeconds))
}

// above tells whether a exceeds b by more than the arithmetic's error: three
// processors of speed 1.1 are as powerful as one of 3.3, and 7 are 0.07 of 100.
func above(a, b float64) bool { return a > b && a > float64(b*(1+1e-9)) }
