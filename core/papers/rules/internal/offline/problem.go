package offline

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/backfill-lab/backfill/core/learn/pareto"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// A Problem is the pareto.Problem of a workload's orders. Its objectives are those of
// rules.Objectives: awrt, awrt1 to awrt5 in seconds and the negative utilisation; 0 for a
// score without a value.
type Problem struct {
	m      *machine
	groups rules.Groups
	seeds  []Order
	rooms  sync.Pool
}

// A room is the memory of one evaluation.
type room struct {
	t      timeline
	placed []job.Placement
}

var _ pareto.Problem[Order] = (*Problem)(nil)

func (p *Problem) Objectives() int { return len(rules.Objectives()) }

func (p *Problem) Random(r *rand.Rand, i int) Order {
	if i < len(p.seeds) {
		return p.seeds[i]
	}
	var a rules.Advantage // of up to 97 days
	for g := range a {
		a[g] = int64(r.IntN(power(r, 1<<23)))
	}
	return byAdvantage(p.m.jobs, p.groups, a)
}

func (p *Problem) Cross(r *rand.Rand, a, b Order) Order {
	return Order(pareto.Order(a).Cross(r, pareto.Order(b)))
}

func (p *Problem) Mutate(r *rand.Rand, o Order) Order {
	if len(o) < 2 {
		return slices.Clone(o)
	}
	switch r.IntN(4) {
	case 0:
		return Order(pareto.Order(o).Move(r, power(r, 64), power(r, len(o)/2)))
	case 1:
		return p.sorted(r, o)
	}
	return p.favour(r, o)
}

// Evaluate costs O(n log n), and more for the steps between a job's submission and start.
func (p *Problem) Evaluate(ctx context.Context, o Order) ([]float64, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	v, _ := p.rooms.Get().(*room)
	if v == nil {
		v = &room{placed: make([]job.Placement, len(p.m.jobs))}
	}
	defer p.rooms.Put(v)
	p.m.schedule(o, &v.t, v.placed)
	return Objectives(rules.Score(p.m.procs, p.m.jobs, v.placed, p.groups)), nil
}

func (p *Problem) Check(o Order) error { return pareto.Order(o).Check(len(p.m.jobs)) }

// Schedule returns the schedule of an order, parallel to the workload's jobs.
func (p *Problem) Schedule(o Order) ([]job.Placement, error) {
	if err := p.Check(o); err != nil {
		return nil, fmt.Errorf("offline: %w", err)
	}
	placed := make([]job.Placement, len(p.m.jobs))
	p.m.schedule(o, new(timeline), placed)
	return placed, nil
}

// Objectives returns a schedule's scores as a point to compare with a front.
func Objectives(s rules.Scores) []float64 {
	v := s.Values()
	for i := range v {
		if math.IsNaN(v[i]) {
			v[i] = 0
		}
	}
	v[len(v)-1] *= -1
	return v
}

// scores is the inverse of Objectives.
func scores(objectives []float64) rules.Scores {
	s := rules.Scores{AWRT: objectives[0], U: -objectives[len(objectives)-1]}
	copy(s.ByGroup[:], objectives[1:])
	return s
}
