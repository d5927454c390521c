package sacct

import (
	"bufio"
	"bytes"
	"io"
	"slices"
	"time"

	"github.com/backfill-lab/backfill/core/internal/text"
	"github.com/backfill-lab/backfill/internal/printable"
)

// A Reader reads the jobs of sacct output from a stream, in the order of the log.
// It holds one job and the names, and is not safe for concurrent use.
//
// sacct --duplicates prints every run of a requeued job in order of time, with
// other jobs between them. A Reader returns each as a Record; Read, which holds all jobs,
// tells the earlier ones from the last.
//
// The accounting gives the memory of the largest task of each step, MaxRSS. A Record
// gives the memory used per processor: MaxRSS times NTasks over the allocated
// processors, the most of any step. Without NTasks, batch, extern and interactive
// steps are one task, and other steps have a task per processor.
type Reader struct {
	File string         // the log's name in a ParseError
	Zone *time.Location // of the cluster, for times that are not Unix times; nil is UTC

	// Columns names the columns of output without a header line, as sacct's --format
	// does: names, separated by commas (or bars or spaces).
	Columns string

	// SubmitLines says whether the command lines are kept, which are all different in most logs.
	SubmitLines bool

	// Components says whether the parts of heterogeneous jobs are kept, too.
	Components bool

	// NoNodeLists says that of NodeList no more is kept than whether a job had nodes: its index is 0 then.
	NoNodeLists bool

	// Malformed is told of each row that All counts as malformed; nil is nobody.
	Malformed func(*ParseError)

	src     *bufio.Reader // below lines
	lines   text.Lines
	layout  *layout
	list    *jobList                             // of JSON, or nil
	next    func(*Record) (full bool, err error) // reads on; it reports whether it put a job into the Record
	done    error
	local   bool               // times are local to the cluster
	at      int                // line in which the current row begins
	fields  [numColumns][]byte // of the current row
	numeric bool               // the current row has a number in Elapsed
	held    heldRow
	back    []byte // a line to be read again, or nil
	left    error  // about lines after a held row, or nil
	after   tail
	placement

	parts []part // of the current job: one unless it is heterogeneous
	row   part   // reused for each row

	tables [numColumns - colJobName + 4]table // of names; the last four: of types of GPUs, lists of tasks, generic resources, command lines
	counts [numRules]int
	ran    elapsed
}

// A part is a job or a part of a heterogeneous one, with the maxima over its steps.
type part struct {
	id      id
	rec     Record
	tasks   float64 // KiB of all tasks of a step, where NTasks is known
	perProc int64   // KiB of a task of a step with a task per processor, or None
}

// maxParts is Slurm's limit on the parts of a heterogeneous job (MAX_HET_JOB_COMPS).
// Further ones begin another job.
const maxParts = 128

// NewReader returns a Reader of what sacct printed. It reads ahead.
func NewReader(src io.Reader) *Reader {
	buffered := bufio.NewReaderSize(src, 256<<10)
	r := &Reader{src: buffered, lines: text.NewLines(buffered, maxLine, ErrLine)}
	for i := range r.tables {
		r.tables[i].index = make(map[string]int32)
	}
	return r
}

// Names returns the tables of names so far. They must not be changed.
func (r *Reader) Names() Names {
	t := &r.tables
	return Names{t[0].names, t[1].names, t[2].names, t[3].names, t[4].names, t[5].names, t[6].names, t[7].names, t[8].names, t[9].names,
		t[10].names, t[11].names, t[12].names, t[13].names}
}

// Counts returns how often each rule was applied so far, in the order of Rules,
// without rules that never were.
func (r *Reader) Counts() []Count {
	var all []Count
	for i, n := range r.counts {
		if n > 0 {
			all = append(all, Count{Rules[i].Key, n})
		}
	}
	return all
}

// Read reads the next job. At the end it returns io.EOF. After a *ParseError that
// is not Fatal, Read goes on with the next line.
func (r *Reader) Read(rec *Record) error {
	if r.next == nil {
		r.start()
	}
	for r.done == nil {
		if full, err := r.next(rec); full || err != nil {
			return err
		}
	}
	if len(r.parts) > 0 {
		r.finish(rec)
		return nil
	}
	return r.done
}

// start looks at the first bytes.
func (r *Reader) start() {
	if r.next = r.nextRow; !isJSON(r.src) {
		return
	}
	if head, _ := r.src.Peek(len(mark)); bytes.Equal(head, mark) {
		r.src.Discard(len(mark))
	}
	r.next, r.list = r.nextJSON, &jobList{src: r.src, line: 1}
	if r.Columns != "" {
		r.at = 1
		r.done = r.errLine(ErrNeedless)
	}
}

