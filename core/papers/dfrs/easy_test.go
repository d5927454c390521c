package dfrs

import (
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/dfrs/tasks"
	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/paper"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
)

// The plain EASY is the library's, job by job; each other reading differs from it
// somewhere.
func TestReadingsReduceToEASY(t *testing.T) {
	cut := scaled.cut(paper.Quick, 0.8)
	all, err := cut.instances(made(t, paper.Options{Scale: paper.Quick}, traces))
	if err != nil {
		t.Fatal(err)
	}
	differs := map[string]bool{}
	for _, jobs := range all {
		batch, _ := tasks.Batch(jobs, cut.Nodes)
		play := func(p sim.Policy) []job.Placement {
			e, err := sim.New(sim.Config{Procs: cut.Nodes, Jobs: batch}, p)
			if err != nil {
				t.Fatal(err)
			}
			if err := e.Run(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			return e.Schedule()
		}
		easy, err := policy.All.Parse("easy")
		if err != nil {
			t.Fatal(err)
		}
		want := play(easy)
		if !slices.Equal(play(&easyPolicy{}), want) {
			t.Error("the plain EASY differs from the library's")
		}
		for _, r := range readings {
			if !slices.Equal(play(&easyPolicy{reading: r}), want) {
				differs[r.name] = true
			}
		}
	}
	for _, r := range readings {
		if !differs[r.name] {
			t.Errorf("%s is EASY", r.name)
		}
	}
}
