package arrowio

import (
	"context"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace"
)

// runInto simulates a workload into a folder.
func runInto(t *testing.T, dir string, s experiment.Spec) (*trace.Workload, *Result) {
	t.Helper()
	w, err := s.Load(OpenLog, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := Create(dir, s.Meta(w, w.SHA256(), "test"), Options{Formats: Formats()})
	if err != nil {
		t.Fatal(err)
	}
	opt := experiment.Options{Tables: d.Tables(), Verify: experiment.Verify}
	if _, err := experiment.Execute(context.Background(), s, w, opt); err != nil {
		t.Fatal(err)
	}
	commit(t, d)
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return w, r
}

// A result is a log, too: under the policy of its first run the same jobs start when they did, and the
// schedule that it records is that run.
func TestAResultRunAgainIsTheSame(t *testing.T) {
	dir := t.TempDir()
	first, before := runInto(t, filepath.Join(dir, "first"), experiment.Spec{
		Workload: experiment.Source{Model: &experiment.Model{Name: "lublin", Jobs: 400, Procs: 64, Load: 0.9, Users: 9, Seed: 3,
			Estimates: "factor", Factor: 0.9}}, // some jobs are cut
		Policies: []string{"sjf-easy", "fcfs"},
	})
	names := []string{"job", "user", "submit_s", "start_s", "end_s", "wait_s", "run_s", "estimate_s", "procs"}
	var sums []string
	for _, format := range []string{"parquet", "arrow", "csv"} {
		log := filepath.Join(dir, "first", "jobs."+format)
		if format == "csv" {
			writeCSV(t, log, before.Tables[result.Jobs])
		}
		source := experiment.Source{File: log}
		if format == "csv" {
			source.Map = "backfill,only=policy:sjf-easy"
		}
		again, after := runInto(t, filepath.Join(dir, format), experiment.Spec{
			Workload: source, Policies: []string{"sjf-easy", "recorded"}, Procs: map[string]int{"csv": 64}[format],
		})
		if again.Procs != first.Procs || again.UnixStart != first.UnixStart || again.Count("not-chosen") != 400 {
			t.Errorf("%s: %d processors, from %d, %v", format, again.Procs, again.UnixStart, again.Counts)
		}
		for _, name := range names {
			want, got := column(before, name), column(after, name)
			if d := cmp.Diff(want[:400], got[:400]); d != "" {
				t.Errorf("%s: %s of the same policy: %.500s", format, name, d)
			}
			if d := cmp.Diff(want[:400], got[400:]); d != "" {
				t.Errorf("%s: %s as recorded: %.500s", format, name, d)
			}
		}
		sums = append(sums, again.SHA256())
	}
	if sums[0] != sums[1] || sums[0] != sums[2] {
		t.Errorf("the formats give different workloads: %q", sums)
	}
}

// column returns the values of a column of the jobs.
func column(r *Result, name string) (all []any) {
	jobs := r.Tables[result.Jobs]
	v := jobs.Col(name)
	for i := range jobs.Rows {
		switch {
		case v.Dict != nil:
			all = append(all, v.GetText(i))
		case v.Int != nil:
			all = append(all, v.Int[i])
		default:
			x := v.Float[i]
			if math.IsNaN(x) {
				x = -1
			}
			all = append(all, x)
		}
	}
	return all
}

func writeCSV(t *testing.T, path string, table *result.Table) {
	t.Helper()
	var b strings.Builder
	w := result.NewCSV(&b, table.Schema)
	if err := errors.Join(w.Write(table), w.Close()); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestATableIsKnownByItsFirstBytes(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct{ text, says string }{
		"parquet": {"PAR1", "not a Parquet file"},
		"cut":     {"PAR1" + strings.Repeat("x", 100), "cut off"},
		"arrow":   {"ARROW1\x00\x00" + strings.Repeat("x", 100), "cut off"},
		"stream":  {"\xff\xff\xff\xff\x08\x00\x00\x00xxxxxxxx", "ipc: "},
		"text":    {"; MaxProcs: 4\n1 0 0 1 1\n", ""},
		"empty":   {"", "there is no job in it"},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, pipe := range []bool{false, true} {
			f, err := OpenLog(path)
			if err != nil {
				t.Fatal(err)
			}
			var log io.Reader = f
			if pipe {
				log = NewLog(f, nil)
			}
			says := c.says
			if pipe && (name == "parquet" || name == "cut" || name == "arrow") {
				says = "cannot be read from a pipe"
				if name == "parquet" {
					says = "" // four bytes are too few to know it
				}
			}
			_, err = trace.ReadFrom(path, log, trace.Options{})
			f.Close()
			if says != "" && (err == nil || !strings.Contains(err.Error(), says) || !strings.HasPrefix(err.Error(), path)) {
				t.Errorf("%s (pipe %t): %v; it should say %q", name, pipe, err, says)
			}
			if name == "text" && err != nil {
				t.Errorf("text (pipe %t): %v", pipe, err)
			}
		}
	}
}

// The rows of a Parquet file are known before it is read; those of other files, and of a damaged one, are not.
func TestRowsOfAParquetFile(t *testing.T) {
	dir := t.TempDir()
	w, _ := runInto(t, dir, experiment.Spec{Policies: []string{"fcfs", "easy"}})
	file := filepath.Join(dir, "jobs.parquet")
	if got := Rows(file); got != int64(2*w.Len()) {
		t.Errorf("%d rows of two runs of %d jobs", got, w.Len())
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(dir, "cut.parquet")
	if err := os.WriteFile(cut, data[:len(data)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{cut, filepath.Join(dir, "jobs.arrow"), filepath.Join(dir, "none"), dir} {
		if got := Rows(name); got != 0 {
			t.Errorf("%s: %d rows", name, got)
		}
	}
}
