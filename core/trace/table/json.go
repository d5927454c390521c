package table

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/text"
	"github.com/backfill-lab/backfill/internal/jsonerror"
)

var (
	errElement = fmt.Errorf("a job or profile of more than %d bytes", maxRecord)
	errForm    = errors.New("this is neither Philly's list of jobs nor a workload of Batsim")
)

// JSONForm returns the form of a JSON file by its first bytes (512 are enough for files as their programs write them): the name of
// the preset that has it, RowsForm or NestedForm for a table's rows as objects, "" for none.
func JSONForm(head []byte) string {
	rows := rowsForm(head)
	if rows == RowsForm {
		return RowsForm
	}
	list, isList := after(head, '[')
	object, isObject := after(list, '{')
	if isList && isObject {
		if object, _, _ = bytes.Cut(object, []byte("[")); hasKey(object, "attempts", "") || hasKey(object, "submitted_time", "") {
			return "philly"
		}
	}
	if object, isObject = after(head, '{'); isObject {
		if object, _, _ = bytes.Cut(object, []byte{0}); hasKey(object, "nb_res", ":") || hasKey(object, "subtime", ":") {
			return "batsim"
		}
	}
	return rows
}

const spaces = "\t\n\f\r "

// after returns what follows c, before which there may be spaces only.
func after(text []byte, c byte) (rest []byte, ok bool) {
	text = bytes.TrimLeft(text, spaces)
	if len(text) == 0 || text[0] != c {
		return nil, false
	}
	return text[1:], true
}

// hasKey reports whether the name in quotes is in text, with then behind it and spaces. The page does without
// regular expressions, which would be a fiftieth of it.
func hasKey(text []byte, name, then string) bool {
	for found := true; found; {
		if _, text, found = bytes.Cut(text, []byte(`"`+name+`"`)); found && bytes.HasPrefix(bytes.TrimLeft(text, spaces), []byte(then)) {
			return true
		}
	}
	return false
}

// A JSON is a table made of the jobs in a JSON file of a known form. Its memory is that of 4,096 jobs for rows and
// for Philly's, of all jobs for Batsim's, whose profiles may come after them.
type JSON struct {
	src     text.Bounded
	dec     *json.Decoder
	columns []Column
	read    func(b *Batch, columns []int) error // appends a row, or io.EOF
	procs   int64                               // of the machine, 0 if unknown
	batch   Batch
}

// NewJSON begins to read a table of that form, a name that JSONForm returns. Errors do not name the file.
func NewJSON(form string, r io.Reader) (*JSON, error) {
	src := text.NewSource(r)
	t := &JSON{src: text.Bounded{Src: src, Most: maxRecord, TooLong: errElement}}
	t.dec = json.NewDecoder(&t.src)
	var err error
	switch form {
	case "philly":
		err = t.openPhilly()
	case "batsim":
		err = t.openBatsim()
	case RowsForm, NestedForm:
		err = t.openRows(src.Peek())
	default:
		err = errForm
	}
	if err != nil {
		return nil, t.failed(err)
	}
	return t, nil
}

// failed words an error of the whole file.
func (t *JSON) failed(err error) error {
	var syntax *json.SyntaxError
	switch {
	case err == io.EOF, errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("the JSON is cut off at byte %d: get the whole file", t.src.Bytes())
	case errors.As(err, &syntax):
		return fmt.Errorf("the JSON is damaged near byte %d: %w", t.dec.InputOffset()+1, jsonerror.Words(err))
	}
	return err
}

// Columns implements Table.
func (t *JSON) Columns() []Column { return t.columns }

// Meta implements Table.
func (t *JSON) Meta(key string) string {
	if key == MetaProcs && t.procs > 0 {
		return fmt.Sprint(t.procs)
	}
	return ""
}

// MetaProcs is the key of Table.Meta for the processors of the machine.
const MetaProcs = "procs"

// Read implements Table.
func (t *JSON) Read(columns []int) (*Batch, error) {
	b := &t.batch
	if b.Cols == nil {
		b.Cols = make([]Vector, len(columns))
		for k, i := range columns {
			if t.columns[i].Type == Float {
				b.Cols[k].Float = []float64{}
			} else {
				b.Cols[k].Text = []string{}
			}
		}
	}
	for k := range b.Cols {
		b.Cols[k].Text, b.Cols[k].Float = b.Cols[k].Text[:0], b.Cols[k].Float[:0]
	}
	b.Rows, b.Bad = 0, nil
	for b.Rows < batchRows {
		err := t.read(b, columns)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, t.failed(err)
		}
	}
	if b.Rows == 0 {
		return nil, io.EOF
	}
	return b, nil
}

