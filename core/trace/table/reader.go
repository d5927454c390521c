package table

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/backfill-lab/backfill/core/internal/text"
	"github.com/backfill-lab/backfill/internal/doubt"
	"github.com/backfill-lab/backfill/internal/numeral"
	"github.com/backfill-lab/backfill/internal/printable"
)

// A Row is what a row of a table tells of a job: seconds, processors, KiB, None where it does not.
// Submit, Start and End are seconds since 1970, or since some other moment if the file has it so.
type Row struct {
	Number int // of the row, from 1
	Line   int // of the file, or the number of the row if it has no lines

	Job, Submit, Start, End, Run, Wait, Estimate                 int64
	Procs, ReqProcs, Nodes, PerNode                              int64
	Tasks, NodeTasks, PerTask, GPUs, Memory, Status, Work, Speed int64

	Phase Phase // by the job's status, which is None unless the job ended

	// Names are numbers of Reader.Names, or -1.
	User, Group, Queue, Partition, Name int64

	Repeated bool // a row above is about the same job and the same times

	Rounded bool // a time was not a whole number of seconds

	JobText string // what users know the job by where that is no number, such as 123_4, or is another than its number

	Odd error // a *ParseError about the first cell that a job can do without and that cannot be read, or nil
	Err error // a *ParseError, why the row cannot be used; then nothing else is set
}

// A Taken says where a field was read from.
type Taken struct {
	Field  string `json:"field"`
	Column string `json:"column"`         // or a number, the same for each job
	Unit   string `json:"unit,omitempty"` // as a Map has it, or date
}

// A Reading says what was taken for what.
type Reading struct {
	Preset  string  `json:"preset,omitempty"` // the data set that the columns are those of
	Guessed bool    `json:"guessed,omitempty"`
	Commas  bool    `json:"decimal_commas,omitempty"` // 1,5 was read as 1.5
	Sources []Taken `json:"sources"`                  // in the order of Fields

	Doubts []doubt.Doubt `json:"-"` // about the columns
}

// Dated tells whether submissions are dates.
func (r *Reading) Dated() bool {
	return slices.ContainsFunc(r.Sources, func(s Taken) bool {
		return s.Field == Submit.String() && (s.Unit == "date" || orderOf(s.Unit) != unordered)
	})
}

// String returns the reading in a line.
func (r *Reading) String() string {
	var all []string
	for _, s := range r.Sources {
		one := s.Field + " from " + s.Column
		if s.Unit != "" {
			one += " (" + s.Unit + ")"
		}
		all = append(all, one)
	}
	how := "as --map says"
	switch {
	case r.Preset != "":
		how = "as " + r.Preset
	case r.Guessed:
		how = "by the names of its columns"
	}
	if r.Commas {
		how += ", with decimal commas"
	}
	return "read " + how + ": " + strings.Join(all, ", ")
}

// Map returns the reading as a Map that gives it again, in the words of ParseMap.
func (r *Reading) Map() string {
	var m Map
	for _, s := range r.Sources {
		f, _ := fieldOf(s.Field)
		m.From[f] = From{Column: s.Column, Unit: strings.TrimPrefix(s.Unit, "date")}
	}
	return m.String()
}

// A Reader reads the rows of a table as a Map says.
type Reader struct {
	Reading Reading
	Local   bool // a time was read from a clock whose zone is not known

	// The texts of the rows' numbers, in order of appearance.
	Users, Groups, Queues, Partitions, Names Names

	file  string
	table Table
	zone  *time.Location
	cells [NumFields]cell
	names [NumFields]*Names // of the fields that are names
	marks marks
	order order
	steps bool // some rows are those of Slurm's steps, or of job arrays of PBS as a whole
	again again

	asked  []int // columns of the table
	bound  int   // how many of them fields are read from; they come first
	batch  *Batch
	next   int // row of batch
	row    Row
	only   string
	Others int  // rows left out because of Only
	begun  bool // only is set

	written  [NumFields]bool // fields whose columns somebody has chosen
	compared bool
	widths   widths
	instead  bool // starts and ends count in the place of run times where a row has both
	agreed   bool // run times are those of starts and ends
	codes    int  // rows with numbers of states that are not known
	clocks   int  // times in an hour that a change of clocks repeats
	ended    int  // rows of jobs that still run, by their states, and have an end
}

