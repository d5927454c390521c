package twin

import "github.com/backfill-lab/backfill/core/platform/cluster"

// A Past is what is known of a run until a second from which on the twin decides. Before, jobs start when
// they are known to have started, so that what is used, who waits and what runs is as it was.
type Past struct {
	Until  int64          // first second of the twin's own
	Starts []int64        // of each job of the run: when it started, or None
	Nodes  []cluster.Bits // of each job: on which nodes; nil if that is not known

	// Missed counts the jobs that ran on nodes that had no room for them here: they have others of their
	// partition, as soon as there are some.
	Missed int
}

// replay starts the jobs that are known to have started by now, and tells whether the twin decides.
func (t *Twin) replay(e *cluster.Engine) bool {
	p := t.Past
	if p == nil {
		return true
	}
	set := cluster.NewBits(len(t.sys.Nodes))
	for k := range t.entries {
		n := &t.entries[k]
		i := n.job
		if p.Starts[i] == cluster.None || p.Starts[i] > e.Now || e.Phase[i] != cluster.Waiting {
			continue
		}
		copy(set, t.sys.Partitions[n.part].Bits)
		if p.Nodes[i] != nil {
			set.And(p.Nodes[i])
		}
		a, ok := e.Free.Place(&e.Jobs[i], n.part, set)
		if !ok && p.Nodes[i] != nil {
			if p.Starts[i] == e.Now {
				p.Missed++
			}
			copy(set, t.sys.Partitions[n.part].Bits)
			a, ok = e.Free.Place(&e.Jobs[i], n.part, set)
		}
		if ok {
			t.start(e, n, a)
		}
	}
	t.drop(e)
	if e.Now < p.Until {
		return false
	}
	t.Past, t.queued = nil, true
	return true
}

// known returns the microsecond at which the next job starts that is known to have started, or Until.
func (t *Twin) known(e *cluster.Engine) int64 {
	next := t.Past.Until
	for k := range t.entries {
		if at := t.Past.Starts[t.entries[k].job]; at > e.Now {
			next = min(next, at)
		}
	}
	return next * cluster.Second
}
