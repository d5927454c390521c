package trace

import (
	"github.com/backfill-lab/backfill/core/internal/slab"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// A jobWriter makes Jobs of the jobs of a log, in whichever order they are.
type jobWriter struct {
	held  []job.Job
	slurm []job.Slurm // by the Row of held jobs, of sacct output
	spool *spoolWriter
	count int

	numbers map[int64]bool // used by held jobs, in a strict reading
}

// newJobWriter returns a writer of held jobs, or of spooled ones if opt says so.
func newJobWriter(opt *Options) jobWriter {
	if opt.Spools() {
		return jobWriter{spool: newSpoolWriter(opt.Scratch.Create)}
	}
	return jobWriter{}
}

// spools tells whether the jobs are spooled.
func (w *jobWriter) spools() bool { return spoolable && w.spool != nil }

// add takes a job, and what Slurm's accounting says of it, or nil.
func (w *jobWriter) add(j *job.Job, s *job.Slurm) error {
	w.count++
	if w.spools() {
		return w.spool.add(j, s)
	}
	w.held = append(w.held, *j)
	if s != nil {
		w.slurm = append(w.slurm, *s)
	}
	return nil
}

// used reports whether a job that was added, or that this was asked of, has a number, as far as can be told.
func (w *jobWriter) used(id int64) bool {
	if w.spools() {
		return w.spool.numbers.has(id)
	}
	if w.numbers == nil {
		w.numbers = make(map[int64]bool)
	}
	before := len(w.numbers)
	w.numbers[id] = true
	return len(w.numbers) == before
}

// finish returns the jobs in order, at least one. Those without a valid number of their own get the next ones after the highest, in the
// order of the log; it counts them.
func (w *jobWriter) finish() (jobs Jobs, renumbered int, err error) {
	if w.spools() {
		err := w.spool.finish()
		return Jobs{spool: w.spool.spool}, int(w.spool.again), err
	}
	renumbered = renumber(w.held)
	putInOrder(w.held)
	return Hold(w.held), renumbered, nil
}

// close gives back what a reading that failed has spooled.
func (w *jobWriter) close() error {
	if w.spools() {
		return w.spool.Close()
	}
	return nil
}

// sampleRows is the number of jobs after which reserve estimates the total.
const sampleRows = 1 << 12

// leastRow is the bytes of the shortest compressed row.
const leastRow = 8

// mostReserved bounds the jobs for which reserve makes room: a file with holes has any size.
const mostReserved = 1 << 23

// begin makes room for the first held jobs of a log of size bytes, 0 if that is not known.
func (w *jobWriter) begin(size int64) {
	if !w.spools() {
		w.held = slab.Make[job.Job](int(max(0, min(size/leastRow, sampleRows))))[:0]
	}
}

// reserve makes room for the held jobs of a log of size bytes, after the first read bytes; a quarter more, because later
// rows may be shorter, and memory that is never touched costs nothing.
func (w *jobWriter) reserve(size, read int64) {
	if w.spools() || read <= 0 || size <= read {
		return
	}
	jobs := min(float64(len(w.held))*float64(size)/float64(read)*1.25, float64(size/leastRow), mostReserved)
	w.held = append(slab.Make[job.Job](max(int(jobs), len(w.held)))[:0], w.held...)
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
