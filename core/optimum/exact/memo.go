package exact

// A memo remembers states of a search in a fixed amount of memory.
//
// A state dominates another with the same jobs placed if it costs no more, its last start
// is no later, and its running jobs hold no more processors at any second from the other's
// tau to the last start that may follow: what follows the other could follow it. (After the
// last start no job needs free processors; before its own tau a state does not know what
// ran.) If it is cheaper, no schedule below the other is optimal. If it costs the same and
// starts its last job in the same second, that job must have no greater number, so that it
// was searched with at least the other's choice of starts.
type memo struct {
	ticks *int64  // the problem's count of work
	heads []int32 // by hash: place in data of the newest state, or 0
	data  []int64 // states, one after the other
	used  []int32 // heads that are not 0
	full  int     // bound of len(data)
}

// header is the length of a state in data before its running jobs: next, set (2), tau,
// last, cost, number of running jobs. Each of them follows, in order of end, with its end
// and the processors that it and all after it hold.
const header = 7

const longestChain = 16 // states to compare for a hash: older ones rarely repay the time

func newMemo(mib int, ticks *int64) *memo {
	return &memo{ticks: ticks, heads: make([]int32, 1<<12), data: make([]int64, 1, 1<<12), full: min(mib<<16, 1<<31-1)}
}

func (m *memo) reset() {
	for _, h := range m.used {
		m.heads[h] = 0
	}
	m.used, m.data = m.used[:0], m.data[:1]
}

// room makes room for a state of that many words; if there is none, it forgets all states.
func (m *memo) room(words int) {
	if len(m.data)+words > m.full {
		m.reset()
	}
	if 2*len(m.used) > len(m.heads) && 8*len(m.heads) < m.full {
		m.reset()
		m.heads = make([]int32, 4*len(m.heads))
	}
}

func (m *memo) hash(s set) uint64 {
	h := s[0]*0x9E3779B97F4A7C15 ^ s[1]*0xC2B2AE3D27D4EB4F
	h ^= h >> 29
	return (h * 0xBF58476D1CE4E5B9) >> 20 & uint64(len(m.heads)-1)
}

// dominated reports whether a remembered state dominates l, below which no job starts
// after second last. If none does, it remembers l.
func (m *memo) dominated(l *level, last int64) bool {
	h := m.hash(l.set)
	for x, n := m.heads[h], 0; x != 0 && n < longestChain; n++ {
		*m.ticks += stateTicks
		e := m.data[x:]
		if uint64(e[1]) == l.set[0] && uint64(e[2]) == l.set[1] && e[5] <= l.cost && dominates(e, l, last) {
			return true
		}
		x = int32(e[0])
	}
	m.room(header + 2*len(l.end))
	h = m.hash(l.set)
	if m.heads[h] == 0 {
		m.used = append(m.used, int32(h))
	}
	x := int32(len(m.data))
	m.data = append(m.data, int64(m.heads[h]), int64(l.set[0]), int64(l.set[1]), l.tau, int64(l.last), l.cost, int64(len(l.end)))
	held := l.held()
	for i, end := range l.end {
		m.data = append(m.data, end, held)
		held -= l.procs[i]
	}
	m.heads[h] = x
	return false
}

// held returns the processors of all running jobs.
func (l *level) held() (sum int64) {
	for _, w := range l.procs {
		sum += w
	}
	return sum
}

// dominates reports whether the state at the start of e dominates l.
func dominates(e []int64, l *level, last int64) bool {
	if e[3] > l.tau || e[5] == l.cost && e[3] == l.tau && e[4] > int64(l.last) {
		return false
	}
	held, k := l.held(), 0
	for i := range e[6] {
		end, procs := e[header+2*i], e[header+2*i+1]
		if end <= l.tau {
			continue
		}
		over := end > last
		if over {
			end = last + 1
		}
		for k < len(l.end) && l.end[k] < end { // ends before the last second of the step
			held -= l.procs[k]
			k++
		}
		if procs > held {
			return false
		}
		if over {
			break
		}
	}
	return true
}
