// Package disk opens files and folders that a user names.
package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
)

// Error says in plain words why a file cannot be read.
func Error(name string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: no such file", name)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: you may not read this file", name)
	}
	return fmt.Errorf("%s: cannot be read: %w", name, atomicfile.Cause(err))
}

// Open opens a file to read.
func Open(name string) (*os.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, Error(name, err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, fmt.Errorf("%s: this is a folder: name a file in it", name)
	}
	return f, nil
}

// Exists reports whether there is a file or folder.
func Exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// IsFolder reports whether there is a folder.
func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Writable returns an error unless there is a folder for the file.
func Writable(name string) error {
	if console.ToStdout(name) {
		return nil
	}
	switch info, err := os.Stat(name); {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a folder: name a file in it", name)
	case err == nil:
		return nil
	}
	switch info, err := os.Stat(filepath.Dir(name)); {
	case err != nil:
		return Error(filepath.Dir(name), err)
	case !info.IsDir():
		return fmt.Errorf("%s is not a folder, so %s cannot be written", filepath.Dir(name), name)
	}
	return nil
}
