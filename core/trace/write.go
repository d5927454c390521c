package trace

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace/swf"
)

// WriteSWF writes the workload in the Standard Workload Format. If Records were kept,
// unchanged fields are written as in the source, with their decimals; otherwise what a Job
// does not hold is lost (CPU time, think time, which of the two widths it was). Header lines
// stay unless they are no longer true (MaxProcs, UnixStartTime and, if jobs are missing,
// MaxJobs and MaxRecords); each of Changes becomes a note. Names that are not numbers become
// numbers in the order of their first jobs, explained in comments such as "; User: 1 alice".
func (w *Workload) WriteSWF(out io.Writer) error {
	h := w.header()
	users := w.numberNames(&h, "User", w.Users, func(j *job.Job) int32 { return j.User })
	groups := w.numberNames(&h, "Group", w.Groups, func(j *job.Job) int32 { return j.Group })
	apps := w.numberNames(&h, "Application", w.Apps, func(j *job.Job) int32 { return j.App })
	queues := w.numberNames(&h, "Queue", w.Queues, func(j *job.Job) int32 { return j.Queue })
	partitions := w.numberNames(&h, "Partition", w.Partitions, func(j *job.Job) int32 { return j.Partition })
	sw := swf.NewWriter(out)
	if err := sw.WriteHeader(h); err != nil {
		return err
	}
	later := h.Later
	comments := func(before int) error { // writes those before a row; before the first they would be read as the header
		for len(later) > 0 && later[0].Before <= before {
			if err := sw.WriteComment(later[0].Text); err != nil {
				return err
			}
			later = later[1:]
		}
		return nil
	}
	i := -1
	for j, err := range w.Jobs.All() {
		if err != nil {
			return err
		}
		i++
		rec := w.record(j)
		users.number(j.User, &rec.User)
		groups.number(j.Group, &rec.Group)
		apps.number(j.App, &rec.App)
		queues.number(j.Queue, &rec.Queue)
		partitions.number(j.Partition, &rec.Partition)
		at := i
		if j.Row >= 0 {
			at = int(j.Row)
		}
		if i > 0 {
			err = comments(at)
		}
		if err := cmp.Or(err, sw.Write(&rec)); err != nil {
			return err
		}
	}
	return cmp.Or(comments(math.MaxInt), sw.Flush())
}

// record returns the row of a job without its names.
func (w *Workload) record(j *job.Job) swf.Record {
	if j.Row < 0 || int(j.Row) >= len(w.Records) {
		rec := swf.Unknown
		rec.Job, rec.Submit, rec.Wait, rec.Run, rec.ReqTime, rec.Status = j.ID, j.Submit, j.Wait, j.Run, j.Estimate, int64(j.Status)
		rec.Procs, rec.ReqProcs = int64(j.Procs), int64(j.Procs)
		rec.MemoryKiB, rec.ReqMemoryKiB = j.MemoryKiB, j.RequestedMemoryKiB
		return rec
	}
	rec := w.Records[j.Row]
	var row Row
	row.fromSWF(&rec, 0, swf.Fields)
	var was job.Job
	row.usable(&was)
	rec.Job, rec.Submit, rec.Run = j.ID, j.Submit, j.Run
	for _, f := range [...]struct {
		field    *int64
		was, now int64
	}{
		{&rec.Wait, was.Wait, j.Wait}, {&rec.MemoryKiB, was.MemoryKiB, j.MemoryKiB},
		{&rec.ReqMemoryKiB, was.RequestedMemoryKiB, j.RequestedMemoryKiB}, {&rec.Status, int64(was.Status), int64(j.Status)},
	} {
		if f.was != f.now {
			*f.field = f.now
		}
	}
	if procs, _ := row.width(w.requested); procs != int64(j.Procs) {
		if rec.Procs > 0 {
			rec.Procs = int64(j.Procs)
		}
		if rec.ReqProcs > 0 {
			rec.ReqProcs = int64(j.Procs)
		}
	}
	if row.estimateOf(j.Run) != j.Estimate {
		rec.ReqTime = j.Estimate
	}
	return rec
}

