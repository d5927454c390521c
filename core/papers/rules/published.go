package rules

import (
	"embed"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/policy/rules"
)

//go:embed printed readings.txt paper.txt
var files embed.FS

var numbers = paper.Embedded(files)

// The rows of table 3.
var rows3 = []string{pf, easy, "PITTS", "CCA", "PROB"}

// A measure is a column of tables 3 and 4.
type measure struct {
	name, title, unit string // a run's value has the name
}

const u = "u"

var allMeasures = []measure{
	{"awrt1", "AWRT1", "s"}, {"awrt2", "AWRT2", "s"}, {"awrt3", "AWRT3", "s"}, {"awrt4", "AWRT4", "s"}, {"awrt5", "AWRT5", "s"},
	{u, "U", "%"}, {objective, "f_obj", "s"},
}

// Rows of table 3 that are no approach.
const (
	pf     = "PF"
	easy   = "EASY"
	singly = "best single strategy"
)

// titleOf returns a measure's title by its name.
func titleOf(name string) string {
	return allMeasures[slices.IndexFunc(allMeasures, func(m measure) bool { return m.name == name })].title
}

// printed3 is the source of table 3: of CTC, a row's title and a measure.
func printed3(_, row, measure string) float64 { return numbers().At("table3", row, titleOf(measure)) }

// printedGain is the source of improvements over EASY: of PITTS from table 4, of the
// others on CTC from table 3.
func printedGain(set, row, measure string) float64 {
	switch {
	case row == pitts.title:
		return numbers().At("table4", setOf(set).title, titleOf(measure))
	case set == "ctc":
		return improvement(measure, printed3(set, row, measure), printed3(set, easy, measure))
	}
	return math.NaN()
}

// improvement is how much better a number is than EASY's, in percent: lower, or for U
// higher.
func improvement(measure string, ours, easy float64) float64 {
	if measure == u {
		return 100 * (ours - easy) / easy
	}
	return 100 * (easy - ours) / easy
}

// scoresBy is the source of our schedules: of a set, a row's title and a measure; U in %.
// A front has the point with the lowest objective.
func scoresBy(r *paper.Results, k int) paper.Source {
	return func(set, row, measure string) float64 {
		s := setOf(set)
		draw := s.draw(min(k, s.times(r.Setting, pitts.title)))
		var v float64
		switch row {
		case pf:
			v = ofFront(r, set, measure)
		case online:
			v = ofOnline(r, set, measure)
		case floor:
			v = r.Value(floorLabel(set), measure)
		case easy:
			v = r.Series(single(draw), measure)[easyStrategy]
		case singly:
			v = r.Series(single(draw), measure)[lowest(r.Series(single(draw), objective))]
		default:
			v = r.Value(trainLabel(set, row, min(k, s.times(r.Setting, row))), measure)
		}
		return inUnit(measure, v)
	}
}

// gainOf is the improvement of the objective over EASY by a run on the set's first draw.
func gainOf(r *paper.Results, label, set string) float64 {
	return improvement(objective, r.Value(label, objective), scoresBy(r, 1)(set, easy, objective))
}

// gainBy is the source of our improvements over EASY on the same draw.
func gainBy(r *paper.Results, k int) paper.Source {
	return func(set, row, measure string) float64 {
		k := k
		if isWay(row) {
			k = min(k, setOf(set).times(r.Setting, row))
		}
		at := scoresBy(r, k)
		return improvement(measure, at(set, row, measure), at(set, easy, measure))
	}
}

// easyStrategy is the place of the paper's EASY among the strategies.
var easyStrategy = int(rules.Combine(rules.BySubmit, rules.EASY))

// lowest is the place of the first of the lowest numbers.
func lowest(all []float64) int { return slices.Index(all, slices.Min(all)) }
