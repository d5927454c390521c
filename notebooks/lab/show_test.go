package lab

import (
	"math"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/numeral"
)

func TestNumbersKeepTheirMeaning(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 0.6465438: "0.647", 28.04: "28", 211.35: "211", 999.4: "999",
		1000: "1,000", 8299.097: "8,299", -1234567: "-1,234,567", 123456: "123,456", math.Inf(1): "+Inf",
	} {
		if got := Number(v).Text; got != want {
			t.Errorf("Number(%v) shows %s, want %s", v, got, want)
		}
	}
}

var (
	header = []string{"policy", "mean <wait>"}
	marked = `<b style="background:#b00020;color:#fff;padding:0 .3em">fails</b>`
	rows   = [][]Cell{
		{Text("a & b"), {Text: "2.5 h", Exact: "9000 s", Bold: true}},
		{Text("é"), {Text: "10 min", Exact: "600 s"}},
	}
)

func TestTableInHTML(t *testing.T) {
	const want = `<table>
<tr><th style="text-align:left">policy</th><th style="text-align:right">mean &lt;wait&gt;</th></tr>
<tr><td style="text-align:left">a &amp; b</td><td style="text-align:right" title="9000 s"><b>2.5 h</b></td></tr>
<tr><td style="text-align:left">é</td><td style="text-align:right" title="600 s">10 min</td></tr>
</table>`
	if got := htmlTable(header, rows); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A folded table is the table, behind its title.
func TestAFoldedTableIsWhole(t *testing.T) {
	got := foldedHTML("two < rows", header, rows)
	if inner := htmlTable(header, rows); got != "<details><summary>two &lt; rows</summary>\n"+inner+"\n</details>" {
		t.Errorf("got\n%s", got)
	}
}

func TestTableAsText(t *testing.T) {
	const want = "policy  mean <wait>\na & b         2.5 h\né            10 min\n"
	if got := plainTable(header, rows); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// What fails is seen at once, also by who sees no colours.
func TestAFailureIsMarked(t *testing.T) {
	if got := htmlTable(header[:1], [][]Cell{{{Text: "fails", Bad: true}}}); !strings.Contains(got, marked) {
		t.Errorf("%s lacks %s", got, marked)
	}
}

// Of claims those that fail are marked, and nothing else is.
func TestAClaimThatFailsIsMarked(t *testing.T) {
	for _, v := range []paper.Verdict{paper.Holds, paper.Fails, paper.Undecided, paper.ByConstruction, paper.Untestable} {
		c := claimed(&paper.ClaimResult{Verdict: v})
		if c.Bad != (v == paper.Fails) || c.Bold != (v == paper.Holds) || c.Text == "" {
			t.Errorf("%s is %+v", v, c)
		}
		if got := htmlTable(header[:1], [][]Cell{{c}}); strings.Contains(got, marked) != (v == paper.Fails) {
			t.Errorf("%s is shown as %s", v, got)
		}
	}
}

// A number near zero has no sign of its own beside the printed one.
func TestZeroBesideThePrintedNumberHasNoSign(t *testing.T) {
	for _, ours := range []float64{0, math.Copysign(0, -1)} {
		if c := compared(&paper.Number{Class: paper.Measured, Ours: numeral.JSON(ours), Published: 0.09}); c.Text != "0 (0.09)" {
			t.Errorf("%v is shown as %q", ours, c.Text)
		}
	}
}