// header returns comments that are true of w.
func (w *Workload) header() swf.Header {
	h := w.Header
	jobs := strconv.Itoa(w.Len())
	made := len(h.Lines) == 0
	if made {
		h.Add("Version", "2.2")
		h.Add("Computer", oneLine(w.Name))
		h.Add("MaxJobs", jobs)
		h.Add("MaxRecords", jobs)
		h.Add("Preemption", "No")
	} else if len(w.Changes) > 0 || w.LeftOut() > 0 {
		for _, key := range []string{"MaxJobs", "MaxRecords"} {
			if _, ok := h.Get(key); ok {
				h.Set(key, jobs)
			}
		}
	}
	if start, _ := h.Int("UnixStartTime"); start != w.UnixStart { // also if it is 0 because the header's is unusable
		h.Set("UnixStartTime", strconv.FormatInt(w.UnixStart, 10))
	}
	if w.TimeZone != h.TimeZone() {
		h.Set("TimeZoneString", w.TimeZone)
	}
	procs, _ := machine(h, Options{})
	if procs == 0 && !made {
		for j, err := range w.Jobs.All() {
			if err == nil { // whoever writes the jobs meets the error, too
				procs = max(procs, int(j.Procs))
			}
		}
	}
	if procs != w.Procs {
		h.Set("MaxProcs", strconv.Itoa(w.Procs))
	}
	if made && w.Source != "" {
		h.Add("Note", oneLine(w.Source))
	}
	for _, change := range w.Changes {
		h.Add("Note", oneLine(change))
	}
	if w.LeftOut() > 0 {
		var rules []string
		for _, r := range Rules {
			if n := w.Count(r.Key); n > 0 && r.Effect == LeavesOut {
				rules = append(rules, fmt.Sprintf("%s %d", r.Key, n))
			}
		}
		h.Add("Note", "rows of the source left out: "+strings.Join(rules, ", "))
	}
	return h
}

// oneLine makes text fit for a comment.
func oneLine(text string) string {
	const most = 4000
	if len(text) > most {
		text = text[:most]
	}
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			return ' '
		}
		return r
	}, text))
}

// nameNumbers has the number of each name, by index.
type nameNumbers []int64

// mostNames bounds the names in comments: with a name for every job, the log could not be read back.
const mostNames = 20_000

// numberNames returns the names themselves if all are numbers. Otherwise it numbers them from 1, in the order of appearance, and
// adds comments with that key to h. of is a job's index into names.
func (w *Workload) numberNames(h *swf.Header, key string, names Names, of func(*job.Job) int32) nameNumbers {
	t := make(nameNumbers, len(names))
	numbers := true
	for i, name := range names {
		n, err := strconv.ParseInt(name, 10, 64)
		if err != nil || n < 0 || strconv.FormatInt(n, 10) != name {
			numbers = false
			break
		}
		t[i] = n
	}
	if numbers {
		return t
	}
	h.Lines = slices.Clip(h.Lines)
	for k, i := range w.appearance(len(names), of) {
		t[i] = int64(k) + 1
		if k < mostNames {
			h.Lines = append(h.Lines, fmt.Sprintf("; %s: %d %s", key, k+1, oneLine(names[i])))
		}
	}
	if n := len(names) - mostNames; n > 0 {
		h.Add("Note", fmt.Sprintf("%d more names (%s) are left out", n, key))
	}
	return t
}

// appearance returns the indexes of names in the order of the first jobs that have them, then those of no job. So the order
// of a log's rows, which decides the indexes, does not show.
func (w *Workload) appearance(names int, of func(*job.Job) int32) (order []int32) {
	seen := make([]bool, names)
	see := func(i int32) {
		if i >= 0 && !seen[i] {
			seen[i], order = true, append(order, i)
		}
	}
	for j, err := range w.Jobs.All() {
		if err != nil || len(order) == names { // whoever writes the jobs meets the error, too
			break
		}
		see(of(j))
	}
	for i := range seen {
		see(int32(i))
	}
	return order
}

// number sets n to the number of the name with that index. Without one, n becomes -1
// unless it is negative.
func (t nameNumbers) number(index int32, n *int64) {
	if index >= 0 && int(index) < len(t) {
		*n = t[index]
	} else if *n >= 0 {
		*n = -1
	}
}
