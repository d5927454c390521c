// Package laws holds the laws that every paper keeps, for tests.
package laws

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/papertest"
)

// Check checks that a paper is well-formed, and can be evaluated at scale quick without
// a log.
func Check(t *testing.T, p *paper.Paper) {
	t.Run("is well-formed", func(t *testing.T) { wellFormed(t, p) })
	t.Run("runs at scale quick", func(t *testing.T) { runs(t, p) })
}

// Printed is the law that an experiment compares ours with all numbers of the file of
// its name, and no others.
func Printed(t *testing.T, p *paper.Paper, numbers *paper.Printed) {
	t.Helper()
	byID := map[string]paper.Experiment{}
	for _, x := range p.Experiments(paper.First(paper.Full)) {
		byID[x.ID] = x
	}
	for _, table := range numbers.Tables() {
		if !slices.Equal(byID[p.Key+"/"+table].Published, numbers.Of(table)) {
			t.Errorf("%s.tsv is not what %s/%s compares with", table, p.Key, table)
		}
	}
}

// Published is the law that a paper has the experiments wanted and no others with
// printed numbers, each with that many printed numbers, and leastClaims in all.
func Published(t *testing.T, p *paper.Paper, want map[string]int, leastClaims int) {
	t.Helper()
	claims := 0
	for _, x := range p.Experiments(paper.First(paper.Full)) {
		if len(x.Published) != want[x.ID] {
			t.Errorf("%s has %d printed numbers, want %d", x.ID, len(x.Published), want[x.ID])
		}
		delete(want, x.ID)
		claims += len(x.Claims)
	}
	for id := range want {
		t.Errorf("%s is missing", id)
	}
	if claims < leastClaims {
		t.Errorf("%d claims", claims)
	}
}

var idForm = regexp.MustCompile(`^[a-z]+/(table|fig|section|online|solvers)[0-9.]*[a-z0-9-]*$`)

// wellFormed checks that the paper is complete, and consistent in all settings that differ
// from the first in one thing.
func wellFormed(t *testing.T, p *paper.Paper) {
	if p.Title == "" || p.Authors == "" || p.Venue == "" || len(p.Notes) == 0 {
		t.Error("title, authors, venue or notes are missing")
	}
	if p.Seeds < 16 && p.Samples == "" {
		t.Errorf("a record takes %d seeds, and nothing says why", max(1, p.Seeds))
	}
	wellFounded(t, p)
	want := ""
	for _, at := range settings(t, p) {
		sets := map[string]bool{"": true}
		for _, s := range p.JobSets(at) {
			if sets[s.Name] || s.Title == "" || s.Doc == "" || s.Make == nil {
				t.Errorf("job set %+v: twice or incomplete", s)
			}
			sets[s.Name] = true
		}
		var ids []string
		for _, x := range p.Experiments(at) {
			ids = append(ids, x.ID+" "+string(x.Kind))
			checkExperiment(t, p, &x, sets)
		}
		got := strings.Join(ids, ", ")
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("experiments differ: %s in %+v, %s otherwise", got, at, want)
		}
	}
	repeats(t, p)
}

// settings returns both scales, two seeds, and every value of every choice, whose
// description it checks.
func settings(t *testing.T, p *paper.Paper) []paper.Setting {
	full := paper.First(paper.Full)
	second := full
	second.Seed = 2
	all := []paper.Setting{paper.First(paper.Quick), full, second}
	groups := map[string]bool{}
	for _, s := range p.JobSets(full) {
		groups[s.Group] = true
	}
	for _, c := range p.Choices {
		if c.Key == "" || c.Asks == "" || c.Text == "" || c.Why == "" || len(c.Values) < 2 {
			t.Errorf("the choice %q is incomplete", c.Key)
		}
		for _, v := range c.Values {
			text := c.Key + "=" + v.Name
			r, err := paper.Catalogue{p}.ParseReading(text)
			if err != nil || v.Doc == "" || (v.Name == c.Default()) != (len(r) == 0) {
				t.Errorf("the value %s of choice %s: %v, reading %v", v.Name, c.Key, err, r)
			}
			for _, g := range v.By {
				if !groups[g] {
					t.Errorf("%s was chosen by the numbers of %q, which is no group", text, g)
				}
			}
			at := full
			at.Reading = r
			all = append(all, at)
		}
	}
	return all
}

// repeats checks that what is called a repeat is compared in another experiment or row, where
// it is not called so.
func repeats(t *testing.T, p *paper.Paper) {
	all := p.Experiments(paper.First(paper.Full))
	for _, x := range all {
		for _, n := range x.Published {
			if n.Class == paper.Repeat && !slices.ContainsFunc(all, func(y paper.Experiment) bool {
				return slices.ContainsFunc(y.Published, func(m paper.Published) bool {
					return m.Class != paper.Repeat && m.Value == n.Value && (y.ID != x.ID || m.Row != n.Row)
				})
			}) {
				t.Errorf("%s, %s %s: no other experiment or row has the number %v", x.ID, n.Row, n.Column, n.Value)
			}
		}
	}
}

