//go:build unix

package experiment

import "syscall"

// processor returns the processor time of this process in ns.
func processor() float64 {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return float64(used.Utime.Nano() + used.Stime.Nano())
}
