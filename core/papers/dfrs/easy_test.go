package dfrs

import (
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// The plain EASY is the library's, job by job; each other reading differs from it
// somewhere, but for those of the log.
func TestReadingsReduceToEASY(t *testing.T) {
	cut := scaled.cut(paper.First(paper.Quick), 0.8)
	all, err := cut.instances(made(t, paper.Options{Scale: paper.Quick}, traces))
	if err != nil {
		t.Fatal(err)
	}
	differs := map[string]bool{}
	for _, jobs := range all {
		batch, _ := shared.Batch(jobs, cut.Nodes)
		play := func(p sim.Policy) []job.Placement { return playBatch(t, cut.Nodes, batch, p) }
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
		if !differs[r.name] && r.on == "" {
			t.Errorf("%s is EASY", r.name)
		}
	}
}

// Estimates that are the run times, at most, change nothing; neither does an order that is that
// of submission.
func TestReadingsThatSayNothingAreEASY(t *testing.T) {
	cut := scaled.cut(paper.First(paper.Quick), 0.8)
	all, err := cut.instances(made(t, paper.Options{Scale: paper.Quick}, traces))
	if err != nil {
		t.Fatal(err)
	}
	for _, jobs := range all {
		batch, _ := shared.Batch(jobs, cut.Nodes)
		want := playBatch(t, cut.Nodes, batch, &easyPolicy{})
		for _, r := range []reading{
			{name: "estimates", estimate: func(*easyPolicy, *sim.Job) int64 { return 0 }},
			{name: "order", order: func(a, b *sim.Job) int { return int(a.Index - b.Index) }},
		} {
			if !slices.Equal(playBatch(t, cut.Nodes, batch, &easyPolicy{reading: r}), want) {
				t.Errorf("%s: not EASY", r.name)
			}
		}
		fcfs, err := policy.All.Parse("fcfs")
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(playBatch(t, cut.Nodes, batch, &easyPolicy{reading: reading{fcfs: true}}), playBatch(t, cut.Nodes, batch, fcfs)) {
			t.Error("without backfilling it is not FCFS")
		}
	}
}

// Job 2 waits for both nodes, which are free at 100. Job 3 takes 20 s: it starts beside job 1,
// unless its user said 200.
func TestUsersEstimatesDecideWhoIsBackfilled(t *testing.T) {
	batch := []job.Job{job.Unknown, job.Unknown, job.Unknown}
	for i, run := range []int64{100, 50, 20} {
		j := &batch[i]
		j.ID, j.Submit, j.Run, j.Estimate, j.Procs = int64(i+1), int64(10*i), run, run, 1
	}
	batch[1].Procs = 2
	r := readingOf("EASY, the users' estimates")
	for said, want := range map[int64]int64{-1: 20, 20: 20, 80: 20, 81: 150, 200: 150} {
		p := &easyPolicy{reading: *r, asked: map[int64]int64{1: 100, 2: 50, 3: said}}
		if got := playBatch(t, 2, batch, p)[2].Start; got != want {
			t.Errorf("the user said %d: job 3 starts at %d, want %d", said, got, want)
		}
	}
}

// Jobs 3 and 4 end before job 2 can start on both nodes, and the second node is free. By the rule for jobs up to 10 s
// job 3 waits with the head, by that for jobs up to an hour job 4 does, too; with a third node that the head leaves
// over both start at once.
func TestShortJobsDoNotTakeTheHeadsNodes(t *testing.T) {
	jobs := make([]job.Job, 4)
	for i, run := range []int64{100, 50, 10, 20} {
		jobs[i] = job.Unknown
		j := &jobs[i]
		j.ID, j.Submit, j.Run, j.Estimate, j.Procs = int64(i+1), int64(10*i), run, run, 1
	}
	jobs[1].Procs = 2
	for _, c := range []struct {
		rule        string
		nodes       int
		third, last int64
	}{
		{nameEASY, 2, 20, 30}, {shortSeconds, 2, 150, 30}, {shortHour, 2, 150, 150}, {shortSeconds, 4, 20, 30}, {shortHour, 4, 20, 30},
	} {
		p := &easyPolicy{}
		if r := readingOf(c.rule); r != nil {
			p.reading = *r
		}
		got := playBatch(t, c.nodes, jobs, p)
		if got[2].Start != c.third || got[3].Start != c.last {
			t.Errorf("%s on %d nodes: jobs 3 and 4 start at %d and %d, want %d and %d", c.rule, c.nodes, got[2].Start, got[3].Start,
				c.third, c.last)
		}
	}
}

func playBatch(t *testing.T, nodes int, batch []job.Job, p sim.Policy) []job.Placement {
	t.Helper()
	e, err := sim.New(sim.Config{Procs: nodes, Jobs: batch}, p)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return e.Schedule()
}
