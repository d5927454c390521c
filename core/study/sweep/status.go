package sweep

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
