package paper_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
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

// Other factors and more policies are played as if the experiment had them, and the same
// points are the same.
func TestExperimentsAreExtended(t *testing.T) {
	opt := paper.Options{Factors: []float64{0.8, 0.55}, Policies: []string{"list", "sjf-list"}}
	e := evaluate(t, demo, opt, "demo/fig1")[0]
	usual := evaluate(t, demo, paper.Options{}, "demo/fig1")[0]
	points := map[string]float64{}
	for _, c := range e.Numbers[:len(e.Experiment.Cells)] {
		points[c.ID] = float64(c.Ours)
	}
	if want := 2 * 2 * 5; len(points) != want || len(e.Chart.Panels[0].Series) != 5 {
		t.Errorf("%d points, want %d", len(points), want)
	}
	both := 0
	for _, c := range usual.Numbers {
		if v, ok := points[c.ID]; ok {
			both++
			if v != float64(c.Ours) {
				t.Errorf("%s: %v, usually %v", c.ID, v, c.Ours)
			}
		}
	}
	if both != 6 {
		t.Errorf("%d points are as usual, want 6", both)
	}
	for want, bad := range map[string]paper.Options{
		"demo/table1 takes no other factors or policies; those that do: demo/fig1": {Factors: []float64{0.9}},
		"the shrinking factor 0 cannot be played":                                  {Factors: []float64{0}},
		"the shrinking factor 0.501 cannot be played":                              {Factors: []float64{0.5, 0.501}},
		"unknown policy \"eazy\"":                                                  {Policies: []string{"eazy"}},
	} {
		bad.Scale = paper.Quick
		if _, err := demo.Evaluate(t.Context(), bad, "demo"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want %q", bad, err, want)
		}
	}
}

// A policy of one's own is played beside an experiment's, and is what it is under its built-in name.
func TestExperimentsTakePoliciesOfOnesOwn(t *testing.T) {
	opt := paper.Options{Policies: []string{"list", "mine"}, Own: []experiment.Own{{Name: "mine", Version: "1", Make: func() sim.Policy {
		p, err := policy.All.Parse("list")
		if err != nil {
			t.Error(err)
		}
		return p
	}}}}
	s := evaluate(t, demo, opt, "demo/fig1")[0].Chart.Panels[0].Series
	if n := len(s); s[n-1].Name != "mine" || s[n-2].Name != "list" || !slices.Equal(s[n-1].Y, s[n-2].Y) {
		t.Errorf("the curves are %+v", s)
	}
	opt.Scale, opt.Own = paper.Quick, nil
	if _, err := demo.Evaluate(t.Context(), opt, "demo/fig1"); err == nil || !strings.Contains(err.Error(), `unknown policy "mine"`) {
		t.Errorf("without its code: %v", err)
	}
}
