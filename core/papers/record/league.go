package record

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// A League compares readings of a paper by how near they bring our numbers to the printed
// ones. A choice that is made by looking at numbers has to be judged by others. So the
// numbers fall into groups, those of each log or workload; for every group, the best reading
// of the other groups is looked for, and then scored on this one. A reading with a value that
// the numbers of a group chose before (paper.Answer.By) is never scored on that group.
type League struct {
	Paper       string        `json:"paper"`       // its key
	Experiments []string      `json:"experiments"` // whose numbers are compared
	Scale       paper.Scale   `json:"scale"`
	Seeds       int           `json:"seeds"` // of which a number is the median
	Version     string        `json:"version,omitempty"`
	Start       paper.Reading `json:"start"` // that the search begins with
	Groups      []string      `json:"groups"`
	Trials      []Trial       `json:"trials"` // those computed, the best on all groups first
	Folds       []Fold        `json:"folds"`  // one for each group, if there are two or more
	Held        []Held        `json:"held"`   // the numbers of all folds, each where it had no part in the choice
	Whole       bool          `json:"whole"`  // no budget cut the search short
}

// A Trial is one reading and how far its numbers are from the printed ones.
type Trial struct {
	Reading  paper.Reading       `json:"reading"`
	Distance map[string]Distance `json:"distance"`            // by group
	ChosenBy []string            `json:"chosen_by,omitempty"` // the groups whose numbers chose a value of it before the league

	numbers []paper.Number // that are judged
}

// held returns the trial's numbers of a group.
func (t *Trial) held(group string) (all []Held) {
	for _, n := range t.numbers {
		if n.Groups[0] == group {
			all = append(all, Held{Number: n, Reading: t.Reading.String()})
		}
	}
	return all
}

// A Distance is the mean of how far some numbers are from the printed ones.
type Distance struct {
	Mean    float64 `json:"mean"` // 0 if there are none
	Numbers int     `json:"numbers"`
}

// A Fold is a group of numbers that had no part in the choice of a reading.
type Fold struct {
	Group  string        `json:"group"`
	Chosen paper.Reading `json:"chosen"`   // the best on the other groups of those that this one had no part in
	Others Distance      `json:"others"`   // of Chosen, on the other groups
	Held   Distance      `json:"held_out"` // of Chosen, on this one
	First  Distance      `json:"first"`    // on this one, of the reading without any change
}

// A Held is a number under the reading that was chosen without its group.
type Held struct {
	paper.Number
	Reading string `json:"reading"` // "" is the default of every choice
}

// distance tells how far our number is from the printed one: |log2(ours/published)|, but at
// most 1, so that one number which is far off counts no more than a factor of two. That of an
// interval is the mean of its ends', so that a wide one gains nothing. It is false for a number
// that is not measured, or of which we or the paper have none.
func distance(n *paper.Number) (d float64, ok bool) {
	switch ours, published := float64(n.Ours), float64(n.Published); {
	case n.Class != paper.Measured || n.Verdict == "" || n.Verdict == paper.None:
		return 0, false
	case n.Interval():
		return (octaves(ours, published) + octaves(float64(n.Most), published)) / 2, true
	default:
		return octaves(ours, published), true
	}
}

// octaves is the distance of one number: factors of two, at most 1.
func octaves(ours, published float64) float64 {
	if ours == published {
		return 0
	}
	d := math.Abs(math.Log2(ours / published))
	if d > 1 || d != d {
		return 1
	}
	return d
}

