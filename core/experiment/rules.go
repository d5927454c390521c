package experiment

import (
	"errors"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/trace"
)

// MaxRuleName bounds the name of a Spec's rule base or own policy, in characters.
const MaxRuleName = 80

// ruleBase returns the Spec's rule base of a policy's name, or nil.
func (s *Spec) ruleBase(name string) (found *rules.Base) {
	folded := policy.Fold(name)
	for _, b := range s.Rules {
		switch {
		case b == nil:
		case rules.Prefix+b.Name == name:
			return b
		case policy.Fold(rules.Prefix+b.Name) == folded:
			found = b
		}
	}
	return found
}

// Groups returns the user groups of w in metrics and results. A rule base decides by bounds
// of its own.
func (s *Spec) Groups(w *trace.Workload) rules.Groups {
	return rules.GroupUsers(w.Jobs.Held(), s.bounds())
}

// groups is Groups, also of spooled jobs.
func (s *Spec) groups(w *trace.Workload) (rules.Groups, error) {
	if w.Jobs.Spooled() && len(w.Users) == 0 {
		return nil, nil // saves a reading
	}
	c, err := rules.Consumed(w.Jobs.All())
	if err != nil {
		return nil, err
	}
	return c.Groups(s.bounds()), nil
}

func (s *Spec) bounds() rules.Bounds {
	bounds := rules.DefaultBounds
	if s.UserGroups != nil {
		copy(bounds[:], s.UserGroups)
	}
	return bounds
}

func (s *Spec) validateRules() error {
	if s.UserGroups != nil {
		var b rules.Bounds
		if copy(b[:], s.UserGroups); len(s.UserGroups) != len(b) || b.Check() != nil {
			return fmt.Errorf("the bounds of the user groups are %v: give %d falling percentages from 100 to 0, such as 8,2,1,0.1",
				s.UserGroups, len(b))
		}
	}
	for i, b := range s.Rules {
		if b == nil {
			return fmt.Errorf("rule base %d is null: give its JSON, or leave it out", i+1)
		}
		if err := CheckRuleBase(b); err != nil {
			return fmt.Errorf("rule base %d: %w", i+1, err)
		}
		if s.ruleBase(rules.Prefix+b.Name) != b {
			return fmt.Errorf("two rule bases are called %q: change the name of one", b.Name)
		}
	}
	return nil
}

// CheckRuleBase returns the error that keeps b from being a policy of a Spec: that of
// Base.Check, or one of its name.
func CheckRuleBase(b *rules.Base) error {
	switch {
	case b.Name == "":
		return errors.New("it has no name, by which its runs could be told apart: give it one of one line")
	case !nameable(b.Name):
		return fmt.Errorf("its name %.100q cannot be a policy's: give it 1 to %d characters, printable and without a comma or outer spaces",
			b.Name, MaxRuleName)
	case slices.Contains(rules.StrategyNames, b.Name):
		return fmt.Errorf("its name %s is that of a strategy: give it another", b.Name)
	}
	return b.Check()
}

// namedRules returns the rule bases that the Spec's policies name, in their order.
func (s *Spec) namedRules() (named []*rules.Base) {
	for _, name := range s.Policies {
		if b := s.ruleBase(name); b != nil && !slices.Contains(named, b) {
			named = append(named, b)
		}
	}
	return named
}
