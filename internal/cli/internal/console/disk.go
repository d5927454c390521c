package console

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/bounded"
)

// ReadError says in plain words why a file cannot be read.
func ReadError(name string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: no such file", name)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: you may not read this file", name)
	}
	return fmt.Errorf("%s: cannot be read: %w", name, atomicfile.Cause(err))
}

// Open opens a file to read.
func Open(name string) (f *os.File, err error) {
	Await(func() { f, err = os.Open(name) })
	if err != nil {
		return nil, ReadError(name, err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, fmt.Errorf("%s: this is a folder: name a file in it", name)
	}
	return f, nil
}

// ReadFile returns what read makes of a file.
func ReadFile[T any](name string, read func(r io.Reader) (T, error)) (made T, err error) {
	f, err := Open(name)
	if err != nil {
		return made, err
	}
	defer f.Close()
	Await(func() { made, err = read(f) })
	return made, err
}

// ReadInput is ReadFile of a file or of standard input, and ends when the call is stopped.
func ReadInput[T any](a *App, name string, read func(r io.Reader) (T, error)) (T, error) {
	if name == Stdio {
		return read(Reader(a.Context, a.In))
	}
	return ReadFile(name, func(r io.Reader) (T, error) { return read(Reader(a.Context, r)) })
}

// Text returns a reader for ReadFile: it reads the bytes of the file of that name, at most most of them.
func Text(name string, most int64) func(r io.Reader) ([]byte, error) {
	return func(r io.Reader) ([]byte, error) {
		text, err := bounded.ReadAll(r, name, most)
		if err != nil && !errors.Is(err, bounded.ErrSize) {
			err = ReadError(name, err)
		}
		return text, err
	}
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
	if ToStdout(name) {
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
		return ReadError(filepath.Dir(name), err)
	case !info.IsDir():
		return fmt.Errorf("%s is not a folder, so %s cannot be written", filepath.Dir(name), name)
	}
	return nil
}
