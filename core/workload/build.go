package workload

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/swf"
)

// maxID bounds job numbers: a float64, which JavaScript and many readers of tables make of
// them, is exact up to here.
const maxID = 1 << 53

// A builder turns rows into jobs by Rules.
type builder struct {
	opt   Options
	procs int64 // of the machine, or 0 if the widest job decides
	file  string
	sacct bool // the rows are from sacct output

	jobs    []job.Job
	records []swf.Record
	tally   tally
	rows    int   // lines that are not comments
	first   error // about the first row left out
	newest  int64 // the latest submission so far
	widest  int32
	ids     map[int64]bool // numbers used, in a strict reading

	users, groups, queues, partitions, apps numbering
}

// errRule returns the error of a rule in a strict reading.
func (b *builder) errRule(r rule, line, field int, n int64) error {
	text := ""
	if b.sacct {
		field = 0 // it has other columns
	}
	if field > 0 {
		text = strconv.FormatInt(n, 10)
	}
	return &swf.ParseError{
		File: b.file, Line: line, Field: field, Text: text,
		Err: fmt.Errorf("%s: %s", Rules[r].Key, Rules[r].Doc),
	}
}

func (b *builder) leave(r rule, line, field int, n int64) error {
	b.tally[r]++
	if b.first == nil || b.opt.Strict {
		err := b.errRule(r, line, field, n)
		if b.opt.Strict {
			return err
		}
		b.first = err
	}
	return nil
}

// change counts a row whose job differs from it.
func (b *builder) change(r rule, line, field int, n int64) error {
	b.tally[r]++
	if b.opt.Strict && Rules[r].Effect == Changes {
		return b.errRule(r, line, field, n)
	}
	return nil
}

