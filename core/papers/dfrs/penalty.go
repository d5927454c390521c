package dfrs

import (
	"strings"

	"github.com/backfill-lab/backfill/core/paper"
)

// aware follows the name of an algorithm whose virtual times stand still in penalties.
const aware = ", penalties known"

// plainName is an algorithm's name without the reading.
func plainName(row string) string { return strings.TrimSuffix(row, aware) }

var penaltyAlgorithms = []string{purely[1], star[1], bestName, "MCB8*/OPT=MIN/MINVT=600", "MCB8*/per/OPT=MIN/MINVT=600"}

// section51 compares the two readings of virtual time in a penalty.
func section51(scale paper.Scale) paper.Experiment {
	x := paper.Experiment{ID: "dfrs/section5.1", Kind: paper.Table, Title: "Readings of the rescheduling penalty",
		Doc: "Degradation from the bound. As the text says, no algorithm is aware of the penalty: virtual time goes on during it. In the " +
			"rows with known penalties it stands still. The algorithm's printed numbers stand in brackets."}
	for _, s := range allSets {
		for _, a := range penaltyAlgorithms {
			for _, row := range []string{a, a + aware} {
				s.need(&x, scale, row)
				s.addStretch(&x, row, s.title+" ")
				for _, m := range columns {
					x.Publish(row, s.title+" "+m, printedStretches(s.key, m, a))
				}
			}
		}
	}
	return x
}
