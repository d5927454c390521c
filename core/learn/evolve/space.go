package evolve

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/backfill-lab/backfill/core/internal/det"
)

// A Kind says which values a parameter has and how they mutate.
type Kind string

const (
	Real    Kind = "real"    // a number in [Low, High]
	Ordered Kind = "ordered" // one of 0..Count-1; neighbours are alike
	Nominal Kind = "nominal" // one of 0..Count-1, in no order
)

// A Parameter is one number of a candidate.
type Parameter struct {
	Name  string  `json:"name,omitempty"`
	Kind  Kind    `json:"kind"`
	Low   float64 `json:"low,omitempty"`  // of a Real
	High  float64 `json:"high,omitempty"` // of a Real, above Low
	Count int     `json:"count,omitempty"`
	// Step is the first step size: in the unit of a Real, in values of an Ordered, or a
	// Nominal's chance to mutate. Zero means Options.Step of the range.
	Step float64 `json:"step,omitempty"`
}

// A Species is a part of the candidate that evolves separately.
type Species struct {
	Name       string      `json:"name,omitempty"`
	Parameters []Parameter `json:"parameters"`
}

// MaxParameters bounds the parameters of all species, MaxCount the values of a choice
// and MaxMagnitude the bounds of a Real.
const (
	MaxParameters = 1_000_000
	MaxCount      = 1_000_000
	MaxMagnitude  = 1e100
)

// bounds returns the interval of p's genes. The gene of a Real is its value, the whole
// part of any other its choice.
func (p *Parameter) bounds() (low, high float64) {
	if p.Kind == Real {
		return p.Low, p.High
	}
	return 0, float64(p.Count)
}

func (p *Parameter) span() float64 {
	low, high := p.bounds()
	return high - low
}

// unit returns the unit of p's steps as shares: the span, 1 for a Nominal's chance.
func (p *Parameter) unit() float64 {
	if p.Kind == Nominal {
		return 1
	}
	return p.span()
}

// value returns the parameter's value for gene g.
func (p *Parameter) value(g float64) float64 {
	if p.Kind == Real {
		return g
	}
	return min(math.Floor(g), float64(p.Count-1))
}

func (p *Parameter) random(r *rand.Rand) float64 {
	if p.Kind == Nominal {
		return float64(r.IntN(p.Count))
	}
	low, high := p.bounds()
	return det.Uniform(r, low, high)
}

func (p *Parameter) check() error {
	switch p.Kind {
	case Real:
		if !(p.Low >= -MaxMagnitude && p.High <= MaxMagnitude && p.Low < p.High) {
			return fmt.Errorf("its bounds are %g and %g; give two numbers, the lower one first, of at most %g in magnitude",
				p.Low, p.High, MaxMagnitude)
		}
	case Ordered, Nominal:
		if p.Count < 1 || p.Count > MaxCount {
			return fmt.Errorf("it has %d values; give 1 to %d", p.Count, MaxCount)
		}
	default:
		return fmt.Errorf("its kind is %q; give %s, %s or %s", p.Kind, Real, Ordered, Nominal)
	}
	if !(p.Step >= 0 && p.Step <= p.unit()) {
		return fmt.Errorf("its step is %g; give 0 for the default, or a number up to its range (a chance: up to 1)", p.Step)
	}
	return nil
}

func checkSpecies(species []Species) error {
	if len(species) == 0 {
		return fmt.Errorf("the problem has no species: there is nothing to evolve")
	}
	total := 0
	for s, sp := range species {
		if len(sp.Parameters) == 0 {
			return fmt.Errorf("species %d (%q) has no parameters", s, sp.Name)
		}
		if total += len(sp.Parameters); total > MaxParameters {
			return fmt.Errorf("the problem has more than %d parameters", MaxParameters)
		}
		for i := range sp.Parameters {
			if err := sp.Parameters[i].check(); err != nil {
				return fmt.Errorf("parameter %d (%q) of species %d (%q): %w", i, sp.Parameters[i].Name, s, sp.Name, err)
			}
		}
	}
	return nil
}
