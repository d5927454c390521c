package dynp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/papers/internal/laws"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/internal/papertest"
)

func TestLaws(t *testing.T) { laws.Check(t, Paper()) }

func TestDigests(t *testing.T) { laws.Digests(t, Paper()) }

func TestPrintedNumbersAreCompared(t *testing.T) { laws.Printed(t, Paper(), numbers()) }

// Each table has all of its printed numbers.
func TestHasEveryPrintedNumber(t *testing.T) {
	want := map[string]int{
		"dynp/table1":       0, // it prints no numbers
		"dynp/table2":       18 * 4,
		"dynp/table3":       15 * 4,
		"dynp/table4":       4*6*6 + 2, // and two percentages in the text
		"dynp/table5":       15*4 + 4,  // and four
		"dynp/table6":       20 * 4,
		"dynp/table6-kept":  15*4 + 20*4 + 4*4 + 1, // those of tables 5 and 6, and four rows and a percentage of table 4
		"dynp/table6-lists": 6 * 4,                 // steps
		"dynp/fig1":         2,
		"dynp/fig2":         4,
		"dynp/fig3":         1,
		"dynp/fig4":         2,
		"dynp/fig5":         0,
		"dynp/fig6":         2,
		"dynp/fig7":         0,
		"dynp/fig8":         1,
	}
	laws.Published(t, Paper(), want, 0)
}

// The printed tables agree with themselves as far as their comments say: a
// mistyped number would show.
func TestPrintedNumbersAddUp(t *testing.T) {
	sum := func(at paper.Source, set, column string, keys ...string) (n float64) {
		for _, k := range keys {
			n += at(set, column, k)
		}
		return n
	}
	started := map[string]float64{"ctc": 9997, "kth": 9997, "pc2": 10000, "sdsc": 9999}
	at5, at6 := table5.at, table6.at
	for _, s := range sets {
		for _, c := range table4Columns {
			n := started[s]
			if s == "pc2" && c == "art-advanced" {
				n = 10090
			}
			if got := sum(printed4, s, c, "started_sjf", "started_fcfs", "started_ljf"); got != n {
				t.Errorf("%s, %s: %v jobs started, want %v", s, c, got, n)
			}
		}
		for _, key := range []string{"artww_s", "util", "loc", "started_sjf", "started_fcfs", "started_ljf"} {
			if a, b := printed4(s, "artww-advanced", key), at5(s, "", key); a != b {
				t.Errorf("%s of %s: %v in table 4, %v in table 5", key, s, a, b)
			}
		}
		if d := sum(at5, s, "", "to_sjf", "to_fcfs", "to_ljf", "same") - 100; d < -0.05 || d > 0.05 {
			t.Errorf("%s: switches add up to %.2f %%", s, 100+d)
		}
		if d := at5(s, "", "run_mean") + at5(s, "", "wait_mean") - at5(s, "", "art_s"); d < -1.1 || d > 1.1 {
			t.Errorf("%s: run and wait are off the response by %v s", s, d)
		}
		cases := 0.0
		for _, r := range table6.rows()[:countedCases] {
			if r.key != "10b" {
				cases += at6(s, "", r.key)
			}
		}
		if total := at6(s, "", "total"); cases != total || total != at5(s, "", "tries") {
			t.Errorf("%s: %v cases, total %v, tries %v", s, cases, total, at5(s, "", "tries"))
		}
		if d := sum(at6, s, "", "1", "6b", "8c", "10c"); d != at6(s, "", "differences") {
			t.Errorf("%s: %v differences", s, d)
		}
		want := at6(s, "", "current")
		if s == "kth" {
			want = 15991
		}
		if n := sum(at6, s, "", "1", "4b+5", "6a", "6b", "8a", "8c", "10b", "10c"); n != want {
			t.Errorf("%s: %v cases take the current policy, want %v", s, n, want)
		}
		for _, table := range []printedTable{table2, table3} {
			p := table.at
			if d := 100*p(s, "", "over")/p(s, "", "jobs") - p(s, "", "over_share"); d < -0.0051 || d > 0.0051 {
				t.Errorf("%s: the share of overruns is off by %v points", s, d)
			}
		}
	}
}

// Both deciders decide as printed in every situation of every case, and each situation is of one case.
func TestTable1(t *testing.T) {
	all := map[string]int{}
	for _, c := range table1 {
		for _, s := range c.situations() {
			all[fmt.Sprint(s)]++
			if c.name == "4b" { // which is 5, too
				all[fmt.Sprint(s)]--
			}
		}
	}
	if len(all) != 39 || len(situations()) != 39 {
		t.Fatalf("the cases have %d situations of %d", len(all), len(situations()))
	}
	for s, n := range all {
		if n != 1 {
			t.Errorf("situation %s is of %d cases", s, n)
		}
	}
	for _, e := range evaluate(t, "dynp/table1") {
		for i := 0; i < len(e.Numbers); i += 3 {
			simple, advanced, of := e.Numbers[i], e.Numbers[i+1], e.Numbers[i+2]
			if simple.Ours != of.Ours || advanced.Ours != of.Ours || of.Ours < 1 {
				t.Errorf("%s: %v and %v of %v situations", of.Row, simple.Ours, advanced.Ours, of.Ours)
			}
			if simple.Class != paper.Own || simple.Published == simple.Published {
				t.Errorf("%s: the class is %s, printed is %v", simple.ID, simple.Class, simple.Published)
			}
		}
		for _, c := range e.Claims {
			if c.Verdict != paper.ByConstruction {
				t.Error(c.ID, c.Note)
			}
		}
	}
}

func evaluate(t *testing.T, ids ...string) []*paper.Evaluation {
	t.Helper()
	opt := paper.Options{Scale: paper.Quick, Traces: papertest.Traces(), Cache: papertest.Kept}
	all, err := paper.Catalogue{Paper()}.Evaluate(t.Context(), opt, ids...)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A claim about a table is held against the printed numbers as well; the ones
// that they contradict are known.
func TestClaimsThatThePaperContradicts(t *testing.T) {
	slow.AsWebAssembly(t)
	contradicted := map[string]bool{}
	for _, e := range evaluate(t, "dynp/table2", "dynp/table3", "dynp/table4", "dynp/table5", "dynp/table6") {
		for _, c := range e.Claims {
			if strings.Contains(c.Note, "of the printed numbers") {
				contradicted[c.ID] = true
			}
		}
	}
	for _, id := range []string{ // all but the first do so in table6-kept, too
		"dynp/table4/advanced-owner", // CTC with MS and PC2 with ARTwW and ART lose utilization
		"dynp/table5/same-policy",    // KTH: 87.92 %
		"dynp/table5/sjf-most",       // SDSC: FCFS
		"dynp/table6/8b-10a",         // KTH: once
	} {
		if !contradicted[id] {
			t.Errorf("%s is not noted to contradict the printed numbers", id)
		}
		delete(contradicted, id)
	}
	for id := range contradicted {
		t.Errorf("%s is noted to contradict the printed numbers", id)
	}
}

// A run with a policy that decides has steps; Rows writes them.
func TestRowsHaveSteps(t *testing.T) {
	slow.AsWebAssembly(t)
	for _, e := range evaluate(t, "dynp/table6") {
		steps := result.NewCollect(result.Steps)
		if err := e.Rows(t.Context(), paper.Options{}, result.Set{result.Steps: steps}, nil); err != nil {
			t.Fatal(err)
		}
		if steps.Table().Rows == 0 {
			t.Error("there are no steps")
		}
	}
}
