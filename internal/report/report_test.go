package report_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/papers/record"
	"github.com/backfill-lab/backfill/internal/numeral"
	"github.com/backfill-lab/backfill/internal/papertest"
	"github.com/backfill-lab/backfill/internal/report"
)

// demo is the report of the demo paper.
func demo(t *testing.T) (string, []*paper.Evaluation) {
	t.Helper()
	evaluations, err := paper.Catalogue{papertest.Demo()}.Evaluate(context.Background(), paper.Options{Scale: paper.Quick})
	if err != nil {
		t.Fatal(err)
	}
	return write(t, evaluations), evaluations
}

func write(t *testing.T, evaluations []*paper.Evaluation) string {
	t.Helper()
	var b bytes.Buffer
	in := report.Input{Evaluations: evaluations, Program: "backfill v1 (go9)",
		Repeat: func(id string) string { return "repeat <" + id + ">" }}
	if err := report.Write(&b, in); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The page is HTML that is XML as well, so that a parser can tell: every tag is
// closed where it should be, everything is escaped, no id is there twice, and
// every link leads to one.
func TestThePageIsWellFormed(t *testing.T) {
	usual, _ := demo(t)
	for _, page := range []string{usual, another(t)} {
		wellFormed(t, page)
	}
}

// another is the report with several seeds and another reading beside.
func another(t *testing.T) string {
	t.Helper()
	var in report.Input
	for _, r := range []paper.Reading{nil, {"reserve": "all"}} {
		opt := paper.Options{Scale: paper.Quick, Seeds: 4, Reading: r}
		all, err := paper.Catalogue{papertest.Demo()}.Evaluate(context.Background(), opt)
		if err != nil {
			t.Fatal(err)
		}
		in.Evaluations, in.Beside = in.Beside, all
	}
	in.Repeat = func(id string) string { return id }
	var b bytes.Buffer
	if err := report.Write(&b, in); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Each number and claim has what came out under the other reading below it.
func TestAnotherReadingStandsBeside(t *testing.T) {
	page := another(t)
	for _, want := range []string{"another, <b>reserve=all</b>", `class="dots"`,
		`class="beside">With reserve=all: holds (with 4 of 4 seeds)`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	beside := regexp.MustCompile(`<b>([^<]*)</b>(?:[^<]|<svg.*?</svg>|<span class="[sr][^<]*</span>|<span class="printed">[^<]*</span>)*` +
		`<span class="beside">([^<]*)</span>`)
	other := 0
	found := beside.FindAllStringSubmatch(page, -1)
	for _, m := range found {
		if number, _, _ := strings.Cut(m[2], ", "); number != m[1] {
			other++
		}
	}
	if len(found) < 20 || other == 0 || other == len(found) {
		t.Errorf("%d numbers have another beside them, %d of them a different one", len(found), other)
	}
}

func wellFormed(t *testing.T, page string) {
	t.Helper()
	links := 0
	parsed(t, page, func(link string, leads bool) {
		if links++; !strings.HasPrefix(link, "https://doi.org/") && !leads {
			t.Errorf("link %s leads nowhere in the page", link)
		}
	})
	if links < 7 {
		t.Errorf("only %d links", links)
	}
}

// parsed returns the ids of a page that is XML, of which none is there twice, and calls each for its links.
func parsed(t *testing.T, page string, each ...func(link string, leads bool)) map[string]bool {
	t.Helper()
	ids, links := map[string]bool{}, []string{}
	for d := xml.NewDecoder(strings.NewReader(page)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range e.Attr {
			switch a.Name.Local {
			case "id":
				if ids[a.Value] {
					t.Errorf("two elements have the id %s", a.Value)
				}
				ids[a.Value] = true
			case "href":
				links = append(links, a.Value)
			}
		}
	}
	for _, link := range links {
		for _, see := range each {
			id, local := strings.CutPrefix(link, "#")
			see(link, local && ids[id])
		}
	}
	return ids
}

// Nothing is fetched: there is no address in the page but in links to follow, nor any
// element or property that would load one.
func TestThePageIsSelfContained(t *testing.T) {
	page, _ := demo(t)
	page = regexp.MustCompile(`<a href="https://[^"]*">`).ReplaceAllString(page, "")
	for _, bad := range []string{`(?i)https?:`, `(?i)\bsrc=`, `(?i)url\(`, `(?i)@import`, `<link`, `<script`, `<iframe`, `"//`} {
		if found := regexp.MustCompile(bad).FindString(page); found != "" {
			t.Errorf("the page has %q", found)
		}
	}
}

func TestThePageSaysEverything(t *testing.T) {
	page, evaluations := demo(t)
	want := []string{
		"On &lt;Nothing&gt; &amp; All", "Nobody", "Nowhere 1999", "doi:10.1000/182", "backfill v1 (go9)",
		"<li><b>reproduced</b> EASY helps: ", "<span class=\"small\">Confidence low: nobody knows.</span>",
		"<span class=\"small\">table1/easy-helps holds</span>", "The text leaves everything open",
		"repeat &lt;demo/table1&gt;", "repeat &lt;demo/fig2&gt;", "substitute", "SMALL_syn 1", "quick scale",
	}
	pictures := 0
	for _, e := range evaluations {
		want = append(want, e.Experiment.ID, e.Experiment.Title)
		for _, o := range e.Origins {
			want = append(want, o.SHA256)
		}
		for _, n := range e.Printed() {
			want = append(want, n.Printed(), n.Own(), paper.FormatRatio(float64(n.Ratio)), n.Note)
			if n.Class == paper.Measured {
				want = append(want, `class="`+string(n.Verdict)+`"`)
			} else {
				want = append(want, string(n.Verdict)+", "+n.Class.Title(), "<i>"+n.Class.Mark()+"</i>")
			}
		}
		for _, c := range e.Claims {
			want = append(want, c.Text, c.Note)
		}
		if e.Chart != nil {
			pictures++
		}
	}
	unescaped := strings.NewReplacer("&#39;", "'").Replace(page)
	for _, text := range want {
		if !strings.Contains(unescaped, text) {
			t.Errorf("the page does not say %q", text)
		}
	}
	if n := strings.Count(page, "<svg "); n != pictures || n < 2 {
		t.Errorf("the page has %d pictures, want %d", n, pictures)
	}
	for class, n := range map[string]int{`<li class="holds">`: 1, `<li class="fails">`: 1, `<li class="undecided">`: 1,
		`<li class="by-construction">`: 1, `<li class="not-testable">`: 1, `(1 input, 1 repeat)`: 2} {
		if strings.Count(page, class) != n {
			t.Errorf("the page has not %d of %s", n, class)
		}
	}
}

// A number that had no part in the choice of a reading has what came out under it.
func TestNumbersHeldOutStandBeside(t *testing.T) {
	_, all := demo(t)
	n := all[0].Printed()[0]
	n.Ours, n.Most, n.Low, n.Verdict = 123, 123, numeral.JSON(math.NaN()), paper.Near
	l := &record.League{Held: []record.Held{{Number: n, Reading: "reserve=all"}}}
	var b bytes.Buffer
	in := report.Input{Evaluations: all, Repeat: func(id string) string { return id }, Leagues: []*record.League{l}}
	if err := report.Write(&b, in); err != nil {
		t.Fatal(err)
	}
	if want := "123, near, with reserve=all</span>"; strings.Count(b.String(), want) != 1 ||
		!strings.Contains(b.String(), "had no part in the choice") {
		t.Errorf("the page does not say %q once, and why", want)
	}
}

// A log is compared with the archive's own by its hash.
func TestThePageSaysWhichLogsAreKnown(t *testing.T) {
	_, all := demo(t)
	all[0].Origins[0].Traces = []paper.Trace{{Name: "a.swf", SHA256: "aa", Uncompressed: "aa"},
		{Name: "b.swf.gz", SHA256: "bb", Uncompressed: "cc"}}
	var b bytes.Buffer
	known := func(sum string) string { return map[string]string{"aa": "https://example.org/a"}[sum] }
	if err := report.Write(&b, report.Input{Evaluations: all, Repeat: func(id string) string { return id }, Log: known}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`a.swf, <a href="https://example.org/a">as in the archive</a>: SHA-256 <code>aa</code></span>`,
		`b.swf.gz, no known log: SHA-256 <code>cc</code> uncompressed, <code>bb</code> as it is</span>`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page does not say %s", want)
		}
	}
}

// Each experiment says what its runs took.
func TestThePageSaysTheComputingTime(t *testing.T) {
	_, all := demo(t)
	all[0].Seconds, all[1].Seconds = 5400, 0.2
	page := write(t, all)
	if !strings.Contains(page, " · "+paper.Format(5400, "s")+" of processor time") {
		t.Error("the page does not say what an experiment took")
	}
	if n := strings.Count(page, " of processor time"); n != 1 {
		t.Errorf("%d experiments took a time, want the one that took more than a second", n)
	}
}

func TestTheSameEvaluationsGiveTheSamePage(t *testing.T) {
	page, evaluations := demo(t)
	if write(t, evaluations) != page {
		t.Error("the page differs when it is written again")
	}
	again, _ := demo(t)
	if again != page {
		t.Error("the page differs when everything is computed again")
	}
}

func TestAPageOfNothing(t *testing.T) {
	if page := write(t, nil); !strings.Contains(page, "</html>") {
		t.Error("the page of no experiment is not complete")
	}
}
