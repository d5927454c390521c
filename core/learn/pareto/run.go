package pareto

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/internal/pool"
)

// Control says how to carry out a run; it never changes the result.
type Control[G any] struct {
	Workers int       // candidates judged at a time; 0: GOMAXPROCS
	From    *State[G] // where to continue; nil: at the beginning

	// Checkpoint receives the state after every generation, including the first. An
	// error ends the run.
	Checkpoint func(*State[G]) error
	// Progress is called before a generation is judged and after every evaluation, one
	// call at a time.
	Progress func(Progress)
}

// Progress is the progress of a run.
type Progress struct {
	Generation  int // being judged; the first is 0
	Generations int // after the first
	Done, Total int // candidates of this generation
	Evaluations int // so far, including those before the checkpoint
}

// Run looks for the problem's front and returns the last state. Its Front is the result;
// its Population is a well spread sample of it, with the candidates. The result depends on
// the problem and the options alone: all random numbers come from a stream per generation
// and candidate, and are drawn before any candidate is judged. An error of Evaluate or
// Checkpoint ends the run, and so does ctx: Run then returns the state after the last
// complete generation, nil if there is none.
//
// A generation costs its judging, O(size² * objectives), and O(size * front * objectives)
// for the front.
func Run[G any](ctx context.Context, p Problem[G], o Options, c Control[G]) (*State[G], error) {
	o = o.filled()
	if err := o.check(); err != nil {
		return nil, err
	}
	if p.Objectives() < 1 {
		return nil, fmt.Errorf("pareto: the problem has no objectives")
	}
	r := run[G]{o: o, p: p, c: c}
	s := c.From
	if s != nil {
		if err := s.check(); err != nil {
			return nil, fmt.Errorf("pareto: the checkpoint is damaged: %w", err)
		}
		if err := s.belongs(p, &r.o); err != nil {
			return nil, fmt.Errorf("pareto: %w", err)
		}
	}
	for s == nil || s.Generation < o.Generations {
		next, err := r.generation(ctx, s)
		if err != nil {
			return s, err
		}
		s = next
		if c.Checkpoint != nil {
			if err := c.Checkpoint(s); err != nil {
				return s, fmt.Errorf("pareto: checkpoint of generation %d: %w", s.Generation, err)
			}
		}
	}
	return s, nil
}

type run[G any] struct {
	o Options
	p Problem[G]
	c Control[G]
}

// generation makes and judges the generation after s, the first if s is nil.
func (r *run[G]) generation(ctx context.Context, s *State[G]) (*State[G], error) {
	next := &State[G]{Format: format, Options: r.o}
	var old []Member[G]
	if s != nil {
		next.Generation, next.Evaluations, old = s.Generation+1, s.Evaluations, s.Population
		next.Front = s.Front
	}
	young := make([]Member[G], r.o.Size)
	for i := range young {
		random := det.Stream(r.o.Seed, fmt.Sprintf("pareto/generation %d/candidate %d", next.Generation, i))
		young[i].Born = next.Generation
		if s == nil {
			young[i].Candidate = r.p.Random(random, i)
		} else {
			young[i].Candidate = r.offspring(random, old)
		}
	}
	if err := r.judge(ctx, young, next); err != nil {
		return nil, err
	}
	next.Evaluations += len(young)
	next.Front = extend(next.Front, young)
	next.Population = survivors(slices.Concat(old, young), r.o.Size)
	return next, nil
}

// offspring makes a candidate from the sorted survivors, by binary tournaments: the lower
// index wins.
func (r *run[G]) offspring(random *rand.Rand, of []Member[G]) G {
	parent := func() G { return of[min(random.IntN(len(of)), random.IntN(len(of)))].Candidate }
	g := parent()
	if random.Float64() < r.o.Crossover {
		g = r.p.Cross(random, g, parent())
	}
	return r.p.Mutate(random, g)
}

func (r *run[G]) judge(ctx context.Context, young []Member[G], s *State[G]) error {
	progress := Progress{Generation: s.Generation, Generations: r.o.Generations, Total: len(young), Evaluations: s.Evaluations}
	report := func() {
		if r.c.Progress != nil {
			r.c.Progress(progress)
		}
	}
	report()
	var mu sync.Mutex
	return pool.Each(ctx, len(young), r.c.Workers, func(i int) error {
		objectives, err := r.p.Evaluate(ctx, young[i].Candidate)
		if err == nil {
			err = checkPoints([][]float64{objectives}, r.p.Objectives())
		}
		if err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			return fmt.Errorf("pareto: generation %d, candidate %d of %d: %w", s.Generation, i+1, len(young), err)
		}
		young[i].Objectives = objectives
		mu.Lock()
		defer mu.Unlock()
		progress.Done++
		progress.Evaluations++
		report()
		return nil
	})
}

// extend returns the front of an old one, which it leaves as it is, and the young.
func extend[G any](front []Point, young []Member[G]) []Point {
	front = slices.Clone(front)
	for _, c := range young {
		beaten := func(p Point) bool {
			return Dominates(p.Objectives, c.Objectives) || slices.Equal(p.Objectives, c.Objectives)
		}
		if slices.ContainsFunc(front, beaten) {
			continue
		}
		front = slices.DeleteFunc(front, func(p Point) bool { return Dominates(c.Objectives, p.Objectives) })
		front = append(front, Point{c.Objectives, c.Born})
	}
	return front
}

// survivors returns the n best candidates, best first: by front, then by room, the largest
// first, then by place. Copies come last.
func survivors[G any](of []Member[G], n int) []Member[G] {
	var points [][]float64
	var index, copies []int
	seen := make(map[string]bool)
	for i, c := range of {
		key := fmt.Sprint(c.Objectives)
		if seen[key] {
			copies = append(copies, i)
			continue
		}
		seen[key] = true
		index, points = append(index, i), append(points, c.Objectives)
	}
	var best []Member[G]
	for _, front := range Sort(points) {
		if len(best) >= n {
			break
		}
		own := make([][]float64, len(front))
		for k, i := range front {
			own[k] = points[i]
		}
		room := Crowding(own)
		order := identity(len(front))
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(room[b], room[a]) })
		for _, k := range order {
			best = append(best, of[index[front[k]]])
		}
	}
	for _, i := range copies {
		best = append(best, of[i])
	}
	return slices.Clone(best[:n])
}
