package dfrs

import (
	"embed"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

//go:embed printed readings.txt paper.txt
var files embed.FS

// numbers are what the paper prints. Tables 2 and 3 repeat numbers of tables 5 to 10.
var numbers = paper.Embedded(files)

// rowsOf returns the rows of a printed table in their order.
func rowsOf(table string) []string { return numbers().Rows(table) }

// Algorithms that the text names.
const (
	nameFCFS = "FCFS"
	nameEASY = "EASY"
	bestName = "GreedyPM*/per/OPT=MIN/MINVT=600"
	bestP    = "GreedyP*/per/OPT=MIN/MINVT=600" // the other best one
	per      = "/per/OPT=MIN/MINVT=600"
	stretch  = "/stretch-per/OPT=MAX/MINVT=600"
)

// The algorithms of table 2, in the text's groups.
var (
	batch  = []string{nameFCFS, nameEASY}
	purely = []string{"Greedy*/OPT=MIN", "GreedyP*/OPT=MIN", "GreedyPM*/OPT=MIN"}
	plain  = []string{"Greedy/per/OPT=MIN", "GreedyP/per/OPT=MIN", "GreedyPM/per/OPT=MIN"}
	star   = []string{"Greedy*/per/OPT=MIN", "GreedyP*/per/OPT=MIN", "GreedyPM*/per/OPT=MIN"}
	grace  = []string{"GreedyP/per/OPT=MIN/MINVT=600", "GreedyPM/per/OPT=MIN/MINVT=600", bestP, bestName}
	global = []string{"MCB8*/OPT=MIN/MINVT=600", "MCB8/per/OPT=MIN/MINVT=600", "MCB8*/per/OPT=MIN/MINVT=600"}
	clock  = []string{per, stretch}
)
