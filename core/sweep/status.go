package sweep

import "math"

// A Status tells how far a sweep is.
type Status struct {
	Runs    int
	Done    int
	Failed  []Failure
	Missing []int   // the numbers of the runs that have no result
	Seconds float64 // of computing, of all runs that have one
	Left    float64 // seconds of computing that the missing ones will take; NaN if none has been done
}

// StatusOf looks at every result of a plan.
func StatusOf(p *Plan, store *Store) (s Status, err error) {
	s.Runs = p.Len()
	costs := newCosts(p)
	next := 0
	err = store.Each(p.Len(), p.Digest, func(i int, r *Result) error {
		for ; next < i; next++ {
			s.Missing = append(s.Missing, next)
		}
		next = i + 1
		s.Seconds += r.Seconds
		costs.add(i, r.Seconds)
		if r.Error != "" {
			s.Failed = append(s.Failed, Failure{i, p.ValuesAt(i), r.Error})
			return nil
		}
		s.Done++
		return nil
	})
	for ; next < p.Len(); next++ {
		s.Missing = append(s.Missing, next)
	}
	for _, i := range s.Missing {
		s.Left += costs.of(i)
	}
	return s, err
}

// costs are the seconds that runs take, as far as runs of the same kind tell, or any runs if
// there are none.
type costs struct {
	plan *Plan
	by   map[int]*mean // by kind, and by allKinds of all
}

const allKinds = -1

type mean struct {
	sum float64
	n   int
}

func newCosts(p *Plan) *costs { return &costs{p, map[int]*mean{allKinds: {}}} }

// kind returns a number that runs which take about equally long have in common: that of the
// policy in a study.
func (p *Plan) kind(i int) int {
	if p.Experiments != nil {
		return p.Experiments.kind(i)
	}
	return p.policy(i)
}

// policy returns the number of a run's policy in the study.
func (s *Study) policy(i int) int {
	k := i % s.rest.count
	for j, name := range s.rest.names {
		if name == policiesPath {
			return k % s.rest.parts[j].count // the last of the fields, which varies fastest
		}
	}
	return 0
}

func (c *costs) add(i int, seconds float64) {
	k := c.plan.kind(i)
	if c.by[k] == nil {
		c.by[k] = new(mean)
	}
	for _, m := range []*mean{c.by[k], c.by[allKinds]} {
		m.sum, m.n = m.sum+seconds, m.n+1
	}
}

// of returns the seconds that a run will take; NaN if nothing is known.
func (c *costs) of(i int) float64 {
	m := c.by[c.plan.kind(i)]
	if m == nil {
		m = c.by[allKinds]
	}
	if m.n == 0 {
		return math.NaN()
	}
	return m.sum / float64(m.n)
}
