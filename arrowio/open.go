package arrowio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/internal/bounded"
	"github.com/backfill-lab/backfill/internal/printable"
)

// A Result is the content of a result folder. Tables without a file are nil.
type Result struct {
	Meta   result.Meta
	Tables result.Tables // Jobs, Runs and those that have rows

	held map[string][]byte // of a bundle: its files; nil for a folder
}

// Open reads a result folder back: these tables of it, or all if none is given.
func Open(path string, only ...*result.Schema) (*Result, error) {
	if err := checkFolder(path); err != nil {
		return nil, err
	}
	r := &Result{Tables: result.Tables{}}
	if err := r.fill(path, only); err != nil {
		return nil, err
	}
	return r, nil
}

// fill reads these tables, or all if none is given.
func (r *Result) fill(path string, only []*result.Schema) error {
	for _, schema := range result.All {
		if len(only) > 0 && !slices.Contains(only, schema) {
			continue
		}
		all := result.NewCollect(schema)
		is, err := r.read(path, schema, nil, all)
		switch {
		case err != nil:
			return err
		case is:
			r.Tables[schema] = all.Table()
		case schema.Rows == result.Always:
			return missing(path, schema)
		}
	}
	return nil
}

// Scan reads a table of the folder that r was opened from without holding it in memory: sink gets
// its rows in batches, and is not closed. If columns are given, the others are not read, and their
// vectors are empty.
func (r *Result) Scan(path string, table *result.Schema, columns []string, sink result.Sink) error {
	is, err := r.read(path, table, columns, sink)
	if err == nil && !is {
		err = missing(path, table)
	}
	return err
}

func checkFolder(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: no such folder; `backfill run --out %s` makes one", path, path)
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s: not a folder; name the folder that `backfill run --out` made", path)
	}
	return nil
}

func missing(path string, schema *result.Schema) error {
	name := schema.Name + "." + formats[0].name
	return fmt.Errorf("%s: there is no %s in it; `backfill run --out %s` makes one", path, name, path)
}

// read reads a table from the first of its files that exists, which must be of the same
// run as the files read before. It tells whether there is one.
func (r *Result) read(dir string, want *result.Schema, columns []string, sink result.Sink) (is bool, err error) {
	if r.held != nil {
		name := want.Name + ".arrow"
		data, is := r.held[name]
		if !is {
			return false, nil
		}
		return true, r.readFile(ipc.Scan, bytes.NewReader(data), int64(len(data)), dir+": "+name, want, columns, sink)
	}
	for _, format := range formats {
		if format.scan == nil {
			continue
		}
		path := filepath.Join(dir, want.Name+"."+format.name)
		f, err := bounded.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return false, err
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return false, err
		}
		return true, r.readFile(format.scan, f, info.Size(), path, want, columns, sink)
	}
	return false, nil
}

// readFile reads a table from a file that has that path in messages.
func (r *Result) readFile(read scanner, f io.ReaderAt, size int64, path string, want *result.Schema, columns []string,
	sink result.Sink) error {
	var other error // it is another table than the one wanted
	_, err := read(f, size, columns, func(s *result.Schema, m result.Meta) (result.Sink, error) {
		if other = r.fits(path, want, s, m); s == want {
			return sink, other
		}
		return result.Recast(want, sink), other
	})
	if err != nil && other == nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return other
}

// columnsFit returns an error if rows of got cannot be read as those of want.
func columnsFit(got, want *result.Schema, m result.Meta) error {
	err := error(nil)
	if got.Name != want.Name {
		err = fmt.Errorf("it holds table %s", got.Name)
	} else {
		_, err = result.NewTable(got, 0).As(want)
	}
	if err != nil {
		return fmt.Errorf("its columns are those of another version (%s): %w", printable.Name(m.Get(result.MetaVersion)), err)
	}
	return nil
}

// fits notes the metadata of the first table, and compares those of later ones with it.
func (r *Result) fits(path string, want, got *result.Schema, m result.Meta) error {
	if err := columnsFit(got, want, m); err != nil {
		return fmt.Errorf("%s: %w; run the experiment again", path, err)
	}
	for _, key := range []string{result.MetaDigest, result.MetaWorkload, result.MetaVersion} {
		if r.Meta != nil && m.Get(key) != r.Meta.Get(key) {
			return fmt.Errorf("%s: it is from another run than the other tables beside it (%s differs); run the experiment again", path, key)
		}
	}
	if r.Meta == nil {
		r.Meta = m
	}
	return nil
}
