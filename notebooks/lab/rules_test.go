package lab_test

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/learn/train"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/notebooks/lab"
)

// A rule base comes back from its file as it was trained, and is worth in a run
// what its training says.
func TestTrainingIsKeptAndRun(t *testing.T) {
	crowd := experiment.Source{Model: &experiment.Model{Name: "lublin", Jobs: 200, Procs: 64, Load: 0.9, Users: 8, Seed: 1}}
	for _, o := range []train.Options{
		{Approach: train.Pitts, Rules: 2, Generations: 2, Seed: 1},
		{Approach: train.CCA, Rules: 2, Generations: 2, Seed: 1},
		{Approach: train.Prob, Draws: 1, Seed: 1},
	} {
		dir := t.TempDir()
		training := lab.Training{File: filepath.Join(dir, "bases", "mine.json"), On: crowd, Options: o}
		var r *train.Result
		if out := stdout(t, func() { r = training.Run() }); !strings.Contains(out, "mine.json") {
			t.Errorf("%s: it says %q", o.Approach, out)
		}
		base := training.Base()
		if base.Name != "mine" || !reflect.DeepEqual(base, r.Base) {
			t.Fatalf("%s: the file holds another rule base than was trained", o.Approach)
		}
		e := lab.Experiment{
			Dir:  filepath.Join(dir, "out"),
			Spec: experiment.Spec{Workload: crowd, Policies: []string{"rules:mine", "easy"}, Rules: []*rules.Base{base}},
		}
		var scores rules.Scores
		stdout(t, func() { scores = e.Run()[0].Scores() })
		objective, err := rules.ParseObjective(rules.PaperObjective)
		if err != nil {
			t.Fatal(err)
		}
		if got := objective.Of(scores); got != r.Objective {
			t.Errorf("%s: the run is worth %v, the training says %v", o.Approach, got, r.Objective)
		}
		if out := stdout(t, func() { e.Show("strategies", figures.Options{}) }); !strings.Contains(out, "bytes of PNG") {
			t.Errorf("%s: its strategies are shown as %q", o.Approach, out)
		}
	}
}

// Who started a job is the last decision not after its start, of that run.
func TestFiredIsTheDecisionBehindAStart(t *testing.T) {
	e := lab.Experiment{
		Dir:  filepath.Join(t.TempDir(), "out"),
		Spec: experiment.Spec{Workload: small, Policies: []string{"rules:group-easy", "rules:sjf-cons"}},
	}
	stdout(t, func() { e.Run() })
	jobs := e.Read(result.Jobs)
	decided := map[float64]bool{}
	d := e.Read(result.Decisions)
	for i := range d.Rows {
		if d.Col("policy").GetText(i) == "rules:sjf-cons" {
			decided[d.Col("time_s").Float[i]] = true
		}
	}
	for i := range jobs.Rows {
		if jobs.Col("policy").GetText(i) == "rules:sjf-cons" && !decided[jobs.Col("start_s").Float[i]] {
			t.Fatalf("job %d starts without a decision", jobs.Col("job").Int[i])
		}
	}
	out := stdout(t, func() { e.Fired("rules:sjf-cons", 27) })
	if !strings.Contains(out, "for sjf-cons") || !strings.Contains(out, "PRCWQ_1") || strings.Count(out, "\n") != 4 {
		t.Errorf("it says\n%s", out)
	}
}
