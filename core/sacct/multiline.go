package sacct

import "bytes"

// maxRowLines is the most lines of a row: SubmitLine may hold a whole script.
const maxRowLines = 1000

// A heldRow is the beginning of a row that goes on in the next line, because a text in it
// has the end of a line.
type heldRow struct {
	text  []byte // empty if no row is held
	line  int    // of the beginning
	lines int
	tries int
}

// maxTries is how often the lines of a row are held against the columns.
const maxTries = 100

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

// goOn adds a line to the row that is held. It returns the row when that is complete.
func (r *Reader) goOn(line []byte) (row []byte, err error) {
	h := &r.held
	if r.startsRow(line) {
		r.back = line
		return nil, r.letGo()
	}
	h.text = append(append(h.text, '\n'), line...)
	h.lines++
	if len(h.text) > maxLine || h.lines > maxRowLines || h.tries > maxTries {
		return nil, r.letGo()
	}
	if bytes.IndexByte(line, r.layout.sep) < 0 || bytes.Count(h.text, []byte{r.layout.sep})+1 < len(r.layout.columns) {
		return nil, nil
	}
	h.tries++
	if r.at = h.line; r.split(h.text) != nil {
		return nil, nil
	}
	r.counts[ruleLines]++
	return h.text, nil
}

// letGo returns the error about the row that is held, and drops it.
func (r *Reader) letGo() error {
	r.at = r.held.line
	r.held.text = r.held.text[:0]
	return r.errLine(ErrFields)
}
