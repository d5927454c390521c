package arrowio

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/internal/atomicfile"
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
	for _, c := range d.compactors {
		if err := c.finish(); err != nil {
			return err
		}
	}
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
		if err := d.describe(); err != nil {
			return err
		}
		d.files, all = append(d.files, specJSON), d.replaced()
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

// describe writes README.md and croissant.json, unless the folder has ones that are somebody else's.
func (d *Dir) describe() error {
	about := Description{
		Title: "Results of backfill", Meta: d.meta,
		Again: "In this folder, `backfill run spec.json` makes them again, as long as the log and the policies are there.",
	}
	for _, t := range d.all {
		if t.file != nil {
			about.Files = append(about.Files,
				DescribedFile{Name: t.name, Schema: t.schema, Size: t.size, SHA256: hex.EncodeToString(t.hash.Sum(nil))})
		}
	}
	sum := sha256.Sum256(d.spec)
	about.Files = append(about.Files, DescribedFile{Name: specJSON, Doc: "the experiment, which makes the results again",
		Size: int64(len(d.spec)), SHA256: hex.EncodeToString(sum[:])})
	names, err := about.Write(d.stage, d.path)
	d.files = append(d.files, names...)
	return err
}

// replaced lists the files of the folder that the results replace, whether or not there are new ones.
func (d *Dir) replaced() []string {
	return slices.DeleteFunc(ours(), func(name string) bool { return !replaceable(d.path, name) })
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
	for _, c := range d.compactors {
		c.close()
	}
	os.RemoveAll(d.stage)
}

// A tableFile is a sink that writes one file.
type tableFile struct {
	name, path string
	schema     *result.Schema
	make       func(io.Writer, *result.Schema) (result.Sink, error)

	file *os.File
	hash hash.Hash // of what was written
	size int64
	buf  *bufio.Writer
	sink result.Sink
	err  error // the first failure: a table with a gap is not kept
}

// create makes the file, without a byte in it: its schema may still become a compact one.
func (t *tableFile) create() error {
	f, err := os.OpenFile(t.path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	t.file, t.hash = f, sha256.New()
	t.buf = bufio.NewWriterSize(io.MultiWriter(f, t.hash, (*counter)(&t.size)), 1<<18)
	return nil
}

// open begins the table, in a file that it makes if there is none.
func (t *tableFile) open() (err error) {
	if t.file == nil {
		if err := t.create(); err != nil {
			return err
		}
	}
	t.sink, err = t.make(t.buf, t.schema)
	return err
}

// A counter counts the bytes written to it.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// Write appends rows.
func (t *tableFile) Write(rows *result.Table) error {
	if t.err != nil {
		return t.err
	}
	if t.sink == nil {
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
func (t *tableFile) Close() error { return t.err }

func (t *tableFile) finish() error {
	if t.err != nil || t.file == nil {
		return t.err
	}
	if t.sink == nil {
		if err := t.open(); err != nil {
			return err
		}
	}
	for _, step := range []func() error{t.sink.Close, t.buf.Flush, t.file.Sync, t.file.Close} {
		if err := step(); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
	}
	return nil
}

func (t *tableFile) abort() {
	t.err = errors.New("the result folder is discarded")
	if t.file != nil {
		t.file.Close()
	}
}
