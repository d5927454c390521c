package evolve

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/checkpoint"
)

// sample is a state of partners after three generations.
func sample(t testing.TB) *State {
	return mustRun(t, partners{}, Options{Seed: 7, Generations: 3, Mu: 2, Lambda: 3}, Control{})
}

// TestDamagedStatesAreRefused changes one thing of a good state at a time.
func TestDamagedStatesAreRefused(t *testing.T) {
	for name, spoil := range map[string]func(*State){
		"another format":          func(s *State) { s.Format = "2" },
		"no population":           func(s *State) { s.Populations = nil },
		"a species is missing":    func(s *State) { s.Populations = s.Populations[:1] },
		"a member is missing":     func(s *State) { s.Populations[0] = s.Populations[0][:1] },
		"a gene is missing":       func(s *State) { s.Populations[0][0].Genes = s.Populations[0][0].Genes[1:] },
		"a step is missing":       func(s *State) { s.Populations[1][1].Steps = nil },
		"no genes at all":         func(s *State) { s.Populations[0][0].Genes, s.Populations[0][0].Steps = nil, nil },
		"born tomorrow":           func(s *State) { s.Populations[0][0].Born = 4 },
		"members out of order":    func(s *State) { s.Populations[0][0].Fitness = 1e9 },
		"better than the best":    func(s *State) { s.Populations[0][0].Fitness = -1 },
		"another generation":      func(s *State) { s.Generation = 2 },
		"a negative generation":   func(s *State) { s.Generation, s.History = -1, nil },
		"more evaluations":        func(s *State) { s.Evaluations++ },
		"a fitness unknown":       func(s *State) { s.Known = s.Known[1:] },
		"a short key":             func(s *State) { s.Known[0].Key = "00" },
		"a record is missing":     func(s *State) { s.History = s.History[1:] },
		"a record out of place":   func(s *State) { s.History[1].Generation = 2 },
		"a record's best":         func(s *State) { s.History[1].Best /= 2 },
		"a record's evaluations":  func(s *State) { s.History[1].Evaluations = -1 },
		"a record's steps":        func(s *State) { s.History[1].Step = nil },
		"a better best":           func(s *State) { s.Best.Fitness /= 2 },
		"the best of another day": func(s *State) { s.Best.Generation++ },
		"half a team":             func(s *State) { s.Best.Parts = s.Best.Parts[:1] },
		"no mu":                   func(s *State) { s.Options.Mu = 0 },
		"a negative lambda":       func(s *State) { s.Options.Lambda = -1 },
		"a fitness of nothing":    func(s *State) { s.History[0].Fitness = nil },
	} {
		s := sample(t)
		spoil(s)
		_, err := ParseState([]byte(text(t, s)))
		if err == nil || strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "evolve: the checkpoint is damaged: ") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := Run(t.Context(), partners{}, s.Options, Control{From: s}); err == nil {
			t.Errorf("%s: Run continues from it", name)
		}
	}
}

