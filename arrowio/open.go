package arrowio

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/arrowio/parquet"
	"github.com/backfill-lab/backfill/core/result"
)

// A Result is the content of a result folder. Tables without a file are nil.
type Result struct {
	Meta   result.Meta
	Tables result.Tables // Jobs, Runs and those that have rows
}

// A Part says what Open reads of a folder.
type Part struct {
	// Tables are the ones that are read; nil is all. Jobs and Runs must be there in any case.
	Tables []*result.Schema

	// Without are columns that may be left out, as parquet.ReadWithout does. Arrow files are read whole.
	Without []string
}

// Open reads a result folder back.
func Open(path string) (*Result, error) { return OpenPart(path, Part{}) }

// OpenPart reads a part of a result folder.
func OpenPart(path string, part Part) (*Result, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: there is no such folder; `backfill run --out %s` makes one", path, path)
	case err != nil:
		return nil, err
	case !info.IsDir():
		return nil, fmt.Errorf("%s: not a folder; name the folder that `backfill run --out` made", path)
	}
	r := &Result{Tables: result.Tables{}}
	for _, schema := range result.All {
		wanted := part.Tables == nil || slices.Contains(part.Tables, schema)
		if wanted {
			if err := r.read(path, schema, part.Without); err != nil {
				return nil, err
			}
		}
		if schema.Rows == result.Always && (wanted && r.Tables[schema] == nil || !wanted && !isThere(path, schema)) {
			name := schema.Name + "." + formats[0].name
			return nil, fmt.Errorf("%s: there is no %s in it; `backfill run --out %s` makes one", path, name, path)
		}
	}
	return r, nil
}

// isThere tells whether the folder has a file of the table.
func isThere(dir string, schema *result.Schema) bool {
	return slices.ContainsFunc(formats, func(f format) bool {
		_, err := os.Stat(filepath.Join(dir, schema.Name+"."+f.name))
		return err == nil
	})
}

// read reads a table from the first of its files that exists, which must be of the same
// run as the files read before.
func (r *Result) read(dir string, want *result.Schema, without []string) error {
	for _, format := range formats {
		path := filepath.Join(dir, want.Name+"."+format.name)
		f, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return err
		}
		defer f.Close()
		t, m, err := format.read(f, without)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if t.Schema != want {
			return fmt.Errorf("%s: its columns are those of another version (%s); run the experiment again", path, m.Get(result.MetaVersion))
		}
		for _, key := range []string{result.MetaDigest, result.MetaWorkload, result.MetaVersion} {
			if r.Meta != nil && m.Get(key) != r.Meta.Get(key) {
				return fmt.Errorf("%s: it is from another run than the other tables beside it (%s differs); run the experiment again", path, key)
			}
		}
		if r.Meta == nil {
			r.Meta = m
		}
		r.Tables[want] = t
		return nil
	}
	return nil
}

func readParquet(f *os.File, without []string) (*result.Table, result.Meta, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	return parquet.ReadWithout(f, info.Size(), without)
}

func readArrow(f *os.File, _ []string) (*result.Table, result.Meta, error) {
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, nil, err
	}
	return ipc.Read(data)
}
