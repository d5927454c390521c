// Package arrowio keeps the results of a run in a folder, as Arrow and Parquet
// files that pandas, DuckDB, Polars and R read directly:
//
//	jobs.parquet       one row per job and run
//	jobs.arrow         the same rows, for readers that map files into memory
//	runs.parquet       one row per run, with its metrics
//	steps.parquet      one row per recorded decision
//	parts.parquet      one row per job of a grid and site that it used
//	shares.parquet     one row per time with unchanged shares of nodes, on request
//	decisions.parquet  one row per decision of a rule base
//	instances.parquet  one row per self-tuning step and waiting job or second at
//	                   which processors become free, on request
//	spec.json          the Spec, which gives the same results again
//
// Every file's metadata holds the Spec, its digest, the workload's digest, the
// program's version and the meaning of every column.
package arrowio

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/arrowio/parquet"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/scratch"
)

// The files of a result folder, in the order in which they appear. The Spec
// comes last: a folder that has it has all the others.
const (
	jobsParquet      = "jobs.parquet"
	jobsArrow        = "jobs.arrow"
	runsParquet      = "runs.parquet"
	stepsParquet     = "steps.parquet"
	partsParquet     = "parts.parquet"
	sharesParquet    = "shares.parquet"
	decisionsParquet = "decisions.parquet"
	instancesParquet = "instances.parquet"
	specJSON         = "spec.json"
)

var ours = []string{jobsParquet, jobsArrow, runsParquet, stepsParquet, partsParquet, sharesParquet,
	decisionsParquet, instancesParquet, specJSON}

// A Dir is a result folder being written. It is invisible before Commit.
type Dir struct {
	path      string // the folder
	stage     string // the files' place until Commit: beside it, or inside if it exists
	fresh     bool   // the folder did not exist
	done      bool
	files     []string // names, once committed
	jobs      result.Sink
	runs      *table
	steps     *table
	parts     *table
	shares    *table
	decisions *table
	instances *table
	all       []*table
}

// Create begins a result folder. If the folder exists, Commit replaces the files
// with our names in it and leaves all others alone.
func Create(path string, m result.Meta) (*Dir, error) {
	d := &Dir{path: filepath.Clean(path)}
	if err := d.makeStage(); err != nil {
		return nil, fmt.Errorf("%s: cannot make the result folder: %w", path, err)
	}
	parquets := func(w *bufio.Writer, s *result.Schema) (result.Sink, error) { return parquet.NewWriter(w, s, m) }
	arrows := func(w *bufio.Writer, s *result.Schema) (result.Sink, error) { return ipc.NewWriter(w, s, m) }
	file := func(name string, s *result.Schema, make func(*bufio.Writer, *result.Schema) (result.Sink, error)) *table {
		t := &table{name: name, path: filepath.Join(d.stage, name), schema: s, make: make}
		d.all = append(d.all, t)
		return t
	}
	jobs, copies := file(jobsParquet, result.Jobs, parquets), file(jobsArrow, result.Jobs, arrows)
	d.jobs = result.Tee(jobs, copies)
	d.runs, d.steps = file(runsParquet, result.Runs, parquets), file(stepsParquet, result.Steps, parquets)
	d.parts, d.shares = file(partsParquet, result.Parts, parquets), file(sharesParquet, result.Shares, parquets)
	d.decisions, d.instances = file(decisionsParquet, result.Decisions, parquets), file(instancesParquet, result.Instances, parquets)
	d.steps.optional, d.parts.optional, d.shares.optional, d.decisions.optional, d.instances.optional = true, true, true, true, true
	if err := d.begin(m); err != nil {
		d.Abort()
		return nil, err
	}
	return d, nil
}

// begin makes the files that every folder has, so that a full or read-only disk
// is noticed before anything is simulated.
func (d *Dir) begin(m result.Meta) error {
	spec := new(bytes.Buffer)
	if err := json.Indent(spec, []byte(m.Get(result.MetaSpec)), "", "  "); err != nil {
		return fmt.Errorf("%s: the Spec is not JSON: %w", d.path, err)
	}
	spec.WriteByte('\n')
	if err := writeSynced(filepath.Join(d.stage, specJSON), spec.Bytes()); err != nil {
		return err
	}
	for _, t := range d.all {
		if !t.optional {
			if err := t.open(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *Dir) makeStage() error {
	info, err := os.Stat(d.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		d.fresh = true
		if err := os.MkdirAll(filepath.Dir(d.path), 0o777); err != nil {
			return err
		}
	case err != nil:
		return err
	case !info.IsDir():
		return errors.New("there is a file with that name")
	}
	parent, name := filepath.Split(d.path)
	scratch.Sweep(parent) // of a run that was killed before the folder existed
	if !d.fresh {
		parent, name = d.path, "results"
	}
	d.stage, err = scratch.Mkdir(parent, name)
	return err
}

// Jobs returns the sink of the jobs table. Commit closes it and all others.
func (d *Dir) Jobs() result.Sink { return d.jobs }

// Runs returns the sink of the runs table.
func (d *Dir) Runs() result.Sink { return d.runs }

// Steps returns the sink of the steps table; the first row makes its file.
func (d *Dir) Steps() result.Sink { return d.steps }

// Parts returns the sink of the parts table; the first row makes its file.
func (d *Dir) Parts() result.Sink { return d.parts }

// Shares returns the sink of the shares table; the first row makes its file.
func (d *Dir) Shares() result.Sink { return d.shares }

// Decisions returns the sink of the decisions table; the first row makes its file.
func (d *Dir) Decisions() result.Sink { return d.decisions }

// Instances returns the sink of the instances table; the first row makes its file.
func (d *Dir) Instances() result.Sink { return d.instances }

// Files returns the paths of all files of the folder, after Commit.
func (d *Dir) Files() []string {
	paths := make([]string, len(d.files))
	for i, name := range d.files {
		paths[i] = filepath.Join(d.path, name)
	}
	return paths
}
