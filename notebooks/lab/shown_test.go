package lab

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/papers"
	"github.com/backfill-lab/backfill/core/papers/paper"
)

// A notebookCell is a cell of a notebook file.
type notebookCell struct {
	Type    string   `json:"cell_type"`
	Source  []string `json:"source"`
	Outputs []struct {
		Data map[string]any `json:"data"`
	} `json:"outputs"`
}

func cellsOf(t *testing.T, key string) []notebookCell {
	t.Helper()
	b, err := os.ReadFile("../" + key + ".ipynb")
	if err != nil {
		t.Fatal(err)
	}
	var notebook struct {
		Cells []notebookCell `json:"cells"`
	}
	if err := json.Unmarshal(b, &notebook); err != nil {
		t.Fatal(err)
	}
	return notebook.Cells
}

var (
	shownID = regexp.MustCompile(`^(table|fig)(\d+)$`) // of a table or figure of a paper, not of ours
	shows   = regexp.MustCompile(`\bpaper\.(Table|Figure|Claims)\("([^"]+)"\)`)
)

// call is how a notebook shows an experiment.
func call(x *paper.Experiment) string {
	if x.Kind == paper.Figure {
		return "Figure"
	}
	return "Table"
}

// Every table and figure of a paper stands in its notebook, with its claims, in the paper's
// order; below the cell stand the record's and the one computed there.
func TestEveryTableAndFigureIsInItsNotebook(t *testing.T) {
	all, err := papers.All().Find(paper.Setting{Scale: paper.Quick, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, p := range papers.All() {
		cells, last := cellsOf(t, p.Key), map[string]int{}
		at := map[string]int{} // the cell that makes a call
		outputs := map[int]int{}
		for i, c := range cells {
			for _, o := range c.Outputs {
				_, picture := o.Data["image/png"]
				_, table := o.Data["text/html"]
				if picture || table {
					outputs[i]++
				}
			}
			for _, m := range shows.FindAllStringSubmatch(strings.Join(c.Source, ""), -1) {
				if _, twice := at[m[1]+" "+m[2]]; c.Type == "code" && !twice {
					at[m[1]+" "+m[2]] = i
				}
			}
		}
		for _, c := range all {
			key, id, _ := strings.Cut(c.Experiment.ID, "/")
			name := shownID.FindStringSubmatch(id)
			if key != p.Key || name == nil {
				continue
			}
			found++
			cell, shown := at[call(c.Experiment)+" "+id]
			if !shown {
				t.Errorf("%s.ipynb does not show %s", key, id)
				continue
			}
			if outputs[cell] < 2 {
				t.Errorf("%s.ipynb, %s: %d tables or pictures below the cell, want the record's and its own", key, id, outputs[cell])
			}
			if _, claims := at["Claims "+id]; !claims && len(c.Experiment.Claims) > 0 {
				t.Errorf("%s.ipynb does not show the claims of %s", key, id)
			}
			if cell < last[name[1]] {
				t.Errorf("%s.ipynb shows %s after a later one", key, id)
			}
			last[name[1]] = cell
		}
	}
	if found != 55 {
		t.Errorf("the papers have %d tables and figures, and not 55", found)
	}
}

// A notebook shows nothing that its paper's experiments do not have.
func TestNotebooksShowExperimentsThatThereAre(t *testing.T) {
	all, err := papers.All().Find(paper.Setting{Scale: paper.Quick, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	var known []string
	for _, c := range all {
		key, id, _ := strings.Cut(c.Experiment.ID, "/")
		known = append(known, fmt.Sprint(key, " ", call(c.Experiment), " ", id), key+" Table "+id, key+" Claims "+id)
	}
	for _, p := range papers.All() {
		for i, c := range cellsOf(t, p.Key) {
			for _, m := range shows.FindAllStringSubmatch(strings.Join(c.Source, ""), -1) {
				if !slices.Contains(known, p.Key+" "+m[1]+" "+m[2]) {
					t.Errorf("%s.ipynb, cell %d: %s: there is no such experiment", p.Key, i, m[0])
				}
			}
		}
	}
}
