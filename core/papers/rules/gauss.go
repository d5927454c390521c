package rules

import (
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/internal/chart"
)

// membership returns a Gaussian membership function (section 4.2), as a rule base of one rule
// on one feature computes it.
func membership(g rules.Gauss) func(x float64) float64 {
	const feature = 0
	one, err := rules.NewFuzzy([]int{feature}, rules.StrategyNames,
		[]rules.Rule{{When: []rules.Gauss{g}, Weights: make([]int8, rules.NumStrategies)}})
	if err != nil {
		panic(err) // all means and sigmas here are constants within the ranges
	}
	return func(x float64) float64 {
		var at rules.Vector
		at[feature] = x
		return one.Memberships(&at)[0]
	}
}

// curve is the function at points step sigmas apart, up to six sigmas from its mean.
func curve(g rules.Gauss, step float64) (x, y chart.Numbers) {
	n, density := int(6/step), membership(g)
	for i := -n; i <= n; i++ {
		at := g.Mean + float64(float64(i)*step*g.Sigma)
		x, y = append(x, at), append(y, density(at))
	}
	return x, y
}

// moments are the area under a curve with equal steps, its mean and its deviation.
func moments(x, y chart.Numbers) (area, mean, deviation float64) {
	step := x[1] - x[0]
	for i := range x {
		area += float64(y[i] * step)
		mean += float64(float64(y[i]*step) * x[i])
	}
	mean /= area
	for i := range x {
		d := x[i] - mean
		deviation += float64(float64(y[i]*step) * float64(d*d))
	}
	return area, mean, math.Sqrt(deviation / area)
}

var sample = rules.Gauss{Mean: 5, Sigma: 0.75}

func fig3Experiment() paper.Experiment {
	x := paper.Experiment{ID: "rules/fig3"}
	add := func(column string, ours float64) { x.Add("membership function", column, "", paper.Constant(ours)) }
	_, mean, deviation := moments(curve(sample, 0.01))
	add("mean", mean)
	add("sigma", deviation)
	add("peak", membership(sample)(sample.Mean))
	x.Published = numbers().Of("fig3")
	x.Claims = []paper.Claim{
		paper.Judged("integral", integral),
		paper.Judged("peak-falls", peakFalls),
		paper.Judged("no-influence", noInfluence),
		paper.Judged("covers-all", oneRule),
	}
	x.Chart = func(*paper.Results) chart.Chart {
		at, y := curve(sample, 0.2)
		return chart.Chart{Panels: []chart.Panel{{Kind: chart.Lines, X: chart.Axis{Label: "x"},
			Y:      chart.Axis{Label: "g(x)", Zero: true},
			Series: []chart.Series{{Name: "g", X: at, Y: y}}}}}
	}
	return x
}

var sigmas = []float64{0.01, 0.1, 0.75, 1, 10, 100, 1e6}

func integral(*paper.Results) (bool, string) {
	worst := 0.0
	for _, mean := range []float64{-50, 0, 100} {
		for _, sigma := range sigmas {
			area, _, _ := moments(curve(rules.Gauss{Mean: mean, Sigma: sigma}, 0.01))
			worst = max(worst, math.Abs(area-1))
		}
	}
	return worst < 1e-6, fmt.Sprintf("off by %.1g at most", worst)
}

func peakFalls(*paper.Results) (bool, string) {
	var t paper.Cases
	for i, sigma := range sigmas[1:] {
		high, low := membership(rules.Gauss{Sigma: sigmas[i]})(0), membership(rules.Gauss{Sigma: sigma})(0)
		t.Check(low < high, "sigma %v: %v, %v: %v", sigmas[i], high, sigma, low)
	}
	return t.All()
}

func noInfluence(*paper.Results) (bool, string) {
	density := membership(rules.Gauss{Sigma: rules.MostSigma})
	off := math.Abs(density(100)/density(0) - 1)
	return off < 1e-6, fmt.Sprintf("by %.1g", off)
}

// oneRule asks a rule base of a single rule in every corner of the features' ranges.
func oneRule(*paper.Results) (bool, string) {
	rule := rules.Rule{Weights: make([]int8, rules.NumStrategies)}
	for range rules.Features {
		rule.When = append(rule.When, sample)
	}
	rule.Weights[easyStrategy] = 5
	one, err := rules.NewFuzzy(rules.AllFeatures(), rules.StrategyNames, []rules.Rule{rule})
	if err != nil {
		return false, err.Error()
	}
	var t paper.Cases
	for corner := range 1 << rules.NumFeatures {
		var at rules.Vector
		for i, f := range rules.Features {
			at[i] = f.Least
			if corner>>i&1 == 1 {
				at[i] = f.Most
			}
		}
		s := one.Decide(&at)
		t.Check(int(s) == easyStrategy, "%v: %s", at, s)
	}
	return t.All()
}
