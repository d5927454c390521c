package exact

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/chart"
	"github.com/backfill-lab/backfill/core/paper"
	"github.com/backfill-lab/backfill/core/papers/internal/logs"
)

// fig1 shows a machine history. The paper's is an example without numbers.
func fig1(scale paper.Scale) paper.Experiment {
	free := func(r *paper.Results, name string) (at, free []float64) {
		return r.Series(matchedLabel, name+atSuffix), r.Series(matchedLabel, name)
	}
	return paper.Experiment{ID: "exact/fig1", Kind: paper.Figure, Title: "Machine history of a step, and what plans leave free",
		Doc:  "Our step beside the first row of table 1.",
		Runs: runs(scale)[:1],
		Chart: func(r *paper.Results) chart.Chart {
			end := 0.0
			names := []string{history, freeBest, freeOpt}
			for _, name := range names {
				at, _ := free(r, name)
				end = max(end, at[len(at)-1])
			}
			end = float64(end * 1.05) // a plan's last step has a length to be seen
			panel := func(title string, names ...string) chart.Panel {
				p := chart.Panel{Title: title, Kind: chart.Steps, X: chart.Axis{Label: "from the step on", Seconds: true},
					Y: chart.Axis{Label: "free processors", Zero: true}}
				for _, name := range names {
					at, y := free(r, name)
					p.Series = append(p.Series, chart.Series{Name: name, X: append(append(chart.Numbers{}, at...), end), Y: y})
				}
				return p
			}
			return chart.Chart{Title: "Machine history", Cols: 1, Panels: []chart.Panel{
				panel("the machine without the waiting jobs", names[0]), panel("with their plans", names...)}}
		},
		Claims: []paper.Claim{
			{ID: "monotonous", Section: "3.1", Text: "Free resources increase monotonically, with one time stamp for jobs that end together.",
				Holds: func(r *paper.Results) (bool, string) {
					var t paper.Cases
					at, y := free(r, history)
					for i := 1; i < len(at); i++ {
						t.Check(at[i] > at[i-1] && y[i] > y[i-1], "from %.0f s on %.0f", at[i], y[i])
					}
					return t.All()
				}},
			{ID: "whole-machine", Section: "3.1", Text: "Only running jobs count; here: in the end the whole machine is free.",
				Holds: func(r *paper.Results) (bool, string) {
					_, y := free(r, history)
					return y[len(y)-1] == float64(logs.CTC.Like().Procs), fmt.Sprintf("%.0f processors", y[len(y)-1])
				}},
		}}
}
