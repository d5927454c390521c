package arrowio

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/arrowio/laws"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/result"
)

func meta(digest string) result.Meta {
	return result.Meta{
		{Key: result.MetaSpec, Value: `{"policies":["easy"]}`}, {Key: result.MetaDigest, Value: digest},
		{Key: result.MetaVersion, Value: "1.2"}, {Key: result.MetaWorkload, Value: "w"},
	}
}

func runs() *result.Table {
	return result.RunsTable(result.Run{Run: "w/easy", Policy: "easy", Workload: "w", WorkloadSHA256: "a", SpecSHA256: "b",
		Jobs: 10, Procs: 4, Metrics: make([]float64, len(metrics.All))})
}

func steps() *result.Table {
	t := result.NewTable(result.Steps, 1)
	for _, c := range []string{"run", "policy", "kind"} {
		t.Col(c).SetText(0, "x")
	}
	return t
}

func parts() *result.Table {
	t := result.NewTable(result.Parts, 1)
	for _, c := range []string{"run", "policy", "site"} {
		t.Col(c).SetText(0, "x")
	}
	return t
}

func shares() *result.Table {
	t := result.NewTable(result.Shares, 1)
	for _, c := range []string{"run", "policy", "nodes", "state"} {
		t.Col(c).SetText(0, "x")
	}
	return t
}

func decisions() *result.Table {
	rows := result.NewDecisionRows("x", "x")
	rows.Add(&result.Decision{Features: make([]float64, len(result.Features)), Strategy: "greedy", Rule: "rule 1", Fired: "1:100", Value: 5})
	all := result.NewCollect(result.Decisions)
	if err := rows.Write(all); err != nil {
		panic(err) // it only fails for another schema
	}
	return all.Table()
}

func instances() *result.Table {
	all := result.NewCollect(result.Instances)
	if err := result.WriteInstances(all, "x", "x", slices.Values([]result.InstanceRow{{Procs: 1}, {Procs: 2, Free: true}})); err != nil {
		panic(err) // it only fails for another schema
	}
	return all.Table()
}

// fill begins a folder and writes rows to each table, to optional ones if asked.
func fill(t *testing.T, path, digest string, optional bool) *Dir {
	t.Helper()
	d, err := Create(path, meta(digest))
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(d.Jobs().Write(laws.Jobs(10, "ann", "")), d.Runs().Write(runs()))
	if optional {
		err = errors.Join(err, d.Steps().Write(steps()), d.Parts().Write(parts()), d.Shares().Write(shares()),
			d.Decisions().Write(decisions()), d.Instances().Write(instances()))
	}
	if err != nil {
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
	d := fill(t, path, "1", true)
	commit(t, d)
	want := []string{decisionsParquet, instancesParquet, jobsArrow, jobsParquet, partsParquet, runsParquet,
		sharesParquet, specJSON, stepsParquet}
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
	for _, pair := range [][2]*result.Table{{r.Jobs, laws.Jobs(10, "ann", "")}, {r.Runs, runs()}, {r.Steps, steps()}, {r.Parts, parts()},
		{r.Shares, shares()}, {r.Decisions, decisions()}, {r.Instances, instances()}} {
		if pair[0].Schema != pair[1].Schema || laws.Digest(t, pair[0]) != laws.Digest(t, pair[1]) {
			t.Errorf("table %s came back changed", pair[1].Schema.Name)
		}
	}
	data, err := os.ReadFile(filepath.Join(path, jobsArrow))
	if err != nil {
		t.Fatal(err)
	}
	if jobs, _, err := ipc.Read(data); err != nil || laws.Digest(t, jobs) != laws.Digest(t, r.Jobs) {
		t.Errorf("jobs.arrow differs from jobs.parquet: %v", err)
	}
	spec, err := os.ReadFile(filepath.Join(path, specJSON))
	if err != nil || !json.Valid(spec) || !strings.HasSuffix(string(spec), "}\n") {
		t.Errorf("spec.json is %q, %v", spec, err)
	}
}

func TestNothingIsSeenBeforeCommitNorAfterAbort(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, "out")
	d := fill(t, path, "1", true)
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder is there before Commit: %v", err)
	}
	d.Abort()
	if got := list(t, root); len(got) != 0 {
		t.Errorf("Abort leaves %v", got)
	}
	if d.Commit() == nil || d.Jobs().Write(laws.Jobs(1, "ann")) == nil {
		t.Error("a folder that was given up can be completed")
	}
	commit(t, fill(t, path, "2", false))
	before := list(t, path)
	fill(t, path, "3", true).Abort()
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
	d := fill(t, path, "1", false)
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
	commit(t, fill(t, path, "1", true))
	commit(t, fill(t, path, "2", false))
	want := []string{jobsArrow, jobsParquet, "notes.txt", runsParquet, specJSON} // no steps of the old run
	if got := list(t, path); !slices.Equal(got, want) {
		t.Errorf("the folder holds %v, want %v", got, want)
	}
	if r, err := Open(path); err != nil || r.Meta.Get(result.MetaDigest) != "2" || r.Steps != nil {
		t.Errorf("%+v, %v", r, err)
	}
	if data, err := os.ReadFile(notes); err != nil || string(data) != "mine" {
		t.Errorf("notes.txt is %q, %v", data, err)
	}
}

func TestSameRowsSameFiles(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"a", "b"} {
		commit(t, fill(t, filepath.Join(root, name), "1", true))
	}
	for _, name := range ours {
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
	d := fill(t, filepath.Join(root, "out"), "1", false)
	bad := laws.Jobs(3, "ann")
	bad.Col("run").Code[1] = -1
	if err := d.Jobs().Write(bad); err == nil || !strings.Contains(err.Error(), "jobs.run, row 1") {
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
	commit(t, fill(t, a, "1", true))
	commit(t, fill(t, b, "2", true))
	if err := os.Rename(filepath.Join(b, jobsParquet), filepath.Join(a, jobsParquet)); err != nil {
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
	for path, want := range map[string]string{
		file: "there is a file with that name", filepath.Join(file, "out"): "cannot make the result folder"} {
		if _, err := Create(path, meta("1")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Create(%s) says %v", path, err)
		}
	}
	for path, want := range map[string]string{file: "not a folder", filepath.Join(root, "none"): "no such folder", root: "no runs.parquet"} {
		if _, err := Open(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Open(%s) says %v", path, err)
		}
	}
	if _, err := Create(filepath.Join(root, "out"), result.Meta{{Key: result.MetaSpec, Value: "{"}}); err == nil {
		t.Error("a Spec that is not JSON is accepted")
	}
	if got := list(t, root); !slices.Equal(got, []string{"file"}) {
		t.Errorf("left behind: %v", got)
	}
}

func TestOpenRefusesADamagedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	commit(t, fill(t, path, "1", false))
	if err := os.Truncate(filepath.Join(path, jobsParquet), 300); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path); err == nil || !strings.Contains(err.Error(), "jobs.parquet: parquet: the file is cut off") {
		t.Errorf("got %v", err)
	}
}
