package table

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/internal/doubt"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// spans counts how lengths of time are to those that other columns give.
type spans struct {
	rows, same int
	by         []int // times a factor
	turnaround int   // they are from the submission to the end
	work       int   // they are times processors
	longer     int
	shorter    int
}

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

// count holds a length of time against another.
func (s *spans) count(is, span float64) (unit bool) {
	if s.rows++; isNear(is, span, roundTo) {
		s.same++
		return false
	}
	for k, f := range factors { // a number in a unit is rounded to a second as if it were one
		x := float64(f.num) / float64(f.den)
		if isNear(is*x, span, max(x/2, roundTo)) {
			s.by[k]++
			return true
		}
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
// starts and ends count, unless somebody has chosen the column of run times.
func (r *Reader) compareRuns() {
	run, start, end := &r.cells[Run], &r.cells[Start], &r.cells[End]
	if !run.given || !start.given || !end.given || run.at < 0 || r.cells[Work].given {
		return
	}
	s := spans{by: make([]int, len(factors))}
	for i := range r.batch.Rows {
		n, ok := r.of(i, Run, Start, End)
		if !ok || n[2] <= n[1] {
			continue
		}
		is, span := float64(n[0]), float64(n[2]-n[1])
		if unit := s.count(is, span); unit || isNear(is, span, roundTo) {
			continue
		}
		if m, ok := r.of(i, Submit); ok && isNear(is, float64(n[2]-m[0]), roundTo) {
			s.turnaround++
		} else if m, ok := r.of(i, Procs); r.cells[Procs].given && ok && isNear(is, span*float64(m[0]), roundTo) {
			s.work++
		}
	}
	if s.rows < fewRows {
		return
	}
	span := end.column.Name + " minus " + start.column.Name
	rows := func(n int) string { return fmt.Sprintf("%s of %s rows", numeral.Whole(n), numeral.Whole(s.rows)) }
	if k := s.unit(); k >= 0 {
		what := fmt.Sprintf("%s is %s of %s in %s: it looks like %s read as seconds", run.column.Name,
			part(factors[k].num, factors[k].den), span, rows(s.by[k]), unitNames[factors[k].unit])
		r.insteadOfRun(what, s.by[k], s.rows, r.fix(Run, run.column.Name, factors[k].unit))
		return
	}
	is, n := "", s.longer
	switch {
	case 2*s.turnaround > s.rows:
		is, n = fmt.Sprintf("%s minus %s", end.column.Name, r.cells[Submit].column.Name), s.turnaround
	case 2*s.work > s.rows:
		is, n = fmt.Sprintf("%s times %s", span, r.cells[Procs].column.Name), s.work
	case doubt.Share(s.longer, s.rows):
		is = "longer than " + span
	case doubt.Share(s.shorter, s.rows):
		r.doubt(doubt.Doubt{Key: "run-shorter", Jobs: s.shorter, Of: s.rows, Grave: true,
			What: fmt.Sprintf("%s is shorter than %s in %s, as of jobs that were suspended", run.column.Name, span, rows(s.shorter)),
			Fix:  "to use " + span + ", give --map auto," + Run.String() + "="})
		return
	default:
		return
	}
	r.insteadOfRun(fmt.Sprintf("%s is %s in %s", run.column.Name, is, rows(n)), n, s.rows, r.fix(Run, run.column.Name, ""))
}

// insteadOfRun takes starts and ends in place of the column of run times, unless somebody has chosen that, and says so.
func (r *Reader) insteadOfRun(what string, rows, of int, fix string) {
	if r.written[Run] {
		r.doubt(doubt.Doubt{Key: "run-unit", What: what, Jobs: rows, Of: of, Fix: fix, Grave: true})
		return
	}
	r.cells[Run].given = false
	r.doubt(doubt.Doubt{Key: "run-unit", What: what + ", so run times are those of start and end", Jobs: rows, Of: of,
		Fix: "to use the column, " + fix})
}

// compareWaits holds waiting times against submissions and starts, which count.
func (r *Reader) compareWaits() {
	wait, submit, start, run := &r.cells[Wait], &r.cells[Submit], &r.cells[Start], &r.cells[Run]
	if !wait.given || wait.at < 0 || !submit.given || !start.given {
		return
	}
	s := spans{by: make([]int, len(factors))}
	for i := range r.batch.Rows {
		if n, ok := r.of(i, Wait, Submit, Start); ok {
			s.count(float64(n[0]), float64(n[2]-n[1]))
		}
	}
	span := start.column.Name + " minus " + submit.column.Name
	d := doubt.Doubt{Key: "wait-unit", Jobs: s.rows - s.same, Of: s.rows, Grave: true, Fix: "look at how the log was made"}
	switch k := s.unit(); {
	case k >= 0:
		d.What = fmt.Sprintf("%s is %s of %s in %s of %s rows: it looks like %s, and is not used", wait.column.Name,
			part(factors[k].num, factors[k].den), span, numeral.Whole(s.by[k]), numeral.Whole(s.rows), unitNames[factors[k].unit])
		if d.Grave = r.guessed(Run) && !r.cells[End].given; d.Grave {
			d.What += "; other lengths of time may be, too"
			d.Fix = r.fix(Run, run.column.Name, factors[k].unit)
		} else {
			d.Fix = ""
		}
	case s.rows >= fewRows && doubt.Share(s.longer+s.shorter, s.rows):
		d.What = fmt.Sprintf("%s is not %s in %s of %s rows, which count: the times may be of different zones", wait.column.Name, span,
			numeral.Whole(s.longer+s.shorter), numeral.Whole(s.rows))
	default:
		return
	}
	r.doubt(d)
}
