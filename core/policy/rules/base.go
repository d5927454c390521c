package rules

import (
	"fmt"
	"unicode"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// A Base is a rule base with all that it needs to schedule: what a file holds.
type Base struct {
	Name       string // one line
	About      string // one line, such as how it was trained
	Bounds     Bounds
	Advantage  Advantage
	Controller Controller // a *Rigid, a *Fuzzy over StrategyNames or a *Pair
}

// NewBase returns a Base of c with the default groups and the default Advantage.
func NewBase(name, about string, c Controller) *Base {
	return &Base{Name: name, About: about, Bounds: DefaultBounds, Advantage: DefaultAdvantage, Controller: c}
}

// Policy returns a policy for a workload of these jobs, whose users it groups by Bounds.
func (b *Base) Policy(jobs []job.Job) *Policy { return b.policy(GroupUsers(jobs, b.Bounds)) }

// PolicyFor is Policy for a workload whose users consume c.
func (b *Base) PolicyFor(c *Consumption) *Policy { return b.policy(c.Groups(b.Bounds)) }

func (b *Base) policy(groups Groups) *Policy {
	return New(b.Controller, Options{Groups: groups, Advantage: &b.Advantage})
}

// maxText bounds Name and About, in bytes.
const maxText = 2000

// Check returns an error if b cannot be written.
func (b *Base) Check() error {
	for _, text := range []string{b.Name, b.About} {
		if len(text) > maxText {
			return fmt.Errorf("name or about has %d bytes, expected at most %d", len(text), maxText)
		}
		for _, r := range text {
			if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
				return fmt.Errorf("name or about %.40q is not one line of text", text)
			}
		}
	}
	if err := b.Bounds.Check(); err != nil {
		return err
	}
	switch c := b.Controller.(type) {
	case *Rigid, *Pair:
	case *Fuzzy:
		if len(c.outputs) != NumStrategies {
			return fmt.Errorf("a fuzzy rule base over %v is half of a pair: give the pair", c.outputs)
		}
	default:
		return fmt.Errorf("a controller of the type %T cannot be kept in a file", c)
	}
	return b.Advantage.Check()
}
