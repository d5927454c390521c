// Package arrowio keeps the tables of an experiment in a folder, as files that
// pandas, DuckDB, Polars and R read directly:
//
//	jobs.parquet    one row per job and run
//	runs.parquet    one row per run, with its metrics
//	README.md       what every file and column is, for people
//	croissant.json  the same for programs, with sizes and SHA-256 (Description)
//	spec.json       the Spec, which makes the folder's results again
//
// and a file for each other table of core/result that has rows, in the formats asked
// for: Parquet is small; Arrow can be mapped into memory.
//
// Every file's metadata holds the Spec, its digest, the workload's, the program's
// version and the meaning of every column.
package arrowio

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/arrowio/internal/scan"
	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/arrowio/parquet"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/scratch"
)

// specJSON is the file of the Spec. It appears last: a folder that has it is complete.
const specJSON = "spec.json"

// A format writes and reads tables in files of one kind.
type format struct {
	name   string // also the end of its files' names
	writer func(io.Writer, *result.Schema, result.Meta) (result.Sink, error)
	scan   scanner // nil if Open does not read it
}

// A scanner reads a table from a file of that size, these columns of it, or all if none is given.
type scanner func(f io.ReaderAt, size int64, columns []string, open scan.Opener) (result.Meta, error)

// formats are the kinds of files, in the order in which Open looks for them.
var formats = []format{
	{"parquet", parquet.NewWriter, parquet.Scan},
	{"arrow", ipc.NewWriter, ipc.Scan},
	{"csv", newCSV, nil}, // for programs that read neither; it has no metadata
}

func newCSV(w io.Writer, s *result.Schema, _ result.Meta) (result.Sink, error) {
	return result.NewCSV(w, s), nil
}

