package twin

import (
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// Nodes that clear up after a job take none, but a cycle plans them for the next second, and jobs that need them keep their place in the
// queue: the third job, which wants both nodes, keeps the fourth from the second node.
func TestNodesThatClearUpArePlanned(t *testing.T) {
	d := &cluster.Description{Format: cluster.Format, Nodes: []cluster.NodeType{{Names: "n[1-2]", Cores: 4, MemoryMiB: 1}},
		Partitions: []cluster.Partition{{Name: "all", Nodes: "ALL"}}, Priority: cluster.Priority{Type: "basic"}}
	s, err := cluster.New(d)
	if err != nil {
		t.Fatal(err)
	}
	var jobs []cluster.Job
	for i, j := range []cluster.Job{handmade(0, 20, 60, 4), handmade(0, 45, 60, 4), handmade(1, 10, 60, 8),
		handmade(1, 10, 60, 1)} {
		j.ID, j.User = int64(i+1), s.User("u", "x", "")
		jobs = append(jobs, j)
	}
	first := cluster.NewBits(2)
	first.Add(0)
	w := New(s)
	e, err := cluster.NewEngine(cluster.Config{System: s, Jobs: jobs, Scheduler: w, Changes: []cluster.Change{
		{At: 20, Kind: cluster.Clearing, Nodes: first}, {At: 95, Kind: cluster.Cleared, Nodes: first}}})
	if err != nil {
		t.Fatal(err)
	}
	plans := map[int64]int64{}
	for e.Step() {
		if e.Up.Meets(e.Completing) {
			t.Fatalf("at %d nodes are free and clear up at once", e.Now)
		}
		if len(w.Plans) > 0 && w.decided == e.NowUs {
			plans[e.Now] = w.Plans[0].Start
		}
	}
	if plans[60] != 61 || plans[90] != 91 {
		t.Errorf("plans at %v, want 61 at 60, and 91 at 90", plans)
	}
	for i, at := range []int64{0, 0, 95, 105} {
		if e.Placed[i].Start < at || e.Placed[i].Start > at+5 {
			t.Errorf("job %d starts at %d, want %d", i+1, e.Placed[i].Start, at)
		}
	}
}
