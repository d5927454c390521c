package queue

import (
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/sim/profile"
)

// A step is what a node has left from a second until its next step.
type step struct {
	at, memory  int64
	cores, jobs int32
}

// A track is what a node has left over time: the first step begins now or before, the last has no
// end. Less than nothing may be left while a running job outlives its limit.
type track struct {
	steps []step
	gpus  []int32 // of step k and type t at k*types+t
	gres  []int64 // of step k and slot s at k*slots+s
	slots int     // of the node
}

// A hold is nodes that a job has on [from, to).
type hold struct {
	from, to int64
	a        *cluster.Allocation // nil if it has none
	planned  bool                // it has not started
}

// A timeline is what is free on each node from now on, if running jobs hold their nodes until
// they are expected to end and planned jobs get theirs.
type timeline struct {
	q      *queue
	now    int64
	types  int // of GPUs
	tracks []track
	holds  []hold            // of each job
	ends   moments           // of all holds
	begins moments           // of planned ones
	cores  []profile.Profile // free cores of each partition, which bound a search

	free *cluster.State // scratch of first: what is free throughout a time
	room cluster.Room
	set  cluster.Bits
}

func (l *timeline) begin(q *queue) {
	n := len(q.sys.Nodes)
	*l = timeline{q: q, types: len(q.sys.GPUTypes), tracks: make([]track, n), holds: make([]hold, len(q.e.Jobs)),
		cores: make([]profile.Profile, len(q.sys.Partitions)), free: cluster.NewState(q.sys), set: cluster.NewBits(n)}
	for i := range l.tracks {
		n := &q.sys.Nodes[i]
		l.tracks[i] = track{[]step{{0, n.MemoryMiB, n.Cores, 0}}, slices.Clone(n.GPUs), slices.Clone(l.free.SlotsOf(int32(i))), len(n.Slots)}
	}
	for p := range l.cores {
		l.cores[p].Reset(0, int(q.sys.Partitions[p].Cores))
	}
	l.advance()
}

// advance forgets what was before now.
func (l *timeline) advance() {
	if now := l.q.e.Now; now > l.now {
		l.now = now
		for p := range l.cores {
			l.cores[p].Advance(now)
		}
	}
}

// hold lets a job have nodes on [from, to).
func (l *timeline) hold(i int32, from, to int64, a *cluster.Allocation, planned bool) {
	l.holds[i] = hold{from, to, a, planned}
	l.ends.add(to, i)
	if planned {
		l.begins.add(from, i)
	}
	l.change(a, from, to, 1)
}

// release takes all that a job still has from it.
func (l *timeline) release(i int32) {
	h := &l.holds[i]
	if h.a == nil {
		return
	}
	l.advance()
	l.ends.remove(h.to, i)
	if h.planned {
		l.begins.remove(h.from, i)
	}
	l.change(h.a, max(h.from, l.now), h.to, -1)
	h.a = nil
}

// extend lets a running job have its nodes until it is expected to end now.
func (l *timeline) extend(i int32) {
	h := &l.holds[i]
	l.advance()
	l.ends.remove(h.to, i)
	l.change(h.a, max(h.to, l.now), l.q.until[i], 1)
	h.to = l.q.until[i]
	l.ends.add(h.to, i)
}

// start is told that a job has started, and returns whether it was planned so.
func (l *timeline) start(i int32) bool {
	h, a, to := &l.holds[i], &l.q.e.Placed[i].Held, l.q.until[i]
	if h.a != nil && h.from == l.q.e.Now && h.to == to && same(h.a, a) {
		l.begins.remove(h.from, i)
		h.a, h.planned = a, false
		return true
	}
	l.release(i)
	l.hold(i, l.q.e.Now, to, a, false)
	return false
}

// same tells whether two jobs would have the same.
func same(a, b *cluster.Allocation) bool {
	return slices.Equal(a.Nodes, b.Nodes) && slices.Equal(a.Cores, b.Cores) && slices.Equal(a.Memory, b.Memory) &&
		slices.Equal(a.GPUs, b.GPUs) && slices.Equal(a.Types, b.Types) && slices.Equal(a.Gres, b.Gres)
}

