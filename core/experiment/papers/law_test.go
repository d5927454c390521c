package papers_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/experiment/papers"
	"github.com/backfill-lab/backfill/core/experiment/papers/paperstest"
)

// every paper, and the demo as a check of the laws themselves.
func everyPaper() []*papers.Paper { return append([]*papers.Paper{paperstest.Demo()}, papers.All...) }

var idForm = regexp.MustCompile(`^[a-z]+/(table|fig|section|online)[0-9.]*[a-z0-9-]*$`)

// What a paper says about itself is complete and without contradiction, at
// both scales.
func TestEveryPaperIsWellFormed(t *testing.T) {
	for _, p := range everyPaper() {
		t.Run(p.Key, func(t *testing.T) {
			if p.Title == "" || p.Authors == "" || p.Venue == "" || len(p.Notes) == 0 {
				t.Error("title, authors, venue or notes are missing")
			}
			var ids [2][]string
			for i, scale := range []papers.Scale{papers.Quick, papers.Full} {
				sets := map[string]bool{"": true}
				for _, s := range p.JobSets(scale) {
					if sets[s.Name] || s.Title == "" || s.Doc == "" || s.Make == nil {
						t.Errorf("job set %+v: twice or incomplete", s)
					}
					sets[s.Name] = true
				}
				for _, x := range p.Experiments(scale) {
					ids[i] = append(ids[i], x.ID+" "+string(x.Kind))
					checkExperiment(t, p, &x, sets)
				}
			}
			if quick, full := strings.Join(ids[0], ", "), strings.Join(ids[1], ", "); quick != full {
				t.Errorf("experiments differ: %s at scale quick, %s at scale paper", quick, full)
			}
		})
	}
}

func checkExperiment(t *testing.T, p *papers.Paper, x *papers.Experiment, sets map[string]bool) {
	if !strings.HasPrefix(x.ID, p.Key+"/") || !idForm.MatchString(x.ID) {
		t.Errorf("experiment %q: want %s/tableN, figN, sectionN or online", x.ID, p.Key)
	}
	if x.Kind != papers.Table && x.Kind != papers.Figure || x.Title == "" {
		t.Errorf("%s: kind %q, title %q", x.ID, x.Kind, x.Title)
	}
	if x.Kind == papers.Figure && x.Chart == nil || x.Kind == papers.Table && len(x.Cells) == 0 {
		t.Errorf("%s: a figure needs a chart and a table cells", x.ID)
	}
	unique := map[string]bool{}
	once := func(kind, name string) {
		if name == "" || unique[kind+"\x00"+name] {
			t.Errorf("%s: %s %q is empty or there twice", x.ID, kind, name)
		}
		unique[kind+"\x00"+name] = true
	}
	for _, r := range x.Runs {
		once("run", r.Label)
		if !sets[r.JobSet] {
			t.Errorf("%s, run %s: there is no job set %q", x.ID, r.Label, r.JobSet)
		}
	}
	for _, c := range x.Cells {
		once("cell", c.Row+"\x00"+c.Column)
		if c.Value == nil {
			t.Errorf("%s, cell %s %s has no value", x.ID, c.Row, c.Column)
		}
	}
	for _, n := range x.Published {
		once("number", n.Row+"\x00"+n.Column)
	}
	for _, c := range x.Claims {
		once("claim", c.ID)
		if c.Text == "" || c.Section == "" || c.Holds == nil {
			t.Errorf("%s, claim %s is incomplete", x.ID, c.ID)
		}
	}
}

// At scale quick, everything can be evaluated without any trace: job sets are
// made, runs end, cells and claims ask only for what there is, ids are unique.
func TestEveryPaperRunsAtScaleQuick(t *testing.T) {
	all := papers.All
	papers.All = everyPaper()
	defer func() { papers.All = all }()
	seen := map[string]bool{}
	for _, e := range evaluate(t, papers.Options{}) {
		for _, n := range e.Numbers {
			if seen[n.ID] {
				t.Errorf("two numbers have the id %s", n.ID)
			}
			seen[n.ID] = true
		}
		for _, c := range e.Claims {
			if c.Note == "" {
				t.Errorf("claim %s does not say why it holds or fails", c.ID)
			}
		}
		if e.Chart != nil && len(e.Chart.Panels) == 0 {
			t.Errorf("%s has a chart without panels", e.Experiment.ID)
		}
	}
}
