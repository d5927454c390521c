package arrowio

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/backfill-lab/backfill/arrowio/parquet"
	"github.com/backfill-lab/backfill/core/result"
)

// A Result is the content of a result folder. Tables without a file are nil.
type Result struct {
	Meta      result.Meta
	Jobs      *result.Table
	Runs      *result.Table
	Steps     *result.Table
	Parts     *result.Table
	Shares    *result.Table
	Decisions *result.Table
	Instances *result.Table
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
	r := new(Result)
	if r.Runs, r.Meta, err = read(path, runsParquet, result.Runs, nil); err != nil {
		return nil, err
	}
	if r.Jobs, _, err = read(path, jobsParquet, result.Jobs, r.Meta); err != nil {
		return nil, err
	}
	for _, optional := range []struct {
		table **result.Table
		name  string
		want  *result.Schema
	}{
		{&r.Steps, stepsParquet, result.Steps}, {&r.Parts, partsParquet, result.Parts}, {&r.Shares, sharesParquet, result.Shares},
		{&r.Decisions, decisionsParquet, result.Decisions}, {&r.Instances, instancesParquet, result.Instances},
	} {
		if _, err := os.Stat(filepath.Join(path, optional.name)); err == nil {
			if *optional.table, _, err = read(path, optional.name, optional.want, r.Meta); err != nil {
				return nil, err
			}
		}
	}
	return r, nil
}

// read reads one file, which must hold table want and come from the run of meta.
func read(dir, name string, want *result.Schema, meta result.Meta) (*result.Table, result.Meta, error) {
	path := filepath.Join(dir, name)
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("%s: there is no %s in it; `backfill run --out %s` makes one", dir, name, dir)
	} else if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	t, m, err := parquet.Read(f, info.Size())
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	if t.Schema != want {
		return nil, nil, fmt.Errorf("%s: its columns are those of another version (%s); run the experiment again",
			path, m.Get(result.MetaVersion))
	}
	for _, key := range []string{result.MetaDigest, result.MetaWorkload, result.MetaVersion} {
		if meta != nil && m.Get(key) != meta.Get(key) {
			return nil, nil, fmt.Errorf("%s: it is from another run than %s beside it (%s differs); run the experiment again",
				path, runsParquet, key)
		}
	}
	return t, m, nil
}
