package table

import (
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/internal/doubt"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// spans counts how lengths of time are to those that other columns give.
type spans struct {
	near       float64 // seconds by which they may differ
	rows, same int
	by         []int // times a factor
	turnaround int   // they are from the submission to the end
	work       int   // they are times processors
	longer     int
	shorter    int
	hours      int // they differ by half hours, but for some seconds
}

// fewLonger is the least number of rows with run times that are too long by which those of starts and ends are taken.
const fewLonger = 3

// of reads fields of row i; ok is false if one is missing.
func (r *Reader) of(i int, fields ...Field) (n [4]int64, ok bool) {
	for k, f := range fields {
		var err error
		if n[k], err = r.value(&r.cells[f], f, i); err != nil || n[k] == None {
			return n, false
		}
	}
	return n, true
}

// newSpans returns spans for lengths of a column against those between two moments: clocks that show minutes only are off by one.
func (r *Reader) newSpans(c *cell, from, to Field) *spans {
	s := &spans{near: roundTo, by: make([]int, len(factors))}
	if n := c.scale.num; n > 1 { // hours have decimals
		s.near = float64(min(n, 60))
	}
	minutes := true
	for i := range r.batch.Rows {
		n, ok := r.of(i, from, to)
		minutes = minutes && (!ok || n[0]%60 == 0 && n[1]%60 == 0)
	}
	if minutes {
		s.near = 60
	}
	return s
}

// count holds a length of time against another.
func (s *spans) count(is, span float64) (unit bool) {
	if s.rows++; isNear(is, span, s.near) {
		s.same++
		return false
	}
	for k, f := range factors { // a number in a unit is rounded to a second as if it were one
		x := float64(f.num) / float64(f.den)
		if is != 0 && isNear(is*x, span, max(x/2, roundTo)) {
			s.by[k]++
			return true
		}
	}
	if off := math.Abs(is - span); off > 900 && math.Abs(off-1800*math.Round(off/1800)) < 5 {
		s.hours++
	}
	if is > span {
		s.longer++
	} else {
		s.shorter++
	}
	return false
}

// unit returns the factor by which most lengths differ, or -1.
func (s *spans) unit() int {
	if k := slices.Index(s.by, slices.Max(s.by)); s.rows >= fewRows && 2*s.by[k] > s.rows {
		return k
	}
	return -1
}

// compareRuns holds run times against starts and ends. If they differ by the factor of another unit in most rows, or are longer,
// starts and ends count where both are given, unless somebody has chosen the column of run times.
func (r *Reader) compareRuns() {
	run, start, end := &r.cells[Run], &r.cells[Start], &r.cells[End]
	if !run.given || !start.given || !end.given || run.at < 0 || r.cells[Work].given {
		return
	}
	s := r.newSpans(run, Start, End)
	for i := range r.batch.Rows {
		n, ok := r.of(i, Run, Start, End)
		if !ok || n[2] <= n[1] || n[2] >= Year2100 {
			continue
		}
		is, span := float64(n[0]), float64(n[2]-n[1])
		if unit := s.count(is, span); unit || isNear(is, span, s.near) {
			continue
		}
		if m, ok := r.of(i, Submit); ok && isNear(is, float64(n[2]-m[0]), s.near) {
			s.turnaround++
		} else if m, ok := r.of(i, Procs); r.cells[Procs].given && ok && isNear(is, span*float64(m[0]), s.near) {
			s.work++
		}
	}
	if s.rows < fewRows {
		return
	}
	r.agreed = 2*s.same > s.rows
	span := end.column.Name + " minus " + start.column.Name
	rows := func(n int) string { return fmt.Sprintf("%s of %s rows", numeral.Whole(n), numeral.Whole(s.rows)) }
	if k := s.unit(); k >= 0 {
		what := fmt.Sprintf("%s is %s of %s in %s: it looks like %s read as seconds", run.column.Name,
			part(factors[k].num, factors[k].den), span, rows(s.by[k]), unitNames[factors[k].unit])
		r.insteadOfRun(what, s.by[k], s.rows, false, r.fix(Run, run.column.Name, factors[k].unit))
		if r.instead {
			run.unit, run.scale = factors[k].unit, timeUnits[factors[k].unit] // where a row has no start or no end
		}
		return
	}
	column := r.fix(Run, run.column.Name, "")
	told := func(is string, n int) string { return fmt.Sprintf("%s is %s in %s", run.column.Name, is, rows(n)) }
	switch {
	case s.longer >= fewLonger && 2*s.turnaround > s.rows:
		r.insteadOfRun(told(end.column.Name+" minus "+r.cells[Submit].column.Name, s.turnaround), s.turnaround, s.rows, false, column)
	case s.longer >= fewLonger && 2*s.work > s.rows:
		r.insteadOfRun(told(span+" times "+r.cells[Procs].column.Name, s.work), s.work, s.rows, false, column)
	case s.longer >= fewLonger && 2*s.longer > s.rows:
		r.insteadOfRun(told("longer than "+span, s.longer), s.longer, s.rows, true, column)
	case doubt.Share(s.longer, s.rows), doubt.Share(s.shorter, s.rows):
		what := told("longer than "+span, s.longer)
		if s.shorter >= s.longer {
			what = told("shorter than "+span, s.shorter) + ", as of jobs that were suspended"
		}
		r.doubt(doubt.Doubt{Key: "run-differs", Jobs: s.longer + s.shorter, Of: s.rows, Grave: true, What: what,
			Fix: "to use " + span + ", give --map auto," + Run.String() + "="})
	}
}

// insteadOfRun takes starts and ends in place of the column of run times, unless somebody has chosen that, and says so.
func (r *Reader) insteadOfRun(what string, rows, of int, grave bool, fix string) {
	if r.written[Run] {
		r.doubt(doubt.Doubt{Key: "run-unit", What: what, Jobs: rows, Of: of, Fix: fix, Grave: true})
		return
	}
	r.instead = true
	r.doubt(doubt.Doubt{Key: "run-unit", What: what + ", so run times are those of start and end", Jobs: rows, Of: of,
		Fix: "to use the column, " + fix, Grave: grave})
}

// compareWaits holds waiting times against submissions and starts, which count.
func (r *Reader) compareWaits() {
	wait, submit, start, run := &r.cells[Wait], &r.cells[Submit], &r.cells[Start], &r.cells[Run]
	if !wait.given || wait.at < 0 || !submit.given || !start.given {
		return
	}
	s := r.newSpans(wait, Submit, Start)
	for i := range r.batch.Rows {
		if n, ok := r.of(i, Wait, Submit, Start); ok {
			s.count(float64(n[0]), float64(n[2]-n[1]))
		}
	}
	span := start.column.Name + " minus " + submit.column.Name
	_, named := bare(wait.column.Name)
	d := doubt.Doubt{Key: "wait-unit", Jobs: s.rows - s.same, Of: s.rows}
	switch k := s.unit(); {
	case k >= 0 && named == "":
		d.What = fmt.Sprintf("%s is %s of %s in %s of %s rows: it looks like %s, and is not used", wait.column.Name,
			part(factors[k].num, factors[k].den), span, numeral.Whole(s.by[k]), numeral.Whole(s.rows), unitNames[factors[k].unit])
		if d.Grave = r.guessed(Run) && !r.cells[End].given; d.Grave {
			d.What += "; other lengths of time may be, too"
			d.Fix = r.fix(Run, run.column.Name, factors[k].unit)
		}
	case s.rows >= fewRows && doubt.Share(s.longer+s.shorter, s.rows):
		d.What = fmt.Sprintf("%s is not %s, which counts, in %s of %s rows", wait.column.Name, span,
			numeral.Whole(s.longer+s.shorter), numeral.Whole(s.rows))
		if d.Grave = 2*s.hours > s.rows; d.Grave {
			d.What += ": the times may be of different zones"
			d.Fix = "look at how the log was made"
		}
	default:
		return
	}
	r.doubt(d)
}
