package sacct

import (
	"cmp"
	"slices"
)

// A jobNumber is what the runs of one job have in common.
type jobNumber struct {
	cluster   int32
	job, task int64
}

func (r *Record) number() jobNumber {
	if r.Waiting > 0 {
		return jobNumber{r.Cluster, r.Job, -2} // unlike the task that has the number of the array
	}
	return jobNumber{r.Cluster, r.Job, r.Task}
}

// An entry is what decides over a record whose number others have.
type entry struct {
	jobNumber
	submit, eligible, start, end int64
	index                        int // of the record, in the order of the log
	state                        State
	user, name                   int32
}

func entryOf(r *Record, index int) entry {
	return entry{r.number(), r.Submit, r.Eligible, r.Start, r.End, index, r.State, r.User, r.Name}
}

// Slurm submits a job that it requeues in the second in which its run ended, and forgets an ended job after MinJobAge, 300 s
// unless a site changes it. So a number that is submitted long after it ended is another job's: numbers begin again at MaxJobId.
const (
	longAfter     = 86400 // seconds
	someTimeAfter = 3600  // with another name
)

// another tells whether the next entry with the same number is of another job.
func (e *entry) another(next *entry) bool {
	after := next.submit - e.end
	return e.user != next.user || e.end >= 0 && (after > longAfter || after > someTimeAfter && e.name != next.name)
}

// Other tells whether a later record with the same number is of another job.
func (r *Record) Other(later *Record) bool {
	e, next := entryOf(r, 0), entryOf(later, 0)
	return e.another(&next)
}

// compare puts the runs of a job beside each other, in their order.
func (e *entry) compare(o *entry) int {
	return cmp.Or(cmp.Compare(e.cluster, o.cluster), cmp.Compare(e.job, o.job), cmp.Compare(e.task, o.task),
		cmp.Compare(e.submit, o.submit), cmp.Compare(e.index, o.index))
}

func (e *entry) Before(o *entry) bool { return e.compare(o) < 0 }

// fates tell which records are no jobs, because another has the same number, and what changes in others:
//   - one of another user, or submitted long after the one before ended, is another job;
//   - of those with one submission, the last counts;
//   - the rows of a job that was resized are one record: the last, submitted when the first was;
//   - of other runs of a job, those before the last are numbered.
type fates struct {
	gone    []uint64       // records that are no jobs, a bit for each index
	changed map[int]change // other records, by index

	repeated, earlier, resized, recycled int // counts

	runs  []entry // of one job, each submitted after those before
	again int     // jobs before it that had its number
}

// A change is what a record has instead of what the log says.
type change struct {
	earlier, recycled int
	submit, eligible  int64
}

// add takes the next entry, in their order. After the last, settle.
func (f *fates) add(e *entry) {
	if n := len(f.runs); n > 0 {
		switch last := &f.runs[n-1]; {
		case last.jobNumber != e.jobNumber:
			f.settle()
			f.again = 0
		case last.another(e):
			f.settle()
			f.again++
			f.recycled++
		case last.submit == e.submit:
			f.repeated++
			f.drop(last.index)
			*last = *e
			return
		}
	}
	f.runs = append(f.runs, *e)
}

// settle decides over the entries of one job.
func (f *fates) settle() {
	number := 0
	moved := false // the run was submitted earlier than the log says
	for i := range f.runs {
		run := &f.runs[i]
		earlier := 0
		if i+1 < len(f.runs) {
			next := &f.runs[i+1]
			if run.state == StateResizing && run.start == next.start && run.start != None {
				next.submit, next.eligible, moved = run.submit, run.eligible, true
				f.resized++
				f.drop(run.index)
				continue
			}
			number++
			earlier = number
		}
		if earlier > 0 || moved || f.again > 0 {
			if f.changed == nil {
				f.changed = map[int]change{}
			}
			f.changed[run.index] = change{earlier, f.again, run.submit, run.eligible}
		}
		moved = false
	}
	f.earlier += number
	f.runs = f.runs[:0]
}

func (f *fates) drop(index int) {
	if word := index / 64; word >= len(f.gone) {
		f.gone = append(f.gone, make([]uint64, word+1-len(f.gone))...)
	}
	f.gone[index/64] |= 1 << (index % 64)
}

// of changes the record with that index, and tells whether it is a job.
func (f *fates) of(index int, r *Record) bool {
	if word := index / 64; word < len(f.gone) && f.gone[word]>>(index%64)&1 != 0 {
		return false
	}
	if len(f.changed) > 0 {
		if c, is := f.changed[index]; is {
			r.Earlier, r.Recycled, r.Submit, r.Eligible = c.earlier, c.recycled, c.submit, c.eligible
		}
	}
	return true
}

// apply returns the jobs of all records.
func (f *fates) apply(all []Record) []Record {
	for i := range all {
		if !f.of(i, &all[i]) { // all before it are jobs
			kept := i
			for i++; i < len(all); i++ {
				if f.of(i, &all[i]) {
					all[kept] = all[i]
					kept++
				}
			}
			return slices.Delete(all, kept, len(all))
		}
	}
	return all
}
