package table

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/internal/doubt"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// Several rows may have the number of one job: tasks of an array, which are jobs of their own; parts of the job, such as those on
// each node; or the same again, where exports overlap or a queue was looked at more than once. Columns that say which task or
// part a row is of tell them apart. Without such columns only a row that is the same in all of its cells is left out, or one of
// a job that a row above shows while it ran; other rows with the same times count as jobs, and a doubt says so.

const (
	mostRemembered = 1 << 19 // jobs
	mostCompared   = 64      // columns of a table whose rows are looked at as a whole
)

// again remembers jobs.
type again struct {
	kin     // columns of batches
	seed    maphash.Seed
	jobs    map[uint64]seen
	sorted  []first // jobs whose numbers were larger than all above, as in most logs, which need no map
	last    uint64  // job of the row above
	rows    int     // parts of a job above
	dropped int
}

// first is the first row of a job.
type first struct {
	number                  int64
	job, times, part, whole uint64
}

// find returns what is known of a job.
func (a *again) find(number int64, job uint64) (s seen, known bool) {
	if s, known = a.jobs[job]; known {
		return s, true
	}
	i, found := slices.BinarySearchFunc(a.sorted, number, func(f first, n int64) int { return cmp.Compare(f.number, n) })
	if !found || a.sorted[i].job != job {
		return s, false
	}
	return seen{times: a.sorted[i].times, part: a.sorted[i].part, whole: a.sorted[i].whole}, true
}

// seen is what the rows of a job say.
type seen struct {
	times, part, whole uint64 // of the first
	varied             bool   // others have other times
	open               bool   // in a row it still runs
	alike              int32  // rows with the times of the first
}

// Words of columns that tell tasks of a job and parts of one apart.
var (
	taskWords  = strings.Fields("task taskid array step instance pod replica member component attempt try het")
	countWords = strings.Fields("count num n number per total max min hours seconds req")
	rowNames   = []string{"", "index", "idx", "unnamed_0", "index_level_0", "row", "rownames", "row_number"} // number the rows of a file
	partWords  = strings.Fields("node nodes host hosts hostname nodename nodelist pe rank")
)

// kin are the columns by which rows of one job are told apart.
type kin struct{ tasks, parts, others []int }

// kinOf returns those of a table whose fields are read from the bound columns. The others are all that are left, unless a table has
// too many.
func kinOf(all []Column, bound func(i int) bool) (k kin) {
	for i, c := range all {
		plain, _ := bare(c.Name)
		words := strings.Split(plain, "_")
		has := func(list []string) bool {
			return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
		}
		switch {
		case c.Type == Other || slices.Contains(rowNames, plain):
		case bound(i):
			k.others = append(k.others, i)
		case has(partWords) && !has(countWords):
			k.parts = append(k.parts, i)
		case has(taskWords) && !has(countWords):
			k.tasks = append(k.tasks, i)
		default:
			k.others = append(k.others, i)
		}
	}
	if len(all) > mostCompared {
		k.others = nil
	}
	return k
}

// beginAgain asks for the columns that tell rows of one job apart, if rows have jobs' numbers and are those of no data set.
func (r *Reader) beginAgain() {
	a := &r.again
	r.bound = len(r.asked)
	if !r.cells[Job].given || r.cells[Job].at < 0 || r.Reading.Preset != "" {
		return
	}
	a.seed, a.jobs = maphash.MakeSeed(), map[uint64]seen{}
	a.kin = kinOf(r.table.Columns(), func(i int) bool { return slices.Contains(r.asked[:r.bound], i) })
	for _, list := range [...][]int{a.tasks, a.parts, a.others} {
		for k, i := range list {
			list[k] = r.ask(i)
		}
	}
}

// repeats tells whether the row is one above again.
func (r *Reader) repeats(i int) bool {
	a, row := &r.again, &r.row
	if a.jobs == nil || row.Job == None && row.JobText == "" || row.Phase != Ended && row.Phase != Running {
		return false
	}
	var h maphash.Hash
	h.SetSeed(a.seed)
	add := func(columns []int) uint64 {
		for _, k := range columns {
			h.WriteByte(0)
			if v := &r.batch.Cols[k]; !v.null(i) {
				h.WriteString(shown(v, i))
			}
		}
		return h.Sum64()
	}
	h.WriteString(shown(&r.batch.Cols[r.cells[Job].at], i)) // the number may be rounded
	job := add(a.tasks)
	maphash.WriteComparable(&h, [...]int64{row.Submit, row.Start, row.Wait, row.End, row.Run})
	times := h.Sum64()
	part := add(a.parts)
	whole := add(a.others)
	together := a.last == job
	a.last = job
	full := len(a.jobs)+len(a.sorted) >= mostRemembered
	if n := len(a.sorted); row.Job != None && row.Phase == Ended && (n == 0 || row.Job > a.sorted[n-1].number) && len(a.jobs) == 0 {
		if !full {
			a.sorted = append(a.sorted, first{row.Job, job, times, part, whole})
		}
		return false
	}
	s, known := a.find(row.Job, job)
	if !known && full {
		return false
	}
	switch {
	case row.Phase == Running:
		s.open = true
	case s.times == 0:
		s.times, s.part, s.whole = times, part, whole
	case s.times != times:
		s.varied = true
	case s.part != part:
		a.rows++
	case s.open || a.others != nil && s.whole == whole && !s.varied && !together:
		a.dropped++
		return true
	default:
		s.alike++
	}
	a.jobs[job] = s
	return false
}

// doubtAgain doubts rows of jobs in parts, and rows that are the same.
func (r *Reader) doubtAgain() {
	a := &r.again
	alike := 0
	for _, s := range a.jobs {
		if !s.varied {
			alike += int(s.alike)
		}
	}
	if alike > 0 {
		r.doubt(doubt.Doubt{Key: "rows-alike", Jobs: alike, Of: r.row.Number, Grave: doubt.Share(alike, r.row.Number),
			What: numeral.Whole(alike) + " rows have the number and the times of a row above: they count as jobs, as tasks of an array do",
			Fix:  "if they are the same job again, keep one row of each"})
	}
	if doubt.Share(a.dropped, r.row.Number) {
		r.doubt(doubt.Doubt{Key: "rows-again", Jobs: a.dropped, Of: r.row.Number,
			What: numeral.Whole(a.dropped) + " rows are of jobs that a row above has, and are left out"})
	}
	if a.rows == 0 {
		return
	}
	var names []string
	for _, k := range a.parts {
		names = append(names, r.table.Columns()[r.asked[k]].Name)
	}
	r.doubt(doubt.Doubt{Key: "rows-of-parts", Jobs: a.rows, Of: r.row.Number, Grave: doubt.Share(a.rows, r.row.Number),
		What: fmt.Sprintf("%s rows have the job and the times of one above, and another %s: they may be parts of a job, and count as jobs",
			numeral.Whole(a.rows), strings.Join(names, ", ")), Fix: "keep one row of each job, with all its processors"})
}
