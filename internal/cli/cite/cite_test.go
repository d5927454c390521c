package cite

import (
	"strings"
	"testing"

	"github.com/backfill-lab/backfill"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/trace/builtin"
	"github.com/backfill-lab/backfill/internal/cli/internal/evaluation"
)

// A policy, model, paper or workload that is added needs its work here, or the word that it has none.
func TestEverySourceHasItsWork(t *testing.T) {
	want := map[string]string{"model:lublin": "", "model:empirical": "", "archive": ""}
	for _, p := range experiment.Builtin.List() {
		for _, s := range sources(p.Source) {
			want[s] = p.Name
		}
		for _, o := range p.Options {
			for _, c := range o.Choices {
				if c.Source != "" {
					for _, s := range sources(c.Source) {
						want[s] = p.Name + ":" + o.Name + "=" + c.Name
					}
				}
			}
		}
	}
	for _, s := range sources(policy.Baseline.Source) {
		want[s] = policy.Recorded
	}
	for _, p := range evaluation.Catalogue() {
		want["paper:"+p.Key] = "paper " + p.Key
	}
	for _, b := range builtin.All {
		if b.Log == nil {
			want["builtin:"+b.Name] = "workload " + b.Name
		}
	}
	for source, of := range want {
		if _, is := works()[source]; !is {
			t.Errorf("works.bib has nothing for %q, the source of %s", source, of)
		}
	}
	for source := range works() {
		if _, is := want[source]; !is && source != "builtin:eagle" {
			t.Errorf("works.bib has a work for %q, and nothing has that source", source)
		}
	}
}

func TestEntriesAreBibTeX(t *testing.T) {
	keys := map[string]string{}
	for of, bibtex := range works() {
		if bibtex == "" {
			continue
		}
		if strings.Count(bibtex, "{") != strings.Count(bibtex, "}") || bibtex[0] != '@' || !strings.HasSuffix(bibtex, "\n}") ||
			!strings.Contains(bibtex, "title ") || !strings.Contains(bibtex, "year ") {
			t.Errorf("the work for %s is\n%s", of, bibtex)
		}
		if other := keys[keyOf(bibtex)]; other != "" && other != bibtex {
			t.Errorf("two works are called %s", keyOf(bibtex))
		}
		keys[keyOf(bibtex)] = bibtex
	}
	if got := tex("a\x1b[31m\n}"); strings.ContainsAny(got, "\x1b\n") || !strings.HasSuffix(got, `\}`) {
		t.Errorf("a stranger's text is %q", got)
	}
	if got := entry("misc", keyed("a b_c"), "note", tex(`50 % {x} \y`), "url", ""); got !=
		"@misc{a-b-c,\n  note = {50 \\% \\{x\\} \\textbackslash{}y}\n}" {
		t.Errorf("an entry is\n%s", got)
	}
}

func TestTheProgramIsCitedAsItAsks(t *testing.T) {
	for _, s := range []string{title, address, author} {
		if !strings.Contains(string(backfill.Citation), s) {
			t.Errorf("CITATION.cff does not have %q", s)
		}
	}
}
