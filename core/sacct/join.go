package sacct

import "math"

// finish moves the current job to rec.
func (r *Reader) finish(rec *Record) {
	for i := range r.parts {
		p := &r.parts[i]
		p.rec.MemoryKiB = p.perProc
		if p.rec.Procs > 0 && p.rec.MaxRSSKiB != None {
			p.rec.MemoryKiB = max(p.perProc, int64(min(p.tasks/float64(p.rec.Procs), math.MaxInt64/2)))
		}
	}
	*rec = r.parts[0].rec
	for i := 1; i < len(r.parts); i++ {
		join(rec, &r.parts[i].rec)
	}
	r.parts = r.parts[:0]
	r.fold = false
	if rec.Start != None && rec.cancelledAtOnce() {
		r.counts[ruleCancelled]++
		rec.unallocated()
	}
}

// join adds a further part of a heterogeneous job.
func join(rec, part *Record) {
	// Amounts per processor become means over all processors.
	mean := func(a, b int64) int64 {
		m, n := max(rec.Procs, 0), max(part.Procs, 0)
		if m+n == 0 || a == None || b == None {
			return max(a, b)
		}
		return int64((float64(float64(a)*float64(m)) + float64(float64(b)*float64(n))) / float64(m+n))
	}
	rec.MemoryKiB = mean(rec.MemoryKiB, part.MemoryKiB)
	rec.ReqMemoryKiB = mean(rec.ReqMemoryKiB, part.ReqMemoryKiB)
	rec.MaxRSSKiB = max(rec.MaxRSSKiB, part.MaxRSSKiB)

	rec.Parts += part.Parts
	rec.Steps += part.Steps
	rec.Placed = rec.Placed || part.Placed
	rec.Submit = min(rec.Submit, part.Submit)
	if part.Start != None && (rec.Start == None || part.Start < rec.Start) {
		rec.Start = part.Start
	}
	if rec.End == None || part.End == None { // one part still runs
		rec.End = None
	} else {
		rec.End = max(rec.End, part.End)
	}
	rec.Eligible = max(rec.Eligible, part.Eligible)
	rec.Elapsed = max(rec.Elapsed, part.Elapsed)
	rec.Limit = max(rec.Limit, part.Limit)
	rec.Procs, rec.ReqProcs = add(rec.Procs, part.Procs), add(rec.ReqProcs, part.ReqProcs)
	rec.Nodes, rec.ReqNodes = add(rec.Nodes, part.Nodes), add(rec.ReqNodes, part.ReqNodes)
	if rec.State == StateCompleted {
		rec.State = part.State
	}
}

// add returns the sum of two numbers that may be None.
func add(a, b int64) int64 {
	if a == None || b == None {
		return max(a, b)
	}
	return a + b
}
