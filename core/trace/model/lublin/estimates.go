package lublin

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// Estimates says which run times users ask for. The zero value is exact estimates.
type Estimates struct {
	// Kind is one of
	//
	//	exact    the run time (also "")
	//	factor   uniform on [run, (1+Factor)*run]: the f-model of Mu'alem and
	//	         Feitelson (IEEE TPDS 12(6), 2001)
	//	round    as factor, then rounded up to the next popular value (5 minutes
	//	         to 4 days) or, above, to whole days, as users do
	Kind string `json:"kind,omitempty"`

	// Factor is the f of the f-model, 0..1000.
	Factor float64 `json:"factor,omitempty"`
}

// popular are the estimates that users prefer, in seconds.
var popular = []int64{
	300, 600, 900, 1200, 1800, 2700, 3600, 2 * 3600, 3 * 3600, 4 * 3600, 5 * 3600, 6 * 3600, 8 * 3600,
	10 * 3600, 12 * 3600, 15 * 3600, 18 * 3600, 24 * 3600, 36 * 3600, 48 * 3600, 72 * 3600, 96 * 3600,
}

func (e *Estimates) check() string {
	switch e.Kind {
	case "", "exact", "factor", "round":
	default:
		return fmt.Sprintf("the kind of estimates %.40q is unknown: give exact, factor or round", e.Kind)
	}
	if !(e.Factor >= 0 && e.Factor <= 1000) {
		return "the factor of the estimates is not in 0..1000"
	}
	return ""
}

// Draw returns the estimate of a job that runs for run seconds, at least 1 and run.
func (e *Estimates) Draw(r *rand.Rand, run int64) int64 {
	if e.Kind == "" || e.Kind == "exact" {
		return max(run, 1)
	}
	x := max(run, 1) + int64(det.Uniform(r, 0, float64(e.Factor*float64(run))))
	if e.Kind == "round" {
		if i, _ := slices.BinarySearch(popular, x); i < len(popular) {
			x = popular[i]
		} else {
			x = (x + 86399) / 86400 * 86400
		}
	}
	return min(x, job.MaxSeconds)
}

// Draws returns what trace.ReplaceEstimates takes: a function that draws the estimate of one job after the other. The
// stream "estimates" of seed decides.
func (e *Estimates) Draws(seed uint64) (change string, of func(*job.Job) int64) {
	r := det.Stream(seed, "estimates")
	return fmt.Sprintf("estimates drawn by the model %s with factor %v (seed %d)", e.Kind, e.Factor, seed),
		func(j *job.Job) int64 { return e.Draw(r, j.Run) }
}
