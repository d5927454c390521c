package grid

import (
	"fmt"
	"math/rand/v2"

	"github.com/backfill-lab/backfill/core/internal/det"
)

// Speedup says how the speed of jobs grows with their processors. The zero value is the
// paper's: linear.
type Speedup struct {
	// Model is "linear" (also ""), "amdahl" or "downey"; see Curve.
	Model string `json:"model,omitempty"`

	Serial float64 `json:"serial,omitempty" range:"0..1"` // amdahl: the serial fraction f of the work, 0..1
	// downey: the average parallelism A, at least 1; 0 is what the job asked for
	Average float64 `json:"average,omitempty" range:"1..1073741824,0"`
	// downey: sigma, the coefficient of variance of the parallelism, 0 or more
	Variance float64 `json:"variance,omitempty" range:"0..1e6"`

	// Spread says how jobs differ: "fixed" (also ""), all have the numbers above; or
	// "uniform", each draws its own: f and sigma from 0 to the number above, A from 1 to it
	// with log A uniform, as Downey found it.
	Spread string `json:"spread,omitempty"`
}

func (s Speedup) validate() error {
	switch {
	case s.Model != "" && s.Model != "linear" && s.Model != "amdahl" && s.Model != "downey":
		return fmt.Errorf("the speed-up model %q is unknown: it is linear, amdahl or downey", s.Model)
	case s.Spread != "" && s.Spread != "fixed" && s.Spread != "uniform":
		return fmt.Errorf("the spread of speed-ups %q is unknown: it is fixed or uniform", s.Spread)
	}
	return nil
}

// draw returns the curve of a job that asks for procs processors. With Spread uniform,
// any model takes two numbers from r.
func (s Speedup) draw(r *rand.Rand, procs int32) Curve {
	x, y := 1.0, 1.0
	if s.Spread == "uniform" {
		x, y = r.Float64(), r.Float64()
	}
	switch s.Model {
	case "amdahl":
		return Curve{Model: Amdahl, Serial: float64(s.Serial * x)}
	case "downey":
		a := s.Average
		if a == 0 {
			a = float64(procs)
		}
		if s.Spread == "uniform" {
			a = max(1, det.Pow(a, y))
		}
		return Curve{Model: Downey, Average: a, Variance: float64(s.Variance * x)}
	}
	return Curve{}
}

// A Model is a family of speed-up curves.
type Model uint8

const (
	// Linear: n processors are n times as fast as one, so that a job's work, processors
	// times seconds, does not depend on them.
	Linear Model = iota
	// Amdahl: a fraction of the work is serial. G. M. Amdahl: Validity of the single
	// processor approach to achieving large scale computing capabilities, AFIPS 1967.
	Amdahl
	// Downey: the parallelism varies over the run. A. B. Downey: A model for speedup
	// of parallel programs, UC Berkeley CSD-97-933, 1997, equations for low and high
	// variance.
	Downey
)

// A Curve is the speed-up of one job. The zero value is linear.
type Curve struct {
	Model    Model
	Serial   float64 // Amdahl's f
	Average  float64 // Downey's A
	Variance float64 // Downey's sigma
}

func (c *Curve) validate() error {
	if c.Model > Downey || !(c.Serial >= 0 && c.Serial <= 1) || !(c.Variance >= 0 && c.Variance <= maxFactor) || c.Model == Downey &&
		!(c.Average >= 1 && c.Average <= 1<<30) {
		return fmt.Errorf("its speed-up %+v is out of range", *c)
	}
	return nil
}

// At returns the speed-up on n processors over one, for n of 1 or more. It never
// falls as n grows, and never exceeds n.
func (c *Curve) At(n int32) float64 {
	x := float64(n)
	switch c.Model {
	case Amdahl:
		return x / (1 + float64(c.Serial*(x-1)))
	case Downey:
		return downey(x, c.Average, c.Variance)
	}
	return x
}

// downey is S(n) of the two profiles of parallelism: low variance (sigma <= 1) and high.
func downey(n, a, sigma float64) float64 {
	switch {
	case sigma > 1:
		if n >= a+float64(a*sigma)-sigma {
			return a
		}
		return float64(n*a) * (sigma + 1) / (float64(sigma*(n+a-1)) + a)
	case n <= a:
		return float64(a*n) / (a + float64(sigma/2*(n-1)))
	case n < 2*a-1:
		return float64(a*n) / (float64(sigma*(a-0.5)) + float64(n*(1-sigma/2)))
	}
	return a
}
