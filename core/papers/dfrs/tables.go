package dfrs

import (
	"slices"
	"strings"
	"sync"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

func table2Algorithms() []string {
	return slices.Concat(batch, purely, plain, star, grace, global, clock)
}

func table2(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "dfrs/table2", Claims: table2Claims()}
	for _, s := range allSets {
		s.need(&x, at, table2Algorithms()...)
		for _, a := range table2Algorithms() {
			s.addStretch(&x, a, s.title+" ")
		}
	}
	x.Published = numbers().Of("table2")
	return x
}

func (s instances) addStretch(x *paper.Experiment, algorithm, prefix string) {
	for _, c := range columns {
		s.addStatistic(x, algorithm, prefix+c, "", c, func(r *paper.Results) []float64 { return s.degradation(r, algorithm) })
	}
}

// part tells whether a table of the appendix plays the algorithm. At scale quick, it
// plays only those of tables 2 and 3, a family, and two others.
func part(scale paper.Scale, algorithm string) bool {
	return scale == paper.Full || slices.Contains(quickly(), algorithm)
}

// quickly are the algorithms that are played at the quick scale.
var quickly = sync.OnceValue(func() []string {
	return slices.Concat(table2Algorithms(), rowsOf("table3"), family("GreedyPM*/per"), []string{"MCB8/per/OPT=MIN", "/per/OPT=AVG"})
})

// family returns the ten variants of a combination that uses MCB8.
func family(combination string) (all []string) {
	for _, opt := range []string{"/OPT=AVG", "/OPT=MIN"} {
		for _, limit := range []string{"", "/MINFT=300", "/MINFT=600", "/MINVT=300", "/MINVT=600"} {
			all = append(all, combination+opt+limit)
		}
	}
	return all
}

// stretchTable is one of tables 5 to 7.
func stretchTable(id string, at paper.Setting, s instances) paper.Experiment {
	x := paper.Experiment{ID: "dfrs/" + id}
	for _, a := range rowsOf("table5") { // of table7, some cannot be read
		if part(at.Scale, a) {
			s.need(&x, at, a)
		}
		s.addStretch(&x, a, "")
	}
	x.Published = numbers().Of(id)
	return x
}

// A costTable is one of tables 8 to 10, and a part of table 3.
type costTable struct {
	number   string
	unit     string
	measures []string // preemption, migration
}

var costTables = []costTable{
	{"8", "GB/s", []string{"pmtn GB/s", "mig GB/s"}},
	{"9", "", []string{"pmtn /h", "mig /h"}},
	{"10", "", []string{"pmtn /job", "mig /job"}},
}

func (t *costTable) add(x *paper.Experiment, algorithm string) {
	for _, m := range t.measures {
		for _, c := range []string{avg, top} {
			highlyLoaded.addStatistic(x, algorithm, m+" "+c, t.unit, c, func(r *paper.Results) []float64 { return costs(r, algorithm, m) })
		}
	}
}

func (t costTable) experiment(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "dfrs/table" + t.number}
	for _, a := range rowsOf("table9") { // of table8, some cannot be read
		if part(at.Scale, a) {
			highlyLoaded.need(&x, at, a)
		}
		t.add(&x, a)
	}
	x.Published = numbers().Of("table" + t.number)
	return x
}

func table3(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "dfrs/table3", Claims: table3Claims()}
	for _, a := range rowsOf("table3") {
		highlyLoaded.need(&x, at, a)
		for _, t := range costTables {
			t.add(&x, a)
		}
	}
	x.Published = numbers().Of("table3")
	return x
}

func table4(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "dfrs/table4", Claims: table4Claims()}
	for _, a := range rowsOf("table4") {
		for _, s := range allSets {
			s.need(&x, at, a)
			s.addStatistic(&x, a, s.title, "", avg, func(r *paper.Results) []float64 { return s.pool(r, a, under) })
		}
	}
	x.Published = numbers().Of("table4")
	return x
}

// whole is the label of a run of the whole log.
func whole(algorithm string) string { return "whole log " + algorithm }

const noPenalty = ", no penalty"

// section64 plays the log in one piece. With the default period jobs pile up by the
// thousand, so it takes far longer to simulate than the weeks one by one.
func section64(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "dfrs/section6.4", Claims: []paper.Claim{paper.Judged("whole-log", wholeLog)}}
	for _, row := range append(rowsOf("section6.4"), period(1200), period(3600), period(12000)) {
		algorithm, free := strings.CutSuffix(row, noPenalty)
		x.Runs = append(x.Runs, playWith(at, whole(row), log, cut{Nodes: logNodes}, algorithm, func(p *params) {
			if free {
				p.Penalty = 0
			}
		}))
		for _, m := range []string{under, meanStretch} {
			x.Add(row, m, "", func(r *paper.Results) float64 { return r.Series(whole(row), m)[0] })
		}
	}
	x.Published = numbers().Of("section6.4")
	return x
}

// underOf is the source of average underutilizations, by set and algorithm.
func underOf(r *paper.Results) paper.Source {
	return func(set, _, algorithm string) float64 {
		return reduce(setOf(set).pool(r, algorithm, under), avg)
	}
}

// printedUnder is the source of those in table 4.
func printedUnder(set, _, algorithm string) float64 {
	return numbers().At("table4", algorithm, setOf(set).title)
}
