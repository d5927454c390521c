package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/slurm/whatif"
	"github.com/backfill-lab/backfill/internal/doubt"
)

// The page has the numbers in hours, colours what leaves out 0 only, and runs nothing that a log or a user wrote.
func TestThePageOfAnAnswer(t *testing.T) {
	low, high := -7200.0, -3600.0
	wide, over := -60.0, 7200.0
	w := WhatIf{
		Answer: &whatif.Answer{
			Changes:  []string{`name=<script>alert(1)</script>`},
			Fidelity: accounting.Compare([]accounting.Job{{ID: 1, Recorded: 100, Twin: 110, Starts: []int64{100}}}),
			Block:    "week", Blocks: 12, Draws: []whatif.Draw{{Before: 9000, After: 3600}, {Before: 9900, After: 3000}},
			All:      whatif.Difference{Jobs: 1200, Before: 9000, After: 3600, Low: &low, High: &high},
			Accounts: []whatif.Difference{{Name: "<b>x</b>", Jobs: 7, Before: 30, After: 90, Low: &wide, High: &over}, {Name: "y", Jobs: 1}},
			Doubts:   []doubt.Doubt{{What: "lines <i> are not known", Grave: true}, {What: "small"}},
			Stopped:  []accounting.Left{{Why: "ask for more than the system has", Jobs: 3}},
		},
		Log: "log & co", Policy: "slurm", Notes: []string{"a note"}, Program: "backfill test",
	}
	var b bytes.Buffer
	if err := w.Write(&b); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, want := range []string{"2.50 h", "1.00 h", "-1.50 h", "-2.00 h to -1.00 h", "1,800 <small>less", "10.0 % more", "30.0 s", "1.5 min",

		`class="same"><dt>difference`,
		"12 weeks", "simulated 2 times", "2.50 h to 2.75 h", "<b>3 jobs would not run any more</b>",
		"log &amp; co", `<li class="differs">Lines &lt;i&gt; are not known.</li>`, "a note", "<svg ", "&lt;b&gt;x"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %q", want)
		}
	}
	for _, no := range []string{"<script", "http:", "https:", `<td class="differs">`, "ZgotmplZ"} {
		if strings.Contains(page, no) {
			t.Errorf("the page has %q", no)
		}
	}
}
