//go:build unix

package solvers

import (
	"strconv"
	"syscall"
	"time"
)

// limited returns the command with a limit on its address space, and on that of every
// process it starts.
func limited(argv []string, memoryMiB int) []string {
	if memoryMiB == 0 {
		return argv
	}
	return append([]string{"/bin/sh", "-c", `ulimit -v "$0" && exec "$@"`, strconv.Itoa(memoryMiB << 10)}, argv...)
}

// processorSeconds returns the processor time of this process and of the programs that
// it has waited for.
func processorSeconds() (total float64) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			total += time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
		}
	}
	return total
}
