package metrics

import "math"

// A fraction is a compensated sum of floats (Neumaier 1974), whose error does not grow
// with the number of terms.
type fraction struct{ sum, low float64 }

func (s *fraction) add(x float64) {
	t := s.sum + x
	if math.Abs(s.sum) >= math.Abs(x) {
		s.low += (s.sum - t) + x
	} else {
		s.low += (x - t) + s.sum
	}
	s.sum = t
}

func (s fraction) value() float64 { return s.sum + s.low }

// byUser collects the mean bounded slowdowns of users in order of appearance.
type byUser struct {
	index map[int32]int
	sums  []fraction
	jobs  []int64
}

func (b *byUser) add(user int32, slowdown float64) {
	i, ok := b.index[user]
	if !ok {
		i = len(b.sums)
		b.index[user] = i
		b.sums, b.jobs = append(b.sums, fraction{}), append(b.jobs, 0)
	}
	b.sums[i].add(slowdown)
	b.jobs[i]++
}

// jain returns Jain's index of the users' means, NaN if there are no users.
func (b *byUser) jain() float64 {
	var sum, squares fraction
	for i := range b.sums {
		mean := b.sums[i].value() / float64(b.jobs[i])
		sum.add(mean)
		squares.add(float64(mean * mean))
	}
	total := sum.value()
	return ratio(float64(total*total), float64(float64(len(b.sums))*squares.value()))
}
