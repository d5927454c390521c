package arrowio

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/arrowio/internal/laws"
	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/core/result"
)

func meta(digest string) result.Meta {
	return result.Meta{
		{Key: result.MetaSpec, Value: `{"policies":["easy"]}`}, {Key: result.MetaDigest, Value: digest},
		{Key: result.MetaVersion, Value: "1.2"}, {Key: result.MetaWorkload, Value: "w"},
	}
}

// row returns a table of one row, empty where it may be.
func row(s *result.Schema) *result.Table {
	t := result.NewTable(s, 1)
	for i, c := range s.Columns {
		if c.Type == result.Text && !c.Nullable {
			t.Cols[i].SetText(0, "x")
		}
	}
	return t
}

// rows is a table of each kind.
func rows() result.Tables {
	all := result.Tables{}
	for _, s := range result.All {
		all[s] = row(s)
	}
	all[result.Jobs] = laws.Jobs(10, "ann", "")
	return all
}

// everything is Options for all tables in all formats.
var everything = Options{Tables: result.All, Formats: Formats()}

// fill begins a folder and writes rows to the tables that opt has, but to those
// that only some runs have only on demand.
func fill(t *testing.T, path, digest string, opt Options, optional bool) *Dir {
	t.Helper()
	d, err := Create(path, meta(digest), opt)
	if err != nil {
		t.Fatal(err)
	}
	written := rows()
	for s := range written {
		if s.Rows != result.Always && !optional {
			delete(written, s)
		}
	}
	if err := written.WriteTo(d.Tables()); err != nil {
		t.Fatal(err)
	}
	return d
}

func commit(t *testing.T, d *Dir) {
	t.Helper()
	if err := d.Commit(); err != nil {
		t.Fatal(err)
	}
}

func list(t *testing.T, path string) []string {
	t.Helper()
	entries, err := os.ReadDir(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestOpenReturnsWhatWasWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b") // parents are made
	d := fill(t, path, "1", everything, true)
	commit(t, d)
	want := ours()
	slices.Sort(want)
	if got := list(t, path); !slices.Equal(got, want) {
		t.Errorf("the folder holds %v, want %v", got, want)
	}
	for _, file := range d.Files() {
		if _, err := os.Stat(file); err != nil {
			t.Error(err)
		}
	}
	if len(d.Files()) != len(want) {
		t.Errorf("Files are %v", d.Files())
	}
	r, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(meta("1"), r.Meta); diff != "" {
		t.Error(diff)
	}
	for schema, want := range rows() {
		if got := r.Tables[schema]; got == nil || laws.Digest(t, got) != laws.Digest(t, want) {
			t.Errorf("table %s came back changed", schema.Name)
		}
		data, err := os.ReadFile(filepath.Join(path, schema.Name+".arrow"))
		if err != nil {
			t.Fatal(err)
		}
		if got, _, err := ipc.Read(data); err != nil || laws.Digest(t, got) != laws.Digest(t, want) {
			t.Errorf("%s.arrow differs from %s.parquet: %v", schema.Name, schema.Name, err)
		}
	}
	spec, err := os.ReadFile(filepath.Join(path, specJSON))
	if err != nil || !json.Valid(spec) || !strings.HasSuffix(string(spec), "}\n") {
		t.Errorf("spec.json is %q, %v", spec, err)
	}
}

func TestNothingIsSeenBeforeCommitNorAfterAbort(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, "out")
	d := fill(t, path, "1", everything, true)
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder is there before Commit: %v", err)
	}
	d.Abort()
	if got := list(t, root); len(got) != 0 {
		t.Errorf("Abort leaves %v", got)
	}
	if d.Commit() == nil || d.Tables().Write(laws.Jobs(1, "ann")) == nil {
		t.Error("a folder that was given up can be completed")
	}
	commit(t, fill(t, path, "2", everything, false))
	before := list(t, path)
	fill(t, path, "3", everything, true).Abort()
	if got := list(t, path); !slices.Equal(got, before) {
		t.Errorf("a run that was given up changed the folder from %v to %v", before, got)
	}
	if r, err := Open(path); err != nil || r.Meta.Get(result.MetaDigest) != "2" {
		t.Errorf("the old results are gone: %v", err)
	}
}

