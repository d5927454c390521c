package dfrs

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"sync"
)

// What the dfrs paper prints. Figures print no numbers; what the text says of
// them stands with them.

// appendix is tables 5 to 10: a line has the table, the algorithm, and the
// numbers in the order of the printed columns, '?' for one that cannot be read.
//
//go:embed appendix.tsv
var appendix string

// A printedRow is a row of tables 4 to 10.
type printedRow struct {
	algorithm string
	values    []float64 // NaN for what cannot be read
}

// printedTables are the rows of tables 5 to 10, by number.
var printedTables = sync.OnceValue(func() map[string][]printedRow {
	tables := map[string][]printedRow{}
	for line := range strings.Lines(appendix) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		row := printedRow{algorithm: f[1]}
		for _, s := range f[2:] {
			v, err := strconv.ParseFloat(s, 64)
			if err != nil {
				v = math.NaN()
			}
			row.values = append(row.values, v)
		}
		tables[f[0]] = append(tables[f[0]], row)
	}
	return tables
})

// printed is the number of an algorithm in a column of a table, NaN where
// there is none.
func printed(table string, column int, algorithm string) float64 {
	for _, r := range printedTables()[table] {
		if r.algorithm == algorithm && column < len(r.values) {
			return r.values[column]
		}
	}
	return math.NaN()
}

// table4Rows are the normalized underutilizations of table 4: real-world,
// unscaled and scaled traces.
var table4Rows = []printedRow{
	{nameEASY, []float64{0.064, 0.349, 0.384}},
	{bestP, []float64{0.344, 0.497, 0.607}},
	{bestName, []float64{0.344, 0.497, 0.608}},
}

// Names that the text speaks of.
const (
	nameFCFS = "FCFS"
	nameEASY = "EASY"
	bestName = "GreedyPM*/per/OPT=MIN/MINVT=600"
	bestP    = "GreedyP*/per/OPT=MIN/MINVT=600" // the other best one
	per      = "/per/OPT=MIN/MINVT=600"
	stretch  = "/stretch-per/OPT=MAX/MINVT=600"
)

// The algorithms of table 2, in the groups that the text
// speaks of.
var (
	batch  = []string{nameFCFS, nameEASY}
	purely = []string{"Greedy*/OPT=MIN", "GreedyP*/OPT=MIN", "GreedyPM*/OPT=MIN"}
	plain  = []string{"Greedy/per/OPT=MIN", "GreedyP/per/OPT=MIN", "GreedyPM/per/OPT=MIN"}
	star   = []string{"Greedy*/per/OPT=MIN", "GreedyP*/per/OPT=MIN", "GreedyPM*/per/OPT=MIN"}
	grace  = []string{"GreedyP/per/OPT=MIN/MINVT=600", "GreedyPM/per/OPT=MIN/MINVT=600", bestP, bestName}
	global = []string{"MCB8*/OPT=MIN/MINVT=600", "MCB8/per/OPT=MIN/MINVT=600", "MCB8*/per/OPT=MIN/MINVT=600"}
	clock  = []string{per, stretch}
)

// table3Rows are the algorithms of table 3.
var table3Rows = []string{nameEASY, nameFCFS,
	"Greedy*/OPT=MIN", "GreedyP*/OPT=MIN", "GreedyPM*/OPT=MIN", "Greedy/per/OPT=MIN", "GreedyP/per/OPT=MIN", "GreedyPM/per/OPT=MIN",
	"Greedy*/per/OPT=MIN", "GreedyP*/per/OPT=MIN", "GreedyPM*/per/OPT=MIN", "Greedy*/per/OPT=MIN/MINVT=600", bestP, bestName,
	"MCB8*/OPT=MIN", "MCB8*/per/OPT=MIN", "MCB8*/per/OPT=MIN/MINVT=600", "/per/OPT=MIN", "/stretch-per/OPT=MAX"}
