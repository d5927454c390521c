package table

import (
	"fmt"
	"iter"
	"math"
	"strings"

	"github.com/backfill-lab/backfill/internal/doubt"
)

// The days of this century, as spreadsheets count.
const firstSerial, lastSerial = 36526, 73050

// findSerials finds times that are days of spreadsheets.
func (r *Reader) findSerials() {
	var found []string
	rows := 0
	for _, f := range [...]Field{Submit, Start, End} {
		c := &r.cells[f]
		if !c.given || !c.auto || c.at < 0 {
			continue
		}
		if n := r.serials(&r.batch.Cols[c.at]); n >= fewRows {
			c.unit, c.auto = excel, false
			found, rows = append(found, c.column.Name), n
		}
	}
	if len(found) > 0 {
		r.doubt(doubt.Doubt{Key: "spreadsheet-days", Jobs: rows, Of: r.batch.Rows, What: strings.Join(found, ", ") +
			" seem to be the days that spreadsheets count, and are read as such", Fix: "if they are seconds, " + r.fix(Submit, found[0], "s")})
		r.findParts()
	}
}

// findParts finds lengths of time beside such days that are parts of days, too.
func (r *Reader) findParts() {
	var found []string
	var of Field
	for _, f := range [...]Field{Run, Wait, Estimate} {
		if c := &r.cells[f]; r.guessed(f) && c.unit == "s" {
			if all, most, _ := r.decimals(c, 100); all >= fewRows && most < 1000 && r.inSeconds(c) { // finer than hundredths
				c.unit, c.scale = "d", timeUnits["d"]
				found, of = append(found, c.column.Name), f
			}
		}
	}
	if len(found) > 0 {
		r.doubt(doubt.Doubt{Key: "spreadsheet-days", What: strings.Join(found, ", ") + " seem to be parts of days, and are read as such",
			Fix: "if they are seconds, " + r.fix(of, found[len(found)-1], "s")})
	}
}

// numbers yields the numbers of a column in the batch, and an error for a value that is none.
func (r *Reader) numbers(v *Vector) iter.Seq2[float64, error] {
	return func(yield func(float64, error) bool) {
		for i := range r.batch.Rows {
			if v.null(i) {
				continue
			}
			if x, given, err := r.day(v, i); (given || err != nil) && !yield(x, err) {
				return
			}
		}
	}
}

// off returns how far a number is from a whole one.
func off(x float64) float64 { return math.Abs(x - math.Round(x)) }

// wholeSeconds tells whether a number of days is one of whole seconds, as far as its decimals go.
func wholeSeconds(days float64) bool { return off(86400*days) <= 0.1 }

// inSeconds tells whether the numbers of a column, as days, are whole seconds.
func (r *Reader) inSeconds(c *cell) bool {
	for x, err := range r.numbers(&r.batch.Cols[c.at]) {
		if err != nil || !wholeSeconds(x) {
			return false
		}
	}
	return true
}

// decimals returns how many numbers of a column, times a factor, have decimals if most do, else 0, the largest of all, and how far
// they are apart. A text that is no number makes it 0.
func (r *Reader) decimals(c *cell, times float64) (rows int, most, apart float64) {
	all, least := 0, math.Inf(1)
	most = math.Inf(-1)
	for x, err := range r.numbers(&r.batch.Cols[c.at]) {
		if err != nil {
			return 0, 0, 0
		}
		all++
		most, least = max(most, x), min(least, x)
		if off(times*x) > 1e-6 {
			rows++
		}
	}
	if 2*rows <= all {
		return 0, 0, 0
	}
	return rows, most, most - least
}

// The largest numbers that are doubted to be seconds if they have decimals: lengths of time, and how far moments are apart.
const (
	smallSpan  = 100
	smallApart = 1000
)

// findSmall doubts times that would lose most of what they say if they were seconds: hours or days with decimals.
func (r *Reader) findSmall() {
	for _, f := range [...]Field{Submit, Run, Estimate} {
		c := &r.cells[f]
		if !r.guessed(f) || c.unit != "s" && c.unit != "" || c.column.Type == Time || c.column.Type == Duration {
			continue
		}
		if _, named := bare(c.column.Name); named != "" || f == Run && (r.agreed || r.instead) {
			continue
		}
		rows, most, apart := r.decimals(c, 1)
		instant := Fields[f].kind == instant
		if rows < 2*fewRows || instant && (apart >= smallApart || most > beyond/1e9) || !instant && most >= smallSpan {
			continue
		}
		fix := "if it is hours, " + r.fix(f, c.column.Name, "h") + "; min and d are others"
		what := fmt.Sprintf("%s has decimals, and is below %d everywhere", c.column.Name, smallSpan)
		if instant {
			what = fmt.Sprintf("%s has decimals, and all of it lies within %d s", c.column.Name, smallApart)
			if most-apart >= firstSerial && most < lastSerial {
				fix = "if it is the days of spreadsheets, " + r.fix(f, c.column.Name, excel)
			}
		}
		r.doubt(doubt.Doubt{Key: "small-times", Jobs: rows, Of: r.batch.Rows, Grave: true, What: what + ": it is read as seconds",
			Fix: fix})
	}
}

// serials returns how many values a column has if they are days of this century, whole seconds, and finer than hundredths of a day
// in most rows; else 0.
func (r *Reader) serials(v *Vector) (n int) {
	finer := 0
	for x, err := range r.numbers(v) {
		if err != nil || x < firstSerial || x >= lastSerial || !wholeSeconds(x) {
			return 0
		}
		n++
		if off(100*x) > 1e-6 {
			finer++
		}
	}
	if 2*finer <= n {
		return 0
	}
	return n
}
