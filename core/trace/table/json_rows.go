package table

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// RowsForm is the form of rows as objects with a member for each column: the elements of a list, as pandas' to_json with
// orient="records" and most databases write them, or one after another (JSON lines). NestedForm is that of rows with objects or
// lists in them, as services write them: a member of a member is the column times.submitted.
const (
	RowsForm   = "rows"
	NestedForm = "nested rows"
)

// The names of the columns are those of the rows up to these bounds.
const (
	namedRows  = 1000
	namedBytes = 4 << 20
)

var (
	errRow  = errors.New("the row is not an object of JSON")
	errLate = errors.New("the rows before this one have no such member: write all members in each row, with null for no value")
)

// rowsForm returns the form of a file that begins with a row, all of it: an object that is in a list, is followed
// by another or has members that look like those of a job. It is "" for another file.
func rowsForm(head []byte) string {
	list, isList := after(head, '[')
	if isList {
		head = list
	}
	if _, is := after(head, '{'); !is {
		return ""
	}
	d := json.NewDecoder(bytes.NewReader(head))
	var row json.RawMessage
	if d.Decode(&row) != nil {
		return ""
	}
	names, values, err := membersWithin("", row, 0)
	if err != nil || len(names) == 0 {
		return ""
	}
	_, another := after(head[d.InputOffset():], '{')
	submitted := slices.ContainsFunc(names, func(name string) bool {
		plain, _ := bare(name)
		return slices.Contains(Fields[Submit].names, plain)
	})
	switch nested := slices.ContainsFunc(values, func(v json.RawMessage) bool { return v[0] == '{' || v[0] == '[' }); {
	case nested && (isList || another):
		return NestedForm
	case !nested && (isList || another || submitted && KnownNames(names) >= 2):
		return RowsForm
	}
	return ""
}

// within stands between the names of a member and of a member of it.
const within = "."

// mostWithin is how deep objects lie in each other of which the members are columns.
const mostWithin = 8

// members returns the members of an object in their order, with those of objects in it.
func members(object json.RawMessage) (names []string, values []json.RawMessage, err error) {
	return membersWithin("", object, mostWithin)
}

func membersWithin(prefix string, object json.RawMessage, depth int) (names []string, values []json.RawMessage, err error) {
	d := json.NewDecoder(bytes.NewReader(object))
	if begin, err := d.Token(); err != nil || begin != json.Delim('{') {
		return nil, nil, errRow
	}
	for d.More() {
		name, err := d.Token()
		var v json.RawMessage
		if err == nil {
			err = d.Decode(&v)
		}
		if err != nil {
			return nil, nil, err
		}
		if name := prefix + name.(string); v[0] != '{' || depth == 0 {
			names, values = append(names, name), append(values, v)
		} else if more, of, err := membersWithin(name+within, v, depth-1); err != nil {
			return nil, nil, err
		} else {
			names, values = append(names, more...), append(values, of...)
		}
	}
	return names, values, nil
}

// objects are the rows of such a file.
type objects struct {
	*JSON
	list  bool
	first []object // read to know the columns
	ended error    // after first
	index map[string]int
	cells []any
}

// An object is a row.
type object struct {
	names  []string
	values []json.RawMessage
	bad    *ParseError
}

// openRows begins to read rows as objects. Their columns are the members that the first rows have.
func (t *JSON) openRows(head []byte) error {
	o := &objects{JSON: t, index: map[string]int{}}
	if _, o.list = after(head, '['); o.list {
		if err := t.begin('['); err != nil {
			return err
		}
	}
	for from := t.dec.InputOffset(); len(o.first) < namedRows && t.dec.InputOffset()-from < namedBytes; {
		row, err := o.next()
		if err != nil {
			o.ended = err
			break
		}
		for _, name := range row.names {
			if _, is := o.index[name]; !is {
				o.index[name] = len(t.columns)
				t.columns = append(t.columns, Column{Name: name, Type: Text})
			}
		}
		o.first = append(o.first, row)
	}
	switch {
	case o.ended != nil && o.ended != io.EOF:
		return o.ended
	case len(t.columns) > MaxColumns:
		return fmt.Errorf("the rows name %d columns, more than %d", len(t.columns), MaxColumns)
	}
	o.cells = make([]any, len(t.columns))
	t.read = o.read
	return nil
}

// next returns the next row, and io.EOF after the last.
func (o *objects) next() (row object, err error) {
	o.src.Begin(o.dec.InputOffset())
	more := false
	if o.list {
		more, err = o.JSON.next()
	} else {
		more = o.dec.More()
	}
	if err == nil && !more {
		if err = o.end(); err == nil {
			err = io.EOF
		}
	}
	if err != nil {
		return row, err
	}
	var text json.RawMessage
	if row.bad, err = o.element(&text); err != nil || row.bad != nil {
		return row, err
	}
	if row.names, row.values, err = members(text); err != nil {
		row.bad = &ParseError{Err: errRow}
	}
	return row, nil
}

// read appends the next row to b.
func (o *objects) read(b *Batch, columns []int) (err error) {
	var row object
	switch {
	case len(o.first) > 0:
		row, o.first = o.first[0], o.first[1:]
	case o.ended != nil:
		return o.ended
	default:
		if row, err = o.next(); err != nil {
			return err
		}
	}
	for i := range o.cells {
		o.cells[i] = ""
	}
	for i, name := range row.names {
		k, is := o.index[name]
		switch text := textOf(row.values[i]); {
		case is:
			o.cells[k] = text
		case text != "" && KnownNames([]string{name}) > 0:
			row.bad = &ParseError{Field: name, Err: errLate}
		}
	}
	b.add(columns, o.cells, row.bad)
	return nil
}

// textOf returns a value as a cell of CSV has it: nothing for null, and JSON for a list or an object.
func textOf(v json.RawMessage) string {
	var s string
	switch {
	case string(v) == "null":
		return ""
	case v[0] == '"' && json.Unmarshal(v, &s) == nil:
		return s
	}
	return strings.TrimSpace(string(v))
}
