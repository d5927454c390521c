package trace

import (
	"fmt"

	"github.com/backfill-lab/backfill/internal/numeral"
)

// A span is the ends of a log: submissions there that are far from all others are mistakes more often than jobs.
type span struct {
	jobs          int
	first, last   int64   // submissions
	firsts, lasts []int64 // the first and the last few
}

// submitted adds the next submission in their order.
func (c *span) submitted(at int64) {
	if c.jobs == 0 {
		c.first = at
	}
	c.jobs++
	c.last = at
	if len(c.firsts) <= fewOdd {
		c.firsts = append(c.firsts, at)
	}
	if len(c.lasts) <= fewOdd {
		c.lasts = append(c.lasts, at)
	} else {
		copy(c.lasts, c.lasts[1:])
		c.lasts[fewOdd] = at
	}
}

// early returns how many jobs were submitted long before all others: more than a year, and more than three times as long as all
// others took.
func (c *span) early() int {
	for k := 1; k < len(c.firsts) && 5*k <= c.jobs; k++ {
		if isFar(c.firsts[k]-c.firsts[k-1], c.last-c.firsts[k]) {
			return k
		}
	}
	return 0
}

// late returns how many jobs were submitted long after all others.
func (c *span) late() int {
	for k := len(c.lasts) - 1; k > 0 && 5*(len(c.lasts)-k) <= c.jobs; k-- {
		if isFar(c.lasts[k]-c.lasts[k-1], c.lasts[k-1]-c.first) {
			return len(c.lasts) - k
		}
	}
	return 0
}

func isFar(gap, rest int64) bool { return gap > 365*86400 && gap > 3*rest }

// far doubts submissions that are far from all others. fix says what to do about them: leave out those before (option "from") or from
// ("to") a second on.
func (c *span) far(fix func(option string, second int64) string) (all []Doubt) {
	add := func(n int, gap int64, where, option string, second int64) {
		all = append(all, Doubt{Key: DoubtFar, Jobs: n, Of: c.jobs, Grave: true, Fix: fix(option, second),
			What: fmt.Sprintf("%s submitted %s days %s", numeral.Plural(n, "job"), numeral.Whole(int(gap/86400)), where)})
	}
	if n := c.early(); n > 0 {
		add(n, c.firsts[n]-c.firsts[n-1], "before all others, as by a clock that was not set", "from", c.firsts[n])
	}
	if n := c.late(); n > 0 {
		k := len(c.lasts) - n
		add(n, c.lasts[k]-c.lasts[k-1], "after all others", "to", c.lasts[k])
	}
	return all
}

// FarSubmissions doubts those of accounting, in their order, that are far from all others. label names the i-th.
func FarSubmissions(submits []int64, label func(i int) string) []Doubt {
	var c span
	for _, at := range submits {
		c.submitted(at)
	}
	return c.far(func(option string, _ int64) string {
		i := 0
		if option == "to" {
			i = c.jobs - 1
		}
		return "correct Submit in such rows, or delete them; the first to look at is job " + label(i)
	})
}
