package report_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/papers/record"
	"github.com/backfill-lab/backfill/internal/papertest"
	"github.com/backfill-lab/backfill/internal/report"
)

// The page of an audit is well formed and has a box for each row that the paper has.
func TestThePageOfAnAudit(t *testing.T) {
	demo := paper.Catalogue{papertest.Demo()}
	all, err := demo.Evaluate(t.Context(), paper.Options{Scale: paper.Quick, Seeds: 2})
	if err != nil {
		t.Fatal(err)
	}
	r := &record.Record{Evaluations: all}
	all[0].Numbers[0].Ours++
	a, err := r.Audit(t.Context(), demo.Recomputer(paper.Options{}), r.Share(1, 1), math.Inf(1), func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := report.WriteAudit(&b, a, "backfill <v1>"); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	ids := parsed(t, page)
	printed := 0
	for i := range a.Rows {
		if !ids[a.Rows[i].ID()] {
			t.Errorf("%s is not in the page", a.Rows[i].ID())
		}
		if a.Rows[i].Printed() {
			printed++
		}
	}
	if n := strings.Count(page, `type="checkbox"`); n != printed || n == 0 {
		t.Errorf("%d boxes for %d rows", n, printed)
	}
	for _, want := range []string{"On &lt;Nothing&gt; &amp; All", `href="https://doi.org/10.1000/182"`, "section 2: No job waits.",
		`<li class="differs">` + all[0].Numbers[0].ID + ": recorded", "backfill &lt;v1&gt;"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(page, "ZgotmplZ") || strings.Contains(page, "<script") {
		t.Error("the page has what it must not have")
	}
}
