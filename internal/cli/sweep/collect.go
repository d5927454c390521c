package sweep

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/arrowio/parquet"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/study/sweep"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/cli/internal/buildinfo"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/results"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/numeral"
	"github.com/backfill-lab/backfill/internal/scratch"
)

func collectCommand(a *console.App) *cobra.Command {
	var out string
	var partial bool
	c := usage.New("sweep collect", usage.Arguments(1, 1), func(_ *cobra.Command, args []string) error {
		p, store, err := results.OpenSweep(a, args[0])
		if err != nil {
			return err
		}
		if out == "" {
			out = filepath.Join(args[0], "collected")
		}
		return collect(a, p, store, out, partial)
	})
	c.Flags().StringVarP(&out, "out", "o", "", "folder for the table and the dataset (default: DIR/collected)")
	c.Flags().BoolVar(&partial, "partial", false, "collect what there is, though runs are missing or failed")
	return a.WithJSON(c)
}

// collectedFile is written last: a folder that has it is one of ours, and complete.
const collectedFile = "collected.json"

// A collected is that file, and what sweep collect prints.
type collected struct {
	Dir         string `json:"-"`
	Digest      string `json:"digest"` // of all values, whatever files they are in and wherever they were computed
	Runs        int    `json:"runs"`
	Failed      int    `json:"failed"`
	Missing     int    `json:"missing"`
	Experiments int    `json:"experiments,omitempty"` // of papers
	Backfill    string `json:"backfill"`

	SchemaVersion int `json:"schema_version"`
}

func collect(a *console.App, p *sweep.Plan, store *sweep.Store, out string, partial bool) error {
	if partial && p.Experiments != nil {
		return usage.Errorf("--partial is for studies: an experiment needs all of its runs")
	}
	if !partial {
		s, err := sweep.StatusOf(p, store)
		if err != nil {
			return err
		}
		if n := len(s.Missing); n > 0 {
			return fmt.Errorf("%s: of %s, %s missing: backfill sweep run %s does what is missing, --partial collects the rest",
				p.Dir, numeral.Plural(s.Runs, "run"), areOf(n), sweep.ShellWord(p.Dir))
		}
		if n := len(s.Failed); n > 0 && p.Experiments != nil {
			return fmt.Errorf("%s: %s failed, and an experiment needs all of its runs: backfill sweep status %s says why",
				p.Dir, numeral.Plural(n, "run"), sweep.ShellWord(p.Dir))
		}
	}
	before, err := collectedBefore(out)
	if err != nil {
		return err
	}
	place := out // a link stays one
	if to, err := filepath.EvalSymlinks(out); err == nil {
		place = to
	}
	if err := atomicfile.MakeFolder(filepath.Dir(place)); err != nil {
		return err
	}
	stage, err := scratch.Mkdir(filepath.Split(filepath.Clean(place)))
	if err != nil {
		return fmt.Errorf("%s: the folder cannot be made: %w", out, atomicfile.Cause(err))
	}
	defer os.RemoveAll(stage)
	names := &sweep.FolderNames{}
	v, err := collectInto(a, p, store, stage, names)
	if err != nil {
		return err
	}
	if err := v.write(stage); err != nil {
		return err
	}
	if p.Experiments == nil {
		if err := describe(p, stage, place, names); err != nil {
			return fmt.Errorf("%s: the results cannot be described: %w", out, atomicfile.Cause(err))
		}
	}
	if err := before.keepOthers(place, stage); err != nil {
		return err
	}
	if err := replaceFolder(stage, place); err != nil {
		return fmt.Errorf("%s: the results cannot be put there: %w", out, atomicfile.Cause(err))
	}
	v.Dir = out
	if err := showCollected(a, p, v); err != nil || partial {
		return err
	}
	return noFailures(p, v.Failed)
}

func showCollected(a *console.App, p *sweep.Plan, v *collected) error {
	return a.Show(struct {
		Dir string `json:"dir"`
		*collected
	}{v.Dir, v}, func() {
		fmt.Fprintf(a, "%s: %s\n", v.Dir, v.resultsOf())
		if v.Failed > 0 {
			fmt.Fprintf(a, "left out: %s that failed; backfill sweep status %s says why\n", numeral.Plural(v.Failed, "run"), sweep.ShellWord(p.Dir))
		}
		if v.Missing > 0 {
			fmt.Fprintf(a, "left out: %s that are missing\n", numeral.Plural(v.Missing, "run"))
		}
		fmt.Fprintf(a, "digest %s\n", v.Digest)
	})
}

// tableMeta is what each table of a sweep says of itself.
func tableMeta(p *sweep.Plan) result.Meta {
	told := p.Told()
	return result.Meta{{Key: "backfill.study", Value: string(told)}, {Key: result.MetaVersion, Value: buildinfo.Version()}}
}

