package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"sync/atomic"
)

// firstHeap is the memory, in bytes, below which nothing is collected. Runs that end before it leave their garbage; the
// collector's beginnings and ends took a third of the time of a run of 200,000 jobs.
const firstHeap = 96 << 20

// gcPercent is Go's GOGC from then on.
var gcPercent atomic.Int64

// collectLate puts off the first collection, unless the user has said otherwise.
func collectLate() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	gcPercent.Store(int64(debug.SetGCPercent(-1)))
	limit := debug.SetMemoryLimit(firstHeap)
	// The first collection finds the mark.
	mark := new([64]byte)
	runtime.AddCleanup(mark, func(limit int64) {
		debug.SetGCPercent(int(gcPercent.Load()))
		debug.SetMemoryLimit(limit)
	}, limit)
}

// collectAt collects whenever the heap has grown by so many percent, until the function that it returns is called.
func collectAt(p int64) (usual func()) {
	before := gcPercent.Swap(p)
	if old := debug.SetGCPercent(int(p)); before == 0 { // collectLate was not called
		before = int64(old)
	}
	return func() {
		gcPercent.Store(before)
		debug.SetGCPercent(int(before))
	}
}
