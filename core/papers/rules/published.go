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

// scores is the source of our schedules: of a set, a row's title and a measure; U in %.
// An approach has the training with the median objective, the front the point with the
// lowest.
func scores(r *paper.Results) paper.Source { return scoresBy(r, median) }

// scoresBy is scores with other trainings.
func scoresBy(r *paper.Results, by pick) paper.Source {
	return func(set, row, measure string) float64 {
		var v float64
		switch row {
		case pf:
			v = ofFront(r, set, measure)
		case online:
			v = ofOnline(r, set, measure)
		case floor:
			v = r.Value(floorLabel(set), measure)
		case easy:
			v = r.Series(single(set), measure)[easyStrategy]
		case singly:
			v = r.Series(single(set), measure)[bestStrategy(r, set)]
		default:
			v = r.Value(by(r, set, row), measure)
		}
		if measure == u {
			v *= 100
		}
		return v
	}
}

// gainOf is the improvement of the objective over EASY by a run on the set.
func gainOf(r *paper.Results, label, set string) float64 {
	return improvement(objective, r.Value(label, objective), scores(r)(set, easy, objective))
}

// gain is the source of our improvements over EASY.
func gain(r *paper.Results) paper.Source { return gainBy(r, median) }

// gainBy is gain with other trainings.
func gainBy(r *paper.Results, by pick) paper.Source {
	at := scoresBy(r, by)
	return func(set, row, measure string) float64 {
		return improvement(measure, at(set, row, measure), at(set, easy, measure))
	}
}

// easyStrategy is the place of the paper's EASY among the strategies.
var easyStrategy = int(rules.Combine(rules.BySubmit, rules.EASY))

// bestStrategy is the place of the strategy with the lowest objective.
func bestStrategy(r *paper.Results, set string) int { return lowest(r.Series(single(set), objective)) }

// lowest is the place of the first of the lowest numbers.
func lowest(all []float64) int { return slices.Index(all, slices.Min(all)) }
