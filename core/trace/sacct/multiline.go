package sacct

import "bytes"

// maxRowLines is the most lines of a row: SubmitLine may hold a whole script.
const maxRowLines = 1000

// maxTries is how often the lines of a row are held against the columns.
const maxTries = 100

// A heldRow is the beginning of a row that goes on in the next line, because a text in it
// has the end of a line. It ends where another row certainly begins.
type heldRow struct {
	text  []byte // empty if no row is held
	line  int    // of the beginning
	lines int
}

// A tail says what may follow a row whose last column is free text.
type tail uint8

const (
	noTail  tail = iota
	mayHave      // the row is complete, but its last text may go on
	hasTail      // the text went on, and the rule is counted
)

// keeps reports whether a line with too few fields belongs to a row: it begins one, or
// goes on with the last text of the row above, of which the first line is enough.
func (r *Reader) keeps(line []byte) bool {
	l := r.layout
	switch {
	case bytes.Count(line, []byte{l.sep}) >= len(l.columns):
		return false
	case r.goesOn(line):
		r.held = heldRow{text: append(r.held.text[:0], line...), line: r.at, lines: 1}
		return true
	case r.after == noTail || r.startsRow(line):
		return false
	case r.after == mayHave:
		r.after = hasTail
		r.counts[ruleLines]++
	}
	return true
}

// goesOn reports whether a line with too few fields may be the beginning of a row: its
// fields look right as far as a column of free text.
func (r *Reader) goesOn(line []byte) bool {
	l := r.layout
	n := r.reach(line)
	for _, t := range l.texts {
		if t <= n {
			return true
		}
	}
	return false
}

// startsRow reports whether a line is certainly no part of a text: it names columns, or
// begins like a row as far as the job's id.
func (r *Reader) startsRow(line []byte) bool {
	if _, err := parseLayout(line); err == nil {
		return true
	}
	return bytes.IndexByte(line, r.layout.sep) >= 0 && r.reach(line) > r.layout.id
}

// mayGoOn notes that a row is complete.
func (r *Reader) mayGoOn() {
	r.after = noTail
	if _, isText := r.layout.weight(len(r.layout.columns) - 1); isText {
		r.after = mayHave
	}
}

// goOn adds a line to the row that is held, unless another row begins with it, which ends
// the row that is held.
func (r *Reader) goOn(line []byte, rec *Record) (full bool, err error) {
	h := &r.held
	if r.startsRow(line) {
		r.back = line
		return r.letGo(rec)
	}
	h.text = append(append(h.text, '\n'), line...)
	h.lines++
	if len(h.text) > maxLine || h.lines > maxRowLines {
		return r.letGo(rec)
	}
	return false, nil
}

// letGo takes the row that is held: as many of its lines as fit the columns. Those that
// are left are one error.
func (r *Reader) letGo(rec *Record) (full bool, err error) {
	h := &r.held
	row, lines, fits := h.text, h.lines, false
	for range maxTries {
		r.at = h.line
		if err = r.split(row); err == nil {
			fits = lines > 1 // one line alone is not put together
			break
		}
		i := bytes.LastIndexByte(row, '\n')
		if i < 0 {
			break
		}
		row, lines = row[:i], lines-1
	}
	h.text = h.text[:0]
	if !fits {
		return false, r.errLine(ErrFields)
	}
	if lines < h.lines {
		r.left = &ParseError{File: r.File, Line: h.line + lines, Err: ErrFields}
	}
	r.counts[ruleLines]++
	return r.take(row, rec)
}
