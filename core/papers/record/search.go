package record

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// Search is how a league is computed.
type Search struct {
	Product  []string                                         // keys of choices of which every combination of values is tried
	Budget   int                                              // readings to compute; 0 is no limit
	Tried    func(done int, next paper.Reading)               // called before each; or nil
	Evaluate func(paper.Reading) ([]*paper.Evaluation, error) // of the paper's experiments under a reading
}

// search is a League that is being computed.
type search struct {
	Search
	paper  *paper.Paper
	trials map[string]*Trial // by reading
	spent  bool              // the budget
}

// try computes a reading, once. It returns nil if the budget is spent.
func (s *search) try(r paper.Reading) (*Trial, error) {
	if t := s.trials[r.String()]; t != nil {
		return t, nil
	}
	if s.Budget > 0 && len(s.trials) >= s.Budget {
		s.spent = true
		return nil, nil
	}
	return s.compute(r)
}

// compute computes a reading.
func (s *search) compute(r paper.Reading) (*Trial, error) {
	if s.Tried != nil {
		s.Tried(len(s.trials), r)
	}
	all, err := s.Evaluate(r)
	if err != nil {
		return nil, err
	}
	t := &Trial{Reading: r, ChosenBy: r.ChosenBy(s.paper), numbers: judgedBy(all)}
	t.Distance = distances(t.numbers)
	s.trials[r.String()] = t
	return t, nil
}

// product returns the choices of Product.
func (s *search) product() (all []*paper.Choice, err error) {
	for _, key := range s.Product {
		k := slices.IndexFunc(s.paper.Choices, func(c *paper.Choice) bool { return c.Key == key })
		if k < 0 {
			return nil, fmt.Errorf("the paper %s has no choice %q", s.paper.Key, key)
		}
		all = append(all, s.paper.Choices[k])
	}
	return all, nil
}

// multiply tries every combination of the values of some choices. A value that changes no
// number of a combination so far is not combined further: the choice does not matter there.
func (s *search) multiply(from *Trial, choices []*paper.Choice) error {
	all := []*Trial{from}
	for _, c := range choices {
		for _, before := range all {
			for _, v := range c.Values {
				if v.Fitted && v.By == nil {
					continue
				}
				t, err := s.try(before.Reading.With(c, v.Name))
				if err != nil {
					return err
				}
				if t != nil && !before.same(t) {
					all = append(all, t)
				}
			}
		}
	}
	return nil
}

// same reports whether both trials have the same numbers.
func (t *Trial) same(o *Trial) bool {
	return slices.EqualFunc(t.numbers, o.numbers, func(a, b paper.Number) bool {
		return a.ID == b.ID && a.Ours == b.Ours && slices.Equal(a.Samples, b.Samples)
	})
}

// best returns the best trial on groups, those other than group if there are any. Then no
// value of it was chosen by the numbers of group.
func (s *search) best(first *Trial, group string, groups []string) (*Trial, error) {
	barred := func(t *Trial) bool { return slices.Contains(t.ChosenBy, group) && !slices.Contains(groups, group) }
	from := first
	if barred(from) {
		var err error
		if from, err = s.without(first.Reading, group); err != nil {
			return nil, err
		}
	}
	for _, t := range s.sorted() {
		if !barred(t) && t.On(groups...).Mean < from.On(groups...).Mean {
			from = t
		}
	}
	return s.climb(from, groups, barred)
}

// without returns the trial of a reading without the values that the numbers of a group chose.
func (s *search) without(r paper.Reading, group string) (*Trial, error) {
	r = maps.Clone(r)
	for _, c := range s.paper.Choices {
		for _, v := range c.Values {
			if r[c.Key] == v.Name && slices.Contains(v.By, group) {
				delete(r, c.Key)
			}
		}
	}
	if t := s.trials[r.String()]; t != nil {
		return t, nil
	}
	return s.compute(r)
}

// climb returns the best trial on the groups that single changes lead to, without those barred.
func (s *search) climb(from *Trial, groups []string, barred func(*Trial) bool) (*Trial, error) {
	for best := from; ; from = best {
		for _, c := range s.paper.Choices {
			for _, v := range c.Values {
				if v.Fitted && v.By == nil {
					continue
				}
				t, err := s.try(from.Reading.With(c, v.Name))
				if err != nil {
					return nil, err
				}
				if t != nil && !barred(t) && t.On(groups...).Mean < best.On(groups...).Mean {
					best = t
				}
			}
		}
		if best == from {
			return best, nil
		}
	}
}

// distinct returns the trials, the fewest changes first, without those of which some changes
// alone give the same numbers; those named are there in any case.
func (s *search) distinct(first *Trial, named []*Trial) (all []*Trial) {
	for _, t := range s.sorted() {
		same := slices.ContainsFunc(all, func(o *Trial) bool { return within(o.Reading, t.Reading) && o.same(t) })
		if !same || t == first || slices.Contains(named, t) {
			all = append(all, t)
		}
	}
	return all
}

// sorted returns the trials, the fewest changes first.
func (s *search) sorted() []*Trial {
	return slices.SortedFunc(maps.Values(s.trials), func(a, b *Trial) int {
		return cmp.Or(cmp.Compare(len(a.Reading), len(b.Reading)), cmp.Compare(a.Reading.String(), b.Reading.String()))
	})
}

// within reports whether b makes all changes that a makes.
func within(a, b paper.Reading) bool {
	for key, value := range a {
		if b[key] != value {
			return false
		}
	}
	return true
}
