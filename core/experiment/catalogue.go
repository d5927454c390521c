package experiment

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/rules"
)

// A Catalogue holds every policy that a Spec may name: the built-in ones, the Spec's
// rule bases and its author's own. It is the only way from a name to a policy.
type Catalogue struct{ spec *Spec }

// Builtin is the catalogue of the policies that every Spec may name.
var Builtin = new(Spec).Catalogue()

// Catalogue returns the policies that s may name.
func (s *Spec) Catalogue() *Catalogue { return &Catalogue{s} }

// RuleBase is Find for rule bases.
func (c *Catalogue) RuleBase(name string) (*rules.Base, error) {
	e, err := c.Find(name)
	if err == nil && e.Base == nil {
		err = fmt.Errorf("policy %s is no rule base: name one that begins with %s", e.Spelling, rules.Prefix)
	}
	if err != nil {
		return nil, err
	}
	return e.Base, nil
}

// List describes every policy, without options: the built-in ones, the recorded baseline,
// the Spec's rule bases and its author's own.
func (c *Catalogue) List() (all []policy.Info) {
	for i := range Families {
		all = append(all, Families[i].List...)
	}
	all = append(all, policy.Baseline)
	for _, b := range c.spec.Rules {
		all = append(all, b.Info())
	}
	for _, o := range c.spec.Own {
		all = append(all, o.info())
	}
	return all
}

// Find returns the policy of that name, ignoring case and spaces. The error for an unknown
// name is a *policy.Unknown.
func (c *Catalogue) Find(name string) (*platform.Entry, error) {
	folded := policy.Fold(name)
	if folded == policy.Recorded {
		return &platform.Entry{Info: policy.Baseline, Spelling: policy.Recorded, Key: policy.Recorded, On: aboutOf(&Families[0])}, nil
	}
	for _, o := range c.spec.Own {
		if policy.Fold(o.Name) == folded {
			if err := c.spec.validateOwn(); err != nil {
				return nil, err
			}
			return c.spec.ownEntry(&o)
		}
	}
	if b := c.spec.ruleBase(name); b != nil {
		return ruleEntry(b), nil
	}
	f := familyOf(folded)
	e, err := f.Find(name)
	if err != nil {
		return nil, c.explain(f, name, err)
	}
	if e.On = aboutOf(f); e.Base != nil {
		e.Base.Bounds = c.spec.bounds()
	}
	return &e, nil
}

// familyOf returns the family of a name that policy.Fold has folded.
func familyOf(folded string) *platform.Family {
	i := slices.IndexFunc(Families[1:], func(f platform.Family) bool { return f.Has(folded) })
	return &Families[i+1]
}

// builtIn tells whether every Spec may name a policy so.
func builtIn(name string) bool {
	folded := policy.Fold(name)
	_, err := familyOf(folded).Find(name)
	return err == nil || folded == policy.Recorded
}

// explain adds to the error for an unknown name which names there are.
func (c *Catalogue) explain(f *platform.Family, name string, err error) error {
	unknown, is := err.(*policy.Unknown)
	if !is {
		return err
	}
	switch f.Prefix {
	case rules.Prefix:
		var bases []string
		for _, b := range c.spec.Rules {
			bases = append(bases, strconv.Quote(b.Name))
		}
		unknown.Hint = "it is neither the name of a rule base that is given nor one of " + strings.Join(rules.StrategyNames, ", ")
		if bases != nil {
			unknown.Hint += "; the rule bases of this experiment are " + strings.Join(bases, ", ")
		}
	case "":
		near := unknown.Near // of an order that is an expression
		if unknown = policy.NewUnknown(name, c.List()); unknown.Near == "" {
			unknown.Near = near
		}
		var kinds, prefixes []string
		for _, k := range policy.Kinds {
			kinds = append(kinds, k.Name)
		}
		for _, f := range Families[1:] {
			if !f.Alone() {
				prefixes = append(prefixes, f.Prefix)
			}
		}
		unknown.Hint = "it is " + platform.Either(kinds) +
			", one of these after an order, such as sjf-easy, or begins with " + platform.Either(prefixes)
		for i := range Families { // a name of another platform that lacks its prefix
			if aboutOf(&Families[i]).Default {
				continue
			}
			if near, err := Families[i].Find(Families[i].Prefix + name); err == nil {
				unknown.Near = near.Spelling
			}
		}
	}
	return unknown
}

// Names returns names as results spell them, and those of no policy unchanged.
func (c *Catalogue) Names(names []string) []string {
	names = slices.Clone(names)
	for i, name := range names {
		if e, err := c.Find(name); err == nil {
			names[i] = e.Spelling
		}
	}
	return names
}

// Join mends names that were split at every comma, and spells them as results do: a part
// such as slack=5 is an option of the name before it, if that has options, and one inside the parentheses of an expression
// belongs to it.
func (c *Catalogue) Join(parts []string) []string {
	var names []string
	for _, part := range parts {
		n := len(names)
		if n > 0 && (policy.Unclosed(names[n-1]) ||
			strings.Contains(part, "=") && !strings.ContainsAny(part, ":/") && strings.Contains(names[n-1], ":")) {
			names[n-1] += "," + part
			continue
		}
		names = append(names, part)
	}
	return c.Names(names)
}
