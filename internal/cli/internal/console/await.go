package console

import (
	"sync/atomic"
	"time"
)

// inputs counts the calls of Await that have not returned.
var inputs atomic.Int64

// Await calls read, which waits for an input: a pipe to which nobody writes keeps it for ever, and no context ends it.
// It must not write.
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
