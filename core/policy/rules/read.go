package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"

	"github.com/backfill-lab/backfill/internal/bounded"
	"github.com/backfill-lab/backfill/internal/bounds"
)

// maxFile bounds a rule base's file, in bytes.
const maxFile = 16 << 20

// FileType returns the type of a rule base's file.
func FileType() reflect.Type { return reflect.TypeFor[file]() }

// A file is a rule base as JSON has it: one of rigid, fuzzy, and orders with algorithms.
type file struct {
	Schema     string     `json:"$schema"`                             // for editors
	Format     string     `json:"format"`                              // Format
	Name       string     `json:"name"`                                // one line
	About      string     `json:"about"`                               // one line, such as how it was trained
	Bounds     []float64  `json:"groups_above_percent" range:"0..100"` // the four bounds of the user groups, falling
	Advantage  []int64    `json:"greedy_advantage_s" range:"0..1e11"`  // of each user group, what greedy adds to its jobs' waits
	Rigid      *rigidFile `json:"rigid"`
	Fuzzy      *fuzzyFile `json:"fuzzy"`
	Orders     *fuzzyFile `json:"orders"`
	Algorithms *fuzzyFile `json:"algorithms"`
}

type rigidFile struct {
	Partitions []struct {
		Feature string    `json:"feature"`
		Bounds  []float64 `json:"bounds" range:"-1e15..1e15"`
	} `json:"partitions"`
	Rules []struct {
		When string `json:"when"`
		Then string `json:"then"`
	} `json:"rules"`
}

type fuzzyFile struct {
	Rules []ruleFile `json:"rules"`
}

type ruleFile struct {
	When []struct {
		Feature string   `json:"feature"`
		Mean    *float64 `json:"mean" range:"-1e9..1e9"`
		Sigma   *float64 `json:"sigma" range:"1e-6..1e9"`
	} `json:"when"`
	StronglyFor     []string `json:"strongly_for"`
	For             []string `json:"for"`
	Against         []string `json:"against"`
	StronglyAgainst []string `json:"strongly_against"`
}

// Read reads the format of Write. The fields name, about, groups_above_percent and
// greedy_advantage_s have defaults and may be missing; so may a rule's empty lists. Rigid
// rules may come in any order. Anything else that is missing, unknown, given twice or out
// of range is an error.
func Read(r io.Reader) (*Base, error) {
	data, err := bounded.ReadAll(r, "the file", maxFile)
	if err != nil {
		return nil, err
	}
	b, err := read(data)
	if err != nil {
		return nil, fmt.Errorf("rule base: %w", err)
	}
	return b, nil
}

func read(data []byte) (*Base, error) {
	var f file
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	err := d.Decode(&f)
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("more text follows the closing brace")
		}
	}
	if err != nil {
		return nil, locate(data, d.InputOffset(), err)
	}
	if err := unique(data); err != nil {
		return nil, err
	}
	if err := bounds.Check(&f); err != nil {
		return nil, err
	}
	if f.Format != Format {
		return nil, fmt.Errorf("the format is %.60q, not %q", f.Format, Format)
	}
	b := NewBase(f.Name, f.About, nil)
	if err := fill(b.Bounds[:], f.Bounds, "groups_above_percent"); err != nil {
		return nil, err
	}
	if err := fill(b.Advantage[:], f.Advantage, "greedy_advantage_s"); err != nil {
		return nil, err
	}
	if b.Controller, err = f.controller(); err != nil {
		return nil, err
	}
	return b, b.Check()
}

// fill replaces defaults by the numbers of a file, if there are any.
func fill[T any](to, from []T, name string) error {
	if from != nil && len(from) != len(to) {
		return fmt.Errorf("%s has %d numbers, not %d", name, len(from), len(to))
	}
	copy(to, from)
	return nil
}

// controller returns the file's rule base, which means nothing beside an error.
func (f *file) controller() (Controller, error) {
	switch rigid, fuzzy, pair := f.Rigid != nil, f.Fuzzy != nil, f.Orders != nil || f.Algorithms != nil; {
	case rigid && !fuzzy && !pair:
		return f.Rigid.base()
	case fuzzy && !rigid && !pair:
		return f.Fuzzy.base("fuzzy", StrategyNames)
	case f.Orders != nil && f.Algorithms != nil && !rigid && !fuzzy:
		orders, err := f.Orders.base("orders", OrderNames)
		if err != nil {
			return nil, err
		}
		algorithms, err := f.Algorithms.base("algorithms", AlgorithmNames)
		if err != nil {
			return nil, err
		}
		return NewPair(orders, algorithms)
	}
	return nil, errors.New("give one of rigid, fuzzy, and orders with algorithms")
}

func (f *rigidFile) base() (_ *Rigid, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("rigid: %w", err)
		}
	}()
	var partitions []Partition
	for _, p := range f.Partitions {
		w, err := FeatureNamed(p.Feature)
		if err != nil {
			return nil, err
		}
		partitions = append(partitions, Partition{w, p.Bounds})
	}
	choice := make([]Strategy, len(f.Rules))
	r, err := NewRigid(partitions, choice)
	if err != nil {
		return nil, err
	}
	situations := make(map[string]int, len(choice))
	for i := range choice {
		situations[r.When(i)] = i
	}
	for i, rule := range f.Rules {
		at, ok := situations[rule.When]
		if !ok {
			return nil, fmt.Errorf("rule %d: %.200q is not a situation or occurs twice; the first situation is %q",
				i+1, rule.When, r.When(0))
		}
		delete(situations, rule.When)
		if choice[at], err = StrategyNamed(rule.Then); err != nil {
			return nil, fmt.Errorf("rule %d: %w", i+1, err)
		}
	}
	return r, nil
}

func (f *fuzzyFile) base(name string, outputs []string) (*Fuzzy, error) {
	var features []int
	var rules []Rule
	for i := range f.Rules {
		r, of, err := f.Rules[i].rule(outputs)
		if i == 0 {
			features = of
		}
		if err == nil && !slices.Equal(of, features) {
			err = errors.New("its features differ from those of rule 1 or come in another order")
		}
		if err != nil {
			return nil, fmt.Errorf("%s: rule %d: %w", name, i+1, err)
		}
		rules = append(rules, r)
	}
	b, err := NewFuzzy(features, outputs, rules)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return b, nil
}

func (f *ruleFile) rule(outputs []string) (r Rule, features []int, err error) {
	for _, g := range f.When {
		w, err := FeatureNamed(g.Feature)
		switch {
		case err != nil:
			return r, nil, err
		case g.Mean == nil || g.Sigma == nil:
			return r, nil, fmt.Errorf("%s has no mean or no sigma", g.Feature)
		}
		features = append(features, w)
		r.When = append(r.When, Gauss{*g.Mean, *g.Sigma})
	}
	r.Weights = make([]int8, len(outputs))
	seen := map[string]bool{}
	for k, names := range [][]string{f.StronglyFor, f.For, f.Against, f.StronglyAgainst} {
		for _, name := range names {
			h, err := named("output", outputs, name)
			if err == nil && seen[name] {
				err = fmt.Errorf("%s occurs twice", name)
			}
			if err != nil {
				return r, nil, err
			}
			seen[name] = true
			r.Weights[h] = sides[k].weight
		}
	}
	return r, features, nil
}
