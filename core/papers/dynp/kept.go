package dynp

import (
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// keptExperiment compares listInserted with tables 4 to 6, on samples that had no part in its
// choice.
func keptExperiment() paper.Experiment {
	x := paper.Experiment{ID: "dynp/table6-kept"}
	play := func(label, set, decider string) {
		x.Runs = append(x.Runs, playProgram(label, set, program{Steps: "event", List: listInserted, Decider: decider}, 1))
	}
	for i := range jobSets {
		s := &jobSets[i]
		play(s.syn(), s.other(), "advanced")
		play(s.syn()+"/simple", s.other(), "simple")
	}
	x.Cells = slices.Concat(table5.cells(), table6.cells())
	for _, r := range simpleRows() {
		for _, label := range table5.labels() {
			x.Add("simple decider: "+r.title, label, r.unit, own(r.key, label+"/simple"))
		}
	}
	for i := range jobSets {
		label := jobSets[i].syn()
		x.Add("advanced better than simple", label, "%", func(r *paper.Results) float64 {
			simple, advanced := r.Metric(label+"/simple", "artww_s"), r.Metric(label, "artww_s")
			return 100 * (simple - advanced) / simple
		})
	}
	x.Published = keptPublished()
	x.Claims = slices.Concat(table5Claims(), table6Claims()) // without sections: those of the text are counted with tables 5 and 6
	return x
}

// keptPublished repeats the numbers of tables 5 and 6, those of table 4 for the simple
// decider, and the gain that the text on it has.
func keptPublished() (all []paper.Published) {
	for _, p := range slices.Concat(numbers().Of("table5"), numbers().Of("table6")) {
		if strings.HasPrefix(p.Where, "table") { // not the row of the text
			p.Class = paper.Repeat
			all = append(all, p)
		}
	}
	for _, r := range simpleRows() {
		for _, p := range numbers().Of("table4") {
			if set, title, _ := strings.Cut(p.Row, " "); title == r.title && p.Column == columnTitles["artww-simple"] {
				p.Row, p.Column, p.Class = "simple decider: "+title, set, paper.Repeat
				all = append(all, p)
			}
		}
	}
	for _, p := range numbers().Of("table4") {
		if set, found := strings.CutSuffix(p.Row, ", advanced better than simple"); found {
			p.Row, p.Column, p.Class = "advanced better than simple", set, paper.Repeat
			all = append(all, p)
		}
	}
	for i := range all {
		all[i].Note = numbers().Note("sample")
	}
	return all
}

// simpleRows are the rows of table 4 that are compared for the simple decider.
func simpleRows() []printedRow { return append(slices.Clip(table4[3:]), table4[0]) }
