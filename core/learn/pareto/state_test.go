package pareto

import (
	"strings"
	"testing"
)

func sample(t testing.TB) *State[Order] {
	return mustRun(t, newShop(7, 5, 2), Options{Seed: 7, Size: 4, Generations: 3}, Control[Order]{})
}

// TestDamagedStatesAreRefused changes one thing of a good state at a time.
func TestDamagedStatesAreRefused(t *testing.T) {
	for name, spoil := range map[string]func(*State[Order]){
		"another format":          func(s *State[Order]) { s.Format = "2" },
		"no population":           func(s *State[Order]) { s.Population = nil },
		"a candidate is missing":  func(s *State[Order]) { s.Population = s.Population[1:] },
		"an objective is missing": func(s *State[Order]) { s.Population[2].Objectives = s.Population[2].Objectives[1:] },
		"born tomorrow":           func(s *State[Order]) { s.Population[0].Born = 4 },
		"a point born before all": func(s *State[Order]) { s.Front[0].Born = -1 },
		"no front":                func(s *State[Order]) { s.Front = nil },
		"a point with less":       func(s *State[Order]) { s.Front[0].Objectives = nil },
		"another generation":      func(s *State[Order]) { s.Generation++ },
		"a negative generation":   func(s *State[Order]) { s.Generation, s.Evaluations = -1, 0 },
		"more evaluations":        func(s *State[Order]) { s.Evaluations++ },
		"no size":                 func(s *State[Order]) { s.Options.Size = 0 },
		"a bad size":              func(s *State[Order]) { s.Options.Size = 1 },
	} {
		s := sample(t)
		spoil(s)
		_, err := ParseState[Order]([]byte(text(t, s)))
		if err == nil || strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "pareto: the checkpoint is damaged: ") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := Run(t.Context(), newShop(7, 5, 2), sample(t).Options, Control[Order]{From: s}); err == nil {
			t.Errorf("%s: Run continues from it", name)
		}
	}
}

func TestStatesOfOtherRunsAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(*State[Order])
		shop  shop
		word  string
	}{
		"another task":      {func(s *State[Order]) { s.Options.Task = "KTH" }, newShop(7, 5, 2), `"KTH"`},
		"another seed":      {func(s *State[Order]) { s.Options.Seed++ }, newShop(7, 5, 2), "seed"},
		"another crossover": {func(s *State[Order]) { s.Options.Crossover = 0.1 }, newShop(7, 5, 2), "crossover"},
		"other objectives":  {func(s *State[Order]) {}, newShop(7, 5, 3), "3 objectives"},
		"other jobs":        {func(s *State[Order]) {}, newShop(7, 6, 2), "5 places, expected 6"},
		"a job twice": {func(s *State[Order]) { s.Population[1].Candidate[0] = s.Population[1].Candidate[1] },
			newShop(7, 5, 2), "repeats"},
		"a job out of range": {func(s *State[Order]) { s.Population[1].Candidate[0] = 1 << 30 }, newShop(7, 5, 2), "not in 0..4"},
	} {
		s := sample(t)
		o := s.Options
		c.spoil(s)
		from, err := ParseState[Order]([]byte(text(t, s)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := Run(t.Context(), c.shop, o, Control[Order]{From: from})
		if err == nil || got != nil || !strings.Contains(err.Error(), c.word) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTextThatIsNoStateIsRefused(t *testing.T) {
	good := text(t, sample(t))
	for _, data := range []string{"", "null", "[]", "{}", "0", good + "{}", good + "x", good[:len(good)/2],
		strings.Replace(good, `"seed":7`, `"seed":7,"sed":8`, 1), strings.Replace(good, `"born":`, `"born":1e99,"was":`, 1)} {
		if _, err := ParseState[Order]([]byte(data)); err == nil || !strings.HasPrefix(err.Error(), "pareto: ") {
			t.Errorf("%.60q: %v", data, err)
		}
	}
}

// FuzzParseState: every parsed state continues or is refused, and survives writing and
// reading.
func FuzzParseState(f *testing.F) {
	f.Add([]byte(text(f, sample(f))))
	f.Add([]byte(`{"format":"backfill-pareto-1","options":{"seed":1,"size":2,"generations":1,"crossover":0.5}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := ParseState[Order](data)
		if err != nil {
			return
		}
		again, err := ParseState[Order]([]byte(text(t, s)))
		if err != nil || text(t, again) != text(t, s) {
			t.Fatalf("written and read, a state is another: %v", err)
		}
		o := s.Options
		if o.Generations = s.Generation + 1; o.Generations > MaxGenerations {
			return
		}
		if got, err := Run(t.Context(), newShop(7, 5, 2), o, Control[Order]{From: s}); err == nil {
			if err := got.check(); err != nil {
				t.Fatalf("the state after an accepted one is damaged: %v", err)
			}
		}
	})
}
