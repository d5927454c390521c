package exact

import (
	"embed"

	"github.com/backfill-lab/backfill/core/exact/program"
	"github.com/backfill-lab/backfill/core/paper"
)

//go:embed printed
var files embed.FS

// numbers are what the paper prints.
var numbers = paper.Embedded(files)

// averages is the title of the last row.
const averages = "averages"

// A row is one of the others.
type row struct {
	title string // when the step's job was submitted, as printed
	program.Size
	scale float64 // minutes
}

// rows are in blocks of 4, 2, 3 and 3.
var rows = func() (all []row) {
	for _, n := range numbers().Of("table1", nil) {
		if n.Column == "jobs" && n.Row != averages {
			at := func(column string) float64 { return numbers().At("table1", n.Row, column) }
			size := program.Size{Jobs: int(n.Value), Makespan: int64(at("makespan")), Accumulated: int64(at("acc. run time"))}
			all = append(all, row{n.Row, size, at("time scale")})
		}
	}
	return all
}()

// The rows that the text calls the first block, and those in the 1 % range.
const (
	firstBlock = 4
	usual      = 9
)
