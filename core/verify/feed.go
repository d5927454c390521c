package verify

import (
	"iter"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// A Feed hands over a schedule: jobs by (Submit, ID), each with where the schedule puts it. After the last one ok is false.
type Feed func() (j *job.Job, at job.Placement, ok bool)

// each yields the jobs in the order of Jobs or of Feed, with their places, of which placed has those of Jobs.
func (p *Problem) each(placed []job.Placement) iter.Seq2[*job.Job, job.Placement] {
	return func(yield func(*job.Job, job.Placement) bool) {
		if p.Feed != nil {
			next := p.Feed()
			for j, at, ok := next(); ok && yield(j, at); j, at, ok = next() {
			}
			return
		}
		for i := range p.Jobs {
			var at job.Placement
			if placed != nil {
				at = placed[i]
			}
			if !yield(&p.Jobs[i], at) {
				return
			}
		}
	}
}

// floor is a second before which nothing happens to j and the jobs after it, if none of them starts before its submission.
func (p *Problem) floor(j *job.Job) int64 {
	if p.Feed == nil { // in any order
		return math.MinInt64
	}
	return j.Submit
}

// spare is the number of jobs that are over, or of what they do, that is not worth to be forgotten. Tests make it smaller.
var spare = 4096

// A timeline hands what jobs do to take in the order of compare, which is that of time first. The jobs come by submission,
// so it keeps what is not before the last submission.
type timeline[C any] struct {
	at      func(C) int64
	compare func(a, b C) int
	take    func(C)

	ahead []C
	most  int // len(ahead) from which it is looked through
}

// add adds what happens at second floor or later, as do all that follow.
func (t *timeline[C]) add(floor int64, happens ...C) {
	if len(t.ahead) >= t.most && floor > math.MinInt64 {
		t.until(floor)
		t.most = 2*len(t.ahead) + spare
	}
	t.ahead = append(t.ahead, happens...)
}

func (t *timeline[C]) until(second int64) {
	slices.SortFunc(t.ahead, t.compare)
	n := 0
	for ; n < len(t.ahead) && t.at(t.ahead[n]) < second; n++ {
		t.take(t.ahead[n])
	}
	t.ahead = slices.Delete(t.ahead, 0, n)
}

// close takes all that is left.
func (t *timeline[C]) close() {
	slices.SortFunc(t.ahead, t.compare)
	for _, c := range t.ahead {
		t.take(c)
	}
}

// numbers are the jobs' numbers of a Feed, a bit each.
type numbers map[int64]uint64

// take adds a number and reports whether it was there.
func (n numbers) take(id int64) (again bool) {
	word, bit := id>>6, uint64(1)<<(id&63)
	again = n[word]&bit != 0
	n[word] |= bit
	return again
}
