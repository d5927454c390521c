package papers

import (
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/rules"
)

// The numbers that the rules paper prints.

// A rulesMeasure is a column of tables 3 and 4.
type rulesMeasure struct {
	name, title, unit string // the name is that of a run's value
	group             int    // 1 to 5 of a user group's
}

const rulesU = "u"

var rulesMeasures = []rulesMeasure{
	{"awrt1", "AWRT1", "s", 1}, {"awrt2", "AWRT2", "s", 2}, {"awrt3", "AWRT3", "s", 3}, {"awrt4", "AWRT4", "s", 4}, {"awrt5", "AWRT5", "s", 5},
	{rulesU, "U", "%", 0}, {rulesObjective, "f_obj", "s", 0},
}

// Rows of table 3 that are no approach.
const (
	rulesPF     = "PF"
	rulesEASY   = "EASY"
	rulesSingly = "best single strategy"
)

// rulesTable3 is table 3, in the order of its rows and of rulesMeasures; U in %.
var rulesTable3 = []dynpRow{
	{key: rulesPF, values: []float64{49652.04, 56330.98, 60691.71, 59698.30, 32726.87, 66.99, 721844.268}},
	{key: rulesEASY, values: []float64{59681.28, 64976.07, 50317.47, 46120.02, 31855.68, 66.99, 856717.0}},
	{key: "PITTS", values: []float64{49639.195, 56722.796, 49541.757, 59212.093, 81268.331, 66.99, 723283.134}},
	{key: "CCA", values: []float64{49676.087, 56522.699, 48723.312, 57488.074, 74983.133, 66.99, 722851.666}},
	{key: "PROB", values: []float64{53780.183, 59448.484, 53185.9, 53417.769, 45390.11, 66.99, 775595.766}},
}

// rulesTable4 is table 4: how much lower PITTS is than EASY, of U how much higher,
// in percent; in the order of rulesSets and of rulesMeasures.
var rulesTable4 = map[string][]float64{
	"ctc":    {16.83, 12.7, 1.54, -28.39, -155.11, 0, 15.58},
	"kth":    {25.35, 8.44, -57.64, -199.49, -744.53, 0, 19.82},
	"lanl":   {19.75, 14.84, -24.09, -47.2, -269.06, 0, 18.24},
	"sdsc00": {60.83, 42.37, -12.72, -3234.66, -14360.76, -5.57, 55.79},
	"sdsc95": {9.05, 0.08, -20.7, -43.56, -38.55, 0, 6.37},
	"sdsc96": {1.35, 1.2, -20.03, -26.15, -4.09, 0, 1.31},
}

// rulesTable1 is table 1: where the intervals of each feature begin and end.
var rulesTable1 = []dynpRow{
	{key: "sd", values: []float64{1, 2, 100}},
	{key: "um", values: []float64{0, 75, 85, 100}},
	{key: "prcwq1", values: []float64{0, 20, 100}},
	{key: "prcwq2", values: []float64{0, 20, 100}},
	{key: "prcwq3", values: []float64{0, 25, 100}},
	{key: "prcwq4", values: []float64{0, 25, 100}},
	{key: "prcwq5", values: []float64{0, 25, 100}},
}

func rulesMeasureAt(name string) int {
	return slices.IndexFunc(rulesMeasures, func(m rulesMeasure) bool { return m.name == name })
}

// rulesPrinted3 is the source of table 3: of CTC, a row's title and a measure.
func rulesPrinted3(_, row, measure string) float64 {
	for _, r := range rulesTable3 {
		if r.key == row {
			return r.values[rulesMeasureAt(measure)]
		}
	}
	return math.NaN()
}

// rulesPrintedGain is the source of improvements over EASY: of PITTS as table 4
// prints them, on CTC of the others too, by table 3.
func rulesPrintedGain(set, row, measure string) float64 {
	switch {
	case row == rulesPITTS.title:
		return rulesTable4[set][rulesMeasureAt(measure)]
	case set == "ctc":
		return rulesImprovement(measure, rulesPrinted3(set, row, measure), rulesPrinted3(set, rulesEASY, measure))
	}
	return math.NaN()
}

// rulesImprovement says by how much a number is better than EASY's, in percent:
// lower, or of U higher.
func rulesImprovement(measure string, ours, easy float64) float64 {
	if measure == rulesU {
		return 100 * (ours - easy) / easy
	}
	return 100 * (easy - ours) / easy
}

// rulesScores is the source of our schedules: of a set, a row's title and a
// measure; U in %. Of an approach it is the training with the median objective, of
// the front the point with the lowest.
func rulesScores(r *Results) dynpSource {
	return func(set, row, measure string) float64 {
		v := math.NaN()
		switch row {
		case rulesPF:
			v = rulesOfFront(r, set, measure)
		case rulesEASY:
			v = r.Series(rulesSingle(set), measure)[rulesEASYStrategy]
		case rulesSingly:
			v = r.Series(rulesSingle(set), measure)[rulesBestStrategy(r, set)]
		default:
			for _, way := range rulesWays {
				if way.title == row {
					v = r.Value(rulesMedian(r, set, way), measure)
				}
			}
		}
		if measure == rulesU {
			v *= 100
		}
		return v
	}
}

// rulesGain is the source of our improvements over EASY.
func rulesGain(r *Results) dynpSource {
	at := rulesScores(r)
	return func(set, row, measure string) float64 {
		return rulesImprovement(measure, at(set, row, measure), at(set, rulesEASY, measure))
	}
}

// rulesEASYStrategy is the place of the paper's EASY among the strategies.
var rulesEASYStrategy = int(rules.Combine(rules.BySubmit, rules.EASY))

// rulesBestStrategy is the place of the strategy with the lowest objective.
func rulesBestStrategy(r *Results, set string) int {
	best := 0
	all := r.Series(rulesSingle(set), rulesObjective)
	for i, v := range all {
		if v < all[best] {
			best = i
		}
	}
	return best
}