// Names numbers texts in order of appearance.
type Names struct {
	Texts  []string
	number map[string]int64
}

func (n *Names) of(s string) int64 {
	k, ok := n.number[s]
	if !ok {
		if n.number == nil {
			n.number = map[string]int64{}
		}
		k = int64(len(n.Texts))
		s = strings.Clone(s) // not all of a row
		n.number[s] = k
		n.Texts = append(n.Texts, s)
	}
	return k
}

// NewReader reads the table as the map says, or as Detect chooses if it is empty. file is the name for
// messages; times without a zone are of zone.
func NewReader(file string, t Table, m Map, zone *time.Location) (*Reader, error) {
	r := &Reader{file: file, table: t, zone: zone, marks: marksOf(t)}
	r.names = [NumFields]*Names{User: &r.Users, Group: &r.Groups, Queue: &r.Queues, Partition: &r.Partitions, Name: &r.Names}
	written := m // by somebody
	if m == (Map{}) || m.Preset == Auto {
		m = Detect(t)
		for f := range m.From {
			if written.From[f].Column != "" || written.drop[f] {
				m.From[f] = written.From[f]
			}
		}
		r.Reading.Guessed = m.Preset == ""
	} else if p, ok := FindPreset(m.Preset); ok {
		for f := range written.From {
			if written.From[f] == p.Map.From[f] {
				written.From[f] = From{}
			}
		}
	}
	r.Reading.Preset = m.Preset
	for f, from := range m.From {
		if from.Column == "" {
			continue
		}
		r.written[f] = written.From[f].Column != ""
		if err := r.bind(Field(f), from, !r.written[f]); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	if err := r.needed(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	r.beginAgain()
	return r, nil
}

// bind finds the column of a field. One that nobody has asked for may be missing.
func (r *Reader) bind(f Field, from From, unasked bool) error {
	all := r.table.Columns()
	i := find(all, from.Column)
	c := &r.cells[f]
	s, given, err := scaleOf(f, from.Unit)
	if err != nil {
		return err
	}
	if i < 0 {
		n, err := constant(from.Column)
		if k := Fields[f].kind; err == nil && n >= 0 && k != textual && k != status {
			n, _ = s.times(n)
			*c = cell{given: true, at: -1, fixed: n, unit: from.Unit, column: Column{Name: from.Column}}
			return nil
		}
		if unasked {
			return nil
		}
		return fmt.Errorf("the table has no column %q for %s: its columns are %s", text.Shorten([]byte(from.Column)), f, list(all))
	}
	*c = cell{given: true, at: r.ask(i), column: all[i], scale: s, unit: from.Unit}
	if o := orderOf(from.Unit); o != unordered && Fields[f].kind == instant {
		r.order = o
	}
	if f == Only {
		r.only, r.begun = from.Unit, from.Unit != ""
	}
	return c.fit(f, given)
}

// constant reads a whole number such as 16 or 1e9.
func constant(s string) (int64, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err == nil {
		return n, nil
	}
	x, floatErr := strconv.ParseFloat(s, 64)
	if floatErr != nil || x != math.Trunc(x) || math.Abs(x) > beyond || strings.ContainsAny(s, "xXpP_") {
		return 0, err
	}
	return int64(x), nil
}

// fit checks that the column's type is one for the field, and chooses the unit.
func (c *cell) fit(f Field, given bool) error {
	k, t := Fields[f].kind, c.column.Type
	wrong := t == Other || t == Time && k != instant || t == Duration && k != duration
	if wrong {
		what := typeNames[t]
		if c.column.Note != "" {
			what = c.column.Note
		}
		doc, _, _ := strings.Cut(Fields[f].Doc, ";")
		return fmt.Errorf("column %q (%s) cannot be read as %s (%s)", c.column.Name, what, f, doc)
	}
	switch {
	case t == Time || t == Duration:
		c.scale, c.unit = timeUnits[c.column.Unit], ""
		if t == Time {
			c.unit = "date"
		}
	case !given && k == instant:
		c.auto = true
	case !given && k == duration:
		c.unit = "s"
	case !given && k == amount:
		c.unit = "KiB"
	}
	return nil
}

// ask returns the place of a column of the table in the batches.
func (r *Reader) ask(column int) int {
	for k, i := range r.asked {
		if i == column {
			return k
		}
	}
	r.asked = append(r.asked, column)
	return len(r.asked) - 1
}

// find returns the index of the column of that name, or -1.
func find(all []Column, name string) int {
	fold := -1
	for i := range all {
		switch {
		case all[i].Name == name:
			return i
		case fold < 0 && strings.EqualFold(all[i].Name, name):
			fold = i
		}
	}
	return fold
}

// needed reports fields that no job can do without.
func (r *Reader) needed() error {
	has := func(f Field) bool { return r.cells[f].given }
	what, give := "", ""
	least := Submit
	switch {
	case !has(Submit):
		what, give = "submission", "submit=COLUMN"
	case !has(Run) && !has(Work) && !(has(End) && (has(Start) || has(Wait))):
		what, give, least = "run time", "run=COLUMN, or start=COLUMN,end=COLUMN", Run
	case !has(Procs) && !has(ReqProcs) && !has(Nodes) && !has(Tasks):
		what, give, least = "processors", "procs=COLUMN, or procs=1 if each job has one", Procs
	default:
		return nil
	}
	for _, c := range r.table.Columns() {
		if name, _ := bare(c.Name); slices.Contains(Fields[least].names, name) {
			if err := (&cell{column: c}).fit(least, false); err != nil {
				return err
			}
		}
	}
	return fmt.Errorf("no column is known to be the %s of jobs: --map says which (auto,%s); the columns are %s",
		what, give, list(r.table.Columns()))
}

// list names the columns in a line.
func list(all []Column) string {
	const most = 40
	var names []string
	for _, c := range all[:min(len(all), most)] {
		names = append(names, printable.Name(c.Name))
	}
	if len(all) > most {
		names = append(names, fmt.Sprintf("and %d more", len(all)-most))
	}
	return strings.Join(names, ", ")
}

// Next reads the next row, valid until the next call, and returns io.EOF after the last. A row that
// cannot be used is one with an Err.
func (r *Reader) Next() (*Row, error) {
	for {
		for r.batch == nil || r.next >= r.batch.Rows {
			b, err := r.table.Read(r.asked)
			if err == io.EOF {
				r.report()
				return nil, io.EOF
			}
			if err != nil {
				return nil, named(r.file, r.table, err)
			}
			r.batch, r.next = b, 0
			if !r.compared && b.Rows > 0 {
				r.compared = true
				r.compare()
			}
		}
		i := r.next
		r.next++
		if r.fill(i) {
			if errors.Is(r.row.Err, errSpeed) { // of all rows, not of this one
				return nil, r.row.Err
			}
			return &r.row, nil
		}
	}
}

// report completes the Reading.
func (r *Reader) report() {
	r.Reading.Sources, r.Reading.Commas = nil, r.marks == commas
	for f := range r.cells {
		if c := &r.cells[f]; c.given {
			unit := c.unit
			if Field(f) == Only {
				unit = r.only
			}
			r.Reading.Sources = append(r.Reading.Sources, Taken{Field(f).String(), c.column.Name, unit})
		}
	}
	r.doubtUnused()
	r.doubtTwins()
	r.doubtWidths()
	r.doubtCodes()
	r.doubtRows()
}

// doubtRows doubts rows by what was counted in all of them.
func (r *Reader) doubtRows() {
	if r.clocks > 0 {
		r.doubt(doubt.Doubt{Key: "clock-change", Grave: doubt.Share(r.clocks, 3*r.row.Number),
			What: fmt.Sprintf("%s times of the log are in an hour that a change of clocks repeats: they may be an hour off",
				numeral.Whole(r.clocks)), Fix: "write them with their offsets from UTC"})
	}
	if name := r.cells[Status].column.Name; r.ended > 0 {
		r.doubt(doubt.Doubt{Key: "ended-running", Jobs: r.ended, Of: r.row.Number, Grave: doubt.Share(r.ended, r.row.Number),
			What: fmt.Sprintf("%s jobs have an end although %s says that they still wait or run: they are left out", numeral.Whole(r.ended), name),
			Fix:  "to take them, give --map auto," + Status.String() + "="})
	}
	r.doubtAgain()
}