func checkExperiment(t *testing.T, p *paper.Paper, x *paper.Experiment, sets map[string]bool) {
	if !strings.HasPrefix(x.ID, p.Key+"/") || !idForm.MatchString(x.ID) {
		t.Errorf("experiment %q: want %s/tableN, figN, sectionN, online or solvers", x.ID, p.Key)
	}
	if x.Kind != paper.Table && x.Kind != paper.Figure || x.Title == "" {
		t.Errorf("%s: kind %q, title %q", x.ID, x.Kind, x.Title)
	}
	if x.Kind == paper.Figure && x.Chart == nil || x.Kind == paper.Table && len(x.Cells) == 0 {
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
			t.Errorf("%s, run %s: unknown job set %q", x.ID, r.Label, r.JobSet)
		}
	}
	for _, c := range x.Cells {
		once("cell", c.Row+"\x00"+c.Column)
		if c.Value == nil && c.Draws == nil {
			t.Errorf("%s, cell %s %s has no value", x.ID, c.Row, c.Column)
		}
	}
	for _, n := range x.Published {
		once("number", n.Row+"\x00"+n.Column)
		if !slices.Contains(paper.Classes, n.Class) {
			t.Errorf("%s, %s %s: unknown class %q", x.ID, n.Row, n.Column, n.Class)
		}
	}
	for _, c := range x.Claims {
		once("claim", c.ID)
		if c.Text == "" || c.Judge == nil {
			t.Errorf("%s, claim %s is incomplete", x.ID, c.ID)
		}
	}
}

// quick evaluates the paper at scale quick, without logs.
func quick(t *testing.T, p *paper.Paper) []*paper.Evaluation {
	t.Helper()
	all, err := paper.Catalogue{p}.Evaluate(t.Context(), paper.Options{Scale: paper.Quick, Cache: papertest.Kept})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// runs checks that job sets can be made, runs end, cells and claims ask only for
// existing results, and ids are unique.
func runs(t *testing.T, p *paper.Paper) {
	seen := map[string]bool{}
	for _, e := range quick(t, p) {
		for _, n := range e.Numbers {
			if seen[n.ID] {
				t.Errorf("two numbers have the id %s", n.ID)
			}
			seen[n.ID] = true
		}
		for i, c := range e.Claims {
			if c.Note == "" {
				t.Errorf("claim %s does not say why it holds or fails", c.ID)
			}
			if c.Verdict == paper.Fails && e.Experiment.Claims[i].Certain != "" {
				t.Errorf("claim %s fails, which cannot be: %s", c.ID, c.Note)
			}
		}
		if e.Chart != nil && len(e.Chart.Panels) == 0 {
			t.Errorf("%s has a chart without panels", e.Experiment.ID)
		}
	}
}

// wellFounded checks that findings rest on claims and numbers that exist, and that the paper's file speaks of nothing else.
func wellFounded(t *testing.T, p *paper.Paper) {
	claims, experiments, numbers := map[string]bool{}, map[string]bool{}, []string{}
	for _, x := range p.Experiments(paper.First(paper.Full)) {
		experiments[x.ID] = true
		numbers = append(numbers, x.NumberIDs()...)
		for _, c := range x.Claims {
			claims[x.ID+"/"+c.ID] = true
		}
	}
	for _, id := range p.Stated() {
		if !claims[id] && !experiments[id] {
			t.Errorf("the paper's file speaks of %s, which does not exist", id)
		}
	}
	if p.Claimed == "" {
		t.Error("the paper's file does not say what the paper claimed")
	}
	for _, f := range p.Findings {
		if f.Outcome == "" || (f.Outcome == paper.Reproduced) != (f.Rank > 0) || (f.Outcome == paper.Program) != (f.Sure != "") {
			t.Errorf("%q has the outcome %q, the rank %d and sure %q: a rank belongs to what is reproduced, sure to what a program did",
				f.Text, f.Outcome, f.Rank, f.Sure)
		}
		for _, id := range f.Numbers() {
			if !slices.Contains(numbers, id) {
				t.Errorf("%q has the number %s, which does not exist", f.Text, id)
			}
		}
		if len(f.Rests) == 0 {
			t.Errorf("nothing supports %q", f.Text)
		}
		for id := range f.Rests {
			if !claims[id] {
				t.Errorf("%q rests on %s, which does not exist", f.Text, id)
			}
		}
	}
}
