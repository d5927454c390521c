package evolve

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/internal/slow"
)

func TestToysAreSolved(t *testing.T) {
	slow.AsWebAssembly(t)
	for _, c := range []struct {
		name   string
		p      Problem
		o      Options
		enough float64
	}{
		{"sphere", sphere(6), Options{Generations: 150}, 0.05},
		{"sphere, many parents", sphere(6), Options{Generations: 100, Mu: 15, Lambda: 100, Selection: Comma}, 1e-6},
		{"sphere, intermediate", sphere(6), Options{Generations: 50, Mu: 15, Lambda: 100, Recombination: Intermediate}, 1e-3},
		{"sphere, discrete", sphere(6), Options{Generations: 50, Mu: 15, Lambda: 100, Recombination: Discrete}, 1e-3},
		{"trap", trap(8, 2), Options{Generations: 300}, 0},
		{"mixed", mixed(), Options{Generations: 60}, 1e-3},
		{"partners, shuffled", partners{}, Options{Generations: 200}, 0.05},
		{"partners, random", partners{}, Options{Generations: 150, Partners: Random}, 0.05},
		{"partners, best", partners{}, Options{Generations: 150, Partners: Best}, 0.05},
	} {
		for seed := range uint64(3) {
			c.o.Seed = seed
			s := mustRun(t, c.p, c.o, Control{})
			if s.Best.Fitness > c.enough {
				t.Errorf("%s, seed %d: reached %g, not %g", c.name, seed, s.Best.Fitness, c.enough)
			}
			if f, err := c.p.Evaluate(t.Context(), s.Best.Parts); err != nil || f != s.Best.Fitness {
				t.Errorf("%s: the best team has fitness %g, not %g (%v)", c.name, f, s.Best.Fitness, err)
			}
		}
	}
}

// TestEvolutionBeatsGuessing gives the paper's setting, in as many dimensions as
// its generations cannot finish, the evaluations of a random search.
func TestEvolutionBeatsGuessing(t *testing.T) {
	for name, p := range map[string]Problem{"sphere": sphere(40), "trap": trap(20, 2), "partners": partners{}} {
		for seed := range uint64(5) {
			evolved := mustRun(t, p, Options{Seed: seed}, Control{})
			guessed := mustRun(t, p, Options{Seed: seed, Mu: 843, Lambda: 843, Generations: 1, Selection: Comma}, Control{})
			if got, want := evolved.Best.Fitness, guessed.History[0].Best; got > 0.8*want {
				t.Errorf("%s, seed %d: evolution reached %g, guessing %g", name, seed, got, want)
			}
		}
	}
}

// TestThePapersSettingCosts843 is the effort of section 5.1: 3 + 40*21, of two
// species as of one.
func TestThePapersSettingCosts843(t *testing.T) {
	for _, p := range []Problem{sphere(6), partners{}} {
		if s := mustRun(t, p, Options{}, Control{}); s.Evaluations != 843 || s.Generation != 40 {
			t.Errorf("%d evaluations in %d generations", s.Evaluations, s.Generation)
		}
	}
	// A team each costs twice as much, but for teams that come twice.
	teams := 0
	for _, r := range mustRun(t, partners{}, Options{Partners: Random}, Control{}).History {
		teams += len(r.Fitness)
	}
	if teams != 2*843 {
		t.Errorf("%d teams", teams)
	}
}

func TestAResumedRunIsTheSameRun(t *testing.T) {
	everywhere(t, func(t *testing.T, p Problem, o Options) {
		all := states(t, p, o)
		want := text(t, all[len(all)-1])
		for _, s := range all {
			from, err := ParseState([]byte(text(t, s)))
			if err != nil {
				t.Fatalf("the checkpoint of generation %d: %v", s.Generation, err)
			}
			if got := text(t, mustRun(t, p, o, Control{From: from})); got != want {
				t.Errorf("resumed after generation %d:\n%s\nnever stopped:\n%s", s.Generation, got, want)
			}
		}
	})
}

func TestAResumedRunMayGoOnForLonger(t *testing.T) {
	short, long := Options{Generations: 5}, Options{Generations: 9}
	s := mustRun(t, mixed(), long, Control{From: mustRun(t, mixed(), short, Control{})})
	if text(t, s) != text(t, mustRun(t, mixed(), long, Control{})) {
		t.Error("5 generations and 4 more are not 9")
	}
}

