package papers

import (
	"math"
	"slices"
)

// pool returns a measure of an algorithm on all instances of the set at those
// loads; nil if the experiment has no such run.
func (s dfrsSet) pool(r *Results, loads []float64, algorithm, measure string) (all []float64) {
	for _, load := range loads {
		run := r.runs[dfrsLabel(s.jobSet, load, algorithm)]
		if run == nil {
			return nil
		}
		all = append(all, run.Series[measure]...)
	}
	return all
}

// degradation returns the maximum stretches over the bounds.
func (s dfrsSet) degradation(r *Results, loads []float64, algorithm string) []float64 {
	return s.degradationFrom(r, dfrsBounds, loads, algorithm)
}

// degradationFrom is degradation by the bounds of that label.
func (s dfrsSet) degradationFrom(r *Results, label string, loads []float64, algorithm string) []float64 {
	all := s.pool(r, loads, algorithm, dfrsMaxStretch)
	bounds := s.pool(r, loads, label, dfrsBound)
	for i := range all {
		all[i] /= bounds[i]
	}
	return all
}

// The columns of tables 2 and 5 to 10.
const (
	dfrsAvg = "avg."
	dfrsStd = "std."
	dfrsTop = "max"
)

var dfrsColumns = []string{dfrsAvg, dfrsStd, dfrsTop}

// dfrsReduce is the average, the standard deviation of a sample, or the maximum;
// NaN of nothing.
func dfrsReduce(values []float64, column string) float64 {
	switch {
	case len(values) == 0:
		return math.NaN()
	case column == dfrsAvg:
		return dynpMean(values)
	case column == dfrsTop:
		return slices.Max(values)
	case len(values) == 1:
		return 0
	}
	mean, sum := dynpMean(values), 0.0
	for _, v := range values {
		sum += float64((v - mean) * (v - mean))
	}
	return math.Sqrt(sum / float64(len(values)-1))
}

// dfrsStretches is the source of claims about degradation: of a set, a column
// and an algorithm.
func dfrsStretches(r *Results) dynpSource {
	return func(set, column, algorithm string) float64 {
		s := dfrsSetOf(set)
		return dfrsReduce(s.degradation(r, s.loads(r.Scale), algorithm), column)
	}
}

// dfrsPrintedStretches is the same of tables 5 to 7.
func dfrsPrintedStretches(set, column, algorithm string) float64 {
	return dfrsPrinted(dfrsTableOf[set], slices.Index(dfrsColumns, column), algorithm)
}

var dfrsTableOf = map[string]string{"real": "5", "unscaled": "6", "scaled": "7"}

func dfrsSetOf(key string) dfrsSet {
	return dfrsSets[slices.IndexFunc(dfrsSets, func(s dfrsSet) bool { return s.key == key })]
}

// dfrsCost is the source of claims about pauses and migrations: of a measure, a
// column and an algorithm, at high loads.
func dfrsCost(r *Results) dynpSource {
	return func(measure, column, algorithm string) float64 {
		return dfrsReduce(dfrsScaled.pool(r, dfrsHigh(r.Scale), algorithm, measure), column)
	}
}

// dfrsPrintedCost is the same of tables 8 to 10, and of FCFS and EASY of table 3.
func dfrsPrintedCost(measure, column, algorithm string) float64 {
	if algorithm == dfrsFCFS || algorithm == dfrsEASY {
		return 0
	}
	for _, t := range dfrsCosts {
		if i := slices.Index(t.measures, measure); i >= 0 {
			at := 2 * i
			if column == dfrsTop {
				at++
			}
			return dfrsPrinted(t.number, at, algorithm)
		}
	}
	return math.NaN()
}
