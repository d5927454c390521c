package sacct

import (
	"bytes"
	"fmt"
	"strings"
)

// separators are tried for rows without a line of column names.
const separators = "|\t;^,:!#~@%&"

// CheckColumns reports what is wrong with a list of columns for Reader.Columns.
func CheckColumns(list string) error {
	_, err := givenLayout(list)
	return err
}

// givenLayout returns the layout that a list of columns describes, without a separator.
func givenLayout(list string) (*layout, error) {
	var names [][]byte
	for name := range strings.FieldsFuncSeq(list, func(r rune) bool { return strings.ContainsRune(", |\t\r\n", r) }) {
		name, _, _ = strings.Cut(name, "%") // JobName%30 is a width
		names = append(names, []byte(name))
	}
	if len(names) > maxColumns {
		return nil, fmt.Errorf("%d columns: sacct has no more than %d", len(names), maxColumns)
	}
	l, err := newLayout(names)
	if err != nil || !l.has[colSubmit] {
		return nil, ErrGiven
	}
	return l, nil
}

// given begins with the columns of Reader.Columns. The first row shows the separator.
func (r *Reader) given(row []byte) error {
	l, err := givenLayout(r.Columns)
	if err != nil {
		return err
	}
	for i := range separators {
		sep := separators[i]
		l.end = bytes.Count(row, []byte{sep}) == len(l.columns) && row[len(row)-1] == sep
		if r.layout = l; l.separate(sep) == nil && r.fits(row) {
			return nil
		}
	}
	bars := bytes.Count(row, []byte("|"))
	if bars == 0 {
		return fmt.Errorf("%w: the first row does not have the %d fields of --columns", ErrFields, len(l.columns))
	}
	l.end = bars >= len(l.columns) && row[len(row)-1] == '|'
	return l.separate('|') // this row is odd
}

// fits reports whether a row has a field for every column, and each looks like its column.
func (r *Reader) fits(row []byte) bool {
	if r.layout.end {
		row = row[:len(row)-1]
	}
	n := len(r.layout.columns)
	return bytes.Count(row, []byte{r.layout.sep}) == n-1 && r.reach(row) == n
}
