package trace

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"

	"github.com/backfill-lab/backfill/core/internal/text"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace/swf"
)

// maxID bounds job numbers. Up to here they are exact as a float64, which JavaScript
// and many readers of tables make of them.
const maxID = 1 << 53

// A builder turns rows into jobs by Rules.
type builder struct {
	opt   Options
	procs int64 // of the machine, or 0 if the widest job decides
	file  string

	jobs      jobWriter
	beside    Rows // what rows say beside the jobs
	unstarted []Unstarted
	tally     tally
	causes    causes
	rows      int   // lines that are not comments
	first     error // about the first row left out
	refused   error // about the first odd row, in a strict reading
	newest    int64 // the latest submission so far
	widest    int32

	users, groups, queues, partitions, apps numbering
}

// apply counts a row to which rule r applies because of a field, or 0, with value n. It
// returns an error if the reading is strict and the row is left out or changed.
func (b *builder) apply(r rule, row *Row, field int, n int64) error {
	b.tally[r]++
	applied := &Rules[r]
	if applied.Effect == Notes || !b.opt.Strict && (applied.Effect == Changes || b.first != nil) {
		return nil
	}
	err := &text.ParseError{File: b.file, Line: row.Line, Err: fmt.Errorf("%s: %s", applied.Key, applied.Doc)}
	if field > 0 && row.Record != nil {
		err.Field, err.Text = swf.Numbered(field), strconv.FormatInt(n, 10)
	}
	return b.left(err)
}

// misread counts a row that a reader could not read.
func (b *builder) misread(err error) error {
	b.rows++
	b.tally[malformed]++
	b.causes.add(malformed, err)
	return b.left(err)
}

// left returns the error about a row left out if the reading is strict, and otherwise keeps the first.
func (b *builder) left(err error) error {
	if b.opt.Strict {
		return err
	}
	b.first = cmp.Or(b.first, err)
	return nil
}

// add turns a row into a job unless a rule leaves it out. The error is nil unless the reading is strict.
func (b *builder) add(row *Row) error {
	b.rows++
	requested := b.opt.Width == "requested"
	procs, field := row.width(requested)
	if r, field, n := b.refusal(row, procs, field); r != numRules {
		if r == notStarted && !b.jobs.spools() {
			b.unstarted = append(b.unstarted, row.unstarted())
		}
		return b.apply(r, row, field, n)
	}
	j := job.Job{
		ID: row.Job, Submit: row.Submit, Run: row.Run, Estimate: row.estimateOf(row.Run), Procs: int32(procs), Traits: row.Traits,
		Line: int32(min(row.Line, math.MaxInt32)),
		User: b.users.index(row.User), Group: b.groups.index(row.Group), Queue: b.queues.index(row.Queue),
		Partition: b.partitions.index(row.Partition), App: b.apps.index(row.App),
	}
	b.noteOdd(row)
	b.noteUnusable(row, &j)
	b.noteEstimate(row)
	b.noteOrder(row)
	if requested != (field == 8) {
		b.note(otherWidth, row, 0, 0)
	}
	if b.opt.Strict {
		b.noteNumber(row)
	}
	if b.refused != nil {
		return b.refused
	}
	b.widest = max(b.widest, j.Procs)
	return b.keep(row, &j)
}

// refusal returns the rule that leaves out a row of that width, from that field, with the field that it is about and its value;
// numRules if there is none.
func (b *builder) refusal(row *Row, procs int64, width int) (r rule, field int, n int64) {
	estimate := row.estimateOf(row.Run)
	switch {
	case row.Odd.has(step):
		return step, 0, 0
	case row.Odd.has(repeated):
		return repeated, 0, 0
	case row.Odd.has(unfinished):
		return unfinished, 0, 0
	case row.Status >= partOfJob && row.Status < cancelled:
		return partial, 11, row.Status
	case row.Submit < 0:
		return noSubmit, 2, row.Submit
	case row.Run < 0:
		return notStarted, 4, row.Run
	case procs <= 0:
		return noWidth, width, procs
	case row.Submit > job.MaxSeconds:
		return outOfRange, 2, row.Submit
	case row.Run > job.MaxSeconds:
		return outOfRange, 4, row.Run
	case procs > job.MaxProcs:
		return outOfRange, width, procs
	case estimate > job.MaxSeconds:
		return outOfRange, 9, estimate
	case b.procs > 0 && procs > b.procs:
		return tooWide, width, procs
	}
	return numRules, 0, 0
}

