package record_test

import (
	"math"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/papers/record"
)

func audit(t *testing.T, r *record.Record, seconds float64) *record.Audit {
	t.Helper()
	draw, done := r.Share(1, 1), 0
	a, err := r.Audit(t.Context(), demo.Recomputer(paper.Options{}), draw, seconds, func(n int) { done = n })
	if err != nil {
		t.Fatal(err)
	}
	if done != len(draw.Rows) || len(a.Rows) != done || a.Of != r.Rows() {
		t.Fatalf("%d rows of a draw of %d, of which %d were reported", len(a.Rows), len(draw.Rows), done)
	}
	return a
}

// An audit of a record finds each row equal, and exactly the changed ones different.
func TestAnAuditFindsWhatWasChanged(t *testing.T) {
	r := recorded(t)
	without := 0 // numbers of ours
	for _, e := range r.Evaluations {
		for _, n := range e.Numbers {
			if n.Ours != n.Ours {
				without++
			}
		}
	}
	if a := audit(t, r, math.Inf(1)); a.Count(record.Equal) != r.Rows()-without || a.Count(record.NotComputed) != without ||
		without != 1 || len(a.Differences()) > 0 {
		t.Errorf("%s: %v", a, a.Differences())
	}
	changed := r.Evaluations[0].Numbers
	changed[0].Ours *= 1 + 1e-15
	changed[1].Verdict = paper.Near
	changed[2].ID += "-gone"
	r.Evaluations[0].Claims[0].Held--
	a := audit(t, r, math.Inf(1))
	lines := a.Differences()
	for i, id := range []string{changed[0].ID, changed[1].ID, changed[2].ID, r.Evaluations[0].Claims[0].ID} {
		if i >= len(lines) || !strings.HasPrefix(lines[i], id+": recorded ") {
			t.Fatalf("%v are not the differences: %s", lines, id)
		}
	}
	if len(lines) != 4 || a.Count(record.Differs) != 4 || !strings.HasSuffix(lines[2], "now nothing") {
		t.Errorf("%s: %q", a, lines)
	}
}

// What takes too long or needs a log is not computed, and the audit says why.
func TestAnAuditSaysWhatItDidNotCompute(t *testing.T) {
	r := recorded(t)
	r.Evaluations[0].Origins[0].Traces = []paper.Trace{{Name: "a.swf"}}
	logs := len(r.Evaluations[0].Numbers) + len(r.Evaluations[0].Claims)
	r.Evaluations[1].Numbers[0].Seconds = 1e6
	a := audit(t, r, 1e5)
	if a.Count(record.NotComputed) != logs+1 || a.Count(record.Equal) != r.Rows()-logs-1 { // that without a number is among logs
		t.Errorf("%s, want %d not computed", a, logs+1)
	}
	why := map[string]int{}
	for i := range a.Rows {
		why[a.Rows[i].Again()]++
	}
	if why["not computed: its runs took 1,000,000 s, more than 100,000 s"] != 1 ||
		strings.Count(a.Markdown(), "it needs the log a.swf") != logs {
		t.Errorf("reasons: %v", why)
	}
}

// The page has a line and a box for each row that the paper has, and a line for each of ours.
func TestThePageOfAnAuditHasEveryRow(t *testing.T) {
	r := recorded(t)
	a := audit(t, r, math.Inf(1))
	page := a.Markdown()
	printed := 0
	for i := range a.Rows {
		if a.Rows[i].Printed() {
			printed++
		}
	}
	rows := strings.Count(page, "| equal |") + strings.Count(page, "; equal)") + strings.Count(page, "| not computed: neither")
	if strings.Count(page, "☐") != printed || printed == 0 || rows != len(a.Rows) {
		t.Errorf("%d boxes for %d printed rows, %d lines for %d rows", strings.Count(page, "☐"), printed, rows, len(a.Rows))
	}
	for _, want := range []string{"On <Nothing> & All. Nowhere 1999, doi:10.1000/182", "| ☐ | table 1 | UTIL | fcfs | 60 % |",
		"- ☐ section 2: No job waits. (record: fails", a.String()} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
}
