package train

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/rules"
	"github.com/backfill-lab/backfill/core/rules/evolve"
	"github.com/backfill-lab/backfill/core/sim"
)

// An Approach is a way to a rule base.
type Approach string

// The paper's approaches.
const (
	Prob  Approach = "prob"
	Pitts Approach = "pitts"
	CCA   Approach = "cca"
)

// Approaches is every approach.
var Approaches = []Approach{Prob, Pitts, CCA}

// Options are what a training is; they marshal to JSON. What is zero is the
// paper's, or as said.
type Options struct {
	Approach  Approach `json:"approach"`  // pitts
	Objective string   `json:"objective"` // as rules.ParseObjective has it; rules.PaperObjective
	Seed      uint64   `json:"seed"`

	// Bounds part users into groups by all jobs of the workload; rules.DefaultBounds.
	Bounds rules.Bounds `json:"groups_above_percent"`
	// Advantage is Greedy's; rules.DefaultAdvantage.
	Advantage *rules.Advantage `json:"greedy_advantage_s"`
	Overrun   string           `json:"overrun,omitempty"` // a run past its estimate: "cut" (also "") or "extend"

	// Of prob.
	Draws      int         `json:"draws,omitempty"`      // how often a situation gets each strategy; rules.PaperDraws, 50
	Partitions []Partition `json:"partitions,omitempty"` // rules.Table1
	// BestDraw keeps the best of the rule bases drawn where the one put together of
	// them is worse, as it often is; the paper keeps the latter.
	BestDraw bool `json:"best_draw,omitempty"`

	// Of pitts and cca.
	Rules       int      `json:"rules,omitempty"`       // of a rule base; rules.PaperRules, 10
	Features    []string `json:"features,omitempty"`    // names; all seven
	Mu          int      `json:"mu,omitempty"`          // 3
	Lambda      int      `json:"lambda,omitempty"`      // 21
	Generations int      `json:"generations,omitempty"` // after the first; 40
	// Further settings of the evolution strategy, as evolve.Options has them.
	Selection     evolve.Selection     `json:"selection,omitempty"`
	Recombination evolve.Recombination `json:"recombination,omitempty"`
	Partners      evolve.Partners      `json:"partners,omitempty"` // cca
	Step          float64              `json:"step,omitempty"`
	Patience      int                  `json:"patience,omitempty"` // stop after so many generations without a better rule base; never
	Target        *float64             `json:"target,omitempty"`   // stop at this objective or below; never
}

// A Partition divides a feature's range, as rules.Partition does.
type Partition struct {
	Feature string    `json:"feature"` // its name
	Bounds  []float64 `json:"bounds"`  // strictly increasing
}

// MaxDrawn bounds what prob draws: situations times simulations.
const MaxDrawn = 1 << 26

// Filled returns o with the defaults of its approach in place of zeros; those of
// the evolution strategy but mu, lambda and generations stay zero. It is an error
// if o makes no sense.
func (o Options) Filled() (Options, error) {
	if o.Approach == "" {
		o.Approach = Pitts
	}
	if !slices.Contains(Approaches, o.Approach) {
		return o, fmt.Errorf("train: the approach is %q; give prob, pitts or cca", o.Approach)
	}
	if o.Objective == "" {
		o.Objective = rules.PaperObjective
	}
	if _, err := rules.ParseObjective(o.Objective); err != nil {
		return o, fmt.Errorf("train: %w", err)
	}
	if o.Bounds == (rules.Bounds{}) {
		o.Bounds = rules.DefaultBounds
	}
	advantage := rules.DefaultAdvantage
	if o.Advantage != nil {
		advantage = *o.Advantage
	}
	o.Advantage = &advantage
	if err := o.Bounds.Check(); err != nil {
		return o, fmt.Errorf("train: %w", err)
	}
	if err := advantage.Check(); err != nil {
		return o, fmt.Errorf("train: %w", err)
	}
	switch o.Overrun {
	case "", "extend":
	case "cut":
		o.Overrun = ""
	default:
		return o, fmt.Errorf("train: the overrun rule %q is unknown: it is cut or extend", o.Overrun)
	}
	if err := o.misplaced(); err != nil {
		return o, err
	}
	if o.Approach == Prob {
		return o.filledProb()
	}
	return o.filledFuzzy()
}

// misplaced says which setting has no meaning for the approach.
func (o *Options) misplaced() error {
	fuzzy := o.Approach != Prob
	for _, f := range []struct {
		name     string
		set, has bool
	}{
		{"draws", o.Draws != 0, !fuzzy},
		{"partitions", len(o.Partitions) > 0, !fuzzy},
		{"best_draw", o.BestDraw, !fuzzy},
		{"rules", o.Rules != 0, fuzzy},
		{"features", len(o.Features) > 0, fuzzy},
		{"mu", o.Mu != 0, fuzzy},
		{"lambda", o.Lambda != 0, fuzzy},
		{"generations", o.Generations != 0, fuzzy},
		{"selection", o.Selection != "", fuzzy},
		{"recombination", o.Recombination != "", fuzzy},
		{"partners", o.Partners != "", o.Approach == CCA},
		{"step", o.Step != 0, fuzzy},
		{"patience", o.Patience != 0, fuzzy},
		{"target", o.Target != nil, fuzzy},
	} {
		if f.set && !f.has {
			return fmt.Errorf("train: %s is no setting of the approach %s: leave it out, or choose another approach", f.name, o.Approach)
		}
	}
	return nil
}

