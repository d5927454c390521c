package managers

import (
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"strings"
	"time"

	"github.com/backfill-lab/backfill/core/internal/text"
)

// None marks what a file does not say of a job.
const None = -1

// A Row is what a file says of one run of a job: seconds, processors and KiB, None where it says nothing.
type Row struct {
	Line  int    // of the file, from 1; the number of the job in JSON
	Job   int64  // its number; None for a task of an array, a run that was requeued, or without one
	Label string // what its users call it where that is not its number, such as 12[3]

	// Submit, Start and End are Unix times, in the Grid Workload Format seconds since some moment. Without a Start, the job
	// never started, and ended at End.
	Submit, Start, End int64
	Run                int64 // where the file has it; else it is from Start to End
	Estimate           int64 // the limit that the job asked for

	Procs, ReqProcs         int64 // given and requested
	Nodes, GPUs             int64 // given, else requested
	MemoryKiB, ReqMemoryKiB int64 // used and requested, per processor
	Status                  int64 // as field 11 of the Standard Workload Format: Failed, Completed or Cancelled

	User, Group, Queue, Partition, Name int64 // in the Reader's tables

	Running     bool  // it has not ended
	Repeated    bool  // a row before is about the same run
	Rounded     bool  // a time had decimals
	Dependent   bool  // it waited for other jobs
	Interrupted bool  // it was requeued, or this is a run after that
	Reserved    bool  // it ran in a reservation
	Exclusive   bool  // it had its nodes to itself, whatever Procs it has
	Odd         error // a *text.ParseError about the first value that a job can do without and that cannot be read, or nil
}

// Values of Row.Status.
const (
	Failed    = 0
	Completed = 1
	Cancelled = 5
)

// unknown is a Row that says nothing.
var unknown = Row{
	Job: None, Submit: None, Start: None, End: None, Run: None, Estimate: None, Procs: None, ReqProcs: None, Nodes: None, GPUs: None,
	MemoryKiB: None, ReqMemoryKiB: None, Status: None, User: None, Group: None, Queue: None, Partition: None, Name: None,
}

const maxLine = 4 << 20 // bytes; a record names each processor of a large job

// Errors of a row.
var (
	errLine     = fmt.Errorf("the line is longer than %d MiB: this is not a log", maxLine>>20)
	errRecord   = errors.New("not a record of this log")
	errNumber   = errors.New("not a whole number")
	errDuration = errors.New("neither seconds nor a length of time such as 12:30:00")
	errMemory   = errors.New("not an amount of memory such as 16gb")
	errSubmit   = errors.New("the record has no submission, as of Slurm before 17.11: give what sacct prints")
	errEnd      = errors.New("the job has ended, but the file does not say when: give " + csvInstead)
	errDate     = errors.New("not a date such as 2026-03-01T12:30:00")
)

// Names is a table of names in order of appearance; Texts must not be changed.
type Names struct {
	Texts  []string
	number map[string]int64
}

// of returns the number of a name, None for an empty one.
func (n *Names) of(name []byte) int64 {
	if len(name) == 0 {
		return None
	}
	k, known := n.number[string(name)]
	if !known {
		if n.number == nil {
			n.number = map[string]int64{}
		}
		k = int64(len(n.Texts))
		s := string(name)
		n.number[s] = k
		n.Texts = append(n.Texts, s)
	}
	return k
}

// A Reader reads the rows of a file. It holds one line, or one job of JSON, of at most 4 MiB, the names, and a mark of up to a
// million rows and of as many jobs that were requeued.
type Reader struct {
	Users, Groups, Queues, Partitions, Names Names

	Others int // records so far that are not about a run of a job, such as submissions

	Zone  *time.Location // of local times; nil is UTC. Set it before the first row
	Local bool           // whether there were local times so far

	file     string
	src      io.Reader
	lines    text.Lines
	next     func(*Row) error
	at       int // line
	requeued map[string]int64
	seed     maphash.Seed
	seen     map[uint64]struct{} // runs, by their hash
	pbs      pbs
	tokens   [][]byte // of LSF
}

