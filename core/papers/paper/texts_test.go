package paper

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/backfill-lab/backfill/internal/chart"
	"github.com/google/go-cmp/cmp"
)

const inWords = `title    On Nothing
authors  Nobody
claimed  It all
         helps.
note     One
         note.
note     Another.

finding  It helps.
outcome  reproduced
rank     2
sure     low: nobody
         knows
holds    table1/helps table2/helps
fails    table1/always

table    table1
title    What helps
figure   table2
title    What
         else
doc      A picture.

claim    table1/helps table2/helps
section  2.1
text     It helps.
claim    table1/always
text     It always helps.
certain  we say so
claim    table2/happy
text     All are happy.
untested nobody asked

reason   one table is
         short
for      table2/helps
`

// described is a paper with the claims of inWords, all of which fail.
func described(text string) *Paper {
	fails := func(*Results) (bool, string) { return false, "so" }
	return Paper{Key: "p", Experiments: func(Setting) []Experiment {
		return []Experiment{{ID: "p/table1", Doc: "Made.", Chart: func(*Results) chart.Chart { return chart.Chart{} },
			Claims: []Claim{Judged("helps", fails), Judged("always", fails)}},
			{ID: "p/table2", Claims: []Claim{Judged("helps", fails), Untested("happy")}}}
	}}.Described(fstest.MapFS{textsFile: &fstest.MapFile{Data: []byte(text)}})
}

func TestAPaperIsDescribedByItsFile(t *testing.T) {
	p := described(inWords)
	want := Paper{Key: "p", Title: "On Nothing", Authors: "Nobody", Claimed: "It all helps.", Notes: []string{"One note.", "Another."},
		Findings: []Finding{{Text: "It helps.", Outcome: Reproduced, Rank: 2, Sure: "low: nobody knows",
			Rests: map[string]Verdict{"p/table1/helps": Holds, "p/table2/helps": Holds, "p/table1/always": Fails}}}}
	got := Paper{Key: p.Key, Title: p.Title, Authors: p.Authors, Claimed: p.Claimed, Notes: p.Notes, Findings: p.Findings}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(Paper{}, statement{})); diff != "" {
		t.Error(diff)
	}
	stated := "p/table1 p/table1/always p/table1/helps p/table2 p/table2/happy p/table2/helps"
	if got := strings.Join(p.Stated(), " "); got != stated {
		t.Errorf("the file speaks of %s, want %s", got, stated)
	}
	var claims, heads []string
	for _, x := range p.Experiments(First(Full)) {
		heads = append(heads, strings.Join([]string{x.ID, string(x.Kind), x.Title, x.Doc}, "|"))
		for _, c := range x.Claims {
			v, note := c.Judge(&Results{Setting: First(Full)})
			claims = append(claims, strings.Join([]string{x.ID, c.ID, c.Section, c.Text, c.Certain, string(v), note}, "|"))
		}
	}
	if diff := cmp.Diff([]string{
		"p/table1|helps|2.1|It helps.||fails|so",
		"p/table1|always||It always helps.|we say so|fails|so",
		"p/table2|helps|2.1|It helps.||fails|so; likely because: one table is short",
		"p/table2|happy||All are happy.||not testable|nobody asked",
	}, claims); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"p/table1|table|What helps|Made.", "p/table2|figure|What else|A picture."}, heads); diff != "" {
		t.Error(diff)
	}
	if title := p.Experiments(First(Full))[0].Chart(nil).Title; title != "What helps" {
		t.Errorf("the chart has the title %q", title)
	}
	_, note := p.Experiments(First(Quick))[1].Claims[0].Judge(&Results{Setting: First(Quick)})
	if note != "so" {
		t.Errorf("at scale quick the note is %q", note)
	}
}

func TestDamagedTextsAreRefusedWithTheirPlace(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"title    On Nothing\n", "   On Nothing\n", "paper.txt:1: there is no line before"},
		{"title    On Nothing", "title", `paper.txt:1: title "": want it once, and not empty`},
		{"note     Another.", "authors  Others", `paper.txt:7: authors "Others": want it once`},
		{"section  2.1\n", "where    2.1\n", `paper.txt:25: where "2.1" does not belong here`},
		{"finding  It helps.\n", "", `paper.txt:9: outcome "reproduced" does not belong here`},
		{"outcome  reproduced", "outcome  so so", `paper.txt:10: outcome "so so": want one of ["reproduced"`},
		{"rank     2", "outcome  program", `paper.txt:11: outcome "program": want it once`},
		{"rank     2", "rank     0", `paper.txt:11: rank "0": want a positive number, once`},
		{"sure     low: nobody", "sure     little: nobody", `paper.txt:12: sure "little: nobody knows": want one of ["high"`},
		{"sure     low: nobody\n         knows", "sure     low", `paper.txt:12: sure "low": want`},
		{"figure   table2", "figure   table1", "paper.txt:19: a second experiment table1"},
		{"title    What helps", "finding  What helps\ntext     What", `paper.txt:19: text "What" does not belong here`},
		{"claim    table1/always", "claim    table1/helps", "a second claim table1/helps"},
		{"text     All are happy.\n", "", "paper.txt: the claim table2/happy has no text"},
		{"for      table2/helps", "for      table3/helps", "a reason for table3/helps, which is no claim"},
		{"for      table2/helps", "for      table2/helps table2/helps", "a reason for table2/helps, which"},
	} {
		func() {
			defer func() {
				if err, _ := recover().(error); err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%q: %v, want %s", c.new, err, c.want)
				}
			}()
			described(strings.Replace(inWords, c.old, c.new, 1))
		}()
	}
}

func TestWhatTheFileLacksPanics(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"table1/always", "table9/always", "paper: the claim p/table1/always has no text"},
		{"figure   table2", "figure   table9", "paper: the experiment p/table2 is not described"},
	} {
		p := described(strings.Replace(inWords, c.old, c.new, 2))
		func() {
			defer func() {
				if text, _ := recover().(string); text != c.want {
					t.Errorf("it says %q, want %q", text, c.want)
				}
			}()
			p.Experiments(First(Full))
		}()
	}
}
