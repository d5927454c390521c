package arrowio

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/backfill-lab/backfill/core/atomicfile"
	"github.com/backfill-lab/backfill/core/result"
)

// Commit completes and syncs all files and makes the folder appear: a new one as a
// whole; in an existing one it replaces file after file, spec.json last, and Open
// refuses a folder where that was interrupted. After any other error nothing appears.
func (d *Dir) Commit() error {
	if d.done {
		return fmt.Errorf("%s: the result folder is already complete or discarded", d.path)
	}
	if err := d.commit(); err != nil {
		d.Abort()
		return fmt.Errorf("%s: cannot keep the results: %w", d.path, err)
	}
	d.done = true
	return nil
}

func (d *Dir) commit() error {
	for _, t := range d.all {
		if err := t.finish(); err != nil {
			return err
		}
		if t.file != nil {
			d.files = append(d.files, t.name)
		}
	}
	all := d.files
	if !d.beside {
		d.files, all = append(d.files, specJSON), ours()
	}
	if err := atomicfile.SyncFolder(d.stage); err != nil {
		return err
	}
	if d.fresh {
		// A folder made in the meantime is replaced only if it is empty.
		if err := os.Rename(d.stage, d.path); err == nil {
			return atomicfile.SyncFolder(filepath.Dir(d.path))
		} else if info, statErr := os.Stat(d.path); statErr != nil || !info.IsDir() {
			return err
		}
	}
	for _, name := range all {
		var err error
		to := filepath.Join(d.path, name)
		if slices.Contains(d.files, name) {
			err = os.Rename(filepath.Join(d.stage, name), to)
		} else if err = os.Remove(to); errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		if err != nil {
			return err
		}
	}
	os.Remove(d.stage)
	return atomicfile.SyncFolder(d.path)
}

// Abort discards the folder. After Commit it does nothing, so it can be deferred.
func (d *Dir) Abort() {
	if d.done {
		return
	}
	d.done, d.files = true, nil
	for _, t := range d.all {
		t.abort()
	}
	os.RemoveAll(d.stage)
}

// A table is a sink that writes one file.
type table struct {
	name, path string
	schema     *result.Schema
	make       func(io.Writer) (result.Sink, error)

	file *os.File
	buf  *bufio.Writer
	sink result.Sink
	err  error // the first failure: a table with a gap is not kept
}

func (t *table) open() error {
	f, err := os.OpenFile(t.path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	t.file, t.buf = f, bufio.NewWriterSize(f, 1<<18)
	t.sink, err = t.make(t.buf)
	return err
}

// Write appends rows.
func (t *table) Write(rows *result.Table) error {
	if t.err != nil {
		return t.err
	}
	if t.file == nil {
		if rows.Rows == 0 {
			return nil
		}
		if t.err = t.open(); t.err != nil {
			return t.err
		}
	}
	if t.err = t.sink.Write(rows); t.err != nil {
		t.err = fmt.Errorf("%s: %w", t.name, t.err)
	}
	return t.err
}

// Close does nothing: Commit completes the file.
func (t *table) Close() error { return t.err }

func (t *table) finish() error {
	if t.err != nil || t.file == nil {
		return t.err
	}
	for _, step := range []func() error{t.sink.Close, t.buf.Flush, t.file.Sync, t.file.Close} {
		if err := step(); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
	}
	return nil
}

func (t *table) abort() {
	t.err = errors.New("the result folder is discarded")
	if t.file != nil {
		t.file.Close()
	}
}
