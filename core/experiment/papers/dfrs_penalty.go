package papers

import "strings"

// dfrsAware behind an algorithm's name reads its virtual times otherwise: they
// stand still in penalties.
const dfrsAware = ", penalties known"

// dfrsPlainName is an algorithm's name without the reading.
func dfrsPlainName(row string) string { return strings.TrimSuffix(row, dfrsAware) }

// dfrsPenaltyAlgorithms are run by both readings.
var dfrsPenaltyAlgorithms = []string{dfrsPurely[1], dfrsStar[1], dfrsBest, "MCB8*/OPT=MIN/MINVT=600", "MCB8*/per/OPT=MIN/MINVT=600"}

// dfrsSection51 compares the two readings of virtual time in a penalty.
func dfrsSection51(scale Scale) Experiment {
	x := Experiment{ID: "dfrs/section5.1", Kind: Table, Title: "Readings of the rescheduling penalty",
		Doc: "Degradation from the bound. No algorithm is aware of the penalty, as the text says: virtual time goes on in it. In the rows that know of penalties it stands still. In brackets is what is printed of the algorithm."}
	for _, s := range dfrsSets {
		for _, a := range dfrsPenaltyAlgorithms {
			for _, row := range []string{a, a + dfrsAware} {
				dfrsNeed(&x, s, scale, s.loads(scale), row)
				for _, m := range dfrsColumns {
					column := s.title + " " + m
					x.Cells = append(x.Cells, Cell{Row: row, Column: column, Value: func(r *Results) float64 { return dfrsStretches(r)(s.key, m, row) }})
					x.Published = append(x.Published, Published{Row: row, Column: column, Value: dfrsPrintedStretches(s.key, m, a)})
				}
			}
		}
	}
	return x
}
