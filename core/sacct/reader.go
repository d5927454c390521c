package sacct

import (
	"bytes"
	"io"
	"slices"
	"time"

	"github.com/backfill-lab/backfill/core/internal/text"
)

// A Reader reads the jobs of sacct output from a stream, in the order of the log.
// It holds one job and the names, and is not safe for concurrent use.
//
// sacct --duplicates prints every run of a requeued job in order of time, with
// other jobs between them. A Reader returns all of them, the earlier ones in the
// phase Requeued, or Ended if a node failed. Read, which holds all jobs, keeps the last.
//
// The accounting gives the memory of the largest task of each step, MaxRSS. A Record
// gives the memory used per processor: MaxRSS times NTasks over the allocated
// processors, the most of any step. Without NTasks, batch, extern and interactive
// steps are one task, and other steps have a task per processor.
type Reader struct {
	File string         // the log's name in a ParseError
	Zone *time.Location // of the cluster, for times that are not Unix times; nil is UTC

	lines  text.Lines
	layout *layout
	done   error
	fields [numColumns][]byte // of the current row

	parts []part // of the current job: one unless it is heterogeneous
	fold  bool   // the last row of a job counts, and so do its steps
	row   part   // reused for each row

	tables [numColumns - colJobName]table
	counts [numRules]int
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
	r := &Reader{lines: text.NewLines(src, maxLine, ErrLine)}
	for i := range r.tables {
		r.tables[i].index = make(map[string]int32)
	}
	return r
}

// Names returns the tables of names so far. They must not be changed.
func (r *Reader) Names() Names {
	t := &r.tables
	return Names{t[0].names, t[1].names, t[2].names, t[3].names, t[4].names, t[5].names, t[6].names}
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
	for r.done == nil {
		line, err := r.lines.Next()
		if err != nil && err != ErrLine {
			r.done = r.end(err)
			break
		}
		if r.lines.Number() == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff")) // a byte order mark
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

// Fatal reports whether an error of Read ends the log.
func (r *Reader) Fatal(err error) bool { return err != nil && err == r.done }

// end returns the last error of a log whose lines end with err.
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

// errField returns an error about column c of the current row.
func (r *Reader) errField(c column, err error) error {
	name := r.layout.names[slices.Index(r.layout.columns, c)]
	return &ParseError{File: r.File, Line: r.lines.Number(), Field: name, Text: text.Shorten(r.fields[c]), Err: err}
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
	r.layout, r.fields = l, [numColumns][]byte{}
	return nil
}

// begins reports whether a line that cannot be read as a row names columns, and if so begins with them.
func (r *Reader) begins(line []byte) bool {
	if r.begin(line) != nil {
		return false
	}
	r.counts[ruleHeader]++
	return true
}

// take reads a row. If the row begins another job, take puts the one before into rec
// and reports true.
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

// joins reports whether a row belongs to the current job.
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
