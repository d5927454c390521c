package twin

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/drawn/clusters"
	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// slowly is plan with all nodes of all slots looked at in each of them, and running jobs taken away one by one.
func (c *cycle) slowly(s naive, n *entry, keeps bool) (start int64, choice *cluster.Choice, tried bool) {
	e, now, j := c.e, c.e.Now, c.bfJob(n)
	for from := now; ; {
		later := c.usableSlowly(s, n, from)
		if c.set.Count() >= int(j.MinNodes) {
			in := span{}
			if c.rules[bySlot] {
				in = span{from, later}
			}
			tried = true
			first, nodes := c.willRun(n, j, c.roomFor(n, j, asking{c.shapes[n.job], n.part}), keeps, in)
			if nodes != nil {
				start = max(first, from)
				begin, end := c.reserved(start, j, n.part)
				taken := slices.ContainsFunc(s, func(x naiveSlot) bool {
					return x.end > begin && x.begin < end && !nodes.Nodes().Within(x.avail)
				})
				switch {
				case start > now && taken:
					if later = start; start == from {
						later += c.opt.resolution
					}
				case start <= now || !keeps || later == 0 || start <= later:
					return start, nodes, true
				}
			}
		}
		if later == 0 || !keeps || later > c.windowEnd || e.Interrupted() {
			return 0, nil, tried
		}
		from = later
	}
}

// usableSlowly is usable.
func (c *cycle) usableSlowly(s naive, n *entry, from int64) (later int64) {
	j := c.bfJob(n)
	may := slices.Clone(c.sys.Partitions[n.part].Bits)
	over := c.e.Allow(j, from, may)
	c.e.Share(j, n.part, may)
	may.And(c.e.Up)
	copy(c.set, may)
	c.set.And(n.looked)
	first := slices.IndexFunc(s, func(x naiveSlot) bool { return x.end > from })
	after := slices.IndexFunc(s, func(x naiveSlot) bool { return x.begin > from+c.length(j, n.part) })
	if first < 0 {
		first = len(s)
	}
	if after < 0 {
		after = len(s)
	}
	for _, x := range s[first:max(first, after)] {
		c.set.And(x.avail)
	}
	if over > 0 && over+1 < c.windowEnd {
		later = over + 1
	}
	others := int64(0)
	for k := first; k <= after && k+1 < len(s) && others == 0; k++ {
		gain := slices.Clone(s[k+1].avail)
		gain.Without(s[k].avail)
		if gain.Meets(may) {
			others = s[k].end
		}
	}
	if others == 0 && c.rules[nextSlot] && first < len(s) && after+2 < len(s) {
		others = s[after+1].end
	}
	if others > 0 && (later == 0 || others < later) {
		later = others
	}
	return later
}

// A cycle plans what it would plan if it looked at every node in every slot for every second, whatever is reserved, in every version
// of Slurm.
func TestPlansAreThoseOfEachNodeInEachSlot(t *testing.T) {
	later := 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 43))
		s, jobs := drawCycles(t, r)
		w := New(s)
		e, err := cluster.NewEngine(cluster.Config{System: s, Jobs: jobs, Scheduler: w, Cut: true, UnixStart: int64(r.IntN(1000))})
		if err != nil {
			t.Fatal(err)
		}
		for step := 0; e.Step() && e.Now < 15_000; step++ {
			if step%50 != 30 {
				continue
			}
			later += comparePlansOf(t, seed, w, e)
		}
	}
	if later < 2000 {
		t.Errorf("only %d plans for later were compared", later)
	}
}

// drawCycles draws a system and its jobs, half of them with nodes that are alike.
func drawCycles(t *testing.T, r *rand.Rand) (*cluster.System, []cluster.Job) {
	d := clusters.Leadership(50 + r.IntN(200))
	drawn := r.IntN(3) == 0
	if drawn {
		d = clusters.System(r)
		d.Scheduling.BfMaxJobTest = nil
	}
	d.SlurmVersion = cluster.SlurmReleases[r.IntN(len(cluster.SlurmReleases))]
	d.Scheduling.BfResolutionS = ptr(int64([]int{1, 60, 600}[r.IntN(3)]))
	d.Scheduling.BfWindowS = ptr(int64(3600 * (1 + r.IntN(30))))
	if r.IntN(3) == 0 {
		d.Reservations = []cluster.Reservation{{Name: "r", Nodes: d.Nodes[0].Names, BeginS: 9000, EndS: 12_000}}
	}
	s, err := cluster.New(d)
	if err != nil {
		t.Fatal(err)
	}
	if drawn {
		return s, clusters.Jobs(r, s)
	}
	return s, clusters.Campaign(s, 80)
}

// comparePlansOf plans the waiting jobs in both ways and reserves what they are to get. It returns how many plans are for later.
func comparePlansOf(t *testing.T, seed uint64, w *Twin, e *cluster.Engine) (later int) {
	w.build(e)
	c := w.newCycle(e)
	all := cluster.NewBits(len(w.sys.Nodes))
	for i := range w.sys.Nodes {
		all.Add(i)
	}
	slow := naive{{c.slots.list[0].begin, c.windowEnd, all}}
	for k := range w.entries {
		n := &w.entries[k]
		j := &e.Jobs[n.job]
		keeps := k%7 > 0
		start, few, tried := c.plan(n, c.bfJob(n), keeps)
		want, each, same := c.slowly(slow, n, keeps)
		if start != want || tried != same || (few == nil) != (each == nil) || few != nil && !slices.Equal(few.Nodes(), each.Nodes()) {
			t.Fatalf("seed %d, second %d: job %d is planned for %d (%t), want %d (%t)", seed, e.Now, j.ID, start, tried, want, same)
		}
		if few == nil {
			continue
		}
		if start > e.Now {
			later++
		}
		begin, until := c.reserved(start, j, n.part)
		c.slots.reserve(begin, until, few.Nodes())
		slow.reserve(begin, until, few.Nodes())
	}
	return later
}
