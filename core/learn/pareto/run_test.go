package pareto

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestAKnownFrontIsReached: on ZDT1 the survivors come close to the known curve
// and are spread over all of it.
func TestAKnownFrontIsReached(t *testing.T) {
	for seed := range uint64(3) {
		s := mustRun(t, zdt1{10}, Options{Seed: seed, Size: 60, Generations: 150}, Control[[]float64]{})
		points := make([][]float64, len(s.Population))
		for i, c := range s.Population {
			points[i] = c.Objectives
			if off := c.Objectives[1] - (1 - math.Sqrt(c.Objectives[0])); off > 0.05 || off < -1e-9 {
				t.Errorf("seed %d: %v is %g above the front", seed, c.Objectives, off)
			}
		}
		// The whole front has 1/3 below it, and so 2/3 above.
		if v := mustVolume(t, points, []float64{1, 1}); v < 0.63 || v > 2.0/3 {
			t.Errorf("seed %d: the survivors have the hypervolume %g", seed, v)
		}
	}
}

// TestTheFrontOfAllOrdersIsFound: a brute force over 40320 orders says which it
// is, ten times as many as are judged.
func TestTheFrontOfAllOrdersIsFound(t *testing.T) {
	for seed := range uint64(4) {
		p := newShop(seed, 8, 2)
		s := mustRun(t, p, Options{Seed: seed, Size: 40, Generations: 100}, Control[Order]{})
		got, want := s.Points(), p.front(t)
		low, high := Range(want)
		scale, reference := make([]float64, len(low)), make([]float64, len(low))
		for k := range low {
			scale[k], reference[k] = high[k]-low[k], high[k]+1
		}
		// Every point found is possible, and none that is possible is far.
		for _, g := range got {
			if slices.ContainsFunc(want, func(w []float64) bool { return Dominates(g, w) }) {
				t.Errorf("seed %d: %v is better than any order", seed, g)
			}
			if d, _, err := Shortfall(g, want, scale); err != nil || d > 0.1 {
				t.Errorf("seed %d: %v is %g from the front (%v)", seed, g, d, err)
			}
		}
		for _, w := range want {
			if d, _, err := Distance(w, got, scale); err != nil || d > 0.2 {
				t.Errorf("seed %d: %v of the front is %g from what was found (%v)", seed, w, d, err)
			}
		}
		if share := mustVolume(t, got, reference) / mustVolume(t, want, reference); share < 0.985 || share > 1 {
			t.Errorf("seed %d: %d points have %g of the hypervolume of %d", seed, len(got), share, len(want))
		}
		if len(want) < 5 {
			t.Errorf("seed %d is too easy: its front is %v", seed, want)
		}
	}
}

// TestTheFrontIsThatOfEverythingJudged, and grows, and what survives is on it
// while there is room.
func TestTheFrontIsThatOfEverythingJudged(t *testing.T) {
	var mu sync.Mutex
	var judged [][]float64
	p := newShop(5, 12, 3)
	all := watched{p, func(ctx context.Context, o Order) error {
		f, err := p.Evaluate(ctx, o)
		mu.Lock()
		defer mu.Unlock()
		judged = append(judged, f)
		return err
	}}
	before := 0.0
	mustRun(t, all, Options{Size: 20, Generations: 30}, Control[Order]{Checkpoint: func(s *State[Order]) error {
		if s.Evaluations != len(judged) {
			t.Errorf("%d evaluations of %d", s.Evaluations, len(judged))
		}
		want := sorted(slices.Clone(judged))
		if got := sorted(slices.Clone(s.Points())); len(got) != len(s.Front) || !slices.EqualFunc(got, want, slices.Equal[[]float64]) {
			t.Errorf("generation %d: the front is %v, not %v", s.Generation, got, want)
		}
		v := mustVolume(t, s.Points(), fill(4, 200))
		if v < before*(1-1e-12) || v == 0 {
			t.Errorf("generation %d: the hypervolume sinks from %g to %g", s.Generation, before, v)
		}
		before = v
		return nil
	}})
}

// TestSurvivorsAreWhatTheRulesSay, recomputed one at a time.
func TestSurvivorsAreWhatTheRulesSay(t *testing.T) {
	members := []Member[string]{
		{"copy of d", []float64{2, 2}, 0}, {"a", []float64{0, 4}, 0}, {"b", []float64{4, 0}, 0}, {"d", []float64{2, 2}, 0},
		{"c", []float64{1, 3.5}, 0}, {"worse", []float64{3, 3}, 0}, {"worst", []float64{5, 5}, 0}, {"again a", []float64{0, 4}, 0},
	}
	// Front one: a and b are the ends; the first of the copies of 2,2 has the room
	// (4-1)/4 + (3.5-0)/4, c has 2/4 + (4-2)/4. Then worse, worst, and the copies.
	want := []string{"a", "b", "copy of d", "c", "worse", "worst", "d", "again a"}
	for n := 1; n <= len(members); n++ {
		for i, c := range survivors(members, n) {
			if c.Candidate != want[i] {
				t.Errorf("of %d survivors, number %d is %q, not %q", n, i, c.Candidate, want[i])
			}
		}
	}
}

