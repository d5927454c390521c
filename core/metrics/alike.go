package metrics

import "github.com/backfill-lab/backfill/core/study/stats"

// Alike tells of each two schedules of the same jobs whether their means of m differ by no more than chance: the interval of
// their difference at stats.Level holds 0, or comes of too few blocks. It is not corrected for the number of pairs: who reads it
// says too rarely that policies are alike rather than too often. One that is Best is like no other; none is like itself. values
// and p are those of Standings, where a NaN has no part. It returns nil if nothing is known: p is nil, or m is none of Means.
func Alike(m Metric, values []float64, p *Paired) [][]bool {
	if p == nil {
		return nil
	}
	sides := p.Sums(m.Name)
	if sides == nil {
		return nil
	}
	alike := make([][]bool, len(values))
	for b := range alike {
		alike[b] = make([]bool, len(values))
		for a := range b {
			if values[a] == values[a] && values[b] == values[b] {
				c := stats.Compare(sides[a], sides[b], stats.Level)
				is := c.Blocks < stats.Least || !c.Interval.Apart()
				alike[a][b], alike[b][a] = is, is
			}
		}
	}
	return alike
}