// change takes (sign 1) or gives back (-1) nodes on [from, to).
func (l *timeline) change(a *cluster.Allocation, from, to int64, sign int32) {
	if from >= to {
		return
	}
	for k, i := range a.Nodes {
		l.changeNode(&l.tracks[i], a, k, from, to, sign)
	}
	for p := range l.cores {
		cores, bits := int32(0), l.q.sys.Partitions[p].Bits
		for k, i := range a.Nodes {
			if bits.Has(int(i)) {
				cores += a.Cores[k]
			}
		}
		if sign > 0 {
			l.cores[p].Take(from, to-from, int(cores))
		} else {
			l.cores[p].Release(from, to-from, int(cores))
		}
	}
}

func (l *timeline) changeNode(t *track, a *cluster.Allocation, k int, from, to int64, sign int32) {
	past := 0
	for past+1 < len(t.steps) && t.steps[past+1].at <= l.now {
		past++
	}
	t.steps, t.gpus = slices.Delete(t.steps, 0, past), slices.Delete(t.gpus, 0, past*l.types)
	t.gres = slices.Delete(t.gres, 0, past*t.slots)
	first := l.split(t, from)
	last := l.split(t, to)
	for s := first; s < last; s++ {
		p := &t.steps[s]
		p.cores -= sign * a.Cores[k]
		p.memory -= int64(sign) * a.Memory[k]
		p.jobs += sign
		if a.GPUs != nil {
			t.gpus[s*l.types+int(a.Types[k])] -= sign * a.GPUs[k]
		}
		for _, h := range a.HoldsOf(k) {
			t.gres[s*t.slots+int(h.Slot)] -= int64(sign) * h.Count
		}
	}
	l.join(t, last)
	l.join(t, first)
}

// split returns the step that begins at a second, which it makes if there is none.
func (l *timeline) split(t *track, at int64) int {
	k := len(t.steps)
	for k > 0 && t.steps[k-1].at >= at {
		k--
	}
	if k < len(t.steps) && t.steps[k].at == at || k == 0 {
		return k
	}
	s := t.steps[k-1]
	s.at = at
	t.steps = slices.Insert(t.steps, k, s)
	if l.types > 0 {
		t.gpus = slices.Insert(t.gpus, k*l.types, t.gpus[(k-1)*l.types:k*l.types]...)
	}
	if t.slots > 0 {
		t.gres = slices.Insert(t.gres, k*t.slots, t.gres[(k-1)*t.slots:k*t.slots]...)
	}
	return k
}

// join makes one of step k and the one before if they are alike.
func (l *timeline) join(t *track, k int) {
	if k == 0 || k == len(t.steps) {
		return
	}
	a, b := t.steps[k-1], t.steps[k]
	if b.at = a.at; a != b || !slices.Equal(t.gpus[(k-1)*l.types:k*l.types], t.gpus[k*l.types:(k+1)*l.types]) ||
		!slices.Equal(t.gres[(k-1)*t.slots:k*t.slots], t.gres[k*t.slots:(k+1)*t.slots]) {
		return
	}
	t.steps = slices.Delete(t.steps, k, k+1)
	t.gpus = slices.Delete(t.gpus, k*l.types, (k+1)*l.types)
	t.gres = slices.Delete(t.gres, k*t.slots, (k+1)*t.slots)
}

// window sets free to what node i has throughout [from, to).
func (l *timeline) window(i int32, from, to int64) {
	t := &l.tracks[i]
	k := 0
	for k+1 < len(t.steps) && t.steps[k+1].at <= from {
		k++
	}
	s := t.steps[k]
	gpus := l.free.GPUs[int(i)*l.types : (int(i)+1)*l.types]
	copy(gpus, t.gpus[k*l.types:])
	gres := l.free.SlotsOf(i)
	copy(gres, t.gres[k*t.slots:])
	for k++; k < len(t.steps) && t.steps[k].at < to; k++ {
		o := &t.steps[k]
		s.cores, s.memory, s.jobs = min(s.cores, o.cores), min(s.memory, o.memory), max(s.jobs, o.jobs)
		for g := range gpus {
			gpus[g] = min(gpus[g], t.gpus[k*l.types+g])
		}
		for s := range gres {
			gres[s] = min(gres[s], t.gres[k*t.slots+s])
		}
	}
	if l.free.Set(i, s.cores, s.memory, s.jobs); len(gres) > 0 {
		l.free.CountGPUs(i)
	}
}
