package dynp

import (
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// keptExperiment compares listKept with tables 4 to 6.
func keptExperiment() paper.Experiment {
	x := paper.Experiment{ID: "dynp/table6-kept"}
	labels := table5.labels()
	for _, s := range labels {
		x.Runs = append(x.Runs, playProgram(s, s, program{List: listKept, Decider: "advanced"}, 1),
			playProgram(s+"/simple", s, program{List: listKept, Decider: "simple"}, 1))
	}
	x.Cells = slices.Concat(table5.cells(), table6.cells())
	for _, r := range simpleRows() {
		for _, label := range labels {
			x.Add("simple decider: "+r.title, label, r.unit, own(r.key, label+"/simple"))
		}
	}
	x.Published = keptPublished()
	x.Claims = slices.Concat(table5Claims(), table6Claims()) // without sections: those of the text are counted with tables 5 and 6
	return x
}

// keptPublished repeats the numbers of tables 5 and 6, and those of table 4 for the
// simple decider.
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
	for i := range all {
		all[i].Note = numbers().Note("sample")
	}
	return all
}

// simpleRows are the rows of table 4 that are compared for the simple decider.
func simpleRows() []printedRow { return append(slices.Clip(table4[3:]), table4[0]) }
