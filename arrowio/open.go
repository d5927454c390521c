package arrowio

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/arrowio/parquet"
	"github.com/backfill-lab/backfill/core/result"
)

// A Result is the content of a result folder. Tables without a file are nil.
type Result struct {
	Meta   result.Meta
	Tables result.Tables // Jobs, Runs and those that have rows
}

// Open reads a result folder back.
func Open(path string) (*Result, error) {
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
		if err := r.read(path, schema); err != nil {
			return nil, err
		}
		if r.Tables[schema] == nil && schema.Rows == result.Always {
			name := schema.Name + "." + formats[0].name
			return nil, fmt.Errorf("%s: there is no %s in it; `backfill run --out %s` makes one", path, name, path)
		}
	}
	return r, nil
}

// read reads a table from the first of its files that exists, which must be of the same
// run as the files read before.
func (r *Result) read(dir string, want *result.Schema) error {
	for _, format := range formats {
		path := filepath.Join(dir, want.Name+"."+format.name)
		f, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return err
		}
		defer f.Close()
		t, m, err := format.read(f)
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

func readParquet(f *os.File) (*result.Table, result.Meta, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	return parquet.Read(f, info.Size())
}

func readArrow(f *os.File) (*result.Table, result.Meta, error) {
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, nil, err
	}
	return ipc.Read(data)
}