// bad counts a line that is not a row.
func (b *builder) bad(err error) error {
	b.rows++
	b.tally[malformed]++
	if b.first == nil {
		b.first = err
	}
	if b.opt.Strict {
		return err
	}
	return nil
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

// add turns a record, from a line of that many fields, into a job unless a rule leaves it out.
// The error is nil unless the reading is strict.
func (b *builder) add(rec *swf.Record, line, fields int) error {
	b.rows++
	procs, field := width(rec, b.opt.Width == "requested")
	est := estimate(rec, rec.Run)
	switch {
	case rec.Status >= 2 && rec.Status <= 4:
		return b.leave(partial, line, 11, rec.Status)
	case rec.Submit < 0:
		return b.leave(noSubmit, line, 2, rec.Submit)
	case rec.Run < 0:
		return b.leave(notStarted, line, 4, rec.Run)
	case procs <= 0:
		return b.leave(noWidth, line, field, procs)
	case rec.Submit > job.MaxSeconds:
		return b.leave(outOfRange, line, 2, rec.Submit)
	case rec.Run > job.MaxSeconds:
		return b.leave(outOfRange, line, 4, rec.Run)
	case procs > job.MaxProcs:
		return b.leave(outOfRange, line, field, procs)
	case est > job.MaxSeconds:
		return b.leave(outOfRange, line, 9, est)
	case b.procs > 0 && procs > b.procs:
		return b.leave(tooWide, line, field, procs)
	}

	j := job.Job{
		ID: rec.Job, Submit: rec.Submit, Run: rec.Run, Estimate: est, Procs: int32(procs), Row: job.None,
		User: b.users.index(rec.User), Group: b.groups.index(rec.Group), Queue: b.queues.index(rec.Queue),
		Partition: b.partitions.index(rec.Partition), App: b.apps.index(rec.App),
	}
	var err error
	note := func(r rule, field int, n int64) {
		if e := b.change(r, line, field, n); err == nil {
			err = e
		}
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
		note(unusable, field, n)
	}
	switch {
	case rec.ReqTime < 0:
		note(runAsEstimate, 0, 0)
	case rec.ReqTime == 0:
		note(raisedEstimate, 9, 0)
	}
	if requested := b.opt.Width == "requested"; requested == (field == 5) {
		note(otherWidth, 0, 0)
	}
	if j.Submit < b.newest {
		note(unsorted, 2, j.Submit)
	}
	b.newest = max(b.newest, j.Submit)
	if b.opt.Strict {
		if j.ID < 0 || j.ID > maxID || b.ids[j.ID] {
			note(renumbered, 1, j.ID)
		}
		b.ids[j.ID] = true
	}
	if err != nil {
		return err
	}
	b.widest = max(b.widest, j.Procs)
	if b.opt.KeepRecords {
		j.Row = int32(len(b.records))
		b.records = append(b.records, *rec)
	}
	b.jobs = append(b.jobs, j)
	return nil
}

// usable copies optional fields to j, impossible values as None, and returns the first field
// with one and its value, or 0.
func usable(rec *swf.Record, j *job.Job) (field int, value int64) {
	for _, f := range [...]struct {
		field       int
		value, most int64
		set         func(int64)
	}{
		{3, rec.Wait, job.MaxSeconds, func(n int64) { j.Wait = n }},
		{7, rec.MemoryKiB, math.MaxInt64, func(n int64) { j.MemoryKiB = n }},
		{10, rec.ReqMemoryKiB, math.MaxInt64, func(n int64) { j.RequestedMemoryKiB = n }},
		{11, rec.Status, 5, func(n int64) { j.Status = int8(n) }},
		{12, rec.User, math.MaxInt64, nil},
		{13, rec.Group, math.MaxInt64, nil},
		{14, rec.App, math.MaxInt64, nil},
		{15, rec.Queue, math.MaxInt64, nil},
		{16, rec.Partition, math.MaxInt64, nil},
	} {
		n := f.value
		if n < 0 || n > f.most {
			n = job.None
		}
		if f.set != nil {
			f.set(n)
		}
		if n != f.value && field == 0 {
			field, value = f.field, f.value
		}
	}
	return field, value
}

var errNoJobs = errors.New("there is no job in it")

func (b *builder) finish(w *Workload) error {
	if len(b.jobs) == 0 {
		if b.first != nil {
			return fmt.Errorf("%s: none of its %d rows can be used; the first: %w", b.file, b.rows, b.first)
		}
		return fmt.Errorf("%s: %w", b.file, errNoJobs)
	}
	if len(b.jobs) > math.MaxInt32 {
		return fmt.Errorf("%s: more than %d jobs: cut the log into parts", b.file, math.MaxInt32)
	}
	w.Jobs, w.Records = b.jobs, b.records
	b.tally[renumbered] += renumber(w.Jobs)
	putInOrder(w.Jobs)
	w.Counts = b.tally.counts()
	w.Users, w.Groups, w.Queues, w.Partitions, w.Apps = b.users.names, b.groups.names, b.queues.names, b.partitions.names, b.apps.names
	w.requested = b.opt.Width == "requested"
	if b.procs > 0 {
		w.Procs = int(b.procs)
		return nil
	}
	w.Procs, w.ProcsFrom = int(b.widest), "widest job"
	if b.sacct {
		if most := busiest(w.Jobs); most > b.widest {
			w.Procs, w.ProcsFrom = int(most), "busiest moment"
		}
	}
	return nil
}

// renumber gives jobs without a unique valid number the next numbers after the highest, in the
// order of the log, and counts them.
func renumber(jobs []job.Job) (n int) {
	ascending := jobs[0].ID >= 0 && jobs[len(jobs)-1].ID <= maxID
	for i := 1; i < len(jobs) && ascending; i++ {
		ascending = jobs[i-1].ID < jobs[i].ID
	}
	if ascending {
		return 0
	}
	order := make([]int32, len(jobs)) // by number, then as in the log
	highest := int64(0)
	for i := range jobs {
		order[i] = int32(i)
		if jobs[i].ID <= maxID {
			highest = max(highest, jobs[i].ID)
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(jobs[a].ID, jobs[b].ID) })
	again := make([]bool, len(jobs))
	for k, i := range order {
		again[i] = jobs[i].ID < 0 || jobs[i].ID > maxID || k > 0 && jobs[order[k-1]].ID == jobs[i].ID
	}
	for i := range jobs {
		if again[i] {
			n++
			jobs[i].ID = highest + int64(n)
		}
	}
	return n
}
