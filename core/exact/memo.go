package exact

// A memo remembers states of a search, in a fixed amount of memory.
//
// A state with the same jobs placed dominates another if it is as cheap and its
// running jobs hold no more processors at any second from the other's tau on:
// what follows the other could follow it. If it is cheaper, no schedule below the
// other is optimal. If it is as cheap it must have been searched, with leave to
// start jobs wherever the other has it: its last start comes no later.
type memo struct {
	heads []int32 // by hash, place in data of the newest state, or 0
	data  []int64 // states, one after the other
	used  []int32 // heads that are not 0
	full  int
}

// A state in data: next, set (2), tau, last, cost, number of running jobs, then
// for each in order of end: end, processors held until then by it and all after it.
const header = 7

func newMemo(mib int) *memo {
	words := max(1<<10, mib<<20/8)
	heads := 1 << 10
	for heads*64 < words {
		heads *= 2
	}
	return &memo{heads: make([]int32, heads), full: min(words-heads, 1<<31-1)}
}

func (m *memo) reset() {
	for _, h := range m.used {
		m.heads[h] = 0
	}
	m.used = m.used[:0]
	m.data = append(m.data[:0], 0)
}

// dominated reports whether a remembered state dominates l; if not, it remembers l.
func (m *memo) dominated(l *level) bool {
	h := (l.set[0]*0x9E3779B97F4A7C15 ^ l.set[1]*0xC2B2AE3D27D4EB4F)
	h ^= h >> 29
	h = (h * 0xBF58476D1CE4E5B9) >> 20 & uint64(len(m.heads)-1)
	for x := m.heads[h]; x != 0; {
		e := m.data[x:]
		if uint64(e[1]) == l.set[0] && uint64(e[2]) == l.set[1] && e[5] <= l.cost && dominates(e, l) {
			return true
		}
		x = int32(e[0])
	}
	if len(m.data)+header+2*len(l.end) > m.full {
		m.reset()
	}
	if m.heads[h] == 0 {
		m.used = append(m.used, int32(h))
	}
	x := int32(len(m.data))
	m.data = append(m.data, int64(m.heads[h]), int64(l.set[0]), int64(l.set[1]), l.tau, int64(l.last), l.cost, int64(len(l.end)))
	held := int64(0)
	for _, w := range l.procs {
		held += w
	}
	for i, end := range l.end {
		m.data = append(m.data, end, held)
		held -= l.procs[i]
	}
	m.heads[h] = x
	return false
}

func dominates(e []int64, l *level) bool {
	if e[5] == l.cost && (e[3] > l.tau || e[3] == l.tau && e[4] > int64(l.last)) {
		return false
	}
	held := int64(0)
	for _, w := range l.procs {
		held += w
	}
	k := 0
	for i := range e[6] {
		end, procs := e[header+2*i], e[header+2*i+1]
		if end <= l.tau {
			continue
		}
		for k < len(l.end) && l.end[k] < end { // over before the last second of that step
			held -= l.procs[k]
			k++
		}
		if procs > held {
			return false
		}
	}
	return true
}
