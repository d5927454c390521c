package grid

import (
	"cmp"
	"math/big"
	"strconv"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// A Site is one machine of a grid.
type Site struct {
	Procs int     // at least 1
	Speed float64 // of one processor; 1 is that of the log's machine, and 0 means 1
	Load  float64 // factor of the run times of the jobs whose home it is; 0 means 1
}

// A Job is a job with its behaviour on a grid.
type Job struct {
	job.Job
	Home     int     // index of its home site
	Slowdown float64 // factor of its run time on several sites
	Speedup  Speedup // how its speed grows with processors
}

// A Problem is a grid and the jobs that a schedule has to place on it.
type Problem struct {
	Sites   []Site
	Jobs    []Job // in any order; a schedule is parallel to it
	Extend  bool  // a run past its estimate goes on instead of being cut
	Slowest bool  // on several sites, slow down the run time on the slowest of them, not on the home site
	Mold    bool  // a job may get fewer processors than it asks for, on one site
	Split   bool  // a job may get what it asks for on several sites
}

// A Part is what a job holds on one site.
type Part struct{ Site, Procs int }

// A Placement is what a schedule did with one job, which holds all its parts in [Start, End).
type Placement struct {
	job.Placement
	Parts []Part // in the order in which the scheduler took them
}

// Length returns for how many seconds job i holds parts, at least one: its run time times
// the load of its home site
//
//   - on one site, over that site's speed, and over the speed-up of what it holds relative
//     to that of what it asked for;
//   - on several, over the speed of its home site, or with Slowest of the slowest of them,
//     and times its slowdown;
//
// rounded up to whole seconds, at most job.MaxSeconds. Arithmetic is exact and takes each
// factor for the decimal number written; a result at most 1e-9 of its size above a whole
// second is that second.
func (g *Problem) Length(i int, parts []Part) int64 {
	return g.length(i, parts, g.Jobs[i].Job.Length(!g.Extend))
}

// length is Length for another run time.
func (g *Problem) length(i int, parts []Part, run int64) int64 {
	j := &g.Jobs[i]
	t := new(big.Rat).SetInt64(run)
	t.Mul(t, decimal(cmp.Or(g.Sites[j.Home].Load, 1)))
	switch speed := g.speed(j.Home); {
	case len(parts) == 1:
		t.Quo(t, g.speed(parts[0].Site))
		t.Mul(t, j.Speedup.at(int(j.Procs)))
		t.Quo(t, j.Speedup.at(parts[0].Procs))
	default:
		for k, p := range parts {
			if s := g.speed(p.Site); g.Slowest && (k == 0 || s.Cmp(speed) < 0) {
				speed = s
			}
		}
		t.Quo(t, speed)
		t.Mul(t, decimal(j.Slowdown))
	}
	t.Mul(t, big.NewRat(999_999_999, 1_000_000_000))
	up, rest := new(big.Int).QuoRem(t.Num(), t.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		up.Add(up, big.NewInt(1))
	}
	if !up.IsInt64() {
		return job.MaxSeconds
	}
	return min(up.Int64(), job.MaxSeconds)
}

func (g *Problem) speed(site int) *big.Rat { return decimal(cmp.Or(g.Sites[site].Speed, 1)) }

// decimal returns x as written: 1/10 for 0.1, not what the float64 holds.
func decimal(x float64) *big.Rat {
	r, ok := new(big.Rat).SetString(strconv.FormatFloat(x, 'g', -1, 64))
	if !ok {
		panic("verify/sites: a factor of the grid is not finite")
	}
	return r
}

func whole(n int) *big.Rat { return new(big.Rat).SetInt64(int64(n)) }
