package sacct

import (
	"bytes"
	"io"
	"slices"
	"time"

	"github.com/backfill-lab/backfill/core/internal/text"
)

// A Reader reads the jobs of sacct output from a stream, in the order of the
// log. It holds one job and the names, and is not safe for concurrent use.
//
// sacct --duplicates prints the runs of a job that was requeued at their places
// in time, with other jobs between them. A Reader then delivers all of them, the
// earlier ones in the phase Requeued, or Ended where a node failed; Read, which
// holds all jobs, keeps the last.
//
// Accounting has the memory of the largest task of a step, MaxRSS; a record has the
// memory used per processor: MaxRSS times NTasks over the allocated processors, of the
// step where that is most. Without NTasks the batch script (and extern, interactive)
// is one task, and other steps have a task for each processor.
type Reader struct {
	// File is what a ParseError calls the log.
	File string
	// Zone is the time zone of the cluster, for times that are no Unix times.
	// nil counts them as UTC.
	Zone *time.Location

	lines  text.Lines
	layout *layout
	done   error
	fields [numColumns][]byte // of the row at hand

	parts []part // the job at hand: one part, or those of a heterogeneous job
	fold  bool   // steps count: not after a row that does not
	row   part   // what a row is parsed into

	tables [numTables]table
	counts [numRules]int
}

// A part is a job, or a part of a heterogeneous job, with what is known of it
// only when all of its steps are read.
type part struct {
	id      id
	rec     Record
	tasks   float64 // most KiB of all tasks of a step whose tasks are known
	perProc int64   // most KiB of a task of a step with a task per processor, or None
}

// maxParts is how many parts Slurm allows a heterogeneous job (its
// MAX_HET_JOB_COMPS). Further ones begin another job.
const maxParts = 128

// NewReader returns a Reader of what sacct printed. It reads ahead.
func NewReader(src io.Reader) *Reader {
	r := &Reader{lines: text.NewLines(src, maxLine, ErrLine)}
	for i := range r.tables {
		r.tables[i].index = make(map[string]int32)
	}
	return r
}

// Names returns the tables that records refer to, so far. They must not be
// changed.
func (r *Reader) Names() Names {
	t := &r.tables
	return Names{
		t[tableNames].names, t[tableUsers].names, t[tableGroups].names, t[tableAccounts].names,
		t[tablePartitions].names, t[tableQOS].names, t[tableReservations].names,
	}
}

// Counts returns how often each rule was applied so far, in the order of Rules,
// without those that never were.
func (r *Reader) Counts() []Count {
	var all []Count
	for i, n := range r.counts {
		if n > 0 {
			all = append(all, Count{Rules[i].Key, n})
		}
	}
	return all
}

// Read reads the next job. At the end it returns io.EOF. After a *ParseError
// about a line (Fatal tells), Read goes on with the next one.
func (r *Reader) Read(rec *Record) error {
	for r.done == nil {
		line, err := r.lines.Next()
		if err != nil && err != ErrLine {
			r.done = r.end(err)
			break
		}
		if r.lines.Number() == 1 {
			line = bytes.TrimPrefix(line, byteOrderMark)
		}
		line = bytes.TrimSuffix(line, []byte("\r"))
		if err == nil && len(line) == 0 {
			continue
		}
		if r.layout == nil {
			if err == nil {
				err = r.begin(line)
			}
			if err != nil {
				r.done = r.errLine(err)
				return r.done
			}
			continue
		}
		if err != nil {
			return r.errLine(err)
		}
		if full, err := r.take(line, rec); full || err != nil {
			return err
		}
	}
	if len(r.parts) > 0 {
		r.finish(rec)
		return nil
	}
	return r.done
}

// Fatal tells whether an error of Read ends the log.
func (r *Reader) Fatal(err error) bool { return err != nil && err == r.done }

// end returns what a log that ends with err ends with.
func (r *Reader) end(err error) error {
	switch {
	case err == io.EOF && r.layout == nil:
		return &ParseError{File: r.File, Line: r.lines.Number() + 1, Err: ErrHeader}
	case err == io.EOF:
		return err
	}
	return r.errLine(err)
}

func (r *Reader) errLine(err error) error {
	return &ParseError{File: r.File, Line: r.lines.Number(), Err: err}
}

// errField is about the column c of the row at hand.
func (r *Reader) errField(c column, err error) error {
	name := ""
	for i, other := range r.layout.columns {
		if other == c {
			name = r.layout.names[i]
		}
	}
	return &ParseError{File: r.File, Line: r.lines.Number(), Field: name, Text: shorten(r.fields[c]), Err: err}
}

// begin reads a line of column names.
func (r *Reader) begin(line []byte) error {
	l := parseLayout(line)
	if l == nil {
		return ErrHeader
	}
	if !l.has[colSubmit] {
		return &ParseError{File: r.File, Line: r.lines.Number(), Field: "Submit", Err: ErrColumn}
	}
	r.layout = l
	return nil
}

// begins tells whether a line that is no row names columns, and takes them.
func (r *Reader) begins(line []byte) bool {
	l := parseLayout(line)
	if l == nil || !l.has[colSubmit] {
		return false
	}
	r.counts[ruleHeader]++
	r.layout, r.fields = l, [numColumns][]byte{}
	return true
}

// take reads a row. It reports true if it began another job, and put the one
// before into rec.
func (r *Reader) take(line []byte, rec *Record) (full bool, err error) {
	if err := r.split(line); err != nil {
		if r.begins(line) {
			return false, nil
		}
		return false, err
	}
	which := colJobID
	if !r.layout.has[colJobID] {
		which = colJobIDRaw
	}
	d, err := parseID(r.fields[which])
	if err != nil {
		if r.begins(line) {
			return false, nil
		}
		return false, r.errField(which, err)
	}
	if d.step {
		r.step(d)
		return false, nil
	}
	p := &r.row
	*p = part{id: d, perProc: None}
	if err := r.parse(&p.rec, d); err != nil {
		return false, err
	}
	r.memory(p)

	if r.joins(d) {
		for i := range r.parts {
			if q := &r.parts[i]; q.id.part == d.part {
				r.counts[ruleEarlier]++
				if r.fold = p.rec.Submit >= q.rec.Submit; r.fold {
					*q = *p
				}
				return false, nil
			}
		}
		r.counts[ruleHet]++
	} else if full = len(r.parts) > 0; full {
		r.finish(rec)
	}
	if d.waiting > 0 {
		r.counts[ruleArray]++
	}
	r.fold = true
	r.parts = append(r.parts, *p)
	return full, nil
}

// joins tells whether a row belongs to the job at hand.
func (r *Reader) joins(d id) bool {
	if len(r.parts) == 0 {
		return false
	}
	q := &r.parts[0].id
	if q.base != d.base || q.task != d.task || (q.waiting > 0) != (d.waiting > 0) || (q.part == None) != (d.part == None) {
		return false
	}
	return len(r.parts) < maxParts || slices.ContainsFunc(r.parts, func(p part) bool { return p.id.part == d.part })
}
