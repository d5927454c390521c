package train

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/trace"
)

func TestBadOptionsAreOneClearLine(t *testing.T) {
	nan := math.NaN()
	w := small(t, 20)
	for want, o := range map[string]Options{
		`the approach is "sarsa"; give prob, pitts or cca`: {Approach: "sarsa"},
		`unknown score "awrt9"`:                            {Objective: "awrt9"},
		"the bounds of the user groups":                    {Bounds: rules.Bounds{1, 2, 3, 4}},
		"greedy's advantages":                              {Advantage: &rules.Advantage{-1}},
		`the overrun rule "cutextend"`:                     {Overrun: "cutextend"},
		"draws is -1":                                      {Approach: Prob, Draws: -1},
		"draws is not a setting of the approach pitts":     {Draws: 3},
		"mu is not a setting of the approach prob":         {Approach: Prob, Mu: 3},
		"partners is not a setting of the approach pitts":  {Partners: "best"},
		"patience is not a setting of the approach prob":   {Approach: Prob, Patience: 3},
		"192 situations and 60000000 draws are too many":   {Approach: Prob, Draws: 60_000_000},
		"increasing numbers":                               {Approach: Prob, Partitions: []Partition{{"um", []float64{3, 2}}}},
		`unknown feature "speed"`:                          {Approach: Prob, Partitions: []Partition{{"speed", nil}}},
		"occurs twice":                                     {Approach: Prob, Partitions: []Partition{{"um", nil}, {"um", nil}}},
		"rules is 1000; give 1 to 256":                     {Rules: 1000},
		`unknown feature "x"`:                              {Features: []string{"x"}},
		"the feature sd is given twice":                    {Features: []string{"sd", "sd"}},
		"mu is -3":                                         {Mu: -3},
		"generations is -1":                                {Generations: -1},
		`selection is best`:                                {Selection: "best"},
		"step is 2":                                        {Step: 2},
		"target is NaN":                                    {Target: &nan},
	} {
		_, err := Run(context.Background(), w, o, Control{})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %q", err, want)
		}
	}
	for i := range w.Jobs.Held() {
		w.Jobs.Held()[i].User = -1
	}
	if _, err := Run(context.Background(), w, Options{}, Control{}); err == nil || !strings.Contains(err.Error(), "users of group 5 only") {
		t.Errorf("a workload without users: %v", err)
	}
	if _, err := Run(context.Background(), w, Options{Objective: "awrt5", Lambda: 2, Generations: 1}, Control{}); err != nil {
		t.Errorf("a workload without users, for those in group 5: %v", err)
	}
	_, err := Run(context.Background(), &trace.Workload{Name: "nothing", Procs: 4}, Options{}, Control{})
	if err == nil || !strings.Contains(err.Error(), "no jobs") {
		t.Errorf("a workload without jobs: %v", err)
	}
}

func TestACheckpointOfAnotherTrainingIsRefused(t *testing.T) {
	w := small(t, 60)
	stateOf := func(o Options) *State {
		var last *State
		mustRun(t, w, o, Control{Checkpoint: func(s *State) error { last = s; return nil }})
		return last
	}
	for _, name := range []string{"prob", "pitts", "cca"} {
		from := trainings[name]
		s := stateOf(from)
		for want, change := range map[string]func(o *Options){
			"made with seed":       func(o *Options) { o.Seed = 77 },
			"made for":             func(o *Options) { o.Objective = "awrt" },
			"groups_above_percent": func(o *Options) { o.Bounds = rules.Bounds{9, 3, 2, 1} },
			"greedy_advantage_s":   func(o *Options) { o.Advantage = &rules.Advantage{5} },
			"overrun":              func(o *Options) { o.Overrun = "extend" },
			"approach": func(o *Options) {
				*o = trainings[map[string]string{"prob": "cca", "pitts": "prob", "cca": "pitts"}[name]]
			},
			"draws":      func(o *Options) { o.Draws = 7 },
			"partitions": func(o *Options) { o.Partitions = []Partition{{"um", []float64{7}}} },
			"rules":      func(o *Options) { o.Rules = 7 },
			"features":   func(o *Options) { o.Features = []string{"um"} },
			"mu":         func(o *Options) { o.Mu = 7 },
			"lambda":     func(o *Options) { o.Lambda = 7 },
		} {
			o := from
			change(&o)
			if o.misplaced() != nil {
				continue
			}
			_, err := Run(context.Background(), w, o, Control{From: s})
			if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "start over") {
				t.Errorf("%s with another %s: %v", name, want, err)
			}
		}
		_, err := Run(context.Background(), small(t, 61), from, Control{From: s})
		if err == nil || !strings.Contains(err.Error(), "another workload") {
			t.Errorf("%s on another workload: %v", name, err)
		}
		o := from
		o.Objective = "4*awrt2+10.0*awrt1"
		if _, err := Run(context.Background(), w, o, Control{From: s}); err != nil {
			t.Errorf("%s for the same objective in other words: %v", name, err)
		}
	}
}

func TestADamagedCheckpointIsRefused(t *testing.T) {
	w := small(t, 60)
	for _, name := range []string{"prob", "pitts", "cca"} {
		var whole []byte
		mustRun(t, w, trainings[name], Control{Checkpoint: func(s *State) (err error) { whole, err = json.Marshal(s); return err }})
		for n := range whole {
			if n%97 == 0 {
				if _, err := ParseState(whole[:n]); err == nil || strings.Contains(err.Error(), "\n") {
					t.Fatalf("%s: %d of %d bytes: %v", name, n, len(whole), err)
				}
			}
		}
		for old, new := range map[string]string{
			format:           "backfill-train-9",
			`"mu":2`:         `"mu":0`,
			`"draws":5`:      `"draws":6`,
			`"evolve":`:      `"evolved":`,
			`"values":[`:     `"values":[null,`,
			`"approach":"`:   `"approach":"a`,
			`"generation":4`: `"generation":5`,
		} {
			if !strings.Contains(string(whole), old) {
				continue
			}
			s, err := ParseState([]byte(strings.Replace(string(whole), old, new, 1)))
			if err == nil {
				_, err = Run(context.Background(), w, trainings[name], Control{From: s})
			}
			if err == nil || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %s for %s: %v", name, new, old, err)
			}
		}
		if _, err := ParseState(append(whole, " {}"...)); err == nil || !strings.Contains(err.Error(), "more text follows") {
			t.Errorf("%s and more: %v", name, err)
		}
	}
}