// add appends a row. cells are those of all columns; bad says why it cannot be used.
func (b *Batch) add(columns []int, cells []any, bad *ParseError) {
	for k, i := range columns {
		switch v := &b.Cols[k]; cell := cells[i].(type) {
		case float64:
			v.Float = append(v.Float, cell)
		case string:
			v.Text = append(v.Text, cell)
		}
	}
	if bad != nil {
		if b.Bad == nil {
			b.Bad = make([]*ParseError, batchRows)
		}
		b.Bad[b.Rows] = bad
	}
	b.Rows++
}

// begin reads the bracket or brace that opens the file or a member.
func (t *JSON) begin(want json.Delim) error {
	t.src.Begin(t.dec.InputOffset())
	token, err := t.dec.Token()
	if err == nil && token != want {
		return fmt.Errorf("%w: byte %d should be %s", errForm, t.dec.InputOffset(), want)
	}
	return err
}

// element reads the next element of a list or value of an object. bad says that it is of another type; then the next
// one can be read, after err not.
func (t *JSON) element(to any) (bad *ParseError, err error) {
	t.src.Begin(t.dec.InputOffset())
	err = t.dec.Decode(to)
	switch wrong := (*json.UnmarshalTypeError)(nil); {
	case errors.As(err, &wrong):
		return typed(wrong), nil
	case errors.Is(err, errLabel):
		return &ParseError{Err: errLabel}, nil
	case err == io.EOF: // after a comma
		return nil, io.ErrUnexpectedEOF
	}
	return nil, err
}

// next tells whether the list or object goes on; at its end it reads the bracket, and at the end of the file's
// only value demands that nothing follows.
func (t *JSON) next() (bool, error) {
	t.src.Begin(t.dec.InputOffset())
	if t.dec.More() {
		return true, nil
	}
	_, err := t.dec.Token()
	return false, err
}

// end demands that nothing follows.
func (t *JSON) end() error {
	t.src.Begin(t.dec.InputOffset())
	if _, err := t.dec.Token(); err == nil {
		return fmt.Errorf("the file goes on after its JSON at byte %d", t.dec.InputOffset())
	} else if err != io.EOF {
		return err
	}
	return nil
}

// skip reads a value of any size and drops it.
func (t *JSON) skip() error {
	for depth := 0; ; {
		t.src.Begin(t.dec.InputOffset())
		token, err := t.dec.Token()
		if err != nil {
			return err
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

// A label is a name that files write as a text or as a number.
type label string

var errLabel = errors.New("an identifier is neither a text nor a number")

// UnmarshalJSON implements json.Unmarshaler.
func (l *label) UnmarshalJSON(data []byte) error {
	switch {
	case data[0] == '"':
		return json.Unmarshal(data, (*string)(l))
	case data[0] == '-' || data[0] >= '0' && data[0] <= '9':
		*l = label(bytes.Clone(data))
	case string(data) != "null":
		return errLabel
	}
	return nil
}

// textColumns returns columns of texts.
func textColumns(names ...string) (all []Column) {
	for _, name := range names {
		all = append(all, Column{Name: name, Type: Text})
	}
	return slices.Clip(all)
}

// A phillyJob is a job as README.md of msr-fiddle/philly-traces has it.
type phillyJob struct {
	Status    string `json:"status"`
	VC        string `json:"vc"`
	JobID     label  `json:"jobid"`
	User      string `json:"user"`
	Submitted string `json:"submitted_time"`
	Attempts  []struct {
		Start  string `json:"start_time"` // null and None are none
		End    string `json:"end_time"`
		Detail []struct {
			GPUs []json.RawMessage `json:"gpus"`
		} `json:"detail"`
	} `json:"attempts"`
}

// openPhilly reads cluster_job_log. As in its own notebook, a job has the GPUs of its first attempt, and runs from the
// start of that to the end of its last.
func (t *JSON) openPhilly() error {
	t.columns = textColumns("jobid", "user", "vc", "status", "submitted_time", "start_time", "end_time", "gpus", "attempts")
	if err := t.begin('['); err != nil {
		return err
	}
	ended := false
	t.read = func(b *Batch, columns []int) error {
		if ended {
			return io.EOF
		}
		more, err := t.next()
		if err == nil && !more {
			ended = true
			if err = t.end(); err == nil {
				err = io.EOF
			}
		}
		if err != nil {
			return err
		}
		var j phillyJob
		bad, err := t.element(&j)
		if err != nil {
			return err
		}
		start, end, gpus := "", "", 0
		if n := len(j.Attempts); n > 0 {
			start, end = j.Attempts[0].Start, j.Attempts[n-1].End
			for _, d := range j.Attempts[0].Detail {
				gpus += len(d.GPUs)
			}
		}
		b.add(columns, []any{string(j.JobID), j.User, j.VC, j.Status, j.Submitted, start, end, fmt.Sprint(gpus),
			fmt.Sprint(len(j.Attempts))}, bad)
		return nil
	}
	return nil
}
