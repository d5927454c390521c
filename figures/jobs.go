package figures

import (
	"iter"
	"math"
	"slices"
)

// A jobRow is what one job held.
type jobRow struct {
	job                int64 // its number; negative if it is no job of the log
	submit, start, end float64
	width              int32 // at most job.MaxProcs
	whole              int32 // the job's processors on all sites; on one machine, width
	user, queue        int32 // codes in the schedule's users and queues
	id                 int32 // code in the schedule's ids
	fate
}

// A fate is what happened to a job.
type fate struct {
	killed   bool
	molded   bool // held other than the processors asked for
	several  bool // ran on several sites
	away     bool // ran away from its home site
	overtook bool // started before a job submitted earlier
}

func (j *jobRow) wait() float64 { return j.start - j.submit }

// jobRows are rows by column, in half the memory of a slice of them: millions are held while figures are drawn.
type jobRows struct {
	job                column[int32, int64]
	submit, start, end column[int32, float64]
	width, whole       column[int16, int32]
	user, queue, id    column[int16, int32]
	fates              []fate
}

// grow makes room for n more rows.
func (r *jobRows) grow(n int) {
	r.job.grow(n)
	for _, c := range []*column[int32, float64]{&r.submit, &r.start, &r.end} {
		c.grow(n)
	}
	for _, c := range []*column[int16, int32]{&r.width, &r.whole, &r.user, &r.queue, &r.id} {
		c.grow(n)
	}
	r.fates = slices.Grow(r.fates, n)
}

func (r *jobRows) add(j *jobRow) {
	r.job.add(j.job)
	r.submit.add(j.submit)
	r.start.add(j.start)
	r.end.add(j.end)
	r.width.add(j.width)
	r.whole.add(j.whole)
	r.user.add(j.user)
	r.queue.add(j.queue)
	r.id.add(j.id)
	r.fates = append(r.fates, j.fate)
}

func (r *jobRows) len() int { return len(r.fates) }

func (r *jobRows) at(i int) jobRow {
	return jobRow{job: r.job.at(i), submit: r.submit.at(i), start: r.start.at(i), end: r.end.at(i), width: r.width.at(i),
		whole: r.whole.at(i), user: r.user.at(i), queue: r.queue.at(i), id: r.id.at(i), fate: r.fates[i]}
}

// all yields the rows; each is valid until the next.
func (r *jobRows) all() iter.Seq2[int, *jobRow] {
	return func(yield func(int, *jobRow) bool) {
		var j jobRow
		for i := range r.fates {
			if j = r.at(i); !yield(i, &j) {
				return
			}
		}
	}
}

// span is when row i held its processors.
func (r *jobRows) span(i int32) (start, end float64) { return r.start.at(int(i)), r.end.at(int(i)) }

// procs is how many they were.
func (r *jobRows) procs(i int32) int64 { return int64(r.width.at(int(i))) }

// markOvertakers marks the jobs that started before one submitted earlier.
func (r *jobRows) markOvertakers() {
	latest := math.Inf(-1) // start of the jobs submitted before those of this second
	here := latest         // and of these
	second := latest
	for _, i := range byTime(allBelow(r.len()), r.submit.time) {
		if at := r.submit.at(int(i)); second < at {
			second, latest = at, here
		}
		start := r.start.at(int(i))
		r.fates[i].overtook = start < latest
		here = max(here, start)
	}
}

// A column holds numbers, as short ones as long as all of them are whole and small.
type column[S int16 | int32, L int32 | int64 | float64] struct {
	short []S
	long  []L // instead of short, from the first number on that is not
}

func (c *column[S, L]) grow(n int) { c.short = slices.Grow(c.short, n) }

func (c *column[S, L]) add(v L) {
	if c.long == nil {
		if s := S(v); L(s) == v {
			c.short = append(c.short, s)
			return
		}
		c.long = make([]L, len(c.short), cap(c.short)+1)
		for i, s := range c.short {
			c.long[i] = L(s)
		}
		c.short = nil
	}
	c.long = append(c.long, v)
}

func (c *column[S, L]) at(i int) L {
	if c.long == nil {
		return L(c.short[i])
	}
	return c.long[i]
}

// time is at, of a row's number.
func (c *column[S, L]) time(i int32) L { return c.at(int(i)) }