// NewLeague evaluates the experiments that ids name under readings of their paper, and
// compares them. First come opt.Reading and s.Product. Then, for each group, it goes on from the
// best so far on the others, and takes the single change that helps most there, again and again
// until none does. A reading with a change that changes no number is no trial.
func NewLeague(ctx context.Context, c paper.Catalogue, opt paper.Options, s Search, ids ...string) (*League, error) {
	chosen, err := c.Find(opt.First(), ids...)
	if err != nil {
		return nil, err
	}
	p := chosen[0].Paper
	if k := slices.IndexFunc(chosen, func(x paper.Chosen) bool { return x.Paper != p }); k >= 0 {
		return nil, fmt.Errorf("%s and %s are experiments of two papers: readings are of one", chosen[0].Experiment.ID, chosen[k].Experiment.ID)
	}
	if len(p.Choices) == 0 {
		return nil, fmt.Errorf("the paper %s declares no choices", p.Key)
	}
	if s.Evaluate == nil {
		s.Evaluate = func(r paper.Reading) ([]*paper.Evaluation, error) {
			one := opt
			one.Reading = r
			return c.Evaluate(ctx, one, ids...)
		}
	}
	l := &search{Search: s, paper: p, trials: map[string]*Trial{}}
	product, err := l.product()
	if err != nil {
		return nil, err
	}
	first, err := l.try(opt.Reading.Only(p))
	if err == nil {
		err = l.multiply(first, product)
	}
	if err != nil {
		return nil, err
	}
	league := &League{Paper: p.Key, Scale: opt.Scale, Seeds: max(1, opt.Seeds), Version: opt.Version, Start: first.Reading,
		Groups: slices.Sorted(maps.Keys(first.Distance)), Folds: []Fold{}, Held: []Held{}}
	for _, x := range chosen {
		league.Experiments = append(league.Experiments, x.Experiment.ID)
	}
	if len(league.Groups) == 0 {
		return nil, fmt.Errorf("these experiments have no printed numbers that a reading could be judged by")
	}
	var bests []*Trial
	for _, g := range league.Groups {
		best, err := l.best(first, g, league.others(g))
		if err != nil {
			return nil, err
		}
		bests = append(bests, best)
	}
	league.Whole = !l.spent
	for _, t := range l.distinct(first, bests) {
		league.Trials = append(league.Trials, *t)
	}
	slices.SortStableFunc(league.Trials, func(a, b Trial) int {
		return cmp.Compare(a.On(league.Groups...).Mean, b.On(league.Groups...).Mean)
	})
	if len(league.Groups) > 1 {
		for i, g := range league.Groups {
			league.Hold(g, bests[i].Reading)
			league.Held = append(league.Held, bests[i].held(g)...)
		}
	}
	return league, nil
}

// others returns the groups but one, or the one that there is.
func (l *League) others(group string) []string {
	if len(l.Groups) == 1 {
		return l.Groups
	}
	return slices.DeleteFunc(slices.Clone(l.Groups), func(o string) bool { return o == group })
}

// Hold adds the fold of a group: the reading is the best on the others. It has to be one of the trials, as Start has.
func (l *League) Hold(group string, chosen paper.Reading) {
	best, first := l.trial(chosen), l.trial(l.Start)
	l.Folds = append(l.Folds,
		Fold{Group: group, Chosen: chosen, Others: best.On(l.others(group)...), Held: best.On(group), First: first.On(group)})
}

// trial returns the trial of a reading.
func (l *League) trial(r paper.Reading) *Trial {
	k := slices.IndexFunc(l.Trials, func(t Trial) bool { return maps.Equal(t.Reading, r) })
	return &l.Trials[k]
}

// On returns the distance over groups, each number counting once.
func (t *Trial) On(groups ...string) (d Distance) {
	sum := 0.0
	for _, g := range groups {
		d.Numbers += t.Distance[g].Numbers
		sum += float64(t.Distance[g].Mean * float64(t.Distance[g].Numbers))
	}
	if d.Numbers == 0 {
		return Distance{}
	}
	d.Mean = sum / float64(d.Numbers)
	return d
}

// judgedBy returns the numbers by which a reading is judged: those of one group that have a
// distance.
func judgedBy(all []*paper.Evaluation) (numbers []paper.Number) {
	for _, e := range all {
		for _, n := range e.Printed() {
			if _, ok := distance(&n); ok && len(n.Groups) == 1 {
				numbers = append(numbers, n)
			}
		}
	}
	return numbers
}

// distances returns the distance of each group.
func distances(numbers []paper.Number) map[string]Distance {
	sums := map[string]Distance{}
	for i := range numbers {
		d, _ := distance(&numbers[i])
		s := sums[numbers[i].Groups[0]]
		sums[numbers[i].Groups[0]] = Distance{s.Mean + d, s.Numbers + 1}
	}
	for g, s := range sums {
		sums[g] = Distance{s.Mean / float64(s.Numbers), s.Numbers}
	}
	return sums
}
