package dfrs

import (
	"strings"

	"github.com/backfill-lab/backfill/core/paper"
)

// divisible is the label of the bounds without constraint (1d) of theorem 1.
const divisible = "bounds of divisible jobs"

// section31 judges by the bound without constraint (1d), by which a task takes as long
// as alone or longer. Its Doc says what that explains.
func section31(scale paper.Scale) paper.Experiment {
	x := paper.Experiment{ID: "dfrs/section3.1", Kind: paper.Table, Title: "Readings of the bound",
		Doc: "Degradation from the bound without constraint (1d) of theorem 1, by which a task takes as long as alone or longer: here jobs " +
			"may use all nodes at once. The printed numbers stand in brackets. On the log, where the instances are the paper's, the average, " +
			"deviation and maximum of /per and /stretch-per agree to a part in a thousand; by theorem 1 as it stands (dfrs/table2) ours are " +
			"0.88, 0.88 and 0.87 times the printed ones. Most others come nearer by this bound, too: FCFS to 0.93, EASY only to 0.68. On the " +
			"synthetic traces, which are other draws than the paper's, /per is nearer by theorem 1 as it stands, FCFS by this. We tried " +
			"several readings to find this one, so it is likely for the log and open for the rest. In rows with known penalties, virtual time " +
			"stands still during a penalty (dfrs/section5.1)."}
	rows := table2Algorithms()
	for _, a := range penaltyAlgorithms {
		rows = append(rows, a+aware)
	}
	for _, s := range allSets {
		s.need(&x, scale, rows...)
		for _, load := range s.loads(scale) {
			x.Runs = append(x.Runs, s.divisible(scale, load))
		}
		for _, a := range rows {
			for _, m := range columns {
				column := s.title + " " + m
				x.Add(a, column, "", func(r *paper.Results) float64 { return reduce(s.degradation(r, divisible, a), m) })
				x.Repeat(a, column, printedStretches(s.key, m, plainName(a)))
			}
		}
	}
	return x
}

// aware follows the name of an algorithm whose virtual time stands still in a penalty.
const aware = ", penalties known"

// plainName is an algorithm's name without aware.
func plainName(row string) string { return strings.TrimSuffix(row, aware) }

var penaltyAlgorithms = []string{purely[1], star[1], bestName, "MCB8*/OPT=MIN/MINVT=600", "MCB8*/per/OPT=MIN/MINVT=600"}

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
					x.Repeat(row, s.title+" "+m, printedStretches(s.key, m, a))
				}
			}
		}
	}
	return x
}
