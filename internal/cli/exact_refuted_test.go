//go:build unix

package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/internal/cli/internal/solvers/solverstest"
)

// odd is the odd instance of that name.
func odd(t *testing.T, name string) *exact.Instance {
	all := solverstest.Odd()
	i := slices.IndexFunc(all, func(in *exact.Instance) bool { return in.Name == name })
	if i < 0 {
		t.Fatalf("there is no odd instance %q", name)
	}
	return all[i]
}

// wideJob is an instance on which every policy's schedule costs 78,943, and the best 57,743.
func wideJob(t *testing.T) *exact.Instance {
	in := odd(t, "a wide job")
	if _, cost, _ := in.Best(); cost != 78_943 {
		t.Fatalf("the best policy's cost is %d", cost)
	}
	return in
}

// says is a CP-SAT that gives back the hint, with that status and bound.
func says(status string, bound int64) string {
	return fmt.Sprintf(`sed 's/.*"hint":\(\[[^]]*\]\).*/{"status": "%s", "bound": %d, "starts": \1}/'`, status, bound)
}

func TestABoundAboveAnothersScheduleIsRefuted(t *testing.T) {
	in := wideJob(t)
	fcfs := fmt.Sprint("  Dual bound  ", 78_943)
	for _, c := range []struct {
		name    string
		solvers string
		cpsat   string
		highs   string // prints this for the relaxed program, and gives back its start
		liar    int    // index in solvers, -1 if there is none
		bound   int64
	}{
		{"the true optimum", "own,cpsat", says("FEASIBLE", 57_743), "", -1, 0},
		{"one too many", "own,cpsat", says("FEASIBLE", 57_744), "", 1, 57_744},
		{"one too many, asked first", "cpsat,own", says("FEASIBLE", 57_744), "", 0, 57_744},
		{"nobody knows better", "cpsat", says("FEASIBLE", 57_744), "", -1, 0},
		{"optimal, it says", "own,cpsat", says("OPTIMAL", 78_943), "", 1, 78_943},
		{"no schedule", "own,cpsat", `echo '{"status": "UNKNOWN", "bound": 60000}'`, "", 1, 60_000},
		{"above the policies'", "cpsat", says("FEASIBLE", 78_944), "", 0, 78_944},
		{"slots bound slots", "own,highs", "", "  Dual bound  57743", -1, 0},
		{"a relaxed program", "own,highs", "", "  Dual bound  60000", 1, 60_000},
	} {
		t.Run(c.name, func(t *testing.T) {
			solverstest.FakePython(t, c.cpsat)
			solverstest.Fake(t, "highs", fmt.Sprintf("cp start.sol solution.sol; if grep -q relaxed model.lp; then echo '%s'; rm solution.sol; "+
				"touch solution.sol; else echo '%s'; fi", c.highs, fcfs))
			flags := []string{"--solver", c.solvers, "--relaxed", "--scale", "600", "--time", "20s"}
			code, out, complaint := exactOf(t, []*exact.Instance{in, odd(t, "long jobs")}, append(flags, "--json")...)
			files, err := filepath.Glob("refuted-*.json")
			if err != nil {
				t.Fatal(err)
			}
			got := readSolved(t, out)
			checkLiar(t, got, c.liar, c.bound)
			if c.liar < 0 {
				if code != 0 || len(files) > 0 || got.Refuted != 0 {
					t.Fatalf("exit status %d with %v: %s\n%s", code, files, complaint, out)
				}
				return
			}
			if code != 1 || len(files) != 1 || got.Refuted != 1 || *got.Instances[0].Refuted != files[0] || !strings.Contains(complaint, files[0]) {
				t.Fatalf("exit status %d with %v: %s\n%s", code, files, complaint, out)
			}
			f, err := os.Open(files[0])
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if kept, err := exact.Read(f); err != nil || !reflect.DeepEqual(kept, in) {
				t.Errorf("kept is %+v, %v, expected %+v", kept, err, in)
			}
			liar := strings.Split(c.solvers, ",")[c.liar]
			for _, all := range [][]*exact.Instance{{in}, {in, in}} { // text, of one instance and of several
				code, out, complaint = exactOf(t, all, flags...)
				line := fmt.Sprintf("\nREFUTED: %s is refuted on a wide job: it claims that no schedule costs less than %d, but that of ",
					liar, c.bound)
				if code != 1 || strings.Count(out, line) != len(all) || !strings.Contains(complaint, "the instance is saved in "+files[0]) {
					t.Errorf("exit status %d: %s\n%s", code, complaint, out)
				}
			}
		})
	}
}

// checkLiar checks the answers to the first of two instances, and the summary.
func checkLiar(t *testing.T, got reportJSON, liar int, bound int64) {
	t.Helper()
	for k, a := range got.Instances[0].Answers {
		sum := got.Summary[k]
		if k != liar {
			if a.Status == "refuted" || a.Refutation != nil || sum.Refuted != 0 {
				t.Errorf("the answer is refuted: %+v, %+v", a, a.Refutation)
			}
			continue
		}
		r := a.Refutation
		if a.Status != "refuted" || r == nil || r.Bound != bound || r.Bound <= r.Cost || r.By == a.Solver || a.Bound != 0 || *a.Gap != 1 {
			t.Errorf("the answer is not refuted: %+v, %+v", a, r)
		}
		if sum.Refuted != 1 || sum.Failed < 1 || sum.Highest > 2-len(got.Summary) { // alone, it has the best of the other
			t.Errorf("the summary is %+v", sum)
		}
	}
	if got.Instances[1].Refuted != nil {
		t.Errorf("the other instance is kept, too")
	}
}

// The report is whole where the instance cannot be saved, and the message says so.
func TestARefutationIsReportedWhereNothingCanBeSaved(t *testing.T) {
	in := wideJob(t)
	solverstest.FakePython(t, says("FEASIBLE", 60_000))
	flags := []string{"--solver", "own,cpsat", "--time", "20s", "--json"}
	_, out, _ := exactOf(t, []*exact.Instance{in}, flags...)
	name := *readSolved(t, out).Instances[0].Refuted
	solverstest.FakePython(t, "mkdir -p "+name+"; "+says("FEASIBLE", 60_000)) // a folder of that name
	code, out, complaint := exactOf(t, []*exact.Instance{in}, flags...)
	got := readSolved(t, out)
	if code != 1 || got.Refuted != 1 || got.Instances[0].Refuted != nil || !strings.Contains(complaint, "the instance could not be saved: ") {
		t.Errorf("exit status %d: %s\n%s", code, complaint, out)
	}
	if left, err := filepath.Glob("*"); err != nil || len(left) != 2 { // the set and the folder
		t.Errorf("these files are left: %v, %v", left, err)
	}
}
