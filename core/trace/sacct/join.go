package sacct

import (
	"math"
	"strings"
)

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
	if len(r.parts) > 1 && r.Components {
		for to, i := &rec.First, 0; i < len(r.parts); to, i = &(*to).Next, i+1 {
			one := r.parts[i].rec
			one.Component = r.parts[i].id.part
			*to = &one
		}
	}
	var nodes []string // of all parts
	for i := range r.parts {
		if i > 0 {
			join(rec, &r.parts[i].rec)
		}
		if list := r.parts[i].rec.NodeList; list != None {
			nodes = append(nodes, r.nodeLists().names[list])
		}
	}
	if len(nodes) > 1 && !r.NoNodeLists {
		rec.NodeList = r.nodeLists().of([]byte(strings.Join(nodes, ",")))
	}
	r.parts = r.parts[:0]
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
	rec.NodeList = max(rec.NodeList, part.NodeList) // finish has those of several parts
	rec.GPUs, rec.GPUType = add(rec.GPUs, part.GPUs), max(rec.GPUType, part.GPUType)
	rec.ReqGPUs, rec.ReqGPUType = add(rec.ReqGPUs, part.ReqGPUs), max(rec.ReqGPUType, part.ReqGPUType)
	rec.Unlimited = rec.Unlimited || part.Unlimited
	rec.GPUMix = rec.GPUMix || part.GPUMix
	rec.AllMemory = rec.AllMemory && part.AllMemory
	rec.Dependent, rec.Licensed = rec.Dependent || part.Dependent, rec.Licensed || part.Licensed
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
