package paper_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/result"
)

// The tables that files are made from hold what the evaluation says, and pass
// the check of every file's writer.
func TestTablesHoldTheEvaluation(t *testing.T) {
	for _, e := range evaluate(t, demo, paper.Options{}) {
		cells, runs := e.CellsTable(), e.RunsTable()
		for _, table := range []*result.Table{cells, runs} {
			if err := table.Check(); err != nil {
				t.Errorf("%s: %v", e.Experiment.ID, err)
			}
		}
		for i, n := range e.Numbers {
			ours, published := cells.Col("ours").Float[i], cells.Col("published").Float[i]
			if cells.Col("class").GetText(i) != string(n.Class) ||
				cells.Col("id").GetText(i) != n.ID || cells.Col("row").GetText(i) != n.Row || cells.Col("column").GetText(i) != n.Column ||
				cells.Col("verdict").GetText(i) != string(n.Verdict) || ours != float64(n.Ours) && ours == ours || published != float64(n.Published) &&
				published == published || n.Interval() != (cells.Col("ours_most").Float[i] == float64(n.Most)) {
				t.Errorf("%s, row %d is not %+v", e.Experiment.ID, i, n)
			}
		}
		if runs.Rows != len(e.Simulated()) {
			t.Errorf("%s has %d runs with metrics, want %d", e.Experiment.ID, runs.Rows, len(e.Simulated()))
		}
		for i, r := range e.Simulated() {
			if runs.Col("run").GetText(i) != r.Label || runs.Col("art_s").Float[i] != r.Summary.Metrics["art_s"] ||
				runs.Col("workload_sha256").GetText(i) != r.Origin.SHA256 {
				t.Errorf("%s: row %d is not run %s", e.Experiment.ID, i, r.Label)
			}
		}
		m := e.Meta("v1")
		var about struct {
			Runs []struct{ Label, Digest string }
		}
		if err := json.Unmarshal([]byte(m.Get(result.MetaSpec)), &about); err != nil || len(about.Runs) != len(e.Runs) ||
			about.Runs[0].Digest != e.Runs[0].Digest {
			t.Errorf("%s: metadata %s, %v", e.Experiment.ID, m.Get(result.MetaSpec), err)
		}
		if n := len(strings.Split(m.Get(result.MetaWorkload), ",")); n != len(e.Origins) || len(m.Get(result.MetaDigest)) != 64 ||
			m.Get(result.MetaVersion) != "v1" {
			t.Errorf("%s: metadata %v", e.Experiment.ID, m)
		}
	}
}

func TestMatrixHasEveryNumberInItsPlace(t *testing.T) {
	e := evaluate(t, demo, paper.Options{}, "demo/table1")[0]
	m := e.Matrix()
	got := strings.Join(m.Rows, ",") + " " + strings.Join(m.Columns, ",")
	if got != "ART,UTIL,started at once,jobs,gain,makespan fcfs,easy,sjf-easy" {
		t.Errorf("rows and columns %s", got)
	}
	n := 0
	for _, row := range m.Rows {
		for _, column := range m.Columns {
			if c := m.At(row, column); c != nil {
				n++
				if c.Row != row || c.Column != column {
					t.Errorf("%s %s holds %+v", row, column, c)
				}
			}
		}
	}
	if n != len(e.Numbers) || n != 3*3+3 {
		t.Errorf("%d places are filled, want 12", n)
	}
}

func TestMarkdownSaysIt(t *testing.T) {
	text := evaluate(t, demo, paper.Options{Scale: paper.Full}, "demo/table1")[0].Markdown()
	for _, line := range []string{
		"# demo/table1: Three policies",
		"| | fcfs | easy | sjf-easy |",
		"| UTIL | 60.35 % (60 %) | 78.59 % (80 %) [2] | 73.26 % |",
		"| makespan | – (5 s) | | |",
		"| gain | | 0.50000 to 2 % (1 %) | |",
		"- **undecided**: The gain is below 1 %. (section 2; ours: 0.5 to 2 %)",
		"2. The paper's machine was another one.",
		"| jobs | 2,000 jobs (2,000 jobs) *i* | | |",
		"Not measured: *i* input.",
		"- **by construction**: Every job ends. (section 1; ours: 2000 and 2000 jobs; a simulation goes on until the last job ends)",
		"- **not testable**: Users are happy. (section 3; ours: nobody asked them)",
		"- **holds**: EASY has a lower ART than FCFS. (section 1; ours: 49400 s and 471212 s)",
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("there is no line %q in\n%s", line, text)
		}
	}
}
