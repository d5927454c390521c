package evolve

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"testing"
)

// problems are the toys of the tests; every law below is tried on each.
var problems = map[string]Problem{
	"sphere":   sphere(6),
	"trap":     trap(4, 3),
	"mixed":    mixed(),
	"partners": partners{},
}

// sphere is the distance from a point that is not in the middle, squared.
func sphere(n int) Problem {
	p := make([]Parameter, n)
	for i := range p {
		p[i] = Parameter{Kind: Real, Low: -10, High: 5 * float64(1+i)}
	}
	return Single(p, func(_ context.Context, x []float64) (float64, error) {
		sum := 0.0
		for i, v := range x {
			sum += float64((v - float64(i)) * (v - float64(i)))
		}
		return sum, nil
	})
}

// trap has blocks of bits. A block is best if all its bits are 1; otherwise fewer
// are better, so following single improvements leads away from the optimum, 0.
func trap(blocks, size int) Problem {
	p := make([]Parameter, blocks*size)
	for i := range p {
		p[i] = Parameter{Kind: Nominal, Count: 2}
	}
	return Single(p, func(_ context.Context, x []float64) (float64, error) {
		sum := 0.0
		for b := range blocks {
			ones := 0.0
			for _, v := range x[b*size : (b+1)*size] {
				ones += v
			}
			if ones < float64(size) {
				sum += 1 + ones
			}
		}
		return sum, nil
	})
}

// mixed has all kinds of parameters; the optimum is 0, at 0.3, 7 and 2.
func mixed() Problem {
	p := []Parameter{
		{Name: "x", Kind: Real, Low: 0, High: 1},
		{Name: "n", Kind: Ordered, Count: 12, Step: 2},
		{Name: "c", Kind: Nominal, Count: 5, Step: 0.25},
	}
	return Single(p, func(_ context.Context, x []float64) (float64, error) {
		f := math.Abs(x[0]-0.3) + math.Abs(x[1]-7)
		if x[2] != 2 {
			f += 3
		}
		return f, nil
	})
}

// partners has two species that must agree: the numbers of one are to be those
// of the other, and both near 2; the last parameter chooses a penalty that only
// the right choice of the other takes away. The optimum is 0.
type partners struct{}

func (partners) Species() []Species {
	p := []Parameter{
		{Kind: Real, Low: -5, High: 5},
		{Kind: Real, Low: -5, High: 5},
		{Kind: Ordered, Count: 4},
	}
	return []Species{{Name: "left", Parameters: p}, {Name: "right", Parameters: p}}
}

func (partners) Evaluate(_ context.Context, team [][]float64) (float64, error) {
	f, a, b := 0.0, team[0], team[1]
	for i := range 2 {
		f += float64((a[i]-b[i])*(a[i]-b[i])) + float64((a[i]-2)*(a[i]-2))
	}
	return f + math.Abs(a[2]-3) + math.Abs(a[2]+b[2]-3), nil
}

// variants are settings that the laws are tried with.
var variants = []Options{
	{Seed: 1, Generations: 8},
	{Seed: 2, Generations: 8, Mu: 4, Lambda: 10, Selection: Comma, Recombination: Discrete, Partners: Random},
	{Seed: 3, Generations: 8, Mu: 1, Lambda: 3, Recombination: Intermediate, Partners: Best},
	{Seed: 4, Generations: 12, Mu: 2, Lambda: 5, Selection: Comma, Patience: 3},
}

// everywhere calls f for every problem with every variant.
func everywhere(t *testing.T, f func(t *testing.T, p Problem, o Options)) {
	for name, p := range problems {
		for _, o := range variants {
			t.Run(fmt.Sprintf("%s/%d", name, o.Seed), func(t *testing.T) { f(t, p, o) })
		}
	}
}

func mustRun(t testing.TB, p Problem, o Options, c Control) *State {
	t.Helper()
	s, err := Run(t.Context(), p, o, c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func text(t testing.TB, s *State) string {
	t.Helper()
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// states returns the state after every generation of a run.
func states(t testing.TB, p Problem, o Options) []*State {
	t.Helper()
	var all []*State
	mustRun(t, p, o, Control{Checkpoint: func(s *State) error { all = append(all, s); return nil }})
	return all
}

// watched is a Problem that tells before each evaluation how many there were.
type watched struct {
	Problem
	before func(ctx context.Context, team [][]float64) error
}

func (w watched) Evaluate(ctx context.Context, team [][]float64) (float64, error) {
	if err := w.before(ctx, team); err != nil {
		return 0, err
	}
	return w.Problem.Evaluate(ctx, team)
}