func (o Options) filledProb() (Options, error) {
	if o.Draws == 0 {
		o.Draws = rules.PaperDraws
	}
	if len(o.Partitions) == 0 {
		for _, p := range rules.Table1() {
			o.Partitions = append(o.Partitions, Partition{rules.Features[p.Feature].Name, p.Bounds})
		}
	}
	if o.Draws < 1 || o.Draws > MaxDrawn {
		return o, fmt.Errorf("train: draws is %d; give 1 or more", o.Draws)
	}
	r, err := o.situations()
	if err != nil {
		return o, fmt.Errorf("train: %w", err)
	}
	if len(r.Choice()) > MaxDrawn/rules.NumStrategies/o.Draws {
		return o, fmt.Errorf("train: %d situations and %d draws are too many: give fewer draws or bounds", len(r.Choice()), o.Draws)
	}
	return o, nil
}

// situations returns a rigid rule base of o's partitions.
func (o *Options) situations() (*rules.Rigid, error) {
	n, parts := 1, []rules.Partition{}
	for _, p := range o.Partitions {
		f, err := rules.FeatureNamed(p.Feature)
		if err != nil {
			return nil, err
		}
		parts = append(parts, rules.Partition{Feature: f, Bounds: p.Bounds})
		n = min(n*(len(p.Bounds)+1), MaxDrawn) // NewRigid's limit is lower
	}
	return rules.NewRigid(parts, make([]rules.Strategy, n))
}

func (o Options) filledFuzzy() (Options, error) {
	set := func(p *int, v int) {
		if *p == 0 {
			*p = v
		}
	}
	set(&o.Rules, rules.PaperRules)
	set(&o.Mu, 3)
	set(&o.Lambda, 21)
	set(&o.Generations, 40)
	if len(o.Features) == 0 {
		for _, f := range rules.Features {
			o.Features = append(o.Features, f.Name)
		}
	}
	if o.Rules < 1 || o.Rules > rules.MaxRules {
		return o, fmt.Errorf("train: rules is %d; give 1 to %d", o.Rules, rules.MaxRules)
	}
	if _, err := o.features(); err != nil {
		return o, fmt.Errorf("train: %w", err)
	}
	if err := o.evolution("").Check(); err != nil {
		return o, fmt.Errorf("train: %w", err)
	}
	return o, nil
}

// evolution returns the options of the evolution strategy.
func (o *Options) evolution(task string) evolve.Options {
	return evolve.Options{Task: task, Seed: o.Seed, Mu: o.Mu, Lambda: o.Lambda, Generations: o.Generations,
		Selection: o.Selection, Recombination: o.Recombination, Partners: o.Partners, Step: o.Step,
		Patience: o.Patience, Target: o.Target}
}

// features returns the places of o's features.
func (o *Options) features() ([]int, error) {
	places := []int{}
	for _, name := range o.Features {
		f, err := rules.FeatureNamed(name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(places, f) {
			return nil, fmt.Errorf("the feature %s is given twice", name)
		}
		places = append(places, f)
	}
	return places, nil
}

// shapes returns what the vectors of each species mean.
func (o *Options) shapes() []rules.Shape {
	features, _ := o.features() // which Filled has looked at
	if o.Approach == Pitts {
		return []rules.Shape{{Rules: o.Rules, Features: features, Outputs: rules.StrategyNames}}
	}
	return []rules.Shape{
		{Rules: o.Rules, Features: features, Outputs: rules.OrderNames},
		{Rules: o.Rules, Features: features, Outputs: rules.AlgorithmNames},
	}
}

func (o *Options) overrun() sim.Overrun {
	if o.Overrun == "extend" {
		return sim.Extend
	}
	return sim.Cut
}

// Simulations returns how many a training with these options needs, if nothing
// stops it early and no rule base comes up twice.
func (o Options) Simulations() (int, error) {
	o, err := o.Filled()
	switch {
	case err != nil:
		return 0, err
	case o.Approach == Prob:
		return rules.NumStrategies * o.Draws, nil
	}
	return o.teams() * (o.Mu + o.Lambda*o.Generations), nil
}

// teams is how many rule bases are judged for every member of a species.
func (o *Options) teams() int {
	if o.Approach == CCA && o.Partners != "" && o.Partners != evolve.Shuffle {
		return 2
	}
	return 1
}
