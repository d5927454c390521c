package dfrs

import (
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// What is printed of synthetic traces is a statistic of 100 random ones, each at one or more loads, and is judged by
// where that of 100 others would lie. A trace at several loads is one draw: its jobs are the same. The log's
// weeks are what they are.

// addStatistic adds a cell of a statistic, one of columns, over all instances of the set; values are those of pool.
func (s instances) addStatistic(x *paper.Experiment, row, column, unit, statistic string, values func(*paper.Results) []float64) {
	if s.jobSet == log {
		x.Add(row, column, unit, func(r *paper.Results) float64 { return reduce(values(r), statistic) })
		return
	}
	of := &paper.Reduction{Of: func(draws []float64) float64 { return reduce(draws, avg) }}
	switch statistic {
	case top:
		of = &paper.Reduction{Of: func(draws []float64) float64 { return reduce(draws, top) }, Tail: true}
	case std:
		of = &paper.Reduction{Of: rootOfMean}
	}
	x.AddReduced(row, column, unit, func(r *paper.Results) []float64 { return byTrace(values(r), len(s.loads(r.Scale)), statistic) }, of)
}

// rootOfMean is the deviation of a sample whose squared deviations, as byTrace gives them, have that mean.
func rootOfMean(squares []float64) float64 {
	if len(squares) == 0 {
		return math.NaN()
	}
	return math.Sqrt(paper.Mean(squares))
}

// byTrace returns what a statistic is made of, one number for each trace: the mean of its values at all loads, their
// maximum, or the mean of their squared distances from the mean of all. Values are by load, then by trace.
func byTrace(values []float64, loads int, statistic string) []float64 {
	all := make([]float64, len(values)/max(1, loads))
	mean := paper.Mean(values)
	for i := range all {
		var own []float64
		for k := i; k < len(values); k += len(all) {
			own = append(own, values[k])
		}
		switch statistic {
		case avg:
			all[i] = paper.Mean(own)
		case top:
			all[i] = slices.Max(own)
		case std:
			for _, v := range own {
				all[i] += float64((v - mean) * (v - mean))
			}
			// A sample has one degree of freedom less than values.
			all[i] *= float64(len(all)) / float64(max(1, len(values)-1))
		}
	}
	return all
}
