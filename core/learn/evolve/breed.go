package evolve

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/backfill-lab/backfill/core/internal/det"
)

// An Individual is a member of a species: a gene and a step size for each parameter.
type Individual struct {
	Genes   []float64 `json:"genes"` // within the parameter's bounds; the whole part is a choice's index
	Steps   []float64 `json:"steps"` // in the unit of the gene; a Nominal's chance to mutate
	Fitness float64   `json:"fitness"`
	Born    int       `json:"born"` // generation
}

// A breeder makes the individuals of one species.
type breeder struct {
	o                *Options
	index            int // of the species
	p                []Parameter
	step, tau0, tau1 float64
}

func newBreeder(o *Options, index int, s *Species) *breeder {
	b := &breeder{o: o, index: index, p: s.Parameters}
	b.step, b.tau0, b.tau1 = o.Rates(len(s.Parameters))
	return b
}

// stream returns the random stream of one individual: what one draws does not change others.
func (b *breeder) stream(generation, i int) *rand.Rand {
	return det.Stream(b.o.Seed, fmt.Sprintf("evolve/species %d/generation %d/individual %d", b.index, generation, i))
}

// limits returns the smallest and the largest step of p.
func (b *breeder) limits(p *Parameter) (smallest, largest float64) {
	if p.Kind == Nominal {
		return 1 / float64(3*len(b.p)), 0.5
	}
	return float64(b.o.SmallestStep * p.span()), p.span()
}

func (b *breeder) first(i int) Individual {
	r := b.stream(0, i)
	c := b.blank(0)
	for k := range b.p {
		p := &b.p[k]
		c.Genes[k] = p.random(r)
		smallest, largest := b.limits(p)
		c.Steps[k] = min(max(cmp.Or(p.Step, float64(b.step*p.unit())), smallest), largest)
	}
	return c
}

func (b *breeder) offspring(parents []Individual, generation, i int) Individual {
	r := b.stream(generation, i)
	c := b.blank(generation)
	one := &parents[r.IntN(len(parents))]
	if b.o.Recombination == None {
		copy(c.Genes, one.Genes)
		copy(c.Steps, one.Steps)
	} else {
		b.recombine(r, &c, one, &parents[r.IntN(len(parents))])
	}
	b.mutate(r, &c)
	return c
}

func (b *breeder) blank(generation int) Individual {
	return Individual{Genes: make([]float64, len(b.p)), Steps: make([]float64, len(b.p)), Born: generation}
}

func (b *breeder) recombine(r *rand.Rand, c, one, other *Individual) {
	for k := range b.p {
		if b.o.Recombination == Intermediate && b.p[k].Kind != Nominal {
			// Halves, because the sum of two bounds may overflow. The rounding of tiny
			// numbers must not leave the interval.
			low, high := b.p[k].bounds()
			c.Genes[k] = min(max(one.Genes[k]/2+other.Genes[k]/2, low), high)
			c.Steps[k] = one.Steps[k]/2 + other.Steps[k]/2
			continue
		}
		from := one
		if r.Uint64()&1 == 1 {
			from = other
		}
		c.Genes[k], c.Steps[k] = from.Genes[k], from.Steps[k]
	}
}

// mutate changes every step of c, then every gene by its new step.
func (b *breeder) mutate(r *rand.Rand, c *Individual) {
	shared := float64(b.tau0 * det.Normal(r, 0, 1))
	for k := range b.p {
		p := &b.p[k]
		growth := shared + float64(b.tau1*det.Normal(r, 0, 1))
		smallest, largest := b.limits(p)
		if p.Kind == Nominal {
			odds := (1 - c.Steps[k]) / c.Steps[k]
			c.Steps[k] = min(max(1/(1+float64(odds*det.Exp(-growth))), smallest), largest)
			if r.Float64() < c.Steps[k] && p.Count > 1 {
				c.Genes[k] = another(r, c.Genes[k], p.Count)
			}
			continue
		}
		c.Steps[k] = min(max(float64(c.Steps[k]*det.Exp(growth)), smallest), largest)
		low, high := p.bounds()
		c.Genes[k] = reflect(c.Genes[k]+float64(c.Steps[k]*det.Normal(r, 0, 1)), low, high)
	}
}

// another draws one of 0..count-1 other than g.
func another(r *rand.Rand, g float64, count int) float64 {
	n := float64(r.IntN(count - 1))
	if n >= g {
		n++
	}
	return n
}

// reflect folds x into [low, high], like mirrors at the bounds.
func reflect(x, low, high float64) float64 {
	if x >= low && x <= high {
		return x
	}
	span := high - low
	t := math.Abs(math.Mod(x-low, 2*span)) // mirrored at low
	if t > span {
		t = 2*span - t // and at high
	}
	return min(max(low+t, low), high)
}
