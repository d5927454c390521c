package train

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/learn/evolve"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/sim"
)

// An Approach is a way to find a rule base.
type Approach string

// The paper's approaches.
const (
	Prob  Approach = "prob"
	Pitts Approach = "pitts"
	CCA   Approach = "cca"
)

// Approaches lists them all.
var Approaches = []Approach{Prob, Pitts, CCA}

// Options are the settings of a training; they marshal to JSON. Zero means the default, the
// paper's, which follows the semicolon.
type Options struct {
	Approach  Approach `json:"approach"`  // pitts
	Objective string   `json:"objective"` // see rules.ParseObjective; rules.PaperObjective
	Seed      uint64   `json:"seed"`

	Bounds    rules.Bounds     `json:"groups_above_percent"` // of user groups; rules.DefaultBounds
	Advantage *rules.Advantage `json:"greedy_advantage_s"`   // Greedy's; rules.DefaultAdvantage
	Overrun   string           `json:"overrun,omitempty"`    // a run past its estimate: "cut" (also "") or "extend"

	// Of prob.
	Draws      int         `json:"draws,omitempty"`      // of each strategy for a situation; rules.PaperDraws, 50
	Partitions []Partition `json:"partitions,omitempty"` // rules.Table1
	// BestDraw keeps the best rule base drawn if the one combined from all draws is
	// worse, as it often is; the paper keeps the combined one.
	BestDraw bool `json:"best_draw,omitempty"`

	// Of pitts and cca.
	Rules       int      `json:"rules,omitempty"`       // of a rule base; 10, rules.PaperRules
	Features    []string `json:"features,omitempty"`    // names; all seven
	Mu          int      `json:"mu,omitempty"`          // 3
	Lambda      int      `json:"lambda,omitempty"`      // 21
	Generations int      `json:"generations,omitempty"` // after the first; 40
	// Further settings of the evolution strategy: see evolve.Options.
	Selection     evolve.Selection     `json:"selection,omitempty"`
	Recombination evolve.Recombination `json:"recombination,omitempty"`
	Partners      evolve.Partners      `json:"partners,omitempty"` // cca
	Step          float64              `json:"step,omitempty"`
	Patience      int                  `json:"patience,omitempty"` // generations without a better rule base to stop after; never
	Target        *float64             `json:"target,omitempty"`   // objective at or below which to stop; never
}

// A Partition divides a feature's range like rules.Partition.
type Partition struct {
	Feature string    `json:"feature"` // its name
	Bounds  []float64 `json:"bounds"`  // strictly increasing
}

// MaxDrawn bounds the draws of prob: situations times simulations.
const MaxDrawn = 1 << 26

// Filled returns o with the defaults of its approach instead of zeros, except in the further
// settings of the evolution strategy. Options out of range are an error.
func (o Options) Filled() (Options, error) {
	if err := o.fill(); err != nil {
		return o, fmt.Errorf("train: %w", err)
	}
	return o, nil
}

func (o *Options) fill() error {
	o.Approach = cmp.Or(o.Approach, Pitts)
	if !slices.Contains(Approaches, o.Approach) {
		return fmt.Errorf("the approach is %q; give prob, pitts or cca", o.Approach)
	}
	o.Objective = cmp.Or(o.Objective, rules.PaperObjective)
	if _, err := rules.ParseObjective(o.Objective); err != nil {
		return err
	}
	o.Bounds = cmp.Or(o.Bounds, rules.DefaultBounds)
	advantage := rules.DefaultAdvantage
	if o.Advantage != nil {
		advantage = *o.Advantage
	}
	o.Advantage = &advantage
	if err := cmp.Or(o.Bounds.Check(), advantage.Check()); err != nil {
		return err
	}
	switch o.Overrun {
	case "", "extend":
	case "cut":
		o.Overrun = ""
	default:
		return fmt.Errorf("the overrun rule %q is unknown: give cut or extend", o.Overrun)
	}
	if err := o.misplaced(); err != nil {
		return err
	}
	if o.Approach == Prob {
		return o.fillProb()
	}
	return o.fillFuzzy()
}

// misplaced returns an error if o has a setting that the approach ignores.
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
			return fmt.Errorf("%s is not a setting of the approach %s: leave it out, or choose another approach", f.name, o.Approach)
		}
	}
	return nil
}

func (o *Options) fillProb() error {
	o.Draws = cmp.Or(o.Draws, rules.PaperDraws)
	if len(o.Partitions) == 0 {
		for _, p := range rules.Table1() {
			o.Partitions = append(o.Partitions, Partition{rules.Features[p.Feature].Name, p.Bounds})
		}
	}
	if o.Draws < 1 || o.Draws > MaxDrawn {
		return fmt.Errorf("draws is %d; give 1 or more", o.Draws)
	}
	r, err := o.situations()
	if err != nil {
		return err
	}
	if len(r.Choice()) > MaxDrawn/rules.NumStrategies/o.Draws {
		return fmt.Errorf("%d situations and %d draws are too many: give fewer draws or bounds", len(r.Choice()), o.Draws)
	}
	return nil
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

func (o *Options) fillFuzzy() error {
	o.Rules, o.Mu, o.Lambda = cmp.Or(o.Rules, rules.PaperRules), cmp.Or(o.Mu, 3), cmp.Or(o.Lambda, 21)
	o.Generations = cmp.Or(o.Generations, 40)
	if len(o.Features) == 0 {
		for _, f := range rules.Features {
			o.Features = append(o.Features, f.Name)
		}
	}
	if o.Rules < 1 || o.Rules > rules.MaxRules {
		return fmt.Errorf("rules is %d; give 1 to %d", o.Rules, rules.MaxRules)
	}
	if _, err := o.features(); err != nil {
		return err
	}
	return o.evolution("").Check()
}

func (o *Options) evolution(task string) evolve.Options {
	return evolve.Options{Task: task, Seed: o.Seed, Mu: o.Mu, Lambda: o.Lambda, Generations: o.Generations,
		Selection: o.Selection, Recombination: o.Recombination, Partners: o.Partners, Step: o.Step,
		Patience: o.Patience, Target: o.Target}
}

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

func (o *Options) shapes() (all []rules.Shape) {
	features, _ := o.features() // checked by Filled
	outputs := [][]string{rules.StrategyNames}
	if o.Approach == CCA {
		outputs = [][]string{rules.OrderNames, rules.AlgorithmNames}
	}
	for _, names := range outputs {
		all = append(all, rules.Shape{Rules: o.Rules, Features: features, Outputs: names})
	}
	return all
}

func (o *Options) overrun() sim.Overrun {
	if o.Overrun == "extend" {
		return sim.Extend
	}
	return sim.Cut
}

// teams returns how many rule bases are judged for every member of a species.
func (o *Options) teams() int {
	if o.Approach == CCA && o.Partners != "" && o.Partners != evolve.Shuffle {
		return 2
	}
	return 1
}
