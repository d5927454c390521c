package grid

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/chart"
)

// powers are the thresholds of figures 3 and 4.
var powers = []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}

func withPower(power float64) string { return fmt.Sprintf("power %v", power) }

// thresholds is figure 3 or 4. It shows every load at which its claims are judged.
type thresholds struct {
	*model
	*log
}

func (f thresholds) experiment(id string) paper.Experiment {
	title := "Adaptive processor allocation with different power values under " + f.title
	claims := []paper.Claim{f.claim("matters", strictly(matters)), f.claim("best", strictly(f.best))}
	x := f.figure(id, title, f.loads(), claims, func(r *paper.Results) (panels []chart.Panel) {
		for _, load := range f.loads() {
			panels = append(panels, chart.Panel{Title: fmt.Sprintf("load %v", load), X: chart.Axis{Label: "power"},
				Y:      chart.Axis{Label: "average turnaround [s]"},
				Series: []chart.Series{{Name: "adaptive allocation", X: powers, Y: means(r, labelAt(load))}}})
		}
		return panels
	})
	x.Doc += " Means over the permutations of the speed vector."
	for _, load := range f.loads() {
		of := f.at(load)
		for _, p := range powers {
			label := labelAt(load) + withPower(p)
			x.Runs = append(x.Runs, of.sweep(f.log, label, of.moldable(p), noSplit, of.every(f.log)))
			x.Add(fmt.Sprintf("load %v", load), withPower(p), "s", meanOf(label))
		}
	}
	return x
}

// matters and best judge the mean turnarounds by threshold.
func matters(r *paper.Results, row string) (bool, string) {
	v := means(r, row)
	spread := 100 * (slices.Max(v)/slices.Min(v) - 1)
	return spread >= 10, fmt.Sprintf("%.1f %%", spread)
}

func (f thresholds) best(r *paper.Results, row string) (bool, string) {
	v := means(r, row)
	sorted := slices.Sorted(slices.Values(v))
	best, next := powers[slices.Index(v, sorted[0])], powers[slices.Index(v, sorted[1])]
	return best == f.power, fmt.Sprintf("best %v, the next best, %v, is %.3f %% above it, %v %.2f %%", best, next,
		100*(sorted[1]/sorted[0]-1), f.power, 100*(v[slices.Index(powers, f.power)]/sorted[0]-1))
}

// means are the mean turnarounds by threshold in a row.
func means(r *paper.Results, row string) (all []float64) {
	for _, p := range powers {
		all = append(all, mean(r, row+withPower(p)))
	}
	return all
}
