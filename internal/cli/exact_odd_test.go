//go:build unix

package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/internal/cli/internal/solvers/solverstest"
)

// The solver highs gives back the policy's schedule that it begins with, cpsat the hint.
const (
	echoHighs = `cp start.sol solution.sol; echo '  Dual bound  1'`
	echoCPSAT = `sed 's/.*"hint":\(\[[^]]*\]\).*/{"status": "FEASIBLE", "starts": \1}/'`
)

// exactOf runs backfill exact on a file of those instances, in a folder of its own.
func exactOf(t *testing.T, all []*exact.Instance, flags ...string) (code int, out, complaint string) {
	t.Helper()
	var text bytes.Buffer
	for _, in := range all {
		if err := in.Check(); err != nil {
			t.Fatalf("%s: %v", in.Name, err)
		}
		if err := in.Write(&text); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("set.jsonl", text.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	var printed, errs bytes.Buffer
	code = Run(context.Background(), append([]string{"exact", "set.jsonl"}, flags...), strings.NewReader(""), &printed, &errs)
	return code, printed.String(), errs.String()
}

// A solvedJSON is what the tests read of an instance's JSON.
type solvedJSON struct {
	Name    string
	Jobs    int
	Program *struct {
		Scale int64 `json:"scale_s"`
	}
	Policies []struct{ Cost int64 }
	Answers  []struct {
		Solver, Status, Says string
		Starts               []int64
		Cost, Bound          int64
		Gap                  *float64
		Quality              map[string]*float64
		Loss                 map[string]*float64 `json:"loss_percent"`
		Best                 *float64            `json:"best_policy_loss_percent"`
		Refutation           *struct {
			Bound, Cost int64
			By          string
		}
	}
	Refuted *string `json:"refuted_instance"`
}

// A reportJSON is what the tests read of the whole.
type reportJSON struct {
	Instances []solvedJSON
	Summary   []struct {
		Solver          string
		Refuted, Failed int
		Highest         int `json:"best_bound"`
	}
	Refuted int
}

func readSolved(t *testing.T, out string) (all reportJSON) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(out))
	if err := d.Decode(&all); err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}
	if _, err := d.Token(); err != io.EOF {
		t.Fatalf("more than one JSON value: %v", err)
	}
	return all
}

func TestEveryCheckedInstanceIsReported(t *testing.T) {
	solverstest.Fake(t, "highs", echoHighs)
	solverstest.FakePython(t, echoCPSAT)
	odd := solverstest.Odd()
	flags := []string{"--solver", "own,highs,cpsat", "--time", "50ms", "--relaxed"}
	for _, scale := range []string{"printed", "60"} {
		code, out, complaint := exactOf(t, odd, append(flags, "--scale", scale, "--json")...)
		if code != 0 {
			t.Fatalf("--scale %s: exit status %d: %s\n%s", scale, code, complaint, out)
		}
		got := readSolved(t, out).Instances
		if len(got) != len(odd) {
			t.Fatalf("--scale %s: %d of %d instances are reported", scale, len(got), len(odd))
		}
		for i, in := range odd {
			checkOdd(t, in, got[i])
		}
		code, out, complaint = exactOf(t, odd, append(flags, "--scale", scale)...)
		checkText(t, "--scale "+scale, code, out, complaint)
		for _, in := range odd {
			if !strings.Contains(out, "\n"+in.Name+" ") {
				t.Errorf("--scale %s: the text lacks the instance %q:\n%s", scale, in.Name, out)
			}
		}
	}
}

// checkOdd checks the answers of own, highs and cpsat.
func checkOdd(t *testing.T, in *exact.Instance, s solvedJSON) {
	t.Helper()
	if s.Name != in.Name || s.Jobs != len(in.Jobs) || len(s.Answers) != 3 {
		t.Fatalf("%s: the report is %+v", in.Name, s)
	}
	for _, a := range s.Answers {
		if a.Solver == "highs" && s.Program == nil {
			if a.Status != "unfit" || a.Starts != nil || a.Says == "" {
				t.Errorf("%s: without a program, highs says %+v", in.Name, a)
			}
			continue
		}
		if a.Starts == nil || len(a.Starts) != len(in.Jobs) || a.Cost != in.Cost(a.Starts) || a.Bound > a.Cost {
			t.Errorf("%s: %+v", in.Name, a)
		}
		numbers := []*float64{a.Gap, a.Best, a.Quality["fcfs"], a.Loss["sjf"]}
		if slices.Contains(numbers, nil) {
			t.Errorf("%s: a number is missing: %+v", in.Name, a)
		}
		if len(in.Jobs) == 0 && (a.Status != "optimal" && a.Solver == "own" || *a.Gap != 0 || *a.Best != 0 || *a.Quality["fcfs"] != 1) {
			t.Errorf("%s: %+v", in.Name, a)
		}
	}
}

// checkText checks that a text without an error has no number that is none.
func checkText(t *testing.T, what string, code int, out, complaint string) {
	t.Helper()
	if code != 0 || strings.Contains(out, "NaN") || strings.Contains(out, "Inf") {
		t.Errorf("%s: exit status %d: %s\n%s", what, code, complaint, out)
	}
}

func TestOneOddInstanceIsReportedAndDrawn(t *testing.T) {
	solverstest.Fake(t, "highs", echoHighs)
	solverstest.FakePython(t, echoCPSAT)
	for _, in := range solverstest.Odd() {
		flags := []string{"--solver", "own,highs,cpsat", "--time", "50ms", "--relaxed", "--scale", "printed", "--figure", "both.svg"}
		code, out, complaint := exactOf(t, []*exact.Instance{in}, flags...)
		checkText(t, in.Name, code, out, complaint)
		if text, err := os.ReadFile("both.svg"); err != nil || len(text) == 0 {
			t.Errorf("%s: no figure: %v", in.Name, err)
		}
		if left, err := filepath.Glob("*"); err != nil || len(left) != 2 {
			t.Errorf("%s: these files are left: %v, %v", in.Name, left, err)
		}
	}
}

// A file that is asked for by name is an error where the instance has no program.
func TestNoProgramIsWrittenOfNoJobs(t *testing.T) {
	none := solverstest.Odd()[:1]
	code, _, complaint := exactOf(t, none, "--lp", "p.lp", "--solver", "none")
	if _, err := os.Stat("p.lp"); code != 1 || !strings.Contains(complaint, "without jobs") || !os.IsNotExist(err) {
		t.Errorf("exit status %d: %s", code, complaint)
	}
	if code, out, complaint := exactOf(t, none, "--solver", "none"); code != 0 || !strings.Contains(out, "no jobs: 0 jobs wait") {
		t.Errorf("exit status %d: %s\n%s", code, complaint, out)
	}
}