func TestAbortAfterCommitKeepsTheResults(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, "out")
	d := fill(t, path, "1", everything, false)
	commit(t, d)
	d.Abort()
	if _, err := Open(path); err != nil {
		t.Error(err)
	}
	if d.Commit() == nil {
		t.Error("a folder can be completed twice")
	}
	if got := list(t, root); len(got) != 1 {
		t.Errorf("beside the folder there are %v", got)
	}
}

func TestCommitReplacesOursAndLeavesOthersAlone(t *testing.T) {
	path := t.TempDir()
	notes := filepath.Join(path, "notes.txt")
	if err := os.WriteFile(notes, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	commit(t, fill(t, path, "1", everything, true))
	commit(t, fill(t, path, "2", everything, false))
	want := append([]string{"README.md", "croissant.json", "jobs.arrow", "jobs.csv", "jobs.parquet", "notes.txt"},
		"runs.arrow", "runs.csv", "runs.parquet", specJSON) // no steps of the old run
	if got := list(t, path); !slices.Equal(got, want) {
		t.Errorf("the folder holds %v, want %v", got, want)
	}
	if r, err := Open(path); err != nil || r.Meta.Get(result.MetaDigest) != "2" || r.Tables[result.Steps] != nil {
		t.Errorf("%+v, %v", r, err)
	}
	if data, err := os.ReadFile(notes); err != nil || string(data) != "mine" {
		t.Errorf("notes.txt is %q, %v", data, err)
	}
}

func TestSameRowsSameFiles(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"a", "b"} {
		commit(t, fill(t, filepath.Join(root, name), "1", everything, true))
	}
	for _, name := range ours() {
		a, err1 := os.ReadFile(filepath.Join(root, "a", name))
		b, err2 := os.ReadFile(filepath.Join(root, "b", name))
		if err := errors.Join(err1, err2); err != nil || string(a) != string(b) {
			t.Errorf("%s differs between two equal runs (%v)", name, err)
		}
	}
}

// TestAFailedWriteKeepsNothing: a refused row leaves a gap, and a table with a gap is
// never kept.
func TestAFailedWriteKeepsNothing(t *testing.T) {
	root := t.TempDir()
	d := fill(t, filepath.Join(root, "out"), "1", everything, false)
	bad := laws.Jobs(3, "ann")
	bad.Col("run").Code[1] = -1
	if err := d.Tables().Write(bad); err == nil || !strings.Contains(err.Error(), "jobs.run, row 1") {
		t.Errorf("got %v", err)
	}
	if err := d.Commit(); err == nil || !strings.Contains(err.Error(), "jobs.run, row 1") {
		t.Errorf("Commit says %v", err)
	}
	if got := list(t, root); len(got) != 0 {
		t.Errorf("there is %v", got)
	}
}

func TestOpenRefusesFilesOfTwoRuns(t *testing.T) {
	root := t.TempDir()
	a, b := filepath.Join(root, "a"), filepath.Join(root, "b")
	commit(t, fill(t, a, "1", everything, true))
	commit(t, fill(t, b, "2", everything, true))
	moved := os.Rename(filepath.Join(b, "jobs.parquet"), filepath.Join(a, "jobs.parquet"))
	if err := errors.Join(moved, os.Remove(filepath.Join(b, "jobs.arrow"))); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(a); err == nil || !strings.Contains(err.Error(), "from another run") {
		t.Errorf("got %v", err)
	}
	if _, err := Open(b); err == nil || !strings.Contains(err.Error(), "there is no jobs.parquet") {
		t.Errorf("got %v", err)
	}
}

func TestPathsThatCannotBe(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(root, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{file: "there is a file with that name", filepath.Join(file, "out"): "cannot make"} {
		if _, err := Create(path, meta("1"), Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Create(%s) says %v", path, err)
		}
	}
	for path, want := range map[string]string{file: "not a folder", filepath.Join(root, "none"): "no such folder", root: "no jobs.parquet"} {
		if _, err := Open(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Open(%s) says %v", path, err)
		}
	}
	if _, err := Create(filepath.Join(root, "out"), result.Meta{{Key: result.MetaSpec, Value: "{"}}, Options{}); err == nil {
		t.Error("a Spec that is not JSON is accepted")
	}
	if got := list(t, root); !slices.Equal(got, []string{"file"}) {
		t.Errorf("left behind: %v", got)
	}
}

func TestOpenRefusesADamagedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	commit(t, fill(t, path, "1", everything, false))
	if err := os.Truncate(filepath.Join(path, "jobs.parquet"), 300); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path); err == nil || !strings.Contains(err.Error(), "jobs.parquet: parquet: the file is cut off") {
		t.Errorf("got %v", err)
	}
}

