package console

import (
	"sync/atomic"
	"time"
)

// inputs counts the calls of Await that have not returned.
var inputs atomic.Int64

// Await calls read, which reads or makes an input and which no context ends: a pipe to which nobody writes keeps it for
// ever. It must write nothing but temporary files without a name.
func Await(read func()) {
	inputs.Add(1)
	defer inputs.Add(-1)
	read()
}

// Blocked reports whether inputs were awaited each time that it looked, for so long. The process may end then:
// nothing is half written.
func Blocked(long time.Duration) bool {
	const looks = 25
	for range looks {
		if inputs.Load() == 0 {
			return false
		}
		time.Sleep(long / looks)
	}
	return true
}
