package dfrs

import (
	"strings"

	"github.com/backfill-lab/backfill/core/paper"
)

// aware behind an algorithm's name reads its virtual times otherwise: they
// stand still in penalties.
const aware = ", penalties known"

// plainName is an algorithm's name without the reading.
func plainName(row string) string { return strings.TrimSuffix(row, aware) }

// penaltyAlgorithms are run by both readings.
var penaltyAlgorithms = []string{purely[1], star[1], bestName, "MCB8*/OPT=MIN/MINVT=600", "MCB8*/per/OPT=MIN/MINVT=600"}

// section51 compares the two readings of virtual time in a penalty.
func section51(scale paper.Scale) paper.Experiment {
	x := paper.Experiment{ID: "dfrs/section5.1", Kind: paper.Table, Title: "Readings of the rescheduling penalty",
		Doc: "Degradation from the bound. No algorithm is aware of the penalty, as the text says: virtual time goes on in it. In the rows " +
			"that know of penalties it stands still. In brackets is what is printed of the algorithm."}
	for _, s := range allSets {
		for _, a := range penaltyAlgorithms {
			for _, row := range []string{a, a + aware} {
				need(&x, s, scale, s.loads(scale), row)
				for _, m := range columns {
					column := s.title + " " + m
					x.Cells = append(x.Cells, paper.Cell{Row: row, Column: column,
						Value: func(r *paper.Results) float64 { return stretches(r)(s.key, m, row) }})
					x.Published = append(x.Published, paper.Published{Row: row, Column: column, Value: printedStretches(s.key, m, a)})
				}
			}
		}
	}
	return x
}
