package papers

import (
	"slices"
	"strings"
)

// dfrsPerNote is of algorithms that act in periods only.
const dfrsPerNote = "On the log what is printed is ours to 0.1 % by a bound without constraint (1d) of theorem 1 (dfrs/section3.1); on the synthetic traces it is not."

// dfrsNote says why an algorithm's degradation differs, as far as it is known.
func dfrsNote(algorithm string) string {
	if strings.HasPrefix(algorithm, "/per/") || strings.HasPrefix(algorithm, "/stretch-per/") {
		return dfrsPerNote
	}
	return dfrsNotes[algorithm]
}

// dfrsNotes are those of single algorithms.
var dfrsNotes = map[string]string{
	dfrsFCFS: "The printed FCFS is a quarter further from the bound on all three sets; a lower bound explains more than half of that (dfrs/section3.1), no reading of FCFS the rest.",
	dfrsEASY: "The printed EASY is hardly better than FCFS, as readings are that backfill little (dfrs/section5.2).",
}

func dfrsTable2Algorithms() []string {
	return slices.Concat(dfrsBatch, dfrsPurely, dfrsPlain, dfrsStar, dfrsGrace, dfrsGlobal, dfrsClock)
}

// dfrsTable2 has a column for each set and statistic.
func dfrsTable2(scale Scale) Experiment {
	x := Experiment{ID: "dfrs/table2", Kind: Table, Title: "Degradation from the bound with a rescheduling penalty of 5 minutes", Claims: dfrsTable2Claims()}
	for _, s := range dfrsSets {
		dfrsNeed(&x, s, scale, s.loads(scale), dfrsTable2Algorithms()...)
		for _, a := range dfrsTable2Algorithms() {
			s.addStretch(&x, a, s.title+" ")
		}
	}
	return x
}

// addStretch adds an algorithm's degradation from the bound, ours and the
// printed numbers that can be read.
func (s dfrsSet) addStretch(x *Experiment, algorithm, prefix string) {
	for i, c := range dfrsColumns {
		x.Cells = append(x.Cells, Cell{Row: algorithm, Column: prefix + c, Value: func(r *Results) float64 {
			return dfrsStretches(r)(s.key, c, algorithm)
		}})
		if v := dfrsPrinted(dfrsTableOf[s.key], i, algorithm); v == v {
			x.Published = append(x.Published, Published{Row: algorithm, Column: prefix + c, Value: v, Note: dfrsNote(algorithm)})
		}
	}
}

// dfrsPart tells whether a table of the appendix has the algorithm at scale
// quick, too: those of tables 2 and 3, and two families.
func dfrsPart(scale Scale, algorithm string) bool {
	if scale == Full || slices.Contains(dfrsTable2Algorithms(), algorithm) || slices.Contains(dfrsTable3Rows, algorithm) {
		return true
	}
	return slices.Contains(dfrsFamily("GreedyPM*/per"), algorithm) || slices.Contains([]string{"MCB8/per/OPT=MIN", "/per/OPT=AVG"}, algorithm)
}

// dfrsFamily are the ten variants of a combination that uses MCB8.
func dfrsFamily(combination string) (all []string) {
	for _, opt := range []string{"/OPT=AVG", "/OPT=MIN"} {
		for _, limit := range dfrsLimits {
			all = append(all, combination+opt+limit)
		}
	}
	return all
}

var dfrsLimits = []string{"", "/MINFT=300", "/MINFT=600", "/MINVT=300", "/MINVT=600"}

// dfrsStretchTable is one of tables 5 to 7.
func dfrsStretchTable(id string, scale Scale, s dfrsSet) Experiment {
	x := Experiment{ID: "dfrs/" + id, Kind: Table, Title: "Degradation from the bound of all algorithms: " + s.title, Claims: dfrsAppendixClaims(s)}
	for _, row := range dfrsPrintedTables()[dfrsTableOf[s.key]] {
		if dfrsPart(scale, row.algorithm) {
			dfrsNeed(&x, s, scale, s.loads(scale), row.algorithm)
		}
		s.addStretch(&x, row.algorithm, "")
	}
	return x
}

// A dfrsCostTable is one of tables 8 to 10, and a part of table 3.
type dfrsCostTable struct {
	number   string
	title    string
	unit     string
	measures []string // preemption, migration
	note     string   // why numbers differ
}

// dfrsEventsNote rests on the averages of all algorithms at high loads: bandwidths
// are 1.2 times the printed ones, and the events behind them 0.6 times.
const dfrsEventsNote = "About half of the printed events make the printed bandwidth, as if a pause and its resumption, or both halves of a migration, were printed as two; ours count as one."

var dfrsCosts = []dfrsCostTable{
	{"8", "Bandwidth that preemption and migration take", "GB/s", []string{"pmtn GB/s", "mig GB/s"}, ""},
	{"9", "Preemptions and migrations per hour", "", []string{"pmtn /h", "mig /h"}, dfrsEventsNote},
	{"10", "Preemptions and migrations per job", "", []string{"pmtn /job", "mig /job"}, dfrsEventsNote},
}

