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
	index []int32         // of users below denseUsers: 1 + the place in sums, 0 for none yet
	other map[int32]int32 // of the others
	sums  []fraction
	jobs  []int64
}

func (b *byUser) add(user int32, slowdown float64) {
	i := b.place(user)
	b.sums[i].add(slowdown)
	b.jobs[i]++
}

// denseUsers bounds the users looked up in a slice: logs number them from 0.
const denseUsers = 1 << 16

func (b *byUser) place(user int32) int32 {
	if uint32(user) < denseUsers {
		if have := int32(len(b.index)); user >= have {
			b.index = append(b.index, make([]int32, min(denseUsers, 2*user+16)-have)...)
		}
		if b.index[user] == 0 {
			b.index[user] = b.next()
		}
		return b.index[user] - 1
	}
	if b.other[user] == 0 {
		b.other[user] = b.next()
	}
	return b.other[user] - 1
}

// next adds a user, and returns how many there are.
func (b *byUser) next() int32 {
	b.sums, b.jobs = append(b.sums, fraction{}), append(b.jobs, 0)
	return int32(len(b.sums))
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
