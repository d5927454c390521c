package exact

import (
	"math/big"
	"sync"

	"github.com/backfill-lab/backfill/core/optimum/program"
)

// Equation 6 gives a time scale of the fewest whole minutes whose square, in seconds, is at least c times
// the makespan times the accumulated run time, where the constant c is x over the available memory. So a
// printed time scale says of c that it is above one number and at most another, and nothing else of either.

// A constants is an interval of c, and how many of the printed rows give their time scale within it.
type constants struct {
	above, most *big.Rat
	rows        int
}

// holds reports whether c is in the interval.
func (c *constants) holds(x *big.Rat) bool { return c.above.Cmp(x) < 0 && x.Cmp(c.most) <= 0 }

// memories are the two ends as equation 6 takes them. A time scale by the lower one, which is not in the
// interval itself, is at most that by any number in it.
func (c *constants) memories() (low, high program.Memory) {
	memory := func(r *big.Rat) program.Memory {
		return program.Memory{EntryBytes: r.Num().Int64(), TotalBytes: r.Denom().Int64()}
	}
	return memory(c.above), memory(c.most)
}

// constantsOf is the interval that a row leaves if its makespan is what m reads it as. A row's time scale is
// at least two minutes.
func (r *row) constantsOf(m match) constants {
	product := (r.Makespan - m.before(r)) * r.Accumulated
	square := func(minutes int64) *big.Rat { return big.NewRat(60*60*minutes*minutes, product) }
	return constants{square(int64(r.scale) - 1), square(int64(r.scale)), 1}
}

// common is the interval that lies in those of most rows.
func common(all []constants) (best constants) {
	for i := range all {
		c := constants{new(big.Rat), all[i].most, 0}
		for k := range all {
			if !all[k].holds(all[i].most) {
				continue
			}
			c.rows++
			if all[k].above.Cmp(c.above) > 0 {
				c.above = all[k].above
			}
		}
		if c.rows > best.rows {
			best = c
		}
	}
	return best
}

// constantsOfRows are the intervals of all rows.
func constantsOfRows(m match) (all []constants) {
	for i := range rows() {
		all = append(all, rows()[i].constantsOf(m))
	}
	return all
}

// printedConstants is what the rows leave of c if the column makespan went into equation 6 as it is printed.
var printedConstants = sync.OnceValue(func() constants { return common(constantsOfRows(size)) })

// suits counts the rows that c gives the printed time scale.
func suits(all []constants, c *big.Rat) int {
	return count(all, func(of constants) bool { return of.holds(c) })
}
