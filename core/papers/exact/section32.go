package exact

import (
	"fmt"
	"math/big"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// The constants of equation 6 by the text: 0.0001 MB over a quarter of 8 GB, of 1,000 MB each or of 1,024.
var (
	textConstant   = big.NewRat(1, 20_000_000)
	binaryConstant = big.NewRat(1, 20_480_000)
)

const (
	aboveColumn = "x over memory, above"
	mostColumn  = "x over memory, at most"
	timesAbove  = "times the text's, above"
	timesMost   = "times the text's, at most"
	rowsColumn  = "printed time scales"
)

// section32 holds what section 3.2 says of time scales and of the time of scheduling.
func section32(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "exact/section3.2", Runs: runs(at)[:1], Claims: []paper.Claim{
		paper.Judged("equation-6", equation6),
		paper.Judged("one-constant", oneConstant),
		paper.Open("ten-milliseconds", tenMilliseconds),
	}}
	number := func(row, column string, v float64) { x.Add(row, column, "", paper.Constant(v)) }
	add := func(row string, c constants) {
		number(row, aboveColumn, float(c.above))
		number(row, mostColumn, float(c.most))
		number(row, timesAbove, float(times(c.above)))
		number(row, timesMost, float(times(c.most)))
	}
	printed, lengths := constantsOfRows(size), constantsOfRows("")
	for i, r := range rows() {
		add(r.title, printed[i])
	}
	for _, of := range []struct {
		row string
		all []constants
	}{{"most rows", printed}, {"most rows, less the submission time", lengths}} {
		c := common(of.all)
		add(of.row, c)
		number(of.row, rowsColumn, float64(c.rows))
	}
	for _, of := range []struct {
		row string
		c   *big.Rat
	}{
		{"the text's, a GB is 1,000 MB", textConstant}, {"ten times that", tenfold(textConstant)},
		{"the text's, a GB is 1,024 MB", binaryConstant}, {"ten times this", tenfold(binaryConstant)},
	} {
		number(of.row, rowsColumn, float64(suits(printed, of.c)))
	}
	value := func(column, unit, name string) { x.Add(planning, column, unit, paper.Value(matchedLabel, name)) }
	value("jobs", "jobs", plansJobs)
	value("steps", "", plansSteps)
	value("work", "units", plansWork)
	value("work, most", "units", plansMost)
	x.Add(planning, "printed time over it", "", timesPlans)
	return x
}

func float(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}

// times is how many times the text's constant c is.
func times(c *big.Rat) *big.Rat { return new(big.Rat).Quo(c, textConstant) }

func tenfold(c *big.Rat) *big.Rat { return new(big.Rat).Mul(big.NewRat(10, 1), c) }

func equation6(*paper.Results) (bool, string) {
	all, c := constantsOfRows(size), printedConstants()
	n := suits(all, textConstant)
	return n == len(all), fmt.Sprintf("%d of %d; %d rows leave more than %.4g and at most %.4g for x over memory, "+
		"%.3f to %.3f times the text's", n, len(all), c.rows, float(c.above), float(c.most), float(times(c.above)), float(times(c.most)))
}

// oneConstant looks for rows that no constant gives together with the others.
func oneConstant(*paper.Results) (bool, string) {
	var t paper.Cases
	best := printedConstants()
	for i, c := range constantsOfRows(size) {
		t.Check(c.holds(best.most), "%s: %.4g to %.4g", rows()[i].title, float(c.above), float(c.most))
	}
	ok, note := t.All()
	return ok, fmt.Sprintf("%s; x over memory is in %.4g to %.4g for most", note, float(best.above), float(best.most))
}

// timesPlans is how many times the counted work of plans the printed time of scheduling is, with the most work.
func timesPlans(r *paper.Results) float64 {
	return numbers().At("table1", planning, time) / r.Value(matchedLabel, plansMost)
}

// farApart is a factor that decides the text's sentence whatever the machine: machines on which it could have been
// measured are at most a hundred apart, and the count leaves out less than nine tenths of a plan (BenchmarkStep).
const farApart = 1000

// tenMilliseconds compares the printed time with the count.
func tenMilliseconds(r *paper.Results) (paper.Verdict, string) {
	v, times := paper.Undecided, timesPlans(r)
	switch {
	case times >= farApart:
		v = paper.Holds
	case times <= 1./farApart:
		v = paper.Fails
	}
	return v, fmt.Sprintf("three plans of %.0f jobs take at most %.2g units of work in %s steps; 10 ms are %s times as much",
		r.Value(matchedLabel, plansJobs), r.Value(matchedLabel, plansMost), paper.Format(r.Value(matchedLabel, plansSteps), ""),
		paper.Format(times, ""))
}
