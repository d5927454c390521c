package exact

import (
	"embed"
	"strconv"
	"strings"
	"sync"

	"github.com/backfill-lab/backfill/core/optimum/program"
	"github.com/backfill-lab/backfill/core/papers/paper"
)

//go:embed printed readings.txt paper.txt
var files embed.FS

// numbers are what the paper prints.
var numbers = paper.Embedded(files)

// The titles of the other rows: the last one of the table, and numbers of the text.
const (
	averages  = "averages"
	planning  = "policies, 25 waiting jobs"
	eightJobs = "8 jobs over 2 days"
	ctcTrace  = "CTC trace"

	hours = "first 20 hours" // ours: in which all printed steps are
)

// A row is one of the steps in the table.
type row struct {
	title     string // when the step's job was submitted, as printed
	submitted int64  // the same as a number
	program.Size
	scale float64 // minutes
}

// rows are in blocks of 4, 2, 3 and 3.
var rows = sync.OnceValue(func() (all []row) {
	for _, n := range numbers().Of("table1") {
		if n.Column == "acc. run time" && n.Row != averages {
			at := func(column string) float64 { return numbers().At("table1", n.Row, column) }
			size := program.Size{Jobs: int(at("jobs")), Makespan: int64(at("makespan")), Accumulated: int64(n.Value)}
			submitted, err := strconv.ParseInt(strings.ReplaceAll(n.Row, ",", ""), 10, 64)
			if err != nil {
				panic(err)
			}
			all = append(all, row{n.Row, submitted, size, at("time scale")})
		}
	}
	return all
})

// lastRow is the second of the last of the steps in the table.
func lastRow() (last int64) {
	for _, r := range rows() {
		last = max(last, r.submitted)
	}
	return last
}

// The rows of the first block, of the first two, and of all in the 1 % range.
const (
	firstBlock = 4
	twoBlocks  = 6
	usual      = 9
)
