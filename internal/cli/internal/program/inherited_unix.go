//go:build unix

package program

import (
	"fmt"
	"os"
	"syscall"
)

// inherited returns the pipe that this process was begun with under that number.
func inherited(number uintptr) (*os.File, error) {
	// A Read of a pipe that does not block can be ended by Close.
	if err := syscall.SetNonblock(int(number), true); err != nil {
		return nil, fmt.Errorf("no pipe %d: %w", number, err)
	}
	return os.NewFile(number, fmt.Sprintf("pipe %d", number)), nil
}
