// Package event is the calendar of a simulation. Events are in a total order,
// (time, kind, seq): in one second all ends come first, then submissions,
// interventions, wake-ups and the decision, and events of one kind in the order of their Push.
package event

// Kind is what happens. The order of the constants is the order within a second.
type Kind uint8

const (
	End    Kind = iota // a job ends and frees its processors
	Submit             // a job arrives
	Change             // somebody intervenes
	Wake               // a policy or the engine asked to be woken
	Decide             // the scheduling pass, after everything else of its second
)

// An Event is one entry of a Calendar.
type Event struct {
	Time int64 // seconds
	key  uint64
	Job  int32 // index of a job, or -1
}

// Kind returns what happens.
func (e Event) Kind() Kind { return Kind(e.key >> seqBits) }

// seqBits leaves 2^56 events to one calendar.
const seqBits = 56

// before is the total order: no two events of a calendar have the same key.
func (e *Event) before(f *Event) bool {
	return e.Time < f.Time || e.Time == f.Time && e.key < f.key
}

// A Calendar holds future events. The zero value is an empty calendar.
// Push and Pop cost O(log n) and do not allocate once the calendar has grown
// to its largest size. It is not safe for concurrent use.
type Calendar struct {
	heap []Event // 4-ary: the children of i are 4i+1 ... 4i+4, none before its parent
	seq  uint64
}

// Reset empties the calendar and keeps its memory.
func (c *Calendar) Reset() { c.heap, c.seq = c.heap[:0], 0 }

// Len returns the number of events.
func (c *Calendar) Len() int { return len(c.heap) }

// Push adds an event of kind k about job at second t.
func (c *Calendar) Push(t int64, k Kind, job int32) {
	e := Event{Time: t, key: uint64(k)<<seqBits | c.seq, Job: job}
	c.seq++
	c.heap = append(c.heap, e)
	h, i := c.heap, len(c.heap)-1
	for i > 0 {
		parent := (i - 1) / 4
		if !e.before(&h[parent]) {
			break
		}
		h[i] = h[parent]
		i = parent
	}
	h[i] = e
}

// Min returns the first event without removing it; ok is false if there is none.
func (c *Calendar) Min() (e Event, ok bool) {
	if len(c.heap) == 0 {
		return Event{}, false
	}
	return c.heap[0], true
}

// Next tells whether the first event is of kind k and second t.
func (c *Calendar) Next(t int64, k Kind) bool {
	return len(c.heap) > 0 && c.heap[0].Time == t && c.heap[0].key>>seqBits == uint64(k)
}

// Pop removes and returns the first event. It panics on an empty calendar.
func (c *Calendar) Pop() Event {
	n := len(c.heap) - 1
	top, last, h := c.heap[0], c.heap[n], c.heap[:n]
	c.heap = h
	if n == 0 {
		return top
	}
	i := 0
	for child := 1; child < n; child = 4*i + 1 {
		best, first := child, &h[child]
		for k := child + 1; k < min(child+4, n); k++ {
			if e := &h[k]; e.before(first) {
				best, first = k, e
			}
		}
		if !first.before(&last) {
			break
		}
		h[i] = *first
		i = best
	}
	h[i] = last
	return top
}
