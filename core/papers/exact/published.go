package exact

import (
	"embed"

	"github.com/backfill-lab/backfill/core/paper"
)

//go:embed printed
var files embed.FS

// numbers are what the paper prints.
var numbers = paper.Embedded(files)

// A row is a printed row of table 1.
type row struct {
	title                 string // when the step's job was submitted, as printed
	jobs                  float64
	makespan, accumulated float64 // seconds
	scale                 float64 // minutes
	quality, loss         float64 // loss in percent
	seconds               float64 // of computing
}

func readRow(title string) row {
	at := func(column string) float64 { return numbers().At("table1", title, column) }
	return row{title, at("jobs"), at("makespan"), at("acc. run time"), at("time scale"), at("quality"), at(loss), at(time)}
}

// rows are the rows, in blocks of 4, 2, 3 and 3.
var rows = func() (all []row) {
	for _, title := range []string{
		"38,589", "38,590", "40,284", "40,493", "50,356", "50,360", "70,628", "71,271", "71,285", "36,037", "52,698", "69,073",
	} {
		all = append(all, readRow(title))
	}
	return all
}()

// The rows that the text calls the first block, and those in the 1 % range.
const (
	firstBlock = 4
	usual      = 9
)

var averages = readRow("averages")
