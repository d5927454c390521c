package experiment

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/rules"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/workload"
)

// RulesPrefix begins the name of every policy of core/rules. What follows is the
// name of one of the Spec's rule bases, or of a strategy, which is then in force
// always.
const RulesPrefix = "rules:"

const (
	rulesFamily = "rules"
	rulesSource = "Franke, Lepping, Schwiegelshohn: On Advantages of Scheduling Using Genetic Fuzzy Systems, JSSPP 2006"
)

// MaxRuleName bounds the name of a rule base that a Spec has, in characters.
const MaxRuleName = 80

// Policy returns a new policy of that name for w on one machine, or on the nodes
// of a cluster without sharing them: one that the function Policy knows, or one of
// the Spec's rule bases.
func (s *Spec) Policy(name string, w *workload.Workload) (sim.Policy, error) {
	if !strings.HasPrefix(name, RulesPrefix) {
		return Policy(name)
	}
	b, err := s.RuleBase(name)
	if err != nil {
		return nil, err
	}
	return b.Policy(w.Jobs), nil
}

// RuleBase returns the rule base that a policy of core/rules is: one of the Spec's,
// or one with the rule that a strategy is always in force.
func (s *Spec) RuleBase(name string) (*rules.Base, error) {
	of := strings.TrimPrefix(name, RulesPrefix)
	if b := s.ruleBase(of); b != nil {
		return b, nil
	}
	if _, err := s.DescribePolicy(name); err != nil {
		return nil, err
	}
	strategy, err := rules.StrategyNamed(of)
	if err != nil {
		return nil, err
	}
	always, err := rules.NewRigid(nil, []rules.Strategy{strategy})
	if err != nil {
		return nil, err
	}
	b := rules.NewBase(of, "", always)
	b.Bounds = s.bounds()
	return b, nil
}

// DescribePolicy is the function of that name for the policies of this Spec, which
// may be its rule bases.
func (s *Spec) DescribePolicy(name string) (policy.Info, error) {
	of, is := strings.CutPrefix(name, RulesPrefix)
	if b := s.ruleBase(of); is && b != nil {
		return ruleBaseInfo(b), nil
	}
	info, err := DescribePolicy(name)
	if is && err != nil && len(s.Rules) > 0 {
		var names []string
		for _, b := range s.Rules {
			names = append(names, strconv.Quote(b.Name))
		}
		err = fmt.Errorf("%w; the rule bases of this experiment are %s", err, strings.Join(names, ", "))
	}
	return info, err
}

// ruleBase returns the Spec's rule base of that name, or nil.
func (s *Spec) ruleBase(name string) *rules.Base {
	for _, b := range s.Rules {
		if b.Name == name {
			return b
		}
	}
	return nil
}

// Groups returns the user groups of w, by which metrics and results tell them apart.
// A rule base has bounds of its own for what it decides.
func (s *Spec) Groups(w *workload.Workload) rules.Groups {
	return rules.GroupUsers(w.Jobs, s.bounds())
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
			return fmt.Errorf("the bounds of the user groups are %v: give %d falling percentages from 100 to 0, such as 8,2,1,0.1", s.UserGroups, len(b))
		}
	}
	for i, b := range s.Rules {
		if b == nil {
			return fmt.Errorf("rule base %d is null: give its JSON, or leave it out", i+1)
		}
		if err := CheckRuleBase(b); err != nil {
			return fmt.Errorf("rule base %d: %w", i+1, err)
		}
		if s.ruleBase(b.Name) != b {
			return fmt.Errorf("two rule bases are called %q: change the name of one", b.Name)
		}
	}
	return nil
}

// CheckRuleBase tells what keeps b from being a policy of a Spec: what Base.Check
// says, or its name, by which results, files and figures know it.
func CheckRuleBase(b *rules.Base) error {
	switch n := utf8.RuneCountInString(b.Name); {
	case n == 0:
		return errors.New("it has no name, by which its runs could be told apart: give it one, of a line")
	case n > MaxRuleName || strings.Contains(b.Name, ",") || strings.TrimSpace(b.Name) != b.Name:
		return fmt.Errorf("its name %.100q cannot be a policy's: give it 1 to %d characters without a comma or blanks around them", b.Name, MaxRuleName)
	case slices.Contains(rules.StrategyNames, b.Name):
		return fmt.Errorf("its name %s is that of a strategy: give it another", b.Name)
	}
	return b.Check()
}

