package lab

import (
	"os"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/paper"
	"github.com/backfill-lab/backfill/core/papers"
)

// recordOf reads the record that the notebooks show.
func recordOf(t *testing.T) map[string]*paper.Evaluation {
	t.Helper()
	f, err := os.Open("../record/" + paper.EvaluationsFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := papers.All.ReadEvaluations(f.Name(), f)
	if err != nil {
		t.Fatal(err)
	}
	record := map[string]*paper.Evaluation{}
	for _, e := range all {
		record[e.Experiment.ID] = e
	}
	return record
}

// The record has every table and figure of its papers at the papers' own size under the default
// reading, with each number and claim that there is now, and no other.
func TestTheRecordHasEveryNumberAndClaim(t *testing.T) {
	record := recordOf(t)
	all, err := papers.All.Find(paper.Setting{Scale: paper.Full, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		x := c.Experiment
		e := record[x.ID]
		if e == nil {
			t.Errorf("%s is not in the record", x.ID)
			continue
		}
		if e.Scale != paper.Full || len(e.Reading) > 0 {
			t.Errorf("%s is of scale %s, reading %q", x.ID, e.Scale, e.Reading)
		}
		var claims, verdicts, cells, numbers, want []string
		for _, claim := range x.Claims {
			want = append(want, x.ID+"/"+claim.ID)
		}
		for _, claim := range e.Claims {
			claims, verdicts = append(claims, claim.ID), append(verdicts, string(claim.Verdict))
		}
		if !slices.Equal(claims, want) {
			t.Errorf("%s has the claims %v, want %v", x.ID, claims, want)
		}
		if slices.Contains(verdicts, "") {
			t.Errorf("%s has claims without a verdict: %v", x.ID, verdicts)
		}
		for _, n := range e.Cells {
			cells = append(cells, n.Row+"/"+n.Column)
		}
		for _, n := range e.Numbers {
			numbers = append(numbers, n.Row+"/"+n.Column)
		}
		want = nil
		for _, n := range x.Cells {
			want = append(want, n.Row+"/"+n.Column)
		}
		if !slices.Equal(cells, want) {
			t.Errorf("%s has the cells %v, want %v", x.ID, cells, want)
		}
		want = nil
		for _, n := range x.Published {
			want = append(want, n.Row+"/"+n.Column)
		}
		if !slices.Equal(numbers, want) {
			t.Errorf("%s has the printed numbers %v, want %v", x.ID, numbers, want)
		}
	}
}

// What is said to have been found rests on the verdicts that were found.
func TestFindingsAreWhatTheRecordShows(t *testing.T) {
	record := recordOf(t)
	for _, p := range papers.All {
		if len(p.Findings) == 0 {
			t.Errorf("%s has no findings", p.Key)
		}
		for _, f := range p.Findings {
			for id, want := range f.Rests {
				if got := verdict(record, id); got != want {
					t.Errorf("%s: %q rests on %s: %s, which is %q", p.Key, f.Text, id, want, got)
				}
			}
		}
	}
}

func verdict(record map[string]*paper.Evaluation, id string) paper.Verdict {
	for _, e := range record {
		for _, c := range e.Claims {
			if c.ID == id {
				return c.Verdict
			}
		}
	}
	return "missing"
}
