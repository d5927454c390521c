package twin

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// In drawn crowds that an urgent job comes to, strict_order and reorder_count change who yields, now and then, and nothing else does: the
// urgent job starts at the same time.
func TestOrderOfWhoYieldsMatters(t *testing.T) {
	few := int64(0)
	yields := func(seed uint64, change func(p *cluster.Preemption)) (victims string, start int64) {
		d := &cluster.Description{Format: cluster.Format, Nodes: []cluster.NodeType{{Names: "n[1-6]", Cores: 4, MemoryMiB: 1}},
			Partitions: []cluster.Partition{{Name: "p", Nodes: "ALL"}}, QOS: []cluster.QOS{{Name: "low"}, {Name: "high", Preempt: []string{"low"}}},
			Preemption: cluster.Preemption{Type: "qos", Mode: "cancel"}, Priority: cluster.Priority{Type: "basic"}}
		change(&d.Preemption)
		s, err := cluster.New(d)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(seed, 1))
		var jobs []cluster.Job
		for i := range 9 {
			j := handmade(0, 1000, 2000, 1+r.Int32N(5), func(j *cluster.Job) { j.QOS = 0 })
			if i == 8 {
				j = handmade(10, 20, 60, 2+r.Int32N(9), func(j *cluster.Job) { j.QOS, j.MinNodes = 1, 2 })
			}
			j.ID, j.User = int64(i+1), s.User("u", "x", "")
			jobs = append(jobs, j)
		}
		e := run(t, cluster.Config{System: s, Jobs: jobs, Scheduler: New(s)})
		for i := range jobs {
			if e.Placed[i].How == cluster.Preempted {
				victims += fmt.Sprint(i, " ")
			}
		}
		return victims, e.Placed[8].Start
	}
	strict, fewer := 0, 0
	for seed := range uint64(300) {
		plain, at := yields(seed, func(*cluster.Preemption) {})
		a, s := yields(seed, func(p *cluster.Preemption) { p.StrictOrder = true })
		b, f := yields(seed, func(p *cluster.Preemption) { p.ReorderCount = &few })
		if s != at || f != at {
			t.Errorf("%d: starts at %d, %d and %d", seed, at, s, f)
		}
		if a != plain {
			strict++
		}
		if b != plain {
			fewer++
		}
	}
	t.Log(strict, fewer)
	if strict == 0 || fewer == 0 {
		t.Errorf("strict_order changes %d draws, reorder_count %d", strict, fewer)
	}
}
