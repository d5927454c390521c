package exact

import (
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/chart"
)

// fig1 shows a machine history. The paper's is an example without numbers.
func fig1(at paper.Setting) paper.Experiment {
	return paper.Experiment{ID: "exact/fig1", Runs: runs(at)[:1], Claims: []paper.Claim{paper.Judged("monotonous", monotonous)},
		Chart: func(r *paper.Results) chart.Chart {
			return chart.Chart{Title: "Machine history", Panels: []chart.Panel{
				freePanel(r, "the machine without the waiting jobs", history), freePanel(r, "with their plans", history, freeBest, freeOpt)}}
		}}
}

func monotonous(r *paper.Results) (bool, string) {
	var t paper.Cases
	at, y := free(r, history)
	for i := range at[1:] {
		t.Check(at[i+1] > at[i] && y[i+1] > y[i], "from %.0f s to %.0f s: %.0f and %.0f", at[i], at[i+1], y[i], y[i+1])
	}
	return t.All()
}

func free(r *paper.Results, name string) (at, free []float64) {
	return matches(r, name+atSuffix), matches(r, name)
}

func freePanel(r *paper.Results, title string, names ...string) chart.Panel {
	end := 0.0
	for _, name := range []string{history, freeBest, freeOpt} {
		at, _ := free(r, name)
		end = max(end, at[len(at)-1])
	}
	p := chart.Panel{Title: title, Kind: chart.Steps, X: chart.Axis{Label: "from the step on", Seconds: true},
		Y: chart.Axis{Label: "free processors", Zero: true}}
	for _, name := range names {
		at, y := free(r, name)
		// The last step of a plan gets a length, so that it can be seen.
		p.Series = append(p.Series, chart.Series{Name: name, X: append(slices.Clone(at), float64(end*1.05)), Y: y})
	}
	return p
}
