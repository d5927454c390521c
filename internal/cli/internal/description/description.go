// Package description reads descriptions of clusters, and their accounting.
package description

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/campus"
	"github.com/backfill-lab/backfill/internal/cli/internal/disk"
)

// isExample tells whether a name that opening failed with means the example cluster.
func isExample(name string, err error) bool {
	return name == campus.Name && errors.Is(err, fs.ErrNotExist)
}

// OpenLog opens a log, or that of the example cluster by its name.
func OpenLog(name string) (io.ReadCloser, error) {
	if _, err := os.Stat(name); isExample(name, err) {
		return io.NopCloser(campus.Log()), nil
	}
	return disk.Open(name)
}

// Read reads the description of a cluster from a file, or gives that of the example cluster by its name.
func Read(name string) (*cluster.Description, error) {
	if _, err := os.Stat(name); isExample(name, err) {
		return campus.Description(), nil
	}
	f, err := disk.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return cluster.Read(name, f)
}

// System reads the description of a cluster from a file, or returns the example's.
func System(name string) (*cluster.System, error) {
	d, err := Read(name)
	if err != nil {
		return nil, err
	}
	s, err := cluster.New(d)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}
