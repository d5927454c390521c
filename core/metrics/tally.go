package metrics

// A Tally computes the metrics of a schedule on one machine while it is made, so that nobody has to keep it. They
// are those of Compute bit for bit. Its memory grows with the users and, up to 16 MB, with the jobs.
type Tally struct {
	totals totals
	gauge  gauge
}

// NewTally returns the Tally of a machine; groups is that of an Input, and start that of NewBlocks.
func NewTally(procs int, groups []uint8, start int64) *Tally {
	t := &Tally{totals: newTotals(procs, groups, 0), gauge: gauge{procs: int64(procs)}}
	t.totals.blocks = NewBlocks(start)
	return t
}

// Submitted, Started and Ended tell of jobs of that many processors, in the order of time.
func (t *Tally) Submitted(now int64, procs int32) {
	t.gauge.reach(uint64(now))
	t.gauge.asked += int64(procs)
}

// Started is as Submitted.
func (t *Tally) Started(now int64, procs int32) {
	t.gauge.reach(uint64(now))
	t.gauge.held += int64(procs)
	t.gauge.asked -= int64(procs)
}

// Ended is as Submitted.
func (t *Tally) Ended(now int64, procs int32) {
	t.gauge.reach(uint64(now))
	t.gauge.held -= int64(procs)
}

// Add adds a job that has ended. The order is that of the jobs of an Input.
func (t *Tally) Add(j *Ended) { t.totals.add(j, j.End-j.Start) }

// Measured returns what Measure does. Call it once, when all jobs have been added.
func (t *Tally) Measured() (Values, *Blocks) {
	t.totals.close(t.gauge.lost)
	return t.totals.values(), t.totals.blocks
}
