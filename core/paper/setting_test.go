package paper_test

import (
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/paper"
)

func TestReadings(t *testing.T) {
	for text, want := range map[string]string{
		"": "", " ": "", "reserve=all": "reserve=all", "reserve=first": "", " reserve=all ": "reserve=all"} {
		if r, err := demo.ParseReading(text); err != nil || r.String() != want {
			t.Errorf("%q is read as %q, %v, want %q", text, r, err, want)
		}
	}
	for text, want := range map[string]string{
		"reserve":                 "no value",
		"reserve=none":            "it is first, all",
		"keep=all":                `there is no choice "keep"; the choices are reserve`,
		"reserve=all,reserve=all": "twice",
		"reserve=all,":            "no value",
	} {
		if _, err := demo.ParseReading(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q in it", text, err, want)
		}
	}
	if _, err := (paper.Catalogue{}).ParseReading("a=b"); err == nil || !strings.Contains(err.Error(), "have none") {
		t.Errorf("without papers: %v", err)
	}
}

// A reading changes what it is about, and nothing else.
func TestAReadingIsFollowed(t *testing.T) {
	first := evaluate(t, demo, paper.Options{})
	all := evaluate(t, demo, paper.Options{Reading: paper.Reading{"reserve": "all", "of another paper": "yes"}})
	for i, e := range all {
		if want := "reserve=all"; e.Reading.String() != want {
			t.Errorf("%s has the reading %q, want %q", e.Experiment.ID, e.Reading, want)
		}
		for k, r := range e.Runs {
			changed := r.Digest != first[i].Runs[k].Digest
			if want := e.Experiment.ID == "demo/table1" && r.Label == "easy"; changed != want {
				t.Errorf("%s, run %s: changed %t, want %t", e.Experiment.ID, r.Label, changed, want)
			}
		}
	}
}