// note is apply for a row that becomes a job in all but a strict reading.
func (b *builder) note(r rule, row *Row, field int, n int64) {
	if err := b.apply(r, row, field, n); b.refused == nil {
		b.refused = err
	}
}

// noteOdd applies the rules that the row's reader found.
func (b *builder) noteOdd(row *Row) {
	for odd := row.Odd; odd != 0; odd &= odd - 1 {
		b.note(rule(bits.TrailingZeros64(uint64(odd))), row, 0, 0)
	}
	if row.Cause != nil {
		b.causes.add(unusable, row.Cause)
	}
}

// noteUnusable copies optional numbers to the job, and applies the rule for impossible ones.
func (b *builder) noteUnusable(row *Row, j *job.Job) {
	field, n := row.usable(j)
	if field == 0 {
		return
	}
	name := swf.FieldName(field)
	if row.Record != nil {
		name = swf.Numbered(field)
	}
	b.causes.impossible(name, Place{row.Line, strconv.FormatInt(n, 10)})
	b.note(unusable, row, field, n)
}

func (b *builder) noteEstimate(row *Row) {
	if row.Estimate < 0 {
		b.note(runAsEstimate, row, 0, 0)
	} else if row.Estimate == 0 {
		b.note(raisedEstimate, row, 9, 0)
	}
}

// noteOrder applies the rule for rows that belong above another.
func (b *builder) noteOrder(row *Row) {
	if row.Submit < b.newest {
		b.note(unsorted, row, 2, row.Submit)
		return
	}
	b.newest = row.Submit
}

// noteNumber applies the rule for a number that cannot stay. It is for a strict reading, which fails; in others, the numbers
// are known at the end.
func (b *builder) noteNumber(row *Row) {
	if row.Job < 0 || row.Job > maxID || b.jobs.used(row.Job) {
		b.note(renumbered, row, 1, row.Job)
	}
}

// keep takes a job.
func (b *builder) keep(row *Row, j *job.Job) error {
	var s *job.Slurm
	if row.Account != nil {
		of := slurmOf(row)
		s = &of
	}
	if j.Row = job.None; s != nil || row.Label != "" || b.opt.KeepRecords {
		j.Row = int32(b.jobs.count)
		b.beside.add(row, j.Row, &b.opt)
	}
	return b.jobs.add(j, s)
}

var errNoJobs = errors.New("there is no job in it")

func (b *builder) finish(w *Workload) error {
	if b.jobs.count == 0 {
		if b.first != nil {
			if b.rows == 1 {
				return fmt.Errorf("%w (the only row cannot be used)", b.first)
			}
			return fmt.Errorf("%w (none of the %d rows can be used)", b.first, b.rows)
		}
		return fmt.Errorf("%s: %w", b.file, errNoJobs)
	}
	if b.jobs.count > math.MaxInt32 {
		return fmt.Errorf("%s: more than %d jobs: cut the log into parts", b.file, math.MaxInt32)
	}
	jobs, again, err := b.jobs.finish()
	if err != nil {
		return err
	}
	b.tally[renumbered] += again
	b.beside.Slurm = b.jobs.slurm
	w.Jobs, w.Unstarted = jobs, b.unstarted
	w.Counts, w.Causes, w.Rows = b.tally.counts(), b.causes.all, b.beside
	w.Users, w.Groups, w.Queues, w.Partitions, w.Apps = b.users.names, b.groups.names, b.queues.names, b.partitions.names, b.apps.names
	w.requested = b.opt.Width == "requested"
	if b.procs > 0 {
		w.Procs = int(b.procs)
		return nil
	}
	w.Procs, w.ProcsFrom = int(b.widest), "widest job"
	return nil
}

// finishUnsized is finish for a log that may say when jobs ran, but not how large the machine was.
func (b *builder) finishUnsized(w *Workload) error {
	if err := b.finish(w); err != nil || b.procs > 0 {
		return err
	}
	most, err := w.busiest()
	if most > b.widest {
		w.Procs, w.ProcsFrom = int(most), "busiest moment"
	}
	return err
}
