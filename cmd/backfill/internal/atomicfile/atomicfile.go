// Package atomicfile writes files that appear complete or not at all: the
// bytes go to a temporary file beside the target, which is synced and then
// renamed over it. A reader never sees half a file, and a failed or
// interrupted write leaves what was there before; the temporary file of a
// killed one is removed by the next.
package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/backfill-lab/backfill/core/scratch"
)

// Write makes the file at path hold what fill writes. Missing folders on the
// way to it are an error, as they are for any other program. If fill or the
// disk fails, the file at path stays as it was. A path that is there and is no
// regular file (a pipe, a terminal, /dev/null) cannot be replaced by a rename
// and is written to directly.
func Write(path string, fill func(io.Writer) error) (err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		if info.IsDir() {
			return fmt.Errorf("%s: is a folder; name a file in it", path)
		}
		return direct(path, fill)
	}
	f, err := scratch.Create(filepath.Split(path))
	if err != nil {
		return plain(path, err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	buf := bufio.NewWriterSize(f, 1<<18)
	if err := fill(buf); err != nil {
		return err
	}
	if err := buf.Flush(); err != nil {
		return plain(path, err)
	}
	return Publish(f, path)
}

// Publish syncs and closes f and renames it to path, on the same file system.
// f is closed in any case, and still under its own name after an error.
func Publish(f *os.File, path string) error {
	err := f.Sync()
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return plain(path, err)
	}
	// The rename itself is lasting once the folder is synced; not every system
	// can sync a folder, and there the rename stands as it is.
	if dir, err := os.Open(filepath.Dir(path)); err == nil {
		dir.Sync()
		dir.Close()
	}
	return nil
}

func direct(path string, fill func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return plain(path, err)
	}
	err = fill(f)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

// plain says what went wrong with path, without the name of the temporary file.
func plain(path string, err error) error {
	var pe *fs.PathError
	var le *os.LinkError
	switch {
	case errors.As(err, &pe):
		err = pe.Err
	case errors.As(err, &le):
		err = le.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: the folder %s does not exist; make it first", path, filepath.Dir(path))
	}
	return fmt.Errorf("%s: cannot be written: %w", path, err)
}