// nextRow reads a line. It reports true if it put a job into rec.
func (r *Reader) nextRow(rec *Record) (full bool, err error) {
	if err := r.left; err != nil {
		r.left = nil
		return false, err
	}
	line, err := r.line()
	held := len(r.held.text) > 0
	switch {
	case err == ErrLine && held:
		tooLong := r.errLine(err)
		full, err = r.letGo(rec)
		r.left = tooLong
		return full, err
	case err == ErrLine && r.layout != nil:
		return false, r.errLine(err)
	case err != nil && held:
		return r.letGo(rec) // the end comes again
	case err != nil:
		r.done = r.end(err)
		return false, nil
	case held:
		return r.goOn(line, rec)
	case len(line) == 0:
		return false, nil
	case r.layout == nil:
		used, err := r.first(line)
		if err != nil {
			r.done = err
			return false, err
		}
		if used {
			return false, nil
		}
	}
	if err := r.split(line); err != nil {
		if named, bad := r.begins(line); named {
			return false, bad
		}
		if r.keeps(line) {
			return false, nil
		}
		r.after = noTail
		return false, err
	}
	return r.take(line, rec)
}

// line returns the next line without its end.
func (r *Reader) line() ([]byte, error) {
	if line := r.back; line != nil {
		r.back, r.at = nil, r.lines.Number()
		return line, nil
	}
	line, err := r.lines.Next()
	r.at = r.lines.Number()
	if r.at == 1 {
		line = bytes.TrimPrefix(line, mark)
	}
	return bytes.TrimSuffix(line, []byte("\r")), err
}

// Fatal reports whether an error of Read ends the log.
func (r *Reader) Fatal(err error) bool { return err != nil && err == r.done }

// end returns the last error of a log whose lines end with err.
func (r *Reader) end(err error) error {
	switch {
	case err == io.EOF && r.layout == nil && r.Columns == "":
		return &ParseError{File: r.File, Line: r.lines.Number() + 1, Err: ErrHeader}
	case err == io.EOF:
		return err
	}
	return r.errLine(err)
}

func (r *Reader) errLine(err error) error {
	return &ParseError{File: r.File, Line: r.at, Err: err}
}

// errNamed returns an error about a field that is missing, or whose text is not shown.
func (r *Reader) errNamed(field string, err error) error {
	return &ParseError{File: r.File, Line: r.at, Field: field, Err: err}
}

// errField returns an error about column c of the current row.
func (r *Reader) errField(c column, err error) error {
	name := r.layout.names[slices.Index(r.layout.columns, c)]
	return &ParseError{File: r.File, Line: r.at, Field: printable.Name(name), Text: text.Shorten(r.fields[c]), Err: err}
}

// first begins with the columns that the first line names, or with those of Columns; then
// the line is a row, and used is false.
func (r *Reader) first(line []byte) (used bool, err error) {
	l, err := parseLayout(line)
	switch {
	case err == ErrHeader && r.Columns != "":
		if err = r.given(line); err == nil {
			return false, nil
		}
	case err == nil && r.Columns != "":
		r.counts[ruleHeader]++ // in place of Columns
	}
	if err != nil {
		return false, r.errLine(err)
	}
	return true, r.begin(l)
}

// begin goes on with other columns.
func (r *Reader) begin(l *layout) error {
	if !l.has[colSubmit] {
		return r.errNamed("Submit", ErrColumn)
	}
	r.layout, r.fields = l, [numColumns][]byte{}
	return nil
}

// begins reports whether a line that cannot be read as a row names columns, and if so
// begins with them. Columns without Submit end the log: rows below them are not those of
// the columns before.
func (r *Reader) begins(line []byte) (named bool, err error) {
	l, err := parseLayout(line)
	if err != nil {
		return false, nil
	}
	if err = r.begin(l); err != nil {
		r.done = err
		return true, err
	}
	r.counts[ruleHeader]++
	return true, nil
}

// take reads a row that is split. If the row begins another job, take puts the one before
// into rec and reports true.
func (r *Reader) take(row []byte, rec *Record) (full bool, err error) {
	r.after = noTail
	which := r.layout.columns[r.layout.id]
	d, err := parseID(r.fields[which])
	if err != nil {
		if named, err := r.begins(row); named {
			return false, err
		}
		return false, r.errField(which, err)
	}
	if d.step {
		r.mayGoOn()
		r.step(d)
		return false, nil
	}
	p := &r.row
	*p = part{id: d, perProc: None}
	if err := r.parse(&p.rec, d); err != nil {
		return false, err
	}
	r.memory(p)
	r.mayGoOn()
	return r.push(rec)
}

// push adds the part in r.row to the current job, or begins the next job with it: then it
// puts the one before into rec and reports true.
func (r *Reader) push(rec *Record) (full bool, err error) {
	p := &r.row
	d := p.id
	if r.joins(d) {
		r.counts[ruleHet]++
	} else if full = len(r.parts) > 0; full {
		r.finish(rec)
	}
	if d.waiting > 0 {
		r.counts[ruleArray]++
	}
	r.parts = append(r.parts, *p)
	return full, nil
}

// joins reports whether a row is a further part of the current job.
func (r *Reader) joins(d id) bool {
	if len(r.parts) == 0 || len(r.parts) == maxParts {
		return false
	}
	q := &r.parts[0].id
	return d.part != None && q.part != None && q.base == d.base && q.task == d.task &&
		!slices.ContainsFunc(r.parts, func(p part) bool { return p.id.part == d.part })
}
