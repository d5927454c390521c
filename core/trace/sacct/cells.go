package sacct

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/backfill-lab/backfill/core/internal/text"
)

// Cells are rows of sacct's columns whose cells are told apart already, as in Parquet files and in CSV with quotes.
type Cells interface {
	// Next returns the next row, with a cell for each column, and its line; io.EOF after the last. A *ParseError is about this
	// row alone. The cells are valid until the next call.
	Next() (cells []string, line int, err error)
}

// NewCellReader returns a Reader of rows whose columns have these names. Values may be written as pandas, R and databases write
// them: nothing or NaN for none, 120.0 for 120, "0 days 02:00:00" or seconds for a duration, and Unix times in any unit down to
// nanoseconds.
func NewCellReader(names []string, rows Cells) *Reader {
	r := NewReader(strings.NewReader(""))
	r.next = func(rec *Record) (bool, error) {
		all := make([][]byte, len(names))
		for i, name := range names {
			all[i] = []byte(name)
		}
		l, err := newLayout(all)
		if r.at = 1; err != nil {
			r.done = r.errLine(err)
		} else {
			r.done = r.begin(l)
		}
		r.next = func(rec *Record) (bool, error) { return r.nextCells(rows, rec) }
		return false, r.done
	}
	return r
}

// nextCells reads a row. It reports true if it put a job into rec.
func (r *Reader) nextCells(rows Cells, rec *Record) (full bool, err error) {
	cells, line, err := rows.Next()
	var bad *ParseError
	switch r.at = line; {
	case errors.As(err, &bad):
		return false, err
	case err == io.EOF:
		r.done = err
		return false, nil
	case err != nil:
		r.done = err
		return false, err
	}
	l := r.layout
	if cells[l.id] == l.names[l.id] { // of an output that was put below another
		r.counts[ruleHeader]++
		return false, nil
	}
	for i, c := range l.columns {
		r.fields[c] = r.plain(c, strings.TrimSpace(cells[i]))
	}
	return r.take(nil, rec)
}

// plain is plainCell. It takes note of a number in Elapsed, where sacct has none: start and end then say how long the job ran,
// because nobody knows the unit.
func (r *Reader) plain(c column, cell string) []byte {
	if _, err := strconv.ParseFloat(cell, 64); c == colElapsed && err == nil {
		r.numeric = true
	}
	return plainCell(c, cell)
}

// plainCell returns a cell of column c as sacct prints it.
func plainCell(c column, cell string) []byte {
	switch cell { // words of pandas, R and databases for a value that is missing
	case "", "NaN", "nan", "NaT", "NA", "<NA>", "NULL", "null", `\N`:
		return nil
	}
	switch c {
	case colSubmit, colEligible, colStart, colEnd:
		cell = plainTime(cell)
	case colElapsed, colTimelimit, colSuspended:
		if n, ok := seconds(cell); ok {
			cell = fmt.Sprintf("%d:%02d:%02d", n/3600, n/60%60, n%60)
		}
	case colElapsedRaw, colTimelimitRaw:
		if n, ok := seconds(cell); ok && strings.Contains(cell, ":") {
			if c == colTimelimitRaw {
				n /= 60
			}
			cell = strconv.FormatInt(n, 10)
		}
	case colUser, colGroup, colAccount, colJobName:
		cell = text.Whole(cell)
	}
	return []byte(cell)
}

// seconds reads a duration as a number of seconds or as pandas writes it. It leaves those of sacct.
func seconds(cell string) (n int64, ok bool) {
	if x, err := strconv.ParseFloat(cell, 64); err == nil && x >= 0 && x < 1e12 {
		return int64(math.Round(x)), true
	}
	days, clock, dated := strings.Cut(cell, " day")
	if dated {
		clock = days + "-" + strings.TrimLeft(clock, "s, +")
	} else {
		clock = cell
	}
	n, err := parseDuration([]byte(clock))
	return n, err == nil && n != None
}

// plainTime returns a time as sacct prints it: without fractions of a second, and as a Unix time in seconds if it has an offset
// or is a Unix time in a finer unit. What is not a time stays.
func plainTime(cell string) string {
	if x, err := strconv.ParseFloat(cell, 64); err == nil {
		for _, unit := range []float64{1e9, 1e6, 1e3} {
			if x >= 1e8*unit { // after 1973
				x /= unit
				break
			}
		}
		return strconv.FormatFloat(math.Floor(x), 'f', 0, 64)
	}
	const plain = "2006-01-02T15:04:05"
	s := cell
	if len(s) > len("2006-01-02") && s[10] == ' ' {
		s = s[:10] + "T" + s[11:]
	}
	if len(s) <= len(plain) {
		return s
	}
	for _, layout := range []string{plain + "Z07:00", plain + "Z0700", plain + " MST"} {
		if at, err := time.Parse(layout, s); err == nil {
			return strconv.FormatInt(at.Unix(), 10)
		}
	}
	if _, err := time.Parse(plain, s); err == nil { // which takes fractions
		return s[:len(plain)]
	}
	return s
}

// squeeze returns a name of a column in lower case and without what stands between its words: jobid of JobID, job_id and "Job ID".
func squeeze(name []byte) string {
	return string(bytes.ToLower(bytes.Map(func(r rune) rune {
		if r == '_' || r == ' ' || r == '-' || r == '.' {
			return -1
		}
		return r
	}, name)))
}
