package rules

import (
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/paper"
	"github.com/backfill-lab/backfill/core/rules"
)

// The numbers that the rules paper prints.

// A measure is a column of tables 3 and 4.
type measure struct {
	name, title, unit string // the name is that of a run's value
	group             int    // 1 to 5 of a user group's
}

const u = "u"

var allMeasures = []measure{
	{"awrt1", "AWRT1", "s", 1}, {"awrt2", "AWRT2", "s", 2}, {"awrt3", "AWRT3", "s", 3}, {"awrt4", "AWRT4", "s", 4}, {"awrt5", "AWRT5", "s", 5},
	{u, "U", "%", 0}, {objective, "f_obj", "s", 0},
}

// A printedRow is one row of a printed table: a value for each of the table's
// columns.
type printedRow struct {
	Key, Title string
	Unit       string // "s", "1" for counts and ratios, "%"
	Values     []float64
}

// Rows of table 3 that are no approach.
const (
	pf     = "PF"
	easy   = "EASY"
	singly = "best single strategy"
)

// table3 is table 3, in the order of its rows and of allMeasures; U in %.
var table3 = []printedRow{
	{Key: pf, Values: []float64{49652.04, 56330.98, 60691.71, 59698.30, 32726.87, 66.99, 721844.268}},
	{Key: easy, Values: []float64{59681.28, 64976.07, 50317.47, 46120.02, 31855.68, 66.99, 856717.0}},
	{Key: "PITTS", Values: []float64{49639.195, 56722.796, 49541.757, 59212.093, 81268.331, 66.99, 723283.134}},
	{Key: "CCA", Values: []float64{49676.087, 56522.699, 48723.312, 57488.074, 74983.133, 66.99, 722851.666}},
	{Key: "PROB", Values: []float64{53780.183, 59448.484, 53185.9, 53417.769, 45390.11, 66.99, 775595.766}},
}

// table4 is table 4: how much lower PITTS is than EASY, of U how much higher,
// in percent; in the order of allSets and of allMeasures.
var table4 = map[string][]float64{
	"ctc":    {16.83, 12.7, 1.54, -28.39, -155.11, 0, 15.58},
	"kth":    {25.35, 8.44, -57.64, -199.49, -744.53, 0, 19.82},
	"lanl":   {19.75, 14.84, -24.09, -47.2, -269.06, 0, 18.24},
	"sdsc00": {60.83, 42.37, -12.72, -3234.66, -14360.76, -5.57, 55.79},
	"sdsc95": {9.05, 0.08, -20.7, -43.56, -38.55, 0, 6.37},
	"sdsc96": {1.35, 1.2, -20.03, -26.15, -4.09, 0, 1.31},
}

// table1 is table 1: where the intervals of each feature begin and end.
var table1 = []printedRow{
	{Key: "sd", Values: []float64{1, 2, 100}},
	{Key: "um", Values: []float64{0, 75, 85, 100}},
	{Key: "prcwq1", Values: []float64{0, 20, 100}},
	{Key: "prcwq2", Values: []float64{0, 20, 100}},
	{Key: "prcwq3", Values: []float64{0, 25, 100}},
	{Key: "prcwq4", Values: []float64{0, 25, 100}},
	{Key: "prcwq5", Values: []float64{0, 25, 100}},
}

func measureAt(name string) int {
	return slices.IndexFunc(allMeasures, func(m measure) bool { return m.name == name })
}

// printed3 is the source of table 3: of CTC, a row's title and a measure.
func printed3(_, row, measure string) float64 {
	for _, r := range table3 {
		if r.Key == row {
			return r.Values[measureAt(measure)]
		}
	}
	return math.NaN()
}

// printedGain is the source of improvements over EASY: of PITTS as table 4
// prints them, on CTC of the others too, by table 3.
func printedGain(set, row, measure string) float64 {
	switch {
	case row == pitts.title:
		return table4[set][measureAt(measure)]
	case set == "ctc":
		return improvement(measure, printed3(set, row, measure), printed3(set, easy, measure))
	}
	return math.NaN()
}

// improvement says by how much a number is better than EASY's, in percent:
// lower, or of U higher.
func improvement(measure string, ours, easy float64) float64 {
	if measure == u {
		return 100 * (ours - easy) / easy
	}
	return 100 * (easy - ours) / easy
}

// scores is the source of our schedules: of a set, a row's title and a
// measure; U in %. Of an approach it is the training with the median objective, of
// the front the point with the lowest.
func scores(r *paper.Results) paper.Source {
	return func(set, row, measure string) float64 {
		v := math.NaN()
		switch row {
		case pf:
			v = ofFront(r, set, measure)
		case easy:
			v = r.Series(single(set), measure)[easyStrategy]
		case singly:
			v = r.Series(single(set), measure)[bestStrategy(r, set)]
		default:
			for _, way := range ways {
				if way.title == row {
					v = r.Value(median(r, set, way), measure)
				}
			}
		}
		if measure == u {
			v *= 100
		}
		return v
	}
}

// gain is the source of our improvements over EASY.
func gain(r *paper.Results) paper.Source {
	at := scores(r)
	return func(set, row, measure string) float64 {
		return improvement(measure, at(set, row, measure), at(set, easy, measure))
	}
}

// easyStrategy is the place of the paper's EASY among the strategies.
var easyStrategy = int(rules.Combine(rules.BySubmit, rules.EASY))

// bestStrategy is the place of the strategy with the lowest objective.
func bestStrategy(r *paper.Results, set string) int {
	best := 0
	all := r.Series(single(set), objective)
	for i, v := range all {
		if v < all[best] {
			best = i
		}
	}
	return best
}