// namedRules are the rule bases that policies of the Spec name, in their order.
func (s *Spec) namedRules() (named []*rules.Base) {
	for _, name := range s.Policies {
		if of, is := strings.CutPrefix(name, RulesPrefix); is {
			if b := s.ruleBase(of); b != nil && !slices.Contains(named, b) {
				named = append(named, b)
			}
		}
	}
	return named
}

// allRules lists the strategies.
func allRules() (all []policy.Info) {
	for i := range rules.NumStrategies {
		all = append(all, strategyInfo(rules.Strategy(i)))
	}
	return all
}

var (
	orderDocs     = []string{"fewest processors first", "shortest estimate first", "longest wait first", "users of the largest consumption first"}
	algorithmDocs = []string{
		"Starts the head of the queue whenever enough processors are free",
		"Backfills without delaying the head of the queue",
		"Plans every job behind those before it, anew in each pass, and starts those planned for now",
	}
)

func strategyInfo(s rules.Strategy) policy.Info {
	info := policy.Info{Name: RulesPrefix + s.String(), Source: rulesSource, Family: rulesFamily}
	if s == rules.GreedyStrategy {
		info.Title = "Greedy"
		info.Doc = "FCFS in an order that favours users of user groups 1 and 2 unless others have waited very long; one of the strategies that rule bases choose from."
		return info
	}
	order := orderDocs[s.Order()]
	info.Title = strings.ToUpper(rules.AlgorithmNames[s.Algorithm()]) + ", " + order
	info.Doc = algorithmDocs[s.Algorithm()] + ", " + order + "; one of the strategies that rule bases choose from."
	return info
}

// describeStrategy returns what allRules has for a name.
func describeStrategy(name string) (policy.Info, error) {
	s, err := rules.StrategyNamed(strings.TrimPrefix(name, RulesPrefix))
	if err != nil {
		return policy.Info{}, fmt.Errorf("there is no policy %.120q: it is neither the name of a rule base that is given nor one of %s", name, strings.Join(rules.StrategyNames, ", "))
	}
	return strategyInfo(s), nil
}

// parseStrategy is in the place of a parse function: see Spec.Policy.
func parseStrategy(name string) (sim.Policy, error) {
	if _, err := describeStrategy(name); err != nil {
		return nil, err
	}
	return nil, fmt.Errorf("policy %s knows user groups, which only a workload has: ask its experiment for it", name)
}

func ruleBaseInfo(b *rules.Base) policy.Info {
	return policy.Info{Name: RulesPrefix + b.Name, Title: b.Name + ": " + rules.Kind(b.Controller), Doc: b.About, Source: rulesSource, Family: rulesFamily}
}

// watchRules has the decisions and scores of p written down, as far as they are
// wanted.
func (x *execution) watchRules(p *rules.Policy, r *run) {
	var scores func(*sim.Step)
	if x.opt.Steps != nil && x.opt.Scores {
		scores = x.keepSteps(r)
	}
	var decisions *result.DecisionRows
	if x.opt.Decisions != nil {
		decisions = result.NewDecisionRows(r.Run, r.Policy)
		r.tables = append(r.tables, func() error { return decisions.Write(x.opt.Decisions) })
	}
	if scores == nil && decisions == nil {
		return
	}
	p.OnStep(func(s *sim.Step) {
		if scores != nil {
			scores(s)
		}
		if decisions != nil {
			decisions.Add(decisionRow(s, p.Decision()))
		}
	})
}

func decisionRow(s *sim.Step, d *rules.Decision) *result.Decision {
	row := &result.Decision{Time: s.Time, Waiting: s.Waiting, Features: d.At[:], Before: s.Before, Strategy: s.After, Rule: s.Case, Fired: fired(d)}
	for _, f := range d.Fired {
		row.Value += f.For
	}
	return row
}

// fired writes the rules that counted at least 1 %, those that said most for what
// was chosen first: 3:62 7:38, or orders 3:62 7:38, algorithms 1:100.
func fired(d *rules.Decision) string {
	var b strings.Builder
	base := "rules"
	for _, f := range d.Fired {
		percent := int(math.Round(float64(100 * f.Share)))
		if percent < 1 {
			continue
		}
		switch {
		case f.Base != base:
			if b.Len() > 0 {
				b.WriteString(", ")
			}
			b.WriteString(f.Base + " ")
			base = f.Base
		case b.Len() > 0:
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(f.Rule) + ":" + strconv.Itoa(percent))
	}
	return b.String()
}
