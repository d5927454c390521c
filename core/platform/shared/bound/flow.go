package bound

import (
	"context"
	"slices"
)

// flow is the state of a maximum flow from jobs with need to intervals with room, through
// what jobs could be given and have been given: Dinic's algorithm, without stored edges.
type flow struct {
	ctx      context.Context // ends all loops
	order    []int32         // jobs by deadline
	arc      []int           // per interval, the next of its active jobs to try
	arcOfJob []int32         // per job, the next of its intervals to try
	jobAt    []int32         // per job, its distance from a job with need, or -1
	spanAt   []int32         // per interval, likewise
	queue    []int32         // jobs, or complements of intervals
	passed   []int64         // per interval and one more, the lengths of those before it
}

// saturate gives the jobs as much as all of them together can get, and reports whether that is
// what they need. If ctx is done the result means nothing.
func (n *network) saturate() bool {
	n.fill()
	for n.ctx.Err() == nil && n.distances() {
		n.arcOfJob = append(n.arcOfJob[:0], n.first...)
		n.arc = append(n.arc[:0], n.begin[:len(n.length)]...)
		for k := range n.need {
			if n.need[k] > 0 && n.ctx.Err() == nil {
				n.need[k] -= n.place(int32(k), n.need[k])
			}
		}
	}
	return !slices.ContainsFunc(n.need, func(need int64) bool { return need > 0 })
}

// fill makes the initial flow. Going through time, it gives each job what it cannot get later,
// then the rest to those with the earliest deadlines. That leaves few jobs in need unless the
// stretch is too small.
func (n *network) fill() {
	n.passed = append(n.passed[:0], 0)
	for t, l := range n.length {
		n.passed = append(n.passed, n.passed[t]+l)
	}
	for t := range int32(len(n.length)) {
		if n.ctx.Err() != nil {
			return
		}
		open := n.active[n.begin[t]:n.begin[t+1]]
		for _, k := range open {
			if need := n.need[k]; need > 0 {
				later := n.passed[n.last[k]] - n.passed[t+1]
				must := need - times(n.in.jobs[n.jobs[k]].width, later, need)
				n.give(k, t, min(must, n.most(k, t)))
			}
		}
		for _, k := range open {
			if n.room[t] == 0 {
				break
			}
			if need := n.need[k]; need > 0 {
				n.give(k, t, min(need, n.most(k, t)-n.given[n.base[k]+int(t)]))
			}
		}
	}
}

// give gives job k that much of interval t, or what is free.
func (n *network) give(k, t int32, work int64) {
	work = min(work, n.room[t])
	n.given[n.base[k]+int(t)] += work
	n.need[k] -= work
	n.room[t] -= work
}

// distances measures how many steps each job and interval is from a job with need, and reports
// whether it reached an interval with room. If not, the jobs reached are a cut.
func (n *network) distances() bool {
	n.jobAt, n.spanAt = resize(n.jobAt, len(n.jobs)), resize(n.spanAt, len(n.length))
	n.queue = n.queue[:0]
	for k, need := range n.need {
		n.jobAt[k] = -1
		if need > 0 {
			n.jobAt[k] = 0
			n.queue = append(n.queue, int32(k))
		}
	}
	for t := range n.spanAt {
		n.spanAt[t] = -1
	}
	goal := int32(-1)
	for head := 0; head < len(n.queue); head++ {
		v := n.queue[head]
		if v >= 0 {
			if goal >= 0 && n.jobAt[v] >= goal {
				break
			}
			base := n.base[v]
			for t := n.first[v]; t < n.last[v]; t++ {
				if n.spanAt[t] < 0 && n.given[base+int(t)] < n.most(v, t) {
					n.spanAt[t] = n.jobAt[v] + 1
					if n.room[t] > 0 {
						goal = n.spanAt[t]
					}
					n.queue = append(n.queue, ^t)
				}
			}
			continue
		}
		if goal >= 0 {
			continue
		}
		t := ^v
		for _, k := range n.active[n.begin[t]:n.begin[t+1]] {
			if n.jobAt[k] < 0 && n.given[n.base[k]+int(t)] > 0 {
				n.jobAt[k] = n.spanAt[t] + 1
				n.queue = append(n.queue, k)
			}
		}
	}
	return goal >= 0
}

// place finds intervals for work of job k along shortest paths and returns how much it placed.
func (n *network) place(k int32, work int64) int64 {
	placed := int64(0)
	for ; n.arcOfJob[k] < n.last[k]; n.arcOfJob[k]++ {
		t := n.arcOfJob[k]
		if n.spanAt[t] != n.jobAt[k]+1 {
			continue
		}
		cell := n.base[k] + int(t)
		if more := min(work-placed, n.most(k, t)-n.given[cell]); more > 0 {
			more = n.vacate(t, more)
			n.given[cell] += more
			placed += more
		}
		if placed == work {
			break
		}
	}
	return placed
}

// vacate makes room for work in interval t, if need be by moving other jobs' work, and returns
// how much.
func (n *network) vacate(t int32, work int64) int64 {
	made := min(work, n.room[t])
	n.room[t] -= made
	for ; made < work && n.arc[t] < n.begin[t+1]; n.arc[t]++ {
		k := n.active[n.arc[t]]
		if n.jobAt[k] != n.spanAt[t]+1 {
			continue
		}
		cell := n.base[k] + int(t)
		if more := min(work-made, n.given[cell]); more > 0 {
			more = n.place(k, more)
			n.given[cell] -= more
			made += more
		}
		if made == work {
			break
		}
	}
	return made
}