// TestWorkersChangeNothing makes evaluations end out of order.
func TestWorkersChangeNothing(t *testing.T) {
	everywhere(t, func(t *testing.T, p Problem, o Options) {
		var calls atomic.Int64
		slow := watched{p, func(context.Context, [][]float64) error {
			time.Sleep(time.Duration(calls.Add(1)*7%5) * 10 * time.Microsecond)
			return nil
		}}
		want := text(t, mustRun(t, p, o, Control{Workers: 1}))
		for _, workers := range []int{2, 8} {
			if got := text(t, mustRun(t, slow, o, Control{Workers: workers})); got != want {
				t.Errorf("%d workers:\n%s\none:\n%s", workers, got, want)
			}
		}
	})
}

func TestAStateThatWasHandedOutDoesNotChange(t *testing.T) {
	everywhere(t, func(t *testing.T, p Problem, o Options) {
		var all []*State
		var then []string
		mustRun(t, p, o, Control{Checkpoint: func(s *State) error {
			all, then = append(all, s), append(then, text(t, s))
			return nil
		}})
		for i, s := range all {
			if text(t, s) != then[i] {
				t.Errorf("the state of generation %d changed later", i)
			}
		}
	})
}

// TestParentsAreTheBest recomputes each generation's parents from what was
// judged, for one species.
func TestParentsAreTheBest(t *testing.T) {
	worse := 0
	everywhere(t, func(t *testing.T, p Problem, o Options) {
		if len(p.Species()) > 1 {
			return // members' fitness is not in the order of the teams
		}
		all := states(t, p, o)
		for g, s := range all {
			pool := slices.Clone(s.History[g].Fitness)
			if g > 0 && s.Options.Selection == Plus {
				pool = append(pool, fitness(all[g-1].Populations[0])...)
			}
			slices.Sort(pool)
			if got := fitness(s.Populations[0]); !slices.Equal(got, pool[:s.Options.Mu]) {
				t.Errorf("the parents after generation %d have %v; the best are %v", g, got, pool)
			}
			if g > 0 && s.Populations[0][0].Fitness > all[g-1].Populations[0][0].Fitness {
				worse++
			}
		}
	})
	if worse == 0 {
		t.Error("comma selection never lost its best, so that the law below says nothing")
	}
}

func TestPlusNeverGetsWorse(t *testing.T) {
	everywhere(t, func(t *testing.T, p Problem, o Options) {
		o.Selection = Plus
		var before *State
		for _, s := range states(t, p, o) {
			for i := range s.Populations {
				for k := range s.Populations[i] {
					if before != nil && s.Populations[i][k].Fitness > before.Populations[i][k].Fitness {
						t.Errorf("parent %d of species %d got worse in generation %d", k, i, s.Generation)
					}
				}
				// Where everyone is in one team, all of the best team are parents.
				if s.Options.Partners == Shuffle && s.Populations[i][0].Fitness != s.Best.Fitness {
					t.Errorf("species %d has lost its part of the best team", i)
				}
			}
			before = s
		}
	})
}

func fitness(of []Individual) []float64 {
	var f []float64
	for _, c := range of {
		f = append(f, c.Fitness)
	}
	return f
}

func TestNoTeamIsJudgedTwice(t *testing.T) {
	everywhere(t, func(t *testing.T, p Problem, o Options) {
		var mu sync.Mutex
		seen := make(map[string]int)
		count := watched{p, func(_ context.Context, team [][]float64) error {
			mu.Lock()
			defer mu.Unlock()
			seen[fmt.Sprint(team)]++
			return nil
		}}
		o.Generations = 40
		s := mustRun(t, count, o, Control{})
		for team, n := range seen {
			if n > 1 {
				t.Errorf("%s was judged %d times", team, n)
			}
		}
		if s.Evaluations != len(seen) {
			t.Errorf("%d evaluations are reported, %d were made", s.Evaluations, len(seen))
		}
	})
	// A problem of 8 candidates has no more than 8 evaluations, however long.
	if s := mustRun(t, trap(1, 3), Options{}, Control{}); s.Evaluations > 8 || len(s.History[40].Fitness) != 21 {
		t.Errorf("%d evaluations", s.Evaluations)
	}
}

