package grid

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/chart"
)

// powers are the thresholds of figures 3 and 4.
var powers = []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}

func power(load, power float64) string { return fmt.Sprintf("load %v, power %v", load, power) }

// thresholds is figure 3 or 4. It shows every load at which its claims are judged.
type thresholds struct {
	*model
	*log
}

func (f thresholds) experiment(id string) paper.Experiment {
	title := "Adaptive processor allocation with different power values under " + f.title
	loaded := f.loaded()
	if len(f.loads()) > 1 {
		loaded = "loads " + f.listed() + ", since the paper prints none"
	}
	const picture = "The picture has a panel for each load at which claims are judged."
	x := f.figure(id, title, loaded, picture, f.claims(), func(r *paper.Results) (panels []chart.Panel) {
		for _, load := range f.loads() {
			panels = append(panels, chart.Panel{Title: fmt.Sprintf("load %v", load), X: chart.Axis{Label: "power"},
				Y:      chart.Axis{Label: "average turnaround [s]"},
				Series: []chart.Series{{Name: "adaptive allocation", X: powers, Y: means(r, load)}}})
		}
		return panels
	})
	x.Doc += " Means over the permutations of the speed vector."
	for _, load := range f.loads() {
		of := f.at(load)
		for _, p := range powers {
			label := power(load, p)
			x.Runs = append(x.Runs, of.sweep(f.log, label, of.moldable(p), noSplit, of.every(f.log)))
			x.Add(fmt.Sprintf("load %v", load), fmt.Sprintf("power %v", p), "s", meanOf(label))
		}
	}
	return x
}

func (f thresholds) claims() []paper.Claim {
	claim := func(id string, holds func(v []float64) (bool, string)) paper.Claim {
		return paper.Open(id, func(r *paper.Results) (paper.Verdict, string) {
			return acrossLoads(f.loads(), func(load float64) (paper.Verdict, string) {
				ok, note := holds(means(r, load))
				return paper.Rule(ok), note
			})
		})
	}
	return []paper.Claim{claim("matters", matters), claim("best", f.best)}
}

// matters and best judge the mean turnarounds by threshold.
func matters(v []float64) (bool, string) {
	spread := 100 * (slices.Max(v)/slices.Min(v) - 1)
	return spread >= 10, fmt.Sprintf("%.1f %%", spread)
}

func (f thresholds) best(v []float64) (bool, string) {
	sorted := slices.Sorted(slices.Values(v))
	best, next := powers[slices.Index(v, sorted[0])], powers[slices.Index(v, sorted[1])]
	return best == f.power, fmt.Sprintf("best %v, the next best, %v, is %.3f %% above it, %v %.2f %%", best, next,
		100*(sorted[1]/sorted[0]-1), f.power, 100*(v[slices.Index(powers, f.power)]/sorted[0]-1))
}

// means are the mean turnarounds by threshold under a load.
func means(r *paper.Results, load float64) (all []float64) {
	for _, p := range powers {
		all = append(all, mean(r, power(load, p)))
	}
	return all
}