func TestAResumedRunIsTheSameRun(t *testing.T) {
	p, o := newShop(1, 9, 2), Options{Seed: 4, Size: 11, Generations: 9}
	var all []string
	want := text(t, mustRun(t, p, o, Control[Order]{Checkpoint: func(s *State[Order]) error {
		all = append(all, text(t, s))
		return nil
	}}))
	for g, saved := range all {
		from, err := ParseState[Order]([]byte(saved))
		if err != nil {
			t.Fatal(err)
		}
		if got := text(t, mustRun(t, p, o, Control[Order]{From: from})); got != want {
			t.Errorf("resumed after generation %d:\n%s\nnever stopped:\n%s", g, got, want)
		}
		if text(t, from) != saved {
			t.Errorf("the state of generation %d changed when it was resumed", g)
		}
	}
}

func TestWorkersChangeNothing(t *testing.T) {
	p, o := newShop(2, 9, 3), Options{Seed: 4, Size: 16, Generations: 9}
	var calls atomic.Int64
	slow := watched{p, func(context.Context, Order) error {
		time.Sleep(time.Duration(calls.Add(1)*7%5) * 10 * time.Microsecond)
		return nil
	}}
	want := text(t, mustRun(t, p, o, Control[Order]{Workers: 1}))
	for _, workers := range []int{2, 8} {
		if got := text(t, mustRun(t, slow, o, Control[Order]{Workers: workers})); got != want {
			t.Errorf("%d workers:\n%s\none:\n%s", workers, got, want)
		}
	}
}

func TestACancelledRunLeavesItsLastCheckpoint(t *testing.T) {
	p, o := newShop(2, 9, 2), Options{Seed: 4, Size: 8, Generations: 5}
	want := text(t, mustRun(t, p, o, Control[Order]{}))
	for _, workers := range []int{1, 4} {
		for _, after := range []int64{1, 8, 9, 30} {
			ctx, cancel := context.WithCancel(t.Context())
			var calls atomic.Int64
			stuck := watched{p, func(ctx context.Context, _ Order) error {
				if calls.Add(1) >= after {
					cancel()
					<-ctx.Done()
					return ctx.Err()
				}
				return nil
			}}
			var last *State[Order]
			s, err := Run(ctx, stuck, o, Control[Order]{Workers: workers, Checkpoint: func(s *State[Order]) error { last = s; return nil }})
			if !errors.Is(err, context.Canceled) || s != last || (s == nil) != (after <= 8) {
				t.Fatalf("cancelled after %d: %v", after, err)
			}
			if text(t, mustRun(t, p, o, Control[Order]{From: s})) != want {
				t.Errorf("cancelled after %d and resumed, the run is another one", after)
			}
		}
	}
}

func TestErrorsEndTheRun(t *testing.T) {
	broken := errors.New("the disk is full")
	p := newShop(2, 5, 2)
	bad := watched{p, func(_ context.Context, o Order) error {
		if o[0] == 3 {
			return broken
		}
		return nil
	}}
	_, err := Run(t.Context(), bad, Options{}, Control[Order]{})
	if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "pareto: generation 0, candidate ") {
		t.Error(err)
	}
	c := Control[Order]{Checkpoint: func(s *State[Order]) error { return broken }}
	if s, err := Run(t.Context(), p, Options{}, c); !errors.Is(err, broken) || s == nil {
		t.Error(err)
	}
	if _, err := Run(t.Context(), nowhere{zdt1{3}}, Options{}, Control[[]float64]{}); err == nil || !strings.Contains(err.Error(), "finite") {
		t.Error(err)
	}
	for _, o := range []Options{{Size: 1}, {Size: -1}, {Size: MaxSize + 1}, {Generations: -1}, {Generations: MaxGenerations + 1},
		{Crossover: 2}, {Crossover: math.NaN()}} {
		if s, err := Run(t.Context(), p, o, Control[Order]{}); err == nil || s != nil {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

type nowhere struct{ zdt1 }

func (nowhere) Evaluate(context.Context, []float64) ([]float64, error) {
	return []float64{1, math.NaN()}, nil
}

func TestProgressCountsUp(t *testing.T) {
	last := Progress{}
	mustRun(t, newShop(2, 5, 2), Options{Size: 10, Generations: 4}, Control[Order]{Workers: 4, Progress: func(p Progress) {
		if p.Evaluations < last.Evaluations || p.Generation < last.Generation || p.Done > p.Total {
			t.Errorf("%+v after %+v", p, last)
		}
		last = p
	}})
	if last != (Progress{Generation: 4, Generations: 4, Done: 10, Total: 10, Evaluations: 50}) {
		t.Errorf("the last progress was %+v", last)
	}
}

// TestGoldenBits pins the results, on every build.
func TestGoldenBits(t *testing.T) {
	h := sha256.New()
	h.Write([]byte(text(t, mustRun(t, zdt1{6}, Options{Size: 20, Generations: 20}, Control[[]float64]{}))))
	s := mustRun(t, newShop(1, 20, 5), Options{Size: 20, Generations: 20, Crossover: 0.5}, Control[Order]{})
	h.Write([]byte(text(t, s)))
	const want, volume = "124030e3c2c72c592dc5b092b26f214cba2e51009cc4243bcf2104fdac860bcb", 0x42b88c94d0ebb20e
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		t.Errorf("the runs have digest %s, not %s", got, want)
	}
	if got := math.Float64bits(mustVolume(t, s.Points(), fill(6, 200))); got != volume {
		t.Errorf("the hypervolume has the bits %#x, not %#x", got, uint64(volume))
	}
}
