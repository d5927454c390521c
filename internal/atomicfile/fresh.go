package atomicfile

import (
	"os"
	"slices"
)

// A Fresh is a list of files and folders that a command makes where nothing was. If it fails, as on a full disk, it
// removes them, so that no part of what belongs together is left.
type Fresh struct{ paths []string }

// Expect notes a path that will be made, unless something is there.
func (f *Fresh) Expect(path string) {
	if _, err := os.Lstat(path); os.IsNotExist(err) {
		f.paths = append(f.paths, path)
	}
}

// Remove removes what was made: files, and folders with nothing else in them.
func (f *Fresh) Remove() {
	for _, path := range slices.Backward(f.paths) {
		_ = os.Remove(path) // what was not made is not there
	}
	f.paths = nil
}