// Formats returns the names that Options.Formats takes.
func Formats() (names []string) {
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// NamedFormats returns the formats of those names as Options.Formats takes them. Capitals
// and spaces around a name do not matter. An unknown name is an error that lists the names.
func NamedFormats(names ...string) (found []string, err error) {
	for _, name := range names {
		folded := strings.ToLower(strings.TrimSpace(name))
		if !slices.Contains(Formats(), folded) {
			return nil, fmt.Errorf("unknown file format %q: name some of %s", name, strings.Join(Formats(), ", "))
		}
		found = append(found, folded)
	}
	return found, nil
}

// ours returns the names of all files of a result folder, in their order of appearance.
func ours() (names []string) {
	for _, s := range result.All {
		for _, f := range formats {
			names = append(names, s.Name+"."+f.name)
		}
	}
	return append(names, readmeFile, croissantFile, specJSON)
}

// Options say what a result folder holds. The zero value is result.Usual as Parquet.
type Options struct {
	Tables  []*result.Schema // nil is result.Usual; Jobs and Runs are always written
	Formats []string         // as NamedFormats takes them; none means parquet
	Beside  bool             // add nothing but Tables to a folder of other files

	ExactCSV bool // no apostrophes before texts that a spreadsheet would compute
	Compact  bool // tables in their compact form: see result.Usage.Compact
}

// A Dir is a result folder being written. It is invisible before Commit.
type Dir struct {
	path   string // the folder
	stage  string // where its files are until Commit: beside it, or inside if it exists
	fresh  bool   // the folder did not exist
	beside bool   // Options.Beside
	done   bool
	meta   result.Meta
	spec   []byte   // content of spec.json
	files  []string // names, once committed
	tables result.Set
	all    []*tableFile

	compactors []*compactor // of Options.Compact
}

// PathFrom returns the path of a file from a result folder, as its Spec names a log; the path
// as it is if there is none, as between two drives.
func PathFrom(folder, file string) string {
	from, err := filepath.Abs(folder)
	to, err2 := filepath.Abs(file)
	path, err3 := filepath.Rel(from, to)
	if errors.Join(err, err2, err3) != nil {
		return file
	}
	return filepath.ToSlash(path)
}

// Create begins a result folder. If it exists, Commit replaces the files in it that are
// named like ours, and leaves all others alone. A folder that has such files and no spec.json
// is not one of ours, and is an error.
func Create(path string, m result.Meta, opt Options) (*Dir, error) {
	d := &Dir{path: filepath.Clean(path), tables: result.Set{}, beside: opt.Beside, meta: m}
	wantedFormats, err := NamedFormats(opt.Formats...)
	if err != nil {
		return nil, err
	}
	if err := d.foreign(); err != nil && !opt.Beside {
		return nil, err
	}
	if err := d.makeStage(); err != nil {
		return nil, fmt.Errorf("%s: cannot make the result folder: %w", path, err)
	}
	wanted := opt.Tables
	if wanted == nil {
		wanted = result.Usual()
	}
	for _, s := range result.All {
		if s.Rows == result.Always && !opt.Beside || slices.Contains(wanted, s) {
			d.add(s, m, wantedFormats, opt.ExactCSV)
		}
	}
	if err = d.begin(m); err == nil && opt.Compact {
		err = d.compact()
	}
	if err != nil {
		d.Abort()
		return nil, err
	}
	return d, nil
}

// foreign is an error if files of the folder are named like ours and are not.
func (d *Dir) foreign() error {
	if _, err := os.Stat(filepath.Join(d.path, specJSON)); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, s := range result.All {
		for _, f := range formats {
			name := filepath.Join(d.path, s.Name+"."+f.name)
			if _, err := os.Stat(name); err == nil {
				return fmt.Errorf("%s: it is not from this program, whose results have a %s: choose another folder, or remove the file", name, specJSON)
			}
		}
	}
	return nil
}

// add adds the files of a table.
func (d *Dir) add(s *result.Schema, m result.Meta, wanted []string, exactCSV bool) {
	var sinks []result.Sink
	for _, f := range formats {
		if slices.Contains(wanted, f.name) || len(wanted) == 0 && f.name == "parquet" {
			name := s.Name + "." + f.name
			t := &tableFile{name: name, path: filepath.Join(d.stage, name), schema: s,
				make: func(w io.Writer, s *result.Schema) (result.Sink, error) {
					sink, err := f.writer(w, s, m)
					if c, is := sink.(*result.CSV); is {
						c.Exact = exactCSV
					}
					return sink, err
				}}
			d.all, sinks = append(d.all, t), append(sinks, t)
		}
	}
	d.tables[s] = result.Tee(sinks...)
}

// begin makes the files that every folder has, so that a full or read-only disk shows
// before anything is simulated.
func (d *Dir) begin(m result.Meta) error {
	if d.beside {
		return nil
	}
	spec, err := indented(m)
	if err != nil {
		return fmt.Errorf("%s: %w", d.path, err)
	}
	d.spec = spec
	if err := atomicfile.WriteBytes(filepath.Join(d.stage, specJSON), d.spec); err != nil {
		return err
	}
	for _, t := range d.all {
		if t.schema.Rows == result.Always {
			if err := t.create(); err != nil {
				return err
			}
		}
	}
	return nil
}

// compact puts a compactor before each table's files.
func (d *Dir) compact() error {
	for _, s := range result.All {
		files := d.tables[s]
		if files == nil {
			continue
		}
		c, err := newCompactor(s, func(compact *result.Schema) result.Sink {
			for _, t := range d.all {
				if t.schema == s {
					t.schema = compact
				}
			}
			return files
		})
		if err != nil {
			return err
		}
		d.compactors, d.tables[s] = append(d.compactors, c), c
	}
	return nil
}

// indented returns the content of spec.json.
func indented(m result.Meta) ([]byte, error) {
	spec := new(bytes.Buffer)
	if err := json.Indent(spec, []byte(m.Get(result.MetaSpec)), "", "  "); err != nil {
		return nil, fmt.Errorf("the Spec is not JSON: %w", err)
	}
	spec.WriteByte('\n')
	return spec.Bytes(), nil
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

// Tables returns the sinks of the folder's tables; Commit closes them. A table without
// rows gets no file, unless every run has rows of it.
func (d *Dir) Tables() result.Set { return d.tables }

// Files returns the paths of all files of the folder, after Commit.
func (d *Dir) Files() []string {
	paths := make([]string, len(d.files))
	for i, name := range d.files {
		paths[i] = filepath.Join(d.path, name)
	}
	return paths
}