// A folder has the tables and formats that are asked for, and can be read in any
// of them; without a wish it has Parquet, and no table that is written on request.
func TestTablesAndFormatsAreAChoice(t *testing.T) {
	for _, c := range []struct {
		opt  Options
		want []string
	}{
		{Options{}, []string{"allocations.parquet", "decisions.parquet", "jobs.parquet", "parts.parquet", "runs.parquet", specJSON,
			"steps.parquet"}},
		{Options{Tables: []*result.Schema{result.Shares}}, []string{"jobs.parquet", "runs.parquet", "shares.parquet", specJSON}},
		{Options{Tables: []*result.Schema{}, Formats: []string{"arrow"}}, []string{"jobs.arrow", "runs.arrow", specJSON}},
	} {
		path := filepath.Join(t.TempDir(), "out")
		commit(t, fill(t, path, "1", c.opt, true))
		described := append([]string{"README.md", "croissant.json"}, c.want...)
		slices.Sort(described)
		if got := list(t, path); !slices.Equal(got, described) {
			t.Errorf("%+v: the folder holds %v, want %v", c.opt, got, described)
		}
		r, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Tables) != len(c.want)-1 || laws.Digest(t, r.Tables[result.Jobs]) != laws.Digest(t, laws.Jobs(10, "ann", "")) {
			t.Errorf("%+v: %d tables are read", c.opt, len(r.Tables))
		}
	}
	_, err := Create(filepath.Join(t.TempDir(), "out"), meta("1"), Options{Formats: []string{"xlsx"}})
	if err == nil || !strings.Contains(err.Error(), "parquet, arrow, csv") {
		t.Errorf("an unknown format: %v", err)
	}
}

// A scan gives the columns asked for, row group by row group, as Open does, and no others.
func TestScanGivesTheColumnsAskedFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	commit(t, fill(t, path, "1", everything, true))
	r, err := Open(path, result.Runs)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Tables) != 1 || r.Tables[result.Runs] == nil {
		t.Fatalf("%d tables were opened, want the runs alone", len(r.Tables))
	}
	columns := []string{"job", "policy", "start_s"}
	got := result.NewTable(result.Jobs, 0)
	err = r.Scan(path, result.Jobs, columns, sinkOf(func(t *result.Table) error {
		for i, c := range result.Jobs.Columns {
			if v := &t.Cols[i]; slices.Contains(columns, c.Name) {
				got.Cols[i].Float, got.Cols[i].Int = append(got.Cols[i].Float, v.Float...), append(got.Cols[i].Int, v.Int...)
				for k := range v.Code {
					got.Cols[i].Code = append(got.Cols[i].Code, got.Cols[i].Dict.Code(v.GetText(k)))
				}
			} else if len(v.Float)+len(v.Int)+len(v.Bool)+len(v.Code) > 0 {
				return fmt.Errorf("column %s was read", c.Name)
			}
		}
		return nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	want := rows()[result.Jobs]
	for _, name := range columns {
		g, w := got.Col(name), want.Col(name)
		same := slices.Equal(g.Int, w.Int) && slices.Equal(g.Float, w.Float) && len(g.Code) == len(w.Code)
		for k := range w.Code {
			same = same && g.GetText(k) == w.GetText(k)
		}
		if !same {
			t.Errorf("column %s came back changed", name)
		}
	}
	if err := r.Scan(path, result.Jobs, nil, result.NewCollect(result.Jobs)); err != nil {
		t.Error(err)
	}
}

type sinkOf func(*result.Table) error

func (f sinkOf) Write(t *result.Table) error { return f(t) }
func (f sinkOf) Close() error                { return nil }