// collectInto writes everything into a folder but collectedFile.
func collectInto(a *console.App, p *sweep.Plan, store *sweep.Store, stage string, names *sweep.FolderNames) (*collected, error) {
	if p.Experiments != nil {
		return collectPapers(a, p, stage)
	}
	schema := p.Schema()
	meta := tableMeta(p)
	table, err := newParquetFile(filepath.Join(stage, "runs.parquet"), schema, meta)
	if err != nil {
		return nil, err
	}
	defer table.abort()
	parts := &partitions{folder: filepath.Join(stage, "dataset", "runs"), names: names, schema: withoutPolicy(schema), meta: meta,
		files: map[string]*parquetFile{}}
	defer parts.abort()
	values := result.NewDigest(schema)
	digest := sha256.New()
	bad := &badRows{runs: map[sweep.Digest]bool{}}
	found, err := sweep.Collect(p, store, schema, result.Tee(table, parts, values), func(i int, r *sweep.Result) error {
		if a.Context.Err() != nil {
			return console.ErrStopped
		}
		return collectRows(p, i, r, stage, names, digest, bad)
	})
	if err == nil {
		err = bad.forget(p, store)
	}
	if err == nil {
		err = cmp.Or(table.Close(), parts.Close())
	}
	if err != nil {
		return nil, err
	}
	io.WriteString(digest, values.Sum())
	return &collected{Digest: hex.EncodeToString(digest.Sum(nil)), Runs: found.Done, Failed: len(found.Failed), Missing: found.Missing,
		Backfill: buildinfo.Version(), SchemaVersion: result.SchemaVersion}, nil
}

// collectRows copies the rows of a run into the dataset, and adds their SHA-256 to the digest.
func collectRows(p *sweep.Plan, i int, r *sweep.Result, stage string, names *sweep.FolderNames, digest io.Writer, bad *badRows) error {
	for _, s := range p.Tables {
		sum, is := r.Files[s.Name]
		if !is {
			continue
		}
		d := p.Digest(i)
		fmt.Fprintf(digest, "%s %s %s\n", d, s.Name, sum)
		policy, _ := r.Row[policyColumn].(string) // every row has one
		folder := filepath.Join(append([]string{stage, "dataset", s.Name}, p.Partition(i, policy, names.Folder)...)...)
		if err := atomicfile.MakeFolder(folder); err != nil {
			return err
		}
		if err := bad.copy(d, p.RowsFile(d, s), filepath.Join(folder, d.Name()+".parquet"), sum); err != nil {
			return err
		}
	}
	return nil
}

// A parquetFile is a sink that writes a file.
type parquetFile struct {
	result.Sink
	file *os.File
	buf  *bufio.Writer
}

func newParquetFile(path string, s *result.Schema, meta result.Meta) (*parquetFile, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be written: %w", path, atomicfile.Cause(err))
	}
	p := &parquetFile{file: f, buf: bufio.NewWriterSize(f, 1<<16)}
	if p.Sink, err = parquet.NewWriter(p.buf, s, meta); err != nil {
		f.Close()
		return nil, err
	}
	return p, nil
}

func (p *parquetFile) Close() error {
	for _, step := range []func() error{p.Sink.Close, p.buf.Flush, p.file.Sync, p.file.Close} {
		if err := step(); err != nil {
			return fmt.Errorf("%s: cannot be written: %w", filepath.Base(p.file.Name()), atomicfile.Cause(err))
		}
	}
	p.file = nil
	return nil
}

func (p *parquetFile) abort() {
	if p.file != nil {
		p.file.Close()
	}
}

// partitions is a sink that writes a file for each policy.
type partitions struct {
	folder string
	names  *sweep.FolderNames
	schema *result.Schema // without the policy, which the folder tells
	meta   result.Meta
	files  map[string]*parquetFile
}

func (p *partitions) Write(t *result.Table) error {
	rows := map[string][]int{}
	policy := t.Col(policyColumn)
	for i := range t.Rows {
		name := policy.GetText(i)
		rows[name] = append(rows[name], i)
	}
	for _, name := range policy.Dict.Texts() {
		if len(rows[name]) == 0 {
			continue
		}
		if p.files[name] == nil {
			folder := filepath.Join(p.folder, p.names.Folder(policyColumn, name))
			if err := atomicfile.MakeFolder(folder); err != nil {
				return err
			}
			f, err := newParquetFile(filepath.Join(folder, "part.parquet"), p.schema, p.meta)
			if err != nil {
				return err
			}
			p.files[name] = f
		}
		if err := p.files[name].Write(dropPolicy(t.Pick(rows[name]), p.schema)); err != nil {
			return err
		}
	}
	return nil
}

// Close closes all files, and returns the first error: a full disk is one, however many files it stops.
func (p *partitions) Close() (err error) {
	for _, f := range p.files {
		err = cmp.Or(err, f.Close())
	}
	return err
}

func (p *partitions) abort() {
	for _, f := range p.files {
		f.abort()
	}
}

const policyColumn = "policy"

// withoutPolicy returns a table's columns without the policy, which a dataset's folder tells:
// pandas reads no column that both the folder and the file have.
func withoutPolicy(s *result.Schema) *result.Schema {
	less := *s
	k := s.Index(policyColumn)
	less.Columns = slices.Delete(slices.Clone(s.Columns), k, k+1)
	return &less
}

// dropPolicy returns a table without the policy; less is withoutPolicy of its columns.
func dropPolicy(t *result.Table, less *result.Schema) *result.Table {
	k := t.Schema.Index(policyColumn)
	return &result.Table{Schema: less, Rows: t.Rows, Cols: slices.Delete(slices.Clone(t.Cols), k, k+1)}
}
