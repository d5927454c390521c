package dynp

import (
	"embed"

	"github.com/backfill-lab/backfill/core/paper"
)

//go:embed printed
var files embed.FS

// numbers are what the paper prints. Remarks at the tables name contradictions.
var numbers = paper.Embedded(files)

// sets are the keys of the four job sets in the order of the paper's columns.
var sets = []string{"ctc", "kth", "pc2", "sdsc"}

// A printedRow is a row of a printed table.
type printedRow struct {
	key, title string
	unit       string // "s", "%" or ""
}

// A printedTable is a table with a column for each job set.
type printedTable struct {
	name string
	rows []printedRow
}

// at is the source of the printed numbers.
func (t printedTable) at(set, _, key string) float64 {
	column := setOf(set).syn()
	if t.name == "table2" {
		column = setOf(set).log()
	}
	return numbers().At(t.name, titleOf(t.rows, key), column)
}

// published returns the printed numbers; note says by a row's key why ours may differ.
func (t printedTable) published(note func(key string) string) []paper.Published {
	return numbers().Of(t.name, func(row, _ string) string {
		for _, r := range t.rows {
			if r.title == row {
				return note(r.key)
			}
		}
		return ""
	})
}

// cells returns our numbers, with a column for each label; cell returns how to compute one.
func (t printedTable) cells(labels []string, cell func(key, label string) func(*paper.Results) float64) (all []paper.Cell) {
	for _, r := range t.rows {
		for _, label := range labels {
			all = append(all, paper.Cell{Row: r.title, Column: label, Unit: r.unit, Value: cell(r.key, label)})
		}
	}
	return all
}

// printed4 is the source of the printed numbers of table 4.
func printed4(set, column, key string) float64 {
	return numbers().At("table4", setOf(set).syn()+" "+titleOf(table4, key), columnTitles[column])
}

// titleOf returns the title of the row of that key, which no table has if it is "".
func titleOf(rows []printedRow, key string) string {
	for _, r := range rows {
		if r.key == key {
			return r.title
		}
	}
	return ""
}

// table2 is the output of the trace analyser: CTC, KTH, PC2, SDSC.
var table2 = printedTable{"table2", []printedRow{
	{"jobs", "number of jobs", ""},
	{"width_max", "maximum job width", ""},
	{"procs", "width of machine (batch)", ""},
	{"width_mean", "average requested resources", ""},
	{"estimate_mean", "estimated run time, average", "s"},
	{"estimate_min", "estimated run time, least", "s"},
	{"estimate_max", "estimated run time, largest", "s"},
	{"run_mean", "actual run time, average", "s"},
	{"run_min", "actual run time, least", "s"},
	{"run_max", "actual run time, largest", "s"},
	{"over", "jobs with actual > estimated run time", ""},
	{"over_share", "jobs with actual > estimated run time, share", "%"},
	{"gap_mean", "interarrival time, average", "s"},
	{"gap_min", "interarrival time, least", "s"},
	{"gap_max", "interarrival time, largest", "s"},
	{"likelihood", "likelihood of interarrival time", ""},
	{"alpha", "Weibull: alpha", ""},
	{"beta", "Weibull: beta", "s"},
}}

// table3 describes the synthetic job sets: table 2 without the fit.
var table3 = printedTable{"table3", table2.rows[:15]}

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
var table5 = printedTable{"table5", []printedRow{
	{"run_mean", "average actual run time", "s"},
	{"wait_mean", "average wait time", "s"},
	{"art_s", "ART", "s"},
	{"artww_s", "ARTwW", "s"},
	{"util", "utilization", "%"},
	{"loc", "LOC", ""},
	{"started_sjf", "jobs started with SJF", ""},
	{"started_fcfs", "jobs started with FCFS", ""},
	{"started_ljf", "jobs started with LJF", ""},
	{"tries", "total tries of switches", ""},
	{"to_sjf", "switches to SJF", "%"},
	{"to_fcfs", "switches to FCFS", "%"},
	{"to_ljf", "switches to LJF", "%"},
	{"same", "same policy", "%"},
	{"backlog", "average backlog at start of self-tuning", ""},
}}

// table6 counts the cases of table 1 for the runs of table 5. Without case
// 10b the cases of every column add up to the printed total, with it they
// exceed it. The cases printed as taking the current policy add up to 15,991
// for KTH, not to the 15,932 printed.
var table6 = printedTable{"table6", []printedRow{
	{"1", "case 1", ""},
	{"2+7", "cases 2 & 7", ""},
	{"3+9", "cases 3 & 9", ""},
	{"4b+5", "cases 4b & 5", ""},
	{"4a", "case 4a", ""},
	{"4c", "case 4c", ""},
	{"6a", "case 6a", ""},
	{"6b", "case 6b", ""},
	{"6c", "case 6c", ""},
	{"8a", "case 8a", ""},
	{"8b", "case 8b", ""},
	{"8c", "case 8c", ""},
	{"10a", "case 10a", ""},
	{"10b", "case 10b", ""},
	{"10c", "case 10c", ""},
	{"total", "total", ""},
	{"differences", "differences to the simple decider", ""},
	{"differences_share", "differences to the simple decider, share", "%"},
	{"current", "taking the current policy", ""},
	{"current_share", "taking the current policy, share", "%"},
}}