// NewReader returns a Reader of a file of a format that Refusal does not refuse; errors call it file.
func NewReader(f *Format, file string, src io.Reader) *Reader {
	r := &Reader{file: file, src: src, seed: maphash.MakeSeed(), seen: map[uint64]struct{}{}}
	r.next = f.open(r)
	return r
}

// Next reads the next row. After a *text.ParseError, which is about one row, it goes on; any other error is final, as is io.EOF.
func (r *Reader) Next(row *Row) error {
	err := r.next(row)
	if err == nil {
		row.Repeated = r.again(row)
		return nil
	}
	if err == io.EOF {
		return err
	}
	if _, is := errors.AsType[*text.ParseError](err); is {
		return err
	}
	return fmt.Errorf("%s: %w", r.file, err)
}

// again reports whether a row has the job and the times of one before, and remembers it.
func (r *Reader) again(row *Row) bool {
	if row.Job == None && row.Label == "" {
		return false
	}
	begun := row.Start
	if begun == None {
		begun = row.Submit // not of a run, which a requeuing may have moved
	}
	run := maphash.Comparable(r.seed, struct {
		job             int64
		label           string
		begun, end, run int64
	}{row.Job, row.Label, begun, row.End, row.Run})
	_, seen := r.seen[run]
	if !seen && len(r.seen) < mostRemembered {
		r.seen[run] = struct{}{}
	}
	return seen
}

// eachLine returns Next of a file whose lines parse turns into rows. parse reports false for lines that hold none.
func (r *Reader) eachLine(parse func(line []byte, row *Row) (bool, error)) func(*Row) error {
	r.lines = text.NewLines(r.src, maxLine, errLine)
	return func(row *Row) error {
		for {
			line, err := r.lines.Next()
			r.at = r.lines.Number()
			switch {
			case err == errLine:
				return r.bad("", nil, err)
			case err != nil:
				return err
			}
			*row = unknown
			row.Line = r.at
			if line = trim(line); namesFile(line) {
				continue
			}
			if found, err := parse(line, row); found || err != nil {
				return err
			}
		}
	}
}

// bad returns an error about the row.
func (r *Reader) bad(field string, value []byte, err error) error {
	return &text.ParseError{File: r.file, Line: r.at, Field: field, Text: text.Shorten(value), Err: err}
}

// odd notes a value that the row can do without.
func (r *Reader) odd(row *Row, field string, value []byte, err error) {
	if row.Odd == nil {
		row.Odd = r.bad(field, value, err)
	}
}

// mostRemembered bounds the jobs whose requeuing is remembered, and the rows.
const mostRemembered = 1 << 20

// requeue notes that a job was queued again at that second.
func (r *Reader) requeue(job []byte, at int64) {
	if r.requeued == nil {
		r.requeued = map[string]int64{}
	}
	if len(r.requeued) < mostRemembered {
		r.requeued[string(job)] = at
	}
}

// resume makes a row the run of a job that may have been requeued: it then waited from that second on.
func (r *Reader) resume(job []byte, row *Row) {
	if at, was := r.requeued[string(job)]; was {
		row.Submit, row.Interrupted = max(row.Submit, at), true
	}
}

// finish works out what follows from the other values, for any format.
func (row *Row) finish() {
	width := row.Procs
	if width <= 0 {
		width = row.ReqProcs
	}
	if width > 0 {
		perProc := func(total *int64) {
			if *total > 0 {
				*total /= width
			}
		}
		perProc(&row.MemoryKiB)
		perProc(&row.ReqMemoryKiB)
	}
}

// atLimit reports whether a run reached its limit, which ended it.
func (row *Row) atLimit() bool {
	return row.Estimate > 0 && row.Start != None && row.End-row.Start >= row.Estimate
}

func label(job, task string) string { return strings.Clone(job) + "[" + task + "]" }
