package record_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/papers/record"
)

// pagesOf returns the record's pages by their files.
func pagesOf(t *testing.T, r *record.Record) map[string]string {
	t.Helper()
	pages, err := r.Pages(func(id string) string { return "again " + id })
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, p := range pages {
		all[p.File] = p.Text
	}
	return all
}

// leagued is the demo paper's record with a league that was computed.
func leagued(t *testing.T) *record.Record {
	t.Helper()
	l, err := record.NewLeague(t.Context(), demo, paper.Options{Scale: paper.Quick}, record.Search{}, "demo")
	if err != nil {
		t.Fatal(err)
	}
	return &record.Record{Evaluations: evaluate(t, paper.Options{Seeds: 3, Version: "v1"}), Leagues: []*record.League{l}}
}

func has(t *testing.T, text string, all ...string) {
	t.Helper()
	for _, want := range all {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in:\n%s", want, text)
		}
	}
}

func TestTheFrontPageHasEachPaperAndItsVerdicts(t *testing.T) {
	front := pagesOf(t, leagued(t))[record.FrontPage]
	has(t, front, "3 tables and figures of one paper, computed again by backfill v1.",
		"## Reproduced, the strongest first\n\n1. [demo](demo.md): EASY helps: ", " times.\n",
		"### [demo](demo.md): On &lt;Nothing> & All\n\nNobody. Nowhere 1999, [doi:10.1000/182](https://doi.org/10.1000/182).",
		"- **Claimed.** EASY is better than FCFS.\n",
		"- **Its program, we think, with low confidence** (nobody knows)**:** Nobody waits. "+
			"*(In this record, table1/all-at-once is now fails (0/3).)*\n",
		"| [demo](demo.md) | 5 | 2 | 1 | 0 | 1 | 1 | 3 | 1 | 1 | 1 |",
		"Not counted: numbers (1 input, 1 repeat) and claims (1 by construction, 1 not testable).",
		"\n|  | by a range | inside | of a perfect program | half | 1.5 times | twice |\n|---|---:|---:|---:|---:|---:|---:|\n| demo | 3 |")
	if n := strings.Count(front, "\n"); n > 120 {
		t.Errorf("the front page has %d lines", n)
	}
}

func TestAPapersPageHasEveryTableFigureAndClaim(t *testing.T) {
	page := pagesOf(t, leagued(t))["demo.md"]
	has(t, page, "# demo: On &lt;Nothing> & All\n", "Scale quick; up to 3 seeds; some job sets are substitutes",
		"The job set is a toy. [The record](RECORD.md)",
		"Of 3 numbers that are judged by a range,", "The paper claimed: EASY is better than FCFS.\n",
		"- **Reproduced.** EASY helps: ", " times. *Rests on:* [table1/easy-helps](#demotable1) holds (3/3).\n",
		"<details><summary>How the text is read</summary>\n\n- The text leaves everything open; we do what is easy.\n\n</details>",
		"\n## demo/table1\n\n**Three policies.**\n\n5 measured numbers: 2 agree, 1 within 10 %, 1 undecided, 1 missing. "+
			"Numbers not counted: 1 input. "+
			"3 claims: 1 hold, 1 **fail**, 1 undecided.",
		"\n![Three policies: ours against the printed numbers](figures/demo/table1.svg)\n",
		"\n- **holds** (3 of 3 seeds) EASY has a lower ART than FCFS. (section 1, `easy-helps`) Ours: ",
		"\n- **fails** (0 of 3 seeds) No job waits. (section 2, `all-at-once`) Ours: ",
		"\n- **undecided** (0 of 3 seeds) The gain is below 1 %. (section 2, `gain`) Ours: 0.5 to 2 %.\n",
		"\n- **not testable** (0 of 3 seeds) Users are happy. (section 3, `happy`) Ours: nobody asked them.\n",
		"In [numbers.parquet](numbers.parquet) the ids begin with `demo/table1/`. Again: `again demo/table1`\n",
		"\n## demo/fig1\n", "\n![ART over the load](figures/demo/fig1.svg)\n",
		"\n![ART over the load: ours against the printed numbers](figures/demo/fig1-printed.svg)\n",
		"\n## demo/fig2\n\n**Widths of the jobs.**\n\nNo printed numbers and no claims.\n\n![Widths of the jobs](figures/demo/fig2.svg)\n",
		"### demo: 2 readings", "| defaults | ", "| reserve=all | ")
}