func TestACancelledRunLeavesItsLastCheckpoint(t *testing.T) {
	for _, workers := range []int{1, 4} {
		for _, after := range []int64{1, 3, 4, 30, 70} {
			ctx, cancel := context.WithCancel(t.Context())
			var calls atomic.Int64
			p := watched{sphere(6), func(ctx context.Context, _ [][]float64) error {
				if calls.Add(1) >= after {
					cancel()
					<-ctx.Done() // judging would take for ever
					return ctx.Err()
				}
				return nil
			}}
			var last *State
			s, err := Run(ctx, p, Options{Seed: 3}, Control{Workers: workers, Checkpoint: func(s *State) error { last = s; return nil }})
			if !errors.Is(err, context.Canceled) || s != last {
				t.Fatalf("cancelled after %d: %v; the state is not the last checkpoint", after, err)
			}
			if (s == nil) != (after <= 3) {
				t.Fatalf("cancelled after %d: the state is %v", after, s)
			}
			got, want := mustRun(t, sphere(6), Options{Seed: 3}, Control{From: s}), mustRun(t, sphere(6), Options{Seed: 3}, Control{})
			if text(t, got) != text(t, want) {
				t.Errorf("cancelled after %d and resumed, the run is another one", after)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := mustRun(t, trap(1, 1), Options{Generations: 3}, Control{})
	got, err := Run(ctx, trap(1, 1), Options{Generations: MaxGenerations}, Control{From: s})
	if !errors.Is(err, context.Canceled) || got != s {
		t.Errorf("a cancelled run that needs no judging continues: %v", err)
	}
}

func TestErrorsEndTheRun(t *testing.T) {
	broken := errors.New("the disk is full")
	p := watched{sphere(6), func(_ context.Context, team [][]float64) error {
		if team[0][0] > 4 {
			return broken
		}
		return nil
	}}
	var first string
	for _, workers := range []int{1, 2, 8} {
		_, err := Run(t.Context(), p, Options{Seed: 1}, Control{Workers: workers})
		if !errors.Is(err, broken) || !strings.Contains(err.Error(), "generation") {
			t.Fatal(err)
		}
		if first == "" {
			first = err.Error()
		}
		if err.Error() != first {
			t.Errorf("%d workers: %v, one: %s", workers, err, first)
		}
	}
	s, err := Run(t.Context(), sphere(2), Options{}, Control{Checkpoint: func(s *State) error {
		if s.Generation == 2 {
			return broken
		}
		return nil
	}})
	if !errors.Is(err, broken) || s == nil || s.Generation != 2 {
		t.Errorf("%v", err)
	}
	nan := Single([]Parameter{{Kind: Real, High: 1}}, func(context.Context, []float64) (float64, error) { return math.NaN(), nil })
	if _, err := Run(t.Context(), nan, Options{}, Control{}); err == nil || !strings.Contains(err.Error(), "finite") {
		t.Errorf("NaN: %v", err)
	}
}

func TestRunsStopEarly(t *testing.T) {
	target := 1.0
	s := mustRun(t, sphere(2), Options{Target: &target, Generations: 1000}, Control{})
	if s.Best.Fitness > target || s.History[s.Generation-1].Best <= target {
		t.Errorf("the target was reached in generation %d", s.Generation)
	}
	s = mustRun(t, trap(2, 3), Options{Patience: 7, Generations: 1000}, Control{})
	if s.Generation != s.Best.Generation+7 {
		t.Errorf("best in %d, stopped in %d", s.Best.Generation, s.Generation)
	}
	reason, over := s.Stop(Options{Patience: 7})
	if !over || !strings.Contains(reason, "7") {
		t.Errorf("%q, %t", reason, over)
	}
}

func TestProgressCountsUp(t *testing.T) {
	evaluations, generation := 0, 0
	s := mustRun(t, partners{}, Options{}, Control{Workers: 4, Progress: func(p Progress) { // unsynchronised: the calls are one at a time
		if p.Evaluations < evaluations || p.Generation < generation || p.Done > p.Total || (p.Best == nil) != (p.Generation == 0) {
			t.Errorf("after %d evaluations of generation %d: %+v", evaluations, generation, p)
		}
		evaluations, generation = p.Evaluations, p.Generation
	}})
	if evaluations != s.Evaluations || generation != s.Generation {
		t.Errorf("the last progress was %d, %d", evaluations, generation)
	}
}

// TestGoldenBits pins the results, on every build.
func TestGoldenBits(t *testing.T) {
	h := sha256.New()
	for _, name := range []string{"sphere", "trap", "mixed", "partners"} {
		for _, o := range variants {
			h.Write([]byte(text(t, mustRun(t, problems[name], o, Control{}))))
		}
	}
	const want = "b6d59cf34cb44ede453f307fd9d968d7a89b5626fcbf95e30ad9480b725641cd"
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		t.Errorf("the runs have digest %s, not %s", got, want)
	}
}
