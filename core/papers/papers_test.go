package papers

import (
	"os"
	"strings"
	"testing"
)

// A reading names choices by their keys alone, so no two papers may share one.
func TestChoicesHaveKeysOfTheirOwn(t *testing.T) {
	of := map[string]string{}
	for _, p := range All() {
		for _, c := range p.Choices {
			if other, ok := of[c.Key]; ok {
				t.Errorf("%s and %s both have a choice %s", other, p.Key, c.Key)
			}
			of[c.Key] = p.Key
		}
	}
	if len(of) < 20 {
		t.Errorf("there are only %d choices", len(of))
	}
}

// The record begins with what is reproduced, the strongest first over all papers.
func TestWhatIsReproducedHasAnOrder(t *testing.T) {
	of := map[int]string{}
	for _, p := range All() {
		for _, f := range p.Findings {
			if f.Rank == 0 {
				continue
			}
			if other, ok := of[f.Rank]; ok {
				t.Errorf("findings of %s and %s both have the rank %d", other, p.Key, f.Rank)
			}
			of[f.Rank] = p.Key
		}
	}
	for rank := range len(of) {
		if of[rank+1] == "" {
			t.Errorf("no finding has the rank %d of %d", rank+1, len(of))
		}
	}
	if len(of) < 3 {
		t.Errorf("only %d findings are reproduced", len(of))
	}
}

// Who cites backfill finds each paper in CITATION.cff, with the DOI that reports link to.
func TestCitationHasEveryPaper(t *testing.T) {
	text, err := os.ReadFile("../../CITATION.cff")
	if err != nil {
		t.Fatal(err)
	}
	cited := string(text)
	for _, field := range []string{"cff-version: ", "message: ", "title: ", "authors:", "license: ", "references:"} {
		if !strings.Contains(cited, "\n"+field) && !strings.HasPrefix(cited, field) {
			t.Errorf("CITATION.cff has no %s", field)
		}
	}
	dois := 0
	for _, p := range All() {
		if !strings.Contains(cited, "title: "+p.Title) && !strings.Contains(cited, `title: "`+p.Title) {
			t.Errorf("CITATION.cff lacks %q", p.Title)
		}
		if p.DOI == "" {
			continue
		}
		if dois++; !strings.Contains(cited, "doi: "+p.DOI+"\n") {
			t.Errorf("CITATION.cff lacks the DOI %s of %s", p.DOI, p.Key)
		}
	}
	if n := strings.Count(cited, "    doi: "); n != dois {
		t.Errorf("CITATION.cff has %d DOIs, the papers %d", n, dois)
	}
}
