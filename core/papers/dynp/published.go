package dynp

import (
	"embed"
	"slices"
	"strings"
	"sync"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

//go:embed printed readings.txt paper.txt
var files embed.FS

// numbers are what the paper prints. Remarks at the tables name contradictions.
var numbers = paper.Embedded(files)

// sets are the keys of the four job sets in the order of the paper's columns.
var sets = []string{"ctc", "kth", "pc2", "sdsc"}

// A printedRow is a row of a printed table, with our key for it.
type printedRow struct {
	key, title string
	unit       string // "s", "%" or ""
}

// A printedTable is a table with a column for each job set.
type printedTable struct {
	name   string
	rows   func() []printedRow
	column func(*set) string
	value  func(key, label string) func(*paper.Results) float64 // computes our number in a row, of the run with that label
}

// of is table 2 for the column "trace", otherwise t.
func (t printedTable) of(column string) printedTable {
	if column == "trace" {
		return table2
	}
	return t
}

// at is the source of the printed numbers.
func (t printedTable) at(set, column, key string) float64 {
	t = t.of(column)
	return numbers().At(t.name, titleOf(t.rows(), key), t.column(setOf(set)))
}

// ours is the source of our numbers.
func (t printedTable) ours(r *paper.Results) paper.Source {
	return func(set, column, key string) float64 {
		t := t.of(column)
		return t.value(key, t.column(setOf(set)))(r)
	}
}

// labels are the headings of the columns.
func (t printedTable) labels() (all []string) {
	for i := range jobSets {
		all = append(all, t.column(&jobSets[i]))
	}
	return all
}

// cells returns our numbers.
func (t printedTable) cells() (all []paper.Cell) {
	for _, r := range t.rows() {
		for _, label := range t.labels() {
			all = append(all, paper.Cell{Row: r.title, Column: label, Unit: r.unit, Value: t.value(r.key, label)})
		}
	}
	return all
}

// printed4 is the source of the printed numbers of table 4.
func printed4(set, column, key string) float64 {
	return numbers().At("table4", setOf(set).syn()+" "+titleOf(table4, key), columnTitles[column])
}

// titleOf returns the title of the row with that key, or "".
func titleOf(rows []printedRow, key string) string {
	for _, r := range rows {
		if r.key == key {
			return r.title
		}
	}
	return ""
}

// rows returns a function that returns the first rows of a printed table, one for each key. It reads
// the table when it is first called: every start of a program would otherwise wait for it.
func rows(table, keys string) func() []printedRow {
	return sync.OnceValue(func() (all []printedRow) {
		numbers := numbers().Of(table)
		for _, key := range strings.Fields(keys) {
			n := numbers[0]
			all = append(all, printedRow{key, n.Row, n.Unit})
			numbers = slices.DeleteFunc(numbers, func(p paper.Published) bool { return p.Row == n.Row })
		}
		return all
	})
}

// table2 is the output of the trace analyser: CTC, KTH, PC2, SDSC.
var table2 = printedTable{"table2", rows("table2", "jobs width_max procs width_mean estimate_mean estimate_min estimate_max run_mean "+
	"run_min run_max over over_share gap_mean gap_min gap_max likelihood alpha beta"), (*set).log, value2}

// table3 describes the synthetic job sets: table 2 without the fit.
var table3 = printedTable{"table3", func() []printedRow { return table2.rows()[:15] }, (*set).syn, value2}

// table4Columns are quality and decider of the columns of table 4.
var table4Columns = []string{"artww-simple", "artww-advanced", "art-simple", "art-advanced", "ms-simple", "ms-advanced"}

// table4 has these rows for each job set, at shrinking factor 1.00. The jobs
// started add up to 9,997 in every column of CTC and KTH, 10,000 of PC2 (but
// 10,090 in its art-advanced, a misprint) and 9,999 of SDSC.
var table4 = []printedRow{
	{"artww_s", "ARTwW", "s"},
	{"util", "UTIL", "%"},
	{"loc", "LOC", ""},
	{"started_sjf", "jobs started with SJF", ""},
	{"started_fcfs", "jobs started with FCFS", ""},
	{"started_ljf", "jobs started with LJF", ""},
}

// table5 is the advanced decider with quality ARTwW at shrinking factor 1.00.
var table5 = printedTable{"table5", rows("table5", "run_mean wait_mean art_s artww_s util loc started_sjf started_fcfs started_ljf tries "+
	"to_sjf to_fcfs to_ljf same backlog"), (*set).syn, own}

// table6 counts the cases of table 1 for the runs of table 5. In every column the cases
// without 10b add up to the printed total. The cases printed as taking the current policy
// add up to 15,991 for KTH, not to the 15,932 printed.
var table6 = printedTable{"table6", rows("table6", "1 2+7 3+9 4b+5 4a 4c 6a 6b 6c 8a 8b 8c 10a 10b 10c total differences "+
	"differences_share current current_share"), (*set).syn, counted}

// countedCases is how many rows of table 6, its first, count cases; no case is in two.
const countedCases = 15
