package trace

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace/sacct"
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
	// unnumbered says that rows have no numbered fields and no header, as those of sacct output and tables.
	unnumbered bool

	jobs      []job.Job
	kept      int           // jobs so far
	taping    *taping       // takes the jobs instead, or nil
	traits    job.Traits    // of the next job, besides what its record says
	label     string        // of the next job, the text that the log has for its number, or ""
	labels    []string      // by Row
	record    *sacct.Record // of the next job, of sacct output
	records   []swf.Record
	unstarted []Unstarted
	slurm     []job.Slurm // parallel to jobs, of sacct output
	tally     tally
	causes    causes
	rows      int   // lines that are not comments
	first     error // about the first row left out
	newest    int64 // the latest submission so far
	widest    int32
	ids       map[int64]bool // numbers used, in a strict reading

	users, groups, queues, partitions, apps numbering
}

// apply counts a row to which rule r applies because of a field, or 0, with value n. It
// returns an error if the reading is strict and the row is left out or changed.
func (b *builder) apply(r rule, line, field int, n int64) error {
	b.tally[r]++
	applied := &Rules[r]
	if applied.Effect == Notes || !b.opt.Strict && (applied.Effect == Changes || b.first != nil) {
		return nil
	}
	err := &swf.ParseError{File: b.file, Line: line, Err: fmt.Errorf("%s: %s", applied.Key, applied.Doc)}
	if field > 0 && !b.unnumbered {
		err.Field, err.Text = field, strconv.FormatInt(n, 10)
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

// fieldName returns what messages call a field of a row.
func (b *builder) fieldName(field int) string {
	if b.unnumbered {
		return swf.FieldName(field)
	}
	return swf.Numbered(field)
}

// width returns a record's width and its field, 5 or 8.
func width(rec *swf.Record, requested bool) (procs int64, field int) {
	if requested && rec.ReqProcs > 0 || rec.Procs <= 0 && rec.ReqProcs > 0 {
		return rec.ReqProcs, 8
	}
	return rec.Procs, 5
}

// estimate returns a record's estimate if it runs for run seconds.
func estimate(rec *swf.Record, run int64) int64 {
	if rec.ReqTime >= 0 {
		return max(rec.ReqTime, 1)
	}
	return max(run, 1)
}

// add turns a record, from a line with that many fields, into a job unless a rule leaves
// it out. The error is nil unless the reading is strict.
func (b *builder) add(rec *swf.Record, line, fields int) error {
	b.rows++
	procs, field := width(rec, b.opt.Width == "requested")
	est := estimate(rec, rec.Run)
	switch {
	case rec.Status >= 2 && rec.Status <= 4:
		return b.apply(partial, line, 11, rec.Status)
	case rec.Submit < 0:
		return b.apply(noSubmit, line, 2, rec.Submit)
	case rec.Run < 0:
		b.missed(rec)
		return b.apply(notStarted, line, 4, rec.Run)
	case procs <= 0:
		return b.apply(noWidth, line, field, procs)
	case rec.Submit > job.MaxSeconds:
		return b.apply(outOfRange, line, 2, rec.Submit)
	case rec.Run > job.MaxSeconds:
		return b.apply(outOfRange, line, 4, rec.Run)
	case procs > job.MaxProcs:
		return b.apply(outOfRange, line, field, procs)
	case est > job.MaxSeconds:
		return b.apply(outOfRange, line, 9, est)
	case b.procs > 0 && procs > b.procs:
		return b.apply(tooWide, line, field, procs)
	}

	j := job.Job{
		ID: rec.Job, Submit: rec.Submit, Run: rec.Run, Estimate: est, Procs: int32(procs), Row: job.None,
		User: b.users.index(rec.User), Group: b.groups.index(rec.Group), Queue: b.queues.index(rec.Queue),
		Partition: b.partitions.index(rec.Partition), App: b.apps.index(rec.App),
	}
	var err error
	note := func(r rule, field int, n int64) {
		err = cmp.Or(err, b.apply(r, line, field, n))
	}
	if fields < swf.Fields {
		note(short, 0, 0)
	} else if fields > swf.Fields {
		note(long, 0, 0)
	}
	if rec.Decimals != nil && (rec.Decimals[1] != 0 || rec.Decimals[2] != 0 || rec.Decimals[3] != 0 || rec.Decimals[8] != 0) {
		note(rounded, 0, 0)
	}
	if field, n := usable(rec, &j); field > 0 {
		b.causes.impossible(b.fieldName(field), Place{line, strconv.FormatInt(n, 10)})
		note(unusable, field, n)
	}
	if rec.ReqTime < 0 {
		note(runAsEstimate, 0, 0)
	} else if rec.ReqTime == 0 {
		note(raisedEstimate, 9, 0)
	}
	if (b.opt.Width == "requested") == (field == 5) {
		note(otherWidth, 0, 0)
	}
	if j.Submit < b.newest {
		note(unsorted, 2, j.Submit)
	}
	b.newest = max(b.newest, j.Submit)
	if b.opt.Strict {
		if j.ID < 0 || j.ID > maxID || b.used(j.ID) {
			note(renumbered, 1, j.ID)
		}
	}
	if err != nil {
		return err
	}
	b.widest = max(b.widest, j.Procs)
	if b.opt.KeepRecords {
		j.Row = int32(len(b.records))
		b.records = append(b.records, *rec)
	}
	if rec.Preceding > 0 {
		j.Traits |= job.Dependent
	}
	j.Traits |= b.traits
	b.labelled(&j)
	return b.keep(&j)
}

// used reports, in a strict reading, whether a job before the one that is being added has a number, as far as can be told.
func (b *builder) used(id int64) bool {
	if Streams && b.taping != nil {
		return b.taping.numbers.has(id)
	}
	before := len(b.ids)
	b.ids[id] = true
	return len(b.ids) == before
}

// labelled keeps the text that the log has for a job's number, if it has one.
func (b *builder) labelled(j *job.Job) {
	if b.label == "" {
		return
	}
	if j.Row == job.None {
		j.Row = int32(len(b.labels))
	}
	b.labels = append(b.labels, make([]string, int(j.Row)+1-len(b.labels))...)
	b.labels[j.Row] = strings.Clone(b.label) // not all of a row
}

// keep takes a job.
func (b *builder) keep(j *job.Job) error {
	var s *job.Slurm
	if b.record != nil {
		of := slurmOf(b.record)
		s, j.Row = &of, int32(b.kept)
	}
	b.kept++
	if Streams && b.taping != nil {
		return b.taping.add(j, s)
	}
	b.jobs = append(b.jobs, *j)
	if s != nil {
		b.slurm = append(b.slurm, *s)
	}
	return nil
}

// missed takes a row without a run, which those who ask about single jobs want to know.
func (b *builder) missed(rec *swf.Record) {
	if !Streams || b.taping == nil {
		b.unstarted = append(b.unstarted, unstartedOf(rec))
	}
}

// usable copies optional fields to j, with None for impossible values, and returns the
// first field with an impossible value, or 0, and that value.
func usable(rec *swf.Record, j *job.Job) (field int, value int64) {
	var status, number int64 // a numbering takes the numbers of users and so on
	for _, f := range [...]struct {
		field       int
		value, most int64
		to          *int64
	}{
		{3, rec.Wait, job.MaxSeconds, &j.Wait},
		{7, rec.MemoryKiB, math.MaxInt64, &j.MemoryKiB},
		{10, rec.ReqMemoryKiB, math.MaxInt64, &j.RequestedMemoryKiB},
		{11, rec.Status, 5, &status},
		{12, rec.User, math.MaxInt64, &number},
		{13, rec.Group, math.MaxInt64, &number},
		{14, rec.App, math.MaxInt64, &number},
		{15, rec.Queue, math.MaxInt64, &number},
		{16, rec.Partition, math.MaxInt64, &number},
	} {
		*f.to = f.value
		if f.value < 0 || f.value > f.most {
			*f.to = job.None
		}
		if *f.to != f.value && field == 0 {
			field, value = f.field, f.value
		}
	}
	j.Status = int8(status)
	return field, value
}

var errNoJobs = errors.New("there is no job in it")

func (b *builder) finish(w *Workload) error {
	if b.kept == 0 {
		if b.first != nil {
			if b.rows == 1 {
				return fmt.Errorf("%w (the only row cannot be used)", b.first)
			}
			return fmt.Errorf("%w (none of the %d rows can be used)", b.first, b.rows)
		}
		return fmt.Errorf("%s: %w", b.file, errNoJobs)
	}
	if b.kept > math.MaxInt32 {
		return fmt.Errorf("%s: more than %d jobs: cut the log into parts", b.file, math.MaxInt32)
	}
	if Streams && b.taping != nil {
		if err := b.taping.finish(); err != nil {
			return err
		}
		w.Tape, w.ignored, w.doubting = b.taping.tape, b.taping.ignored, b.taping.doubting
		b.tally[renumbered] += int(b.taping.again)
	} else {
		w.Jobs, w.Records, w.Unstarted = b.jobs, b.records, b.unstarted
		b.tally[renumbered] += renumber(w.Jobs)
		putInOrder(w.Jobs)
	}
	w.Counts, w.Causes = b.tally.counts(), b.causes.all
	w.Users, w.Groups, w.Queues, w.Partitions, w.Apps = b.users.names, b.groups.names, b.queues.names, b.partitions.names, b.apps.names
	w.requested = b.opt.Width == "requested"
	if b.procs > 0 {
		w.Procs = int(b.procs)
		return nil
	}
	w.Procs, w.ProcsFrom = int(b.widest), "widest job"
	if !b.unnumbered {
		return nil
	}
	if most := b.busiest(w); most > b.widest {
		w.Procs, w.ProcsFrom = int(most), "busiest moment"
	}
	return nil
}

// busiest returns the most processors that jobs held at once.
func (b *builder) busiest(w *Workload) int32 {
	if Streams && b.taping != nil {
		return b.taping.busy.close()
	}
	return busiest(w.Jobs)
}

// renumber gives jobs without a valid number of their own the next numbers after the
// highest, in the order of the log, and counts these jobs.
func renumber(jobs []job.Job) int {
	ascending := jobs[0].ID >= 0 && jobs[len(jobs)-1].ID <= maxID
	for i := 1; i < len(jobs) && ascending; i++ {
		ascending = jobs[i-1].ID < jobs[i].ID
	}
	if ascending {
		return 0
	}
	used := make(map[int64]bool, len(jobs))
	var again []*job.Job
	highest := int64(0)
	for i := range jobs {
		j := &jobs[i]
		if j.ID < 0 || j.ID > maxID || used[j.ID] {
			again = append(again, j)
			continue
		}
		used[j.ID] = true
		highest = max(highest, j.ID)
	}
	for i, j := range again {
		j.ID = highest + 1 + int64(i)
	}
	return len(again)
}
