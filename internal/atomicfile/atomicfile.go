// Package atomicfile writes files that appear complete or not at all: the bytes go to a
// temporary file beside the target, which is synced and renamed over it. A failed or
// interrupted write leaves the old file; the next write removes the temporary file of a
// killed one.
package atomicfile

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/backfill-lab/backfill/internal/scratch"
)

// Write writes the file at path, in an existing folder, by calling fill. If fill or the
// disk fails, the file stays as it was. A rename cannot replace a pipe, a terminal or
// /dev/null, to which Write writes directly.
func Write(path string, fill func(io.Writer) error) error {
	return WriteAtMost(path, fs.ModePerm, fill)
}

// WriteAtMost is Write for a file with none but these permissions, from its first byte on.
func WriteAtMost(path string, perm fs.FileMode, fill func(io.Writer) error) (err error) {
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
	if info, err := f.Stat(); err == nil && info.Mode().Perm()&^perm != 0 {
		if err := f.Chmod(info.Mode().Perm() & perm); err != nil {
			return plain(path, err)
		}
	}
	buf := bufio.NewWriterSize(f, 1<<18)
	if err := fill(buf); err != nil {
		if pe, ok := errors.AsType[*fs.PathError](err); ok && pe.Path == f.Name() {
			return plain(path, pe) // a full disk, however fill words it
		}
		return err
	}
	if err := buf.Flush(); err != nil {
		return plain(path, err)
	}
	return Publish(f, path)
}

// WriteBytes writes data to the file at path.
func WriteBytes(path string, data []byte) error {
	return Write(path, func(w io.Writer) error { _, err := w.Write(data); return err })
}

// Publish syncs and closes f and renames it to path, on the same file system. After an
// error f is closed, too, and keeps its name.
func Publish(f *os.File, path string) error {
	err := cmp.Or(f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return plain(path, err)
	}
	SyncFolder(filepath.Dir(path)) // if this fails, only a power cut can undo the rename
	return nil
}

// SyncFolder syncs the names in a folder to disk if the system can.
func SyncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	err = f.Sync()
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
		err = nil // some network file systems
	}
	return errors.Join(err, f.Close())
}

func direct(path string, fill func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return plain(path, err)
	}
	return cmp.Or(fill(f), f.Close())
}

// plain returns err as an error about path, without the name of the temporary file.
func plain(path string, err error) error {
	err = Cause(err)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: the folder %s does not exist; make it first", path, filepath.Dir(path))
	}
	return fmt.Errorf("%s: cannot be written: %w", path, err)
}

// Cause drops operation and paths from an error of the file system: who says more names them.
func Cause(err error) error {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err
	}
	if le, ok := errors.AsType[*os.LinkError](err); ok {
		return le.Err
	}
	return err
}

// MakeFolder makes a folder, and those above it, unless it is there.
func MakeFolder(path string) error {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return fmt.Errorf("%s: the folder cannot be made: %w", path, Cause(err))
	}
	return nil
}