// A record of several versions says how many, and the pages of several papers would be as long with all of their names.
func TestVersionsAreCounted(t *testing.T) {
	r := leagued(t)
	r.Evaluations[1].Version = "v2"
	has(t, pagesOf(t, r)[record.FrontPage], "by backfill (2 versions, listed in experiments.parquet).")
}

// An experiment without a picture has its numbers in a table.
func TestNumbersWithoutAPictureAreATable(t *testing.T) {
	r := leagued(t)
	e := *r.Evaluations[0]
	e.Numbers = slices.Clone(e.Numbers)
	for i := range e.Numbers {
		e.Numbers[i].Verdict = ""
	}
	r.Evaluations = []*paper.Evaluation{&e}
	has(t, pagesOf(t, r)["demo.md"], "numbers of ours</summary>\n\n|  | fcfs | easy | sjf-easy |\n|---|---:|---:|---:|\n| ART | ")
}

// A finding whose outcome nobody gave is on both pages, and is not called reproduced.
func TestAFindingWithoutOutcomeIsShown(t *testing.T) {
	r := leagued(t)
	own := *r.Evaluations[0].Paper
	own.Findings = []paper.Finding{{Text: "Jobs are small."}}
	for _, e := range r.Evaluations {
		e.Paper = &own
	}
	pages := pagesOf(t, r)
	has(t, pages[record.FrontPage], "\n- **Found.** Jobs are small.\n")
	has(t, pages["demo.md"], "\n- **Found.** Jobs are small.\n")
}

// A finding that refers to a number which a record at the paper's own size lacks is an error.
func TestPagesRefuseUnknownNumbers(t *testing.T) {
	r := leagued(t)
	own := *r.Evaluations[0].Paper
	own.Findings = []paper.Finding{{Text: "{demo/table1/ART/lifo} s.", Outcome: paper.NotReproduced}}
	for _, e := range r.Evaluations {
		e.Paper, e.Scale = &own, paper.Full
	}
	_, err := r.Pages(func(string) string { return "" })
	if err == nil || !strings.Contains(err.Error(), "the record lacks the number demo/table1/ART/lifo") {
		t.Errorf("%v", err)
	}
}

var link = regexp.MustCompile(`\]\(([^):#]*)(#[^):]*)?\)`)

// Each link leads to a page, a picture or a table of the record, and to a heading of its page; each picture is shown.
func TestLinksOfPagesLeadToTheRecordsFiles(t *testing.T) {
	r := leagued(t)
	pages := pagesOf(t, r)
	files, shown := map[string]bool{}, map[string]bool{}
	for file := range pages {
		files[file] = true
	}
	for _, s := range record.Schemas {
		files[s.Name+".parquet"] = true
	}
	pictures := 0
	for _, e := range r.Evaluations {
		for _, p := range record.Pictures(e) {
			files[p.File] = true
			pictures++
		}
	}
	for file, text := range pages {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			to := m[1]
			if shown[to] = true; to != "" && !files[to] {
				t.Errorf("%s: the link to %s leads nowhere", file, to)
			}
			if heading := strings.TrimPrefix(m[2], "#"); heading != "" && !strings.Contains(headings(pages[file]), " "+heading+" ") {
				t.Errorf("%s: there is no heading #%s among%s", file, heading, headings(pages[file]))
			}
		}
	}
	if pictures != 4 {
		t.Errorf("%d pictures, want 4", pictures)
	}
	for file := range files {
		if !shown[file] && strings.HasSuffix(file, ".svg") {
			t.Errorf("no page shows %s", file)
		}
	}
}

// headings are the anchors of a page's headings, as forges make them.
func headings(page string) string {
	all := " "
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(page, -1) {
		all += strings.ReplaceAll(regexp.MustCompile(`[^\pL\pN _-]`).ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-") + " "
	}
	return all
}
