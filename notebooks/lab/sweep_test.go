package lab_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/study/stats"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/notebooks/lab"
)

// A sweep is run once, kept, and drawn; a run that fails is named.
func TestASweepIsRunKeptAndDrawn(t *testing.T) {
	s := lab.Sweep{Dir: filepath.Join(t.TempDir(), "out"), Study: `{"policies": ["fcfs", "easy", "recorded"],
		"workload": {"model": {"name": "lublin", "jobs": 50, "procs": 32, "load": [0.5, 0.9], "seed": {"from": 1, "to": 3}}}}`}
	for range 2 { // the second time, all is there
		out := stdout(t, s.Run)
		if !strings.Contains(out, "out: 12 runs done\n") || strings.Count(out, "policies recorded) failed: ") != 6 {
			t.Errorf("it prints %q", out)
		}
	}
	table := s.Table()
	if table.Rows != 12 || table.Col("load").Float[11] != 0.9 || table.Col("seed").Int[11] != 3 {
		t.Errorf("the table has %d rows", table.Rows)
	}
	if out := stdout(t, func() { s.Plot("load", "wait_mean_s") }); !strings.Contains(out, "Mean wait over load") {
		t.Errorf("it is drawn as %q", out)
	}
}

// study varies load, seed and shrinking factor of a Spec with a policy that is EASY under another name.
func study(t *testing.T) lab.Sweep {
	return lab.Sweep{
		Dir: filepath.Join(t.TempDir(), "out"),
		Spec: lab.Spec{
			Workload: lab.Source{Model: &lab.Model{Name: "lublin", Jobs: 50, Procs: 32}},
			Policies: []string{"fcfs", "easy", "mine"},
			Own: []lab.Own{lab.Mine("mine", func() lab.Policy {
				p, err := policy.All.Parse("easy")
				if err != nil {
					t.Error(err)
				}
				return p
			})},
		},
		Loads: []float64{0.5, 0.9}, Seeds: 3, Shrinks: []float64{1, 0.8},
	}
}

// What is varied of a Spec is the same study as in JSON.
func TestASpecIsVaried(t *testing.T) {
	s := study(t)
	if out := stdout(t, s.Run); !strings.Contains(out, "out: 36 runs done\n") {
		t.Fatalf("it prints %q", out)
	}
	s.Spec.Policies = s.Spec.Policies[:2] // mine has no code in JSON
	s.Run()
	text := lab.Sweep{Dir: filepath.Join(t.TempDir(), "out"), Study: `{"policies": ["fcfs", "easy"], "shrink": [1, 0.8],
		"workload": {"model": {"name": "lublin", "jobs": 50, "procs": 32, "load": [0.5, 0.9], "seed": [1, 2, 3]}}}`}
	text.Run()
	ours, theirs := s.Table(), text.Table()
	for i := range 24 {
		if ours.Col("run").GetText(i) != theirs.Col("run").GetText(i) || ours.Col("shrink").Float[i] != theirs.Col("shrink").Float[i] {
			t.Fatalf("run %d is %s in one and %s in the other", i, ours.Col("run").GetText(i), theirs.Col("run").GetText(i))
		}
	}
}

// Seeds of a log are those of its Shake.
func TestALogHasTheSeedsOfItsShake(t *testing.T) {
	s := lab.Sweep{Dir: filepath.Join(t.TempDir(), "out"), Seeds: 3,
		Spec: lab.Spec{Workload: lab.Source{Builtin: "default"}, Policies: []string{"easy"}, Shake: &lab.Shake{WithinS: 600}}}
	s.Run()
	table := s.Table()
	waits := map[float64]bool{}
	for i := range table.Rows {
		waits[table.Col("wait_mean_s").Float[i]] = true
	}
	if table.Rows != 3 || len(waits) < 2 || table.Col("seed").Int[2] != 3 {
		t.Errorf("%d runs have the waits %v", table.Rows, waits)
	}
}

func TestTheRefereeJudgesEveryRunOfASweep(t *testing.T) {
	if out := stdout(t, study(t).Referee); !strings.Contains(out, "36 runs, illegal: 0\n") {
		t.Errorf("it says %q", out)
	}
}

// What is exported is what there is, in each format.
func TestTablesAndFiguresAreExported(t *testing.T) {
	s := study(t)
	s.Run()
	for file, begin := range map[string]string{"a/runs.csv": "run,policy,workload,", "runs.parquet": "PAR1", "wait.pdf": "%PDF",
		"wait.svg": "<?xml",
		"wait.csv": "panel,"} {
		path := filepath.Join(s.Dir, file)
		if strings.HasPrefix(filepath.Base(file), "wait") {
			s.Save(path, "load", "wait_mean_s")
		} else {
			s.Export(path)
		}
		text, err := os.ReadFile(path)
		if err != nil || !strings.HasPrefix(string(text), begin) {
			t.Errorf("%s begins with %.20q, %v", file, text, err)
		}
		if rows := strings.Count(string(text), "\n") - 1; file == "a/runs.csv" && rows != 36 {
			t.Errorf("%s has %d rows", file, rows)
		}
	}
	e := lab.Experiment{Dir: filepath.Join(t.TempDir(), "out"), Spec: lab.Spec{Workload: small, Policies: []string{"easy"}}}
	e.Run()
	path := filepath.Join(e.Dir, "jobs.csv")
	if e.Export(path, lab.JobsTable); countLines(t, path) != 201 {
		t.Errorf("%s has %d lines, want 201", path, countLines(t, path))
	}
	if out := stdout(t, func() { e.Save(filepath.Join(e.Dir, "cdf.svg"), "wait-cdf", lab.Options{}) }); !strings.Contains(out, "cdf.svg: ") {
		t.Error(out)
	}
}

func countLines(t *testing.T, path string) int {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(text), "\n")
}

// Means are over the seeds with their intervals, and only what is better by more than chance is bold; a policy under
// another name never is.
func TestMeansAndDifferencesAreOverTheSeeds(t *testing.T) {
	s := study(t)
	s.Shrinks, s.Loads, s.Seeds = nil, []float64{0.9}, 4
	s.Run()
	table := s.Table()
	out := stdout(t, func() { s.Means("wait_mean_s", "jobs_ended") })
	for k, p := range s.Spec.Policies {
		var x []float64
		for i := range table.Rows {
			if table.Col("policy").GetText(i) == p {
				x = append(x, table.Col("wait_mean_s").Float[i])
			}
		}
		mean, i := stats.Student(x, 0.95)
		want := figures.PlusMinus(mean, (i.High-i.Low)/2)
		if line := strings.Split(out, "\n")[k+1]; len(x) != 4 || !strings.Contains(line, want) || !strings.Contains(line, p) {
			t.Errorf("%q: want %q of %v", line, want, x)
		}
	}
	same := stdout(t, func() { s.Compare("wait_mean_s", "easy", "mine") })
	if line := strings.Fields(strings.Split(same, "\n")[1]); line[0] != "4" || line[len(line)-1] != "1" {
		t.Errorf("easy and easy differ: %q", same)
	}
	if fewer := stdout(t, func() { s.Compare("wait_mean_s", "fcfs", "easy") }); !strings.Contains(fewer, "  -") {
		t.Errorf("fcfs and easy do not differ: %q", fewer)
	}
}
