package evolve

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/checkpoint"
	"github.com/backfill-lab/backfill/core/internal/det"
)

// Control says how to carry out a run; it never changes the result.
type Control struct {
	Workers int    // candidates judged at a time; 0: GOMAXPROCS
	From    *State // where to continue; nil: at the beginning

	// Checkpoint receives the state after every generation, including the first. An
	// error ends the run.
	Checkpoint func(*State) error
	// Progress is called before a generation is judged and after every evaluation, one
	// call at a time.
	Progress func(Progress)
}

// Run evolves the problem's candidates until a condition of o ends it, and returns the
// last state. Its Best is the result, which depends on the problem and the options alone.
// An error of Evaluate or Checkpoint ends the run, and so does ctx: Run then returns the
// state after the last complete generation, nil if there is none.
func Run(ctx context.Context, problem Problem, o Options, c Control) (*State, error) {
	o = o.filled()
	if err := o.check(); err != nil {
		return nil, err
	}
	species := problem.Species()
	if err := checkSpecies(species); err != nil {
		return nil, fmt.Errorf("evolve: %w", err)
	}
	genes := 0
	for _, s := range species {
		genes += len(s.Parameters)
	}
	if o.Mu+o.Lambda > MaxGenes/genes {
		return nil, fmt.Errorf("evolve: %d parents and %d offspring of %d parameters are too many: a generation may have %d genes",
			o.Mu, o.Lambda, genes, MaxGenes)
	}
	r := &run{o: o, space: checkpoint.Digest(species),
		judge: judge{problem: problem, workers: c.Workers, progress: c.Progress, known: make(map[string]float64)}}
	for i := range species {
		r.breeders = append(r.breeders, newBreeder(&r.o, i, &species[i]))
	}
	s := c.From
	if s != nil {
		if err := s.check(); err != nil {
			return nil, fmt.Errorf("evolve: the checkpoint is damaged: %w", err)
		}
		if err := s.belongs(species, &r.o); err != nil {
			return nil, fmt.Errorf("evolve: %w", err)
		}
		for _, k := range s.Known {
			r.judge.known[k.Key] = k.Fitness
		}
	}
	for {
		if s != nil {
			if _, over := s.Stop(o); over {
				return s, nil
			}
		}
		if ctx.Err() != nil { // which a generation that needs no judging does not see
			return s, context.Cause(ctx)
		}
		next, err := r.generation(ctx, s)
		if err != nil {
			return s, err
		}
		s = next
		if c.Checkpoint != nil {
			if err := c.Checkpoint(s); err != nil {
				return s, fmt.Errorf("evolve: checkpoint of generation %d: %w", s.Generation, err)
			}
		}
	}
}

type run struct {
	o        Options
	space    string
	breeders []*breeder
	judge    judge
}

// generation makes and judges the generation after s, the first if s is nil.
func (r *run) generation(ctx context.Context, s *State) (*State, error) {
	next := &State{Format: format, Space: r.space, Options: r.o}
	size := r.o.Mu
	p := Progress{Generations: r.o.Generations}
	if s != nil {
		next.Generation, size = s.Generation+1, r.o.Lambda
		p.Generation, p.Evaluations, p.Best = next.Generation, s.Evaluations, &s.Best.Fitness
	}
	young := make([][]Individual, len(r.breeders))
	for i, b := range r.breeders {
		young[i] = make([]Individual, size)
		for k := range young[i] {
			if s == nil {
				young[i][k] = b.first(k)
			} else {
				young[i][k] = b.offspring(s.Populations[i], next.Generation, k)
			}
		}
	}
	teams, members := r.teams(s, next.Generation, young)
	fitness, learned, err := r.judge.all(ctx, teams, p)
	if err != nil {
		return nil, err
	}
	for t := range teams {
		for _, m := range members[t] {
			young[m.species][m.index].Fitness = fitness[t]
		}
	}
	record := Record{Generation: next.Generation, Evaluations: len(learned), Fitness: fitness}
	next.Evaluations = len(learned)
	if s != nil {
		next.Best, next.Evaluations = s.Best, s.Evaluations+len(learned)
		next.History = s.History[:len(s.History):len(s.History)]
		next.Known = s.Known[:len(s.Known):len(s.Known)]
	}
	for t, f := range fitness {
		if next.Best.Parts == nil || f < next.Best.Fitness {
			next.Best = Team{Parts: teams[t], Fitness: f, Generation: next.Generation}
		}
	}
	for i, b := range r.breeders {
		var old []Individual
		if s != nil && r.o.Selection == Plus {
			old = s.Populations[i]
		}
		next.Populations = append(next.Populations, best(slices.Concat(young[i], old), r.o.Mu))
		record.Step = append(record.Step, b.meanStep(next.Populations[i]))
	}
	record.Best = next.Best.Fitness
	next.History = append(next.History, record)
	next.Known = append(next.Known, learned...)
	return next, nil
}

// best returns the n best individuals, the earlier of equals first.
func best(of []Individual, n int) []Individual {
	slices.SortStableFunc(of, func(a, b Individual) int { return cmp.Compare(a.Fitness, b.Fitness) })
	return slices.Clone(of[:n])
}

func (b *breeder) meanStep(of []Individual) float64 {
	sum := 0.0
	for _, c := range of {
		for k, step := range c.Steps {
			sum += step / b.p[k].unit()
		}
	}
	return sum / float64(len(of)*len(b.p))
}

// A member is one of the young of a species.
type member struct{ species, index int }

// teams puts the young into teams; members holds, for each team, the members whose fitness
// it decides.
func (r *run) teams(s *State, generation int, young [][]Individual) (teams [][][]float64, members [][]member) {
	random := det.Stream(r.o.Seed, fmt.Sprintf("evolve/generation %d/partners", generation))
	n := len(young[0])
	if r.o.Partners == Shuffle || len(young) == 1 {
		teams, members = make([][][]float64, n), make([][]member, n)
		for i := range young {
			order := identity(n)
			if i > 0 {
				random.Shuffle(n, func(a, b int) { order[a], order[b] = order[b], order[a] })
			}
			for t, k := range order {
				teams[t] = append(teams[t], r.breeders[i].part(&young[i][k]))
				members[t] = append(members[t], member{i, k})
			}
		}
		return teams, members
	}
	for i := range young {
		for k := range young[i] {
			team := make([][]float64, len(young))
			for other := range young {
				c := &young[i][k]
				if other != i {
					c = r.partner(random, s, young, other)
				}
				team[other] = r.breeders[other].part(c)
			}
			teams, members = append(teams, team), append(members, []member{{i, k}})
		}
	}
	return teams, members
}

// partner returns the partner from a species for a new team.
func (r *run) partner(random *rand.Rand, s *State, young [][]Individual, species int) *Individual {
	switch {
	case s == nil:
		return &young[species][random.IntN(len(young[species]))]
	case r.o.Partners == Best:
		return &s.Populations[species][0]
	}
	return &s.Populations[species][random.IntN(r.o.Mu)]
}

func (b *breeder) part(c *Individual) []float64 {
	v := make([]float64, len(b.p))
	for k := range b.p {
		v[k] = b.p[k].value(c.Genes[k])
	}
	return v
}

func identity(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}
