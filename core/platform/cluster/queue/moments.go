package queue

import (
	"cmp"
	"math"
	"slices"
)

// never is the second of what does not happen.
const never = math.MaxInt64

// A moment is the second at which something happens to a job.
type moment struct {
	at  int64
	job int32
}

// moments are in order of time, then of jobs.
type moments []moment

func byTime(a, b moment) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.job, b.job)) }

func (m *moments) add(at int64, job int32) {
	k, _ := slices.BinarySearchFunc(*m, moment{at, job}, byTime)
	*m = slices.Insert(*m, k, moment{at, job})
}

// remove takes out a moment that was added.
func (m *moments) remove(at int64, job int32) {
	k, _ := slices.BinarySearchFunc(*m, moment{at, job}, byTime)
	*m = slices.Delete(*m, k, k+1)
}

// first returns the first second, or never.
func (m moments) first() int64 {
	if len(m) == 0 {
		return never
	}
	return m[0].at
}
