// Package garbage says when the command's garbage is collected: late, unless the user has said otherwise.
package garbage

import (
	"os"
	"runtime"
	"runtime/debug"
	"sync/atomic"
)

// first is the memory, in bytes, below which nothing is collected. Runs that end before it leave their garbage; the
// collector's beginnings and ends took a third of the time of a run of 200,000 jobs.
const first = 96 << 20

// least is the memory, in bytes, below which Go collects nothing at a GOGC of 100; it is in proportion to that. (A limit
// of the memory would do the same, but near it Go returns memory to the system all the time.)
const least = 4 << 20

// percent is Go's GOGC from then on; 0 if the user has said what it is.
var percent atomic.Int64

// Delay puts the first collection off until the heap has grown to 96 MB, and then collects as usual. The environment's GOGC
// and GOMEMLIMIT come first. The program calls it once, before anything else.
func Delay() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	percent.Store(int64(debug.SetGCPercent(100 * first / least)))
	// The first collection finds the mark.
	mark := new([64]byte)
	runtime.AddCleanup(mark, func(struct{}) { debug.SetGCPercent(int(percent.Load())) }, struct{}{})
}

// CollectAt collects whenever the heap has grown by p percent, until the function that it returns is called.
func CollectAt(p int64) (usual func()) {
	before := percent.Swap(p)
	if old := debug.SetGCPercent(int(p)); before == 0 {
		before = int64(old)
	}
	return func() {
		percent.Store(before)
		debug.SetGCPercent(int(before))
	}
}
