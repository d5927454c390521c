package metrics

import "github.com/backfill-lab/backfill/core/study/stats"

// A Likeness says whether two means of the same jobs differ by more than the blocks of their log vary.
type Likeness uint8

const (
	Different Likeness = iota // or not compared
	Alike                     // the difference is within what the blocks vary
	Unknown                   // it is, but too few of them say so: see stats.Change.Few
)

// Likenesses tells of each two schedules of the same jobs whether their means of m differ, at stats.Level. It is not corrected for
// the number of pairs: who reads it says too rarely that policies are alike rather than too often. One that is Best is Different
// from each other; none is like itself. values and p are those of Standings, where a NaN has no part. It returns nil if nothing is
// known: p is nil, or m is none of Means.
func Likenesses(m Metric, values []float64, p *Paired) [][]Likeness {
	if p == nil {
		return nil
	}
	sides := p.Sums(m.Name)
	if sides == nil {
		return nil
	}
	all := make([][]Likeness, len(values))
	for b := range all {
		all[b] = make([]Likeness, len(values))
		for a := range b {
			if values[a] == values[a] && values[b] == values[b] {
				c := stats.Compare(sides[a], sides[b], stats.Level)
				is := Different
				switch {
				case values[a] != values[b] && c.Few():
					is = Unknown
				case c.Blocks < stats.Least || !c.Apart():
					is = Alike
				}
				all[a][b], all[b][a] = is, is
			}
		}
	}
	return all
}