// add adds an algorithm's numbers at high loads.
func (t *dfrsCostTable) add(x *Experiment, algorithm string) {
	for _, m := range t.measures {
		for _, c := range []string{dfrsAvg, dfrsTop} {
			x.Cells = append(x.Cells, Cell{Row: algorithm, Column: m + " " + c, Unit: t.unit, Value: func(r *Results) float64 { return dfrsCost(r)(m, c, algorithm) }})
			if v := dfrsPrintedCost(m, c, algorithm); v == v {
				x.Published = append(x.Published, Published{Row: algorithm, Column: m + " " + c, Unit: t.unit, Value: v, Note: t.note})
			}
		}
	}
}

func (t dfrsCostTable) experiment(scale Scale) Experiment {
	x := Experiment{ID: "dfrs/table" + t.number, Kind: Table, Title: t.title + ": all algorithms, scaled synthetic traces with loads of 0.7 and more"}
	for _, row := range dfrsPrintedTables()[t.number] {
		if dfrsPart(scale, row.algorithm) {
			dfrsNeed(&x, dfrsScaled, scale, dfrsHigh(scale), row.algorithm)
		}
		t.add(&x, row.algorithm)
	}
	return x
}

func dfrsTable3(scale Scale) Experiment {
	x := Experiment{ID: "dfrs/table3", Kind: Table, Title: "Costs of preemption and migration, scaled synthetic traces with loads of 0.7 and more", Claims: dfrsTable3Claims()}
	for _, a := range dfrsTable3Rows {
		dfrsNeed(&x, dfrsScaled, scale, dfrsHigh(scale), a)
		for _, t := range dfrsCosts {
			t.add(&x, a)
		}
	}
	return x
}

func dfrsTable4(scale Scale) Experiment {
	x := Experiment{ID: "dfrs/table4", Kind: Table, Title: "Average normalized underutilization", Claims: dfrsTable4Claims()}
	for _, row := range dfrsTable4Rows {
		for i, s := range dfrsSets {
			dfrsNeed(&x, s, scale, s.loads(scale), row.algorithm)
			x.Cells = append(x.Cells, Cell{Row: row.algorithm, Column: s.title, Value: func(r *Results) float64 { return dfrsUnderOf(r)(s.key, "", row.algorithm) }})
			x.Published = append(x.Published, Published{Row: row.algorithm, Column: s.title, Value: row.values[i]})
		}
	}
	return x
}

// dfrsWhole is the label of a run of all the log at once.
func dfrsWhole(algorithm string) string { return "whole log " + algorithm }

// dfrsWholePeriods are periods in seconds with which the log is played in one
// piece beside the paper's.
var dfrsWholePeriods = []int{1200, 3600, 12000}

// dfrsSection64 plays the log in one piece. With the default period jobs pile up
// by the thousand, which takes far longer than all weeks by themselves.
func dfrsSection64() Experiment {
	x := Experiment{ID: "dfrs/section6.4", Kind: Table, Title: "Normalized underutilization of the log in one piece",
		Doc:    "The log asks for 60 % of the CPU and 23 % of the memory. A period of 600 s with a penalty of 300 s leaves about half of the CPU once jobs wait, since every period then changes who runs: what has piled up never ends. The paper does not see that; longer periods, which are ours, do not either.",
		Claims: dfrsSection64Claims()}
	column := "normalized underutilization"
	add := func(algorithm string) {
		label := dfrsWhole(algorithm)
		x.Runs = append(x.Runs, dfrsPlay(label, dfrsLog, dfrsCut{Nodes: dfrsLogNodes}, algorithm))
		x.Cells = append(x.Cells, Cell{Row: algorithm, Column: column, Value: func(r *Results) float64 { return r.Series(label, dfrsUnder)[0] }},
			Cell{Row: algorithm, Column: dfrsMeanStretch, Value: func(r *Results) float64 { return r.Series(label, dfrsMeanStretch)[0] }})
	}
	for _, row := range dfrsTable4Rows {
		add(row.algorithm)
		p := Published{Row: row.algorithm, Column: column, Value: 0.10, Note: "Jobs pile up with the period of 600 s; the printed number is near those of much longer periods."}
		if row.algorithm == dfrsEASY {
			p.Value, p.Note = 0.08, ""
		}
		x.Published = append(x.Published, p)
	}
	for _, seconds := range dfrsWholePeriods {
		add(dfrsPeriod(seconds))
	}
	return x
}

// dfrsUnderOf is the source of claims about underutilization: of a set and an
// algorithm, the average.
func dfrsUnderOf(r *Results) dynpSource {
	return func(set, _, algorithm string) float64 {
		s := dfrsSetOf(set)
		return dfrsReduce(s.pool(r, s.loads(r.Scale), algorithm, dfrsUnder), dfrsAvg)
	}
}

// dfrsPrintedUnder is the same of table 4.
func dfrsPrintedUnder(set, _, algorithm string) float64 {
	row := slices.IndexFunc(dfrsTable4Rows, func(r dfrsPrintedRow) bool { return r.algorithm == algorithm })
	return dfrsTable4Rows[row].values[slices.IndexFunc(dfrsSets, func(s dfrsSet) bool { return s.key == set })]
}
