package dfrs

import (
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// pool returns a measure of an algorithm on all instances of the set; nil if the
// experiment has no such run.
func (s instances) pool(r *paper.Results, algorithm, measure string) (all []float64) {
	for _, load := range s.loads(r.Scale) {
		label := label(s.jobSet, load, algorithm)
		if !r.Has(label) {
			return nil
		}
		all = append(all, r.Summary(label).Series[measure]...)
	}
	return all
}

// degradation returns the maximum stretches over the bounds.
func (s instances) degradation(r *paper.Results, algorithm string) []float64 {
	all := s.pool(r, algorithm, maxStretch)
	for i, bound := range s.pool(r, bounds, theBound)[:len(all)] {
		all[i] /= bound
	}
	return all
}

// The columns of tables 2 and 5 to 10.
const (
	avg = "avg."
	std = "std."
	top = "max"
)

var columns = []string{avg, std, top}

// reduce is the average, the standard deviation of a sample, or the maximum; NaN of
// nothing.
func reduce(values []float64, column string) float64 {
	switch {
	case len(values) == 0:
		return math.NaN()
	case column == avg:
		return paper.Mean(values)
	case column == top:
		return slices.Max(values)
	case len(values) == 1:
		return 0
	}
	mean, sum := paper.Mean(values), 0.0
	for _, v := range values {
		sum += float64((v - mean) * (v - mean))
	}
	return math.Sqrt(sum / float64(len(values)-1))
}

// stretches is the source of degradations, by set, column and algorithm.
func stretches(r *paper.Results) paper.Source {
	return func(set, column, algorithm string) float64 {
		return reduce(setOf(set).degradation(r, algorithm), column)
	}
}

// printedStretches is the source of those in tables 5 to 7.
func printedStretches(set, column, algorithm string) float64 {
	return numbers().At(tableOf[set], algorithm, column)
}

var tableOf = map[string]string{"real": "table5", "unscaled": "table6", "scaled": "table7"}

func setOf(key string) instances {
	return allSets[slices.IndexFunc(allSets, func(s instances) bool { return s.key == key })]
}

// costs returns a measure of an algorithm's pauses or migrations on the instances with high loads.
func costs(r *paper.Results, algorithm, measure string) []float64 {
	all, factor := highlyLoaded.pool(r, algorithm, measure), counted(r.Setting, measure)
	for i := range all {
		all[i] *= factor
	}
	return all
}

// cost is the source of pauses and migrations at high loads, by measure, column and
// algorithm.
func cost(r *paper.Results) paper.Source {
	return func(measure, column, algorithm string) float64 { return reduce(costs(r, algorithm, measure), column) }
}

// printedCost is the source of those in tables 8 to 10, and of FCFS and EASY in table 3.
func printedCost(measure, column, algorithm string) float64 {
	if algorithm == nameFCFS || algorithm == nameEASY {
		return 0
	}
	for _, t := range costTables {
		if slices.Contains(t.measures, measure) {
			return numbers().At("table"+t.number, algorithm, measure+" "+column)
		}
	}
	return math.NaN()
}
