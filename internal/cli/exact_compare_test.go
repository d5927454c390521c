//go:build unix

package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/internal/cli/internal/solvers/solverstest"
	"github.com/backfill-lab/backfill/internal/measured"
)

// A comparedJSON is what exact compare prints with --json.
type comparedJSON struct {
	Solvers []struct {
		Solver, Scale            string
		Calls, Proven, Schedules int
		Gap                      *float64 `json:"gap_percent"`
	}
	Contradictions int
}

// again runs exact compare in the folder of the last exactOf.
func again(t *testing.T, flags ...string) (got comparedJSON, complaint string) {
	t.Helper()
	var printed, errs bytes.Buffer
	code := Run(context.Background(), append([]string{"exact", "compare", "set.jsonl", "-o", "calls.tsv", "--json"}, flags...),
		strings.NewReader(""), &printed, &errs)
	if err := json.Unmarshal(printed.Bytes(), &got); (err != nil) != (printed.Len() == 0) || (code != 0) != (errs.Len() > 0) {
		t.Fatalf("exit status %d: %s\n%v: %s", code, &errs, err, &printed)
	}
	return got, errs.String()
}

func readCalls(t *testing.T) (calls []measured.Call, remarks []string) {
	t.Helper()
	f, err := os.Open("calls.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if calls, remarks, err = measured.Read("calls.tsv", f); err != nil {
		t.Fatal(err)
	}
	return calls, remarks
}

// A call is made once, in whatever pieces a comparison is made.
func TestAComparisonContinues(t *testing.T) {
	solverstest.Fake(t, "highs", echoHighs+"; echo highs >>$CALLED")
	solverstest.FakePython(t, echoCPSAT+"; echo cpsat >>$CALLED")
	t.Setenv("CALLED", t.TempDir()+"/called")
	set := solverstest.Odd()[4:6]
	exactOf(t, set, "--solver", "none")
	with := func(solver string, more ...string) []string {
		return append([]string{"--solver", solver, "--time", "1m"}, more...)
	}
	again(t, with("cpsat", "--sample", "1")...)
	again(t, with("own,cpsat,highs", "--scale", "60", "--relaxed")...)
	got, _ := again(t, with("own,cpsat,highs", "--scale", "60", "--relaxed")...)
	called, err := os.ReadFile(os.Getenv("CALLED"))
	if err != nil || strings.Count(string(called), "cpsat") != 2 || strings.Count(string(called), "highs") != 2*2 {
		t.Errorf("calls: %q, %v", called, err)
	}
	calls, remarks := readCalls(t)
	if len(calls) != 2*3 || len(remarks) != 1 || !strings.Contains(remarks[0], "at most 8192 MiB a call") {
		t.Errorf("%d calls, remarks %q", len(calls), remarks)
	}
	if len(got.Solvers) != 3 || got.Solvers[0].Solver != "own" || got.Solvers[0].Proven != 2 || got.Solvers[2].Scale != "60" ||
		got.Solvers[2].Calls != 2 || got.Solvers[2].Gap == nil || *got.Solvers[2].Gap < 50 {
		t.Errorf("the report is %+v", got)
	}
	digests := map[string]*exact.Instance{set[0].SHA256(): set[0], set[1].SHA256(): set[1]}
	for _, c := range calls {
		in := digests[c.SHA256]
		if in == nil || c.Now != in.Now || c.Waiting != len(in.Jobs) || c.Limit != 60 || c.Cost == 0 ||
			(c.Scale == "60") != (c.Solver == "highs") {
			t.Errorf("%+v", c)
		}
	}
	again(t, with("cpsat", "--workers", "2")...)
	again(t, with("highs", "--scale", "30")...)
	calls, _ = readCalls(t)
	if len(calls) != 2*5 {
		t.Errorf("%d calls with other workers and slots", len(calls))
	}
	for _, c := range calls {
		if c.Why != "" {
			t.Errorf("%v has a schedule, and says %q", c.Setup, c.Why)
		}
		if (c.Bound > 0) != (c.Solver == "own" || c.Scale == "60") {
			t.Errorf("%v has the bound %d: in slots, only a relaxed program has one of the instance", c.Setup, c.Bound)
		}
	}
}

// A comparison is held against all that is in the table.
func TestAComparisonShowsContradictions(t *testing.T) {
	exactOf(t, solverstest.Odd()[4:5], "--solver", "none")
	again(t)
	calls, _ := readCalls(t)
	lie := calls[0]
	lie.Solver, lie.Bound = "liar", lie.Cost+1
	f, err := os.OpenFile("calls.tsv", os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(lie.Line() + "\n"); err != nil || f.Close() != nil {
		t.Fatal(err)
	}
	if got, complaint := again(t); got.Contradictions != 1 || !strings.Contains(complaint, "liar says that no schedule costs less") {
		t.Errorf("%+v: %s", got, complaint)
	}
}

func TestARefutedAnswerIsAnErrorOfTheComparison(t *testing.T) {
	solverstest.FakePython(t, strings.Replace(echoCPSAT, "FEASIBLE", `OPTIMAL", "bound": 1e9, "x": "`, 1))
	exactOf(t, solverstest.Odd()[4:5], "--solver", "none")
	if _, complaint := again(t, "--solver", "cpsat"); !strings.Contains(complaint, "cpsat is refuted on equal jobs") {
		t.Errorf("it says %q", complaint)
	}
	if calls, _ := readCalls(t); len(calls) != 1 || calls[0].Status != "refuted" || calls[0].Bound != 0 {
		t.Errorf("it keeps %+v", calls)
	}
}

// A call without a schedule says why, in a line.
func TestAFailedCallSaysWhy(t *testing.T) {
	solverstest.Fake(t, "highs", `printf 'no\tlicence\n' >&2; exit 3`)
	exactOf(t, solverstest.Odd()[4:5], "--solver", "none")
	again(t, "--solver", "highs")
	const why = "it ended with exit status 3: no\\tlicence"
	if calls, _ := readCalls(t); len(calls) != 1 || calls[0].Status != "failed" || calls[0].Why != why {
		t.Errorf("it keeps %+v", calls)
	}
}

func TestAComparisonNeedsATable(t *testing.T) {
	exactOf(t, solverstest.Odd()[4:5], "--solver", "none")
	for _, c := range []struct{ flag, value, want string }{{"-o", "-", "-o TABLE is missing"}, {"--solver", "none", "nothing to compare"},
		{"-o", "set.jsonl", "the columns are"}} {
		if _, complaint := again(t, c.flag, c.value); !strings.Contains(complaint, c.want) {
			t.Errorf("with %s %s it says %q", c.flag, c.value, complaint)
		}
	}
}
