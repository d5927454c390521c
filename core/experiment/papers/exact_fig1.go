package papers

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/experiment/chart"
)

// exactFig1 shows a machine history. The paper's is an example without numbers.
func exactFig1(scale Scale) Experiment {
	free := func(r *Results, name string) (at, free []float64) {
		return r.Series(exactMatchedLabel, name+exactAt), r.Series(exactMatchedLabel, name)
	}
	return Experiment{ID: "exact/fig1", Kind: Figure, Title: "Machine history of a step, and what plans leave of it",
		Doc:  "The step of ours that stands beside the first row of table 1.",
		Runs: exactRuns(scale)[:1],
		Chart: func(r *Results) chart.Chart {
			end := 0.0
			names := []string{exactHistory, exactFreeBest, exactFreeOpt}
			for _, name := range names {
				at, _ := free(r, name)
				end = max(end, at[len(at)-1])
			}
			end = float64(end * 1.05) // a plan's last step has a length to be seen
			panel := func(title string, names ...string) chart.Panel {
				p := chart.Panel{Title: title, Kind: chart.Steps, X: chart.Axis{Label: "from the step on", Seconds: true}, Y: chart.Axis{Label: "free processors", Zero: true}}
				for _, name := range names {
					at, y := free(r, name)
					p.Series = append(p.Series, chart.Series{Name: name, X: append(append(chart.Numbers{}, at...), end), Y: y})
				}
				return p
			}
			return chart.Chart{Title: "Machine history", Cols: 1, Panels: []chart.Panel{
				panel("the machine without the waiting jobs", names[0]), panel("with their plans", names...)}}
		},
		Claims: []Claim{
			{ID: "monotonous", Section: "3.1", Text: "Free resources increase monotonously, with one time stamp for jobs that end together.", Holds: func(r *Results) (bool, string) {
				var t dynpTally
				at, y := free(r, exactHistory)
				for i := 1; i < len(at); i++ {
					t.check(at[i] > at[i-1] && y[i] > y[i-1], "from %.0f s on %.0f", at[i], y[i])
				}
				return t.all()
			}},
			{ID: "whole-machine", Section: "3.1", Text: "Only running jobs are counted; here: in the end the whole machine is free.", Holds: func(r *Results) (bool, string) {
				_, y := free(r, exactHistory)
				return y[len(y)-1] == float64(dynpLikes["ctc"].procs), fmt.Sprintf("%.0f processors", y[len(y)-1])
			}},
		}}
}
