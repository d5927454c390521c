package lab_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/core/papers"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/papers/record"
	"github.com/backfill-lab/backfill/notebooks/lab"
)

func ExamplePaper() {
	paper := lab.Paper{Key: "dynp", Scale: lab.Quick}
	paper.Claims("table1")
	paper.JobSets("fig1")
	// Output:
	// the paper says                                                                                                         here it          because
	// Each decider chooses in each case what table 1 says.                                                                   by construction  36 of 36; the deciders are defined by the paper's table
	// The simple decider is wrong in four cases, where it leaves a policy that is as good as the others: 1, 6b, 8c and 10c.  by construction  the deciders differ in 4 cases; the deciders are defined by the paper's table
	// job set   made from                       jobs  processors  SHA-256
	// CTC_syn   a substitute: no log was given  1000         430  c9cbb484fec5
	// KTH_syn   a substitute: no log was given  1000         100  adf1ad225097
	// PC2_syn   a substitute: no log was given  1000          96  25c657280721
	// SDSC_syn  a substitute: no log was given  1000         352  2e9b15834c8f
}

// A notebook shows what the record has above what it computes itself.
func ExamplePaper_record() {
	paper := lab.Paper{Key: "dynp", Scale: lab.Quick, Record: "../record"}
	paper.Claims("table1")
	// Output:
	// the paper says                                                                                                         record: scale paper  because                                                                        here: scale quick  because
	// Each decider chooses in each case what table 1 says.                                                                   by construction      36 of 36; the deciders are defined by the paper's table                        by construction    36 of 36; the deciders are defined by the paper's table
	// The simple decider is wrong in four cases, where it leaves a policy that is as good as the others: 1, 6b, 8c and 10c.  by construction      the deciders differ in 4 cases; the deciders are defined by the paper's table  by construction    the deciders differ in 4 cases; the deciders are defined by the paper's table
}

// A folder without a log that the paper reads is no silent substitute.
func TestAMissingLogIsNamed(t *testing.T) {
	dir := t.TempDir()
	out := stdout(t, func() { lab.Paper{Key: "dynp", Scale: lab.Quick, Traces: dir}.JobSets("fig1") })
	for _, want := range []string{"KTH_syn: KTH-SP2-1996-2.swf.gz is not in " + dir + ", and a substitute stands for it\n",
		"a substitute: the folder of logs lacks KTH-SP2-1996-2.swf.gz"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in %s", want, out)
		}
	}
}

// Below the findings stands how many numbers and claims of the record have which verdict.
func TestFindingsEndWithTheScore(t *testing.T) {
	out := stdout(t, func() { lab.Paper{Key: "dynp", Scale: lab.Quick, Record: "../record"}.Findings() })
	tables, err := arrowio.ReadTables("../record", record.Schemas...)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := record.Read(papers.All(), tables)
	if err != nil {
		t.Fatal(err)
	}
	all := slices.DeleteFunc(kept.Evaluations, func(e *paper.Evaluation) bool { return e.Paper.Key != "dynp" })
	score := fmt.Sprint(paper.Count(all))
	if !strings.HasSuffix(out, "\n"+score+"\n") || !strings.Contains(score, "claims") {
		t.Errorf("it ends with %q, want %q", out[max(0, len(out)-200):], score)
	}
}