// TestStatesOfOtherRunsAreRefused: sound, but not of this problem and options.
func TestStatesOfOtherRunsAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(*State)
		word  string
	}{
		"other parameters":    {func(s *State) { s.Space = checkpoint.Digest(mixed().Species()) }, "other parameters"},
		"a gene outside":      {func(s *State) { s.Populations[0][0].Genes[0] = 5.5 }, "a gene of parameter 0"},
		"a step too large":    {func(s *State) { s.Populations[0][1].Steps[2] = 4.5 }, "a step of parameter 2"},
		"a step of 0":         {func(s *State) { s.Populations[0][1].Steps[2] = 0 }, "a step of parameter 2"},
		"the best outside":    {func(s *State) { s.Best.Parts[1][1] = -6 }, "the best value of parameter 1 of species 1"},
		"a choice and a half": {func(s *State) { s.Best.Parts[1][2] = 1.5 }, "the best value of parameter 2"},
		"a long gene": {func(s *State) {
			s.Best.Parts[0] = append(s.Best.Parts[0], 0)
			for k := range s.Populations[0] {
				c := &s.Populations[0][k]
				c.Genes, c.Steps = append(c.Genes, 0), append(c.Steps, 1)
			}
		}, "4 parameters of 3"},
		"another task":   {func(s *State) { s.Options.Task = "KTH" }, `"KTH"`},
		"another seed":   {func(s *State) { s.Options.Seed++ }, "seed"},
		"another lambda": {func(s *State) { s.Options.Lambda++ }, "lambda"},
		"comma":          {func(s *State) { s.Options.Selection = Comma }, "selection"},
		"recombination":  {func(s *State) { s.Options.Recombination = Discrete }, "recombination"},
		"partners":       {func(s *State) { s.Options.Partners = Best }, "partners"},
		"another step":   {func(s *State) { s.Options.Step = 0.5 }, "step"},
		"another rate":   {func(s *State) { s.Options.Tau1 = 0.5 }, "tau1"},
	} {
		s := sample(t)
		o := s.Options
		c.spoil(s)
		from, err := ParseState([]byte(text(t, s)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := Run(t.Context(), partners{}, o, Control{From: from})
		if err == nil || got != nil || !strings.Contains(err.Error(), c.word) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTextThatIsNoStateIsRefused(t *testing.T) {
	good := text(t, sample(t))
	for _, data := range []string{"", "null", "[]", "{}", "0", good + "{}", good + "x", good[:len(good)/2],
		strings.Replace(good, `"seed":7`, `"seed":7,"sed":8`, 1),
		strings.Replace(good, `"mu":2`, `"mu":1e99`, 1), strings.Replace(good, `"fitness":`, `"fitness":1e999,"was":`, 1)} {
		if _, err := ParseState([]byte(data)); err == nil || !strings.HasPrefix(err.Error(), "evolve: ") {
			t.Errorf("%.60q: %v", data, err)
		}
	}
	if _, err := ParseState([]byte(good + " \n")); err != nil {
		t.Errorf("a line end after a state: %v", err)
	}
}

func TestBadOptionsAndProblemsAreRefused(t *testing.T) {
	for _, o := range []Options{
		{Mu: -1}, {Lambda: -3}, {Generations: -1}, {Generations: MaxGenerations + 1}, {Mu: MaxGenes, Lambda: MaxGenes}, {Mu: math.MaxInt},
		{Selection: Comma, Mu: 5, Lambda: 4}, {Selection: "best"}, {Recombination: "some"}, {Partners: "none"},
		{Step: -1}, {Step: 2}, {Step: math.NaN()}, {SmallestStep: -1}, {Tau0: -1}, {Tau1: math.Inf(1)}, {Patience: -1}, {Target: new(math.NaN())},
	} {
		if s, err := Run(t.Context(), sphere(2), o, Control{}); err == nil || s != nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: %v", o, err)
		}
	}
	for _, p := range [][]Parameter{
		nil, {{}}, {{Kind: "integer", Count: 3}}, {{Kind: Real}}, {{Kind: Real, Low: 2, High: 1}},
		{{Kind: Real, High: math.NaN()}}, {{Kind: Real, High: math.Inf(1)}}, {{Kind: Nominal}}, {{Kind: Ordered, Count: MaxCount + 1}},
		{{Kind: Real, High: 1, Step: 2}}, {{Kind: Real, High: 1, Step: -1}}, {{Kind: Nominal, Count: 9, Step: 1.5}},
	} {
		s, err := Run(t.Context(), Single(p, nil), Options{}, Control{})
		if err == nil || s != nil || !strings.HasPrefix(err.Error(), "evolve: ") {
			t.Errorf("%+v: %v", p, err)
		}
	}
}

// FuzzParseState: every parsed state continues or is refused, and survives writing and
// reading.
func FuzzParseState(f *testing.F) {
	f.Add([]byte(text(f, sample(f))))
	f.Add([]byte(text(f, mustRun(f, mixed(), Options{Generations: 2, Mu: 1, Lambda: 2}, Control{}))))
	f.Add([]byte(`{"format":"backfill-evolve-1","options":{"seed":1,"mu":3,"lambda":21,"generations":40,"selection":"plus"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := ParseState(data)
		if err != nil {
			return
		}
		again, err := ParseState([]byte(text(t, s)))
		if err != nil || text(t, again) != text(t, s) {
			t.Fatalf("written and read, a state is another: %v", err)
		}
		if s.Options.Lambda > 50 || s.Options.Mu > 50 {
			return
		}
		for _, p := range []Problem{partners{}, mixed()} {
			o := s.Options
			o.Generations = s.Generation + 1
			if o.Generations > MaxGenerations {
				return
			}
			// Only a state of this problem continues; its values may be anything.
			s.Space = checkpoint.Digest(p.Species())
			if got, err := Run(t.Context(), p, o, Control{From: s}); err == nil {
				if err := got.check(); err != nil {
					t.Fatalf("the state after an accepted one is damaged: %v", err)
				}
			}
		}
	})
}

func TestOptionsMarshal(t *testing.T) {
	o := Options{Task: "x", Seed: math.MaxUint64, Target: new(0.1), Step: 1.0 / 3}.filled()
	b, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	var got Options
	if err := json.Unmarshal(b, &got); err != nil || *got.Target != 0.1 {
		t.Fatal(err)
	}
	if got.Target = o.Target; got != o {
		t.Errorf("%+v came back as %+v", o, got)
	}
}
