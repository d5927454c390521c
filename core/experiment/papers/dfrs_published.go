package papers

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"sync"
)

// What the dfrs paper prints. Figures print no numbers; what the text says of
// them stands with them.

// dfrsAppendix is tables 5 to 10: a line has the table, the algorithm, and the
// numbers in the order of the printed columns, '?' for one that cannot be read.
//
//go:embed dfrs_appendix.tsv
var dfrsAppendix string

// A dfrsPrintedRow is a row of tables 4 to 10.
type dfrsPrintedRow struct {
	algorithm string
	values    []float64 // NaN for what cannot be read
}

// dfrsPrintedTables are the rows of tables 5 to 10, by number.
var dfrsPrintedTables = sync.OnceValue(func() map[string][]dfrsPrintedRow {
	tables := map[string][]dfrsPrintedRow{}
	for line := range strings.Lines(dfrsAppendix) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		row := dfrsPrintedRow{algorithm: f[1]}
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

// dfrsPrinted is the number of an algorithm in a column of a table, NaN where
// there is none.
func dfrsPrinted(table string, column int, algorithm string) float64 {
	for _, r := range dfrsPrintedTables()[table] {
		if r.algorithm == algorithm && column < len(r.values) {
			return r.values[column]
		}
	}
	return math.NaN()
}

// dfrsTable4Rows are the normalized underutilizations of table 4: real-world,
// unscaled and scaled traces.
var dfrsTable4Rows = []dfrsPrintedRow{
	{dfrsEASY, []float64{0.064, 0.349, 0.384}},
	{dfrsBestP, []float64{0.344, 0.497, 0.607}},
	{dfrsBest, []float64{0.344, 0.497, 0.608}},
}

// Names that the text speaks of.
const (
	dfrsFCFS    = "FCFS"
	dfrsEASY    = "EASY"
	dfrsBest    = "GreedyPM*/per/OPT=MIN/MINVT=600"
	dfrsBestP   = "GreedyP*/per/OPT=MIN/MINVT=600" // the other best one
	dfrsPer     = "/per/OPT=MIN/MINVT=600"
	dfrsStretch = "/stretch-per/OPT=MAX/MINVT=600"
)

// The algorithms of table 2, in the groups that the text
// speaks of.
var (
	dfrsBatch  = []string{dfrsFCFS, dfrsEASY}
	dfrsPurely = []string{"Greedy*/OPT=MIN", "GreedyP*/OPT=MIN", "GreedyPM*/OPT=MIN"}
	dfrsPlain  = []string{"Greedy/per/OPT=MIN", "GreedyP/per/OPT=MIN", "GreedyPM/per/OPT=MIN"}
	dfrsStar   = []string{"Greedy*/per/OPT=MIN", "GreedyP*/per/OPT=MIN", "GreedyPM*/per/OPT=MIN"}
	dfrsGrace  = []string{"GreedyP/per/OPT=MIN/MINVT=600", "GreedyPM/per/OPT=MIN/MINVT=600", dfrsBestP, dfrsBest}
	dfrsGlobal = []string{"MCB8*/OPT=MIN/MINVT=600", "MCB8/per/OPT=MIN/MINVT=600", "MCB8*/per/OPT=MIN/MINVT=600"}
	dfrsClock  = []string{dfrsPer, dfrsStretch}
)

// dfrsTable3Rows are the algorithms of table 3.
var dfrsTable3Rows = []string{dfrsEASY, dfrsFCFS,
	"Greedy*/OPT=MIN", "GreedyP*/OPT=MIN", "GreedyPM*/OPT=MIN", "Greedy/per/OPT=MIN", "GreedyP/per/OPT=MIN", "GreedyPM/per/OPT=MIN",
	"Greedy*/per/OPT=MIN", "GreedyP*/per/OPT=MIN", "GreedyPM*/per/OPT=MIN", "Greedy*/per/OPT=MIN/MINVT=600", dfrsBestP, dfrsBest,
	"MCB8*/OPT=MIN", "MCB8*/per/OPT=MIN", "MCB8*/per/OPT=MIN/MINVT=600", "/per/OPT=MIN", "/stretch-per/OPT=MAX"}
