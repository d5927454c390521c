package twin

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/drawn/clusters"
	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// Running jobs that are taken away many at a time leave the same nodes at the same second as those that are taken away one by one, in
// every version of Slurm, for every set of nodes and for every slot.
func TestGroupsOfEndsAreFoundAsOneByOne(t *testing.T) {
	found, later := 0, 0
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 41))
		d := clusters.Leadership(100 + r.IntN(400))
		d.SlurmVersion = cluster.SlurmReleases[r.IntN(len(cluster.SlurmReleases))]
		if r.IntN(3) == 0 {
			d.Scheduling.BfWindowLinearS = ptr(int64(30 * (1 + r.IntN(20))))
		}
		d.Partitions[1].WholeNodes = r.IntN(3) > 0 // else its jobs share nodes with one another
		s, err := cluster.New(d)
		if err != nil {
			t.Fatal(err)
		}
		w := New(s)
		e, err := cluster.NewEngine(cluster.Config{System: s, Jobs: clusters.Campaign(s, 150), Scheduler: w, Cut: true,
			UnixStart: int64(r.IntN(1000))})
		if err != nil {
			t.Fatal(err)
		}
		for step := 0; e.Step() && e.Now < 20_000; step++ {
			if step%40 > 0 {
				continue
			}
			c := w.newCycle(e)
			for k := range min(len(w.entries), 40) {
				at, ok := compareGroups(t, seed, c, &w.entries[k], r)
				if ok {
					found++
				}
				if at > e.Now+1 {
					later++
				}
			}
		}
	}
	if found < 2000 || later < 1000 {
		t.Errorf("only %d places were compared, %d of them later", found, later)
	}
}

// compareGroups looks for nodes of a random set for a job, in both ways.
func compareGroups(t *testing.T, seed uint64, c *cycle, n *entry, r *rand.Rand) (at int64, ok bool) {
	j := c.bfJob(n)
	for i, w := range n.looked {
		c.set[i] = w & (r.Uint64() | r.Uint64()<<r.IntN(64))
		if r.IntN(3) == 0 {
			c.set[i] = w & r.Uint64() & r.Uint64() & r.Uint64()
		}
	}
	in := span{}
	if c.rules[bySlot] {
		in.begin = max(c.e.Now, c.floor(c.e, c.e.Now)+int64(r.IntN(3)*r.IntN(20_000)))
		in.end = int64(r.IntN(2)) * (in.begin + int64(r.IntN(20_000)))
	}
	x, keeps := c.alikeFor(n, j), r.IntN(5) > 0
	if x == nil {
		return 0, false
	}
	at, few := c.soon(n, x, keeps, in)
	c.known.forget()
	want, each := c.willRun(n, j, c.roomFor(n, j, asking{c.shapes[n.job], n.part}), keeps, in)
	if (few != nil) != (each != nil) {
		t.Fatalf("seed %d: job %d has nodes at %d: %t, one by one at %d: %t", seed, j.ID, at, few != nil, want, each != nil)
	}
	if few == nil {
		return 0, false
	}
	if at != want || !slices.Equal(few.Nodes(), each.Nodes()) {
		t.Fatalf("seed %d: job %d has %v at %d, one by one %v at %d", seed, j.ID, few.Nodes(), at, each.Nodes(), want)
	}
	return at, true
}
