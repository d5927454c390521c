package arrowio

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/backfill-lab/backfill/arrowio/parquet"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/bounded"
)

// WriteTable writes a table as a Parquet file to w.
func WriteTable(w io.Writer, t *result.Table, m result.Meta) error {
	p, err := parquet.NewWriter(w, t.Schema, m)
	if err != nil {
		return err
	}
	if err := p.Write(t); err != nil {
		return err
	}
	return p.Close()
}

// WriteTables writes each table that has rows to a Parquet file of its name in a folder, removes the file of
// one that has none, and returns the files. m is the metadata of each file: ReadTables refuses files whose
// digests (result.MetaDigest) differ, as after an interruption. A file that has the digest already stays as it is.
func WriteTables(dir string, m result.Meta, tables ...*result.Table) (files []string, err error) {
	for _, t := range tables {
		name := tableFileName(dir, t.Schema)
		if t.Rows == 0 {
			if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return files, err
			}
			continue
		}
		if files = append(files, name); written(name, m) {
			continue
		}
		if err := atomicfile.Write(name, func(w io.Writer) error { return WriteTable(w, t, m) }); err != nil {
			return files[:len(files)-1], err
		}
	}
	return files, nil
}

// written reports whether there is a file that can be read and has the digest of m.
func written(name string, m result.Meta) bool {
	_, own, err := readTable(name)
	digest := m.Get(result.MetaDigest)
	return err == nil && digest != "" && own.Get(result.MetaDigest) == digest
}

func tableFileName(dir string, s *result.Schema) string { return filepath.Join(dir, s.Name+".parquet") }

// ReadTables reads the tables of these schemas from a folder that WriteTables wrote; those without a file are
// missing. It is an error that wraps fs.ErrNotExist if none has one.
func ReadTables(dir string, schemas ...*result.Schema) (result.Tables, error) {
	tables, first := result.Tables{}, ""
	for _, s := range schemas {
		name := tableFileName(dir, s)
		t, m, err := readTable(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if err := columnsFit(t.Schema, s, m); err != nil {
			return nil, fmt.Errorf("%s: %w; write it again", name, err)
		}
		if len(tables) == 0 {
			first = m.Get(result.MetaDigest)
		}
		if m.Get(result.MetaDigest) != first {
			return nil, fmt.Errorf("%s: it was not written with the other tables beside it; write them again", name)
		}
		if tables[s], err = t.As(s); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if len(tables) == 0 {
		return nil, fmt.Errorf("%s: %w: it has no %s.parquet", dir, fs.ErrNotExist, schemas[0].Name)
	}
	return tables, nil
}

func readTable(name string) (*result.Table, result.Meta, error) {
	f, err := bounded.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	return parquet.Read(f, info.Size())
}
