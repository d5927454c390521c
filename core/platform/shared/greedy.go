package shared

import "slices"

// place maps a waiting job by Greedy and reports whether it fits.
func (e *Engine) place(i int32) bool {
	places, ok := e.c.greedy(&e.cfg.Jobs[i], e.scratch[:0])
	if ok {
		e.start(i, places)
	}
	e.scratch = places
	return ok
}

func (e *Engine) rank(i int32) rank {
	return newRank(e.now-e.cfg.Jobs[i].Submit, e.live[i].virtual, i)
}

// ranked returns jobs by falling priority. The slice is valid until the next call.
func (e *Engine) ranked(jobs []int32) []rank {
	e.ranks = e.ranks[:0]
	for _, i := range jobs {
		e.ranks = append(e.ranks, e.rank(i))
	}
	slices.SortFunc(e.ranks, compareRanks)
	return e.ranks
}

// makeRoom maps a job that does not fit as GreedyP and GreedyPM do (section 4.2). It marks
// running jobs by rising priority until the new one would fit without them. Then it
// spares each marked job, by falling priority, if the new one still fits, and stops the
// rest; GreedyPM maps these anew by Greedy, again by falling priority. It always succeeds,
// because every job fits into the empty cluster.
func (e *Engine) makeRoom(i int32) {
	j := &e.cfg.Jobs[i]
	room := int64(0)
	for _, free := range e.c.free {
		room += int64(j.room(free))
	}
	ranks := e.ranked(e.holders())
	first := len(ranks)
	for room < int64(j.Tasks) {
		first--
		room += e.shift(ranks[first].job, -1, j)
	}
	marked := ranks[first:]
	stay := 0
	for k, r := range marked {
		if more := e.shift(r.job, 1, j); room+more >= int64(j.Tasks) {
			room += more
			copy(marked[stay+1:k+1], marked[stay:k])
			marked[stay] = r
			stay++
		} else {
			e.shift(r.job, -1, j)
		}
	}
	marked = marked[stay:]
	for _, r := range marked {
		e.shift(r.job, 1, j)
		e.stop(r.job)
		e.live[r.job].forced = i
	}
	e.place(i)
	if e.cfg.Algorithm.Submission == GreedyPM {
		for _, r := range marked {
			e.place(r.job)
		}
	}
}

// shift adds a running job to its nodes (sign is 1) or removes it (-1), on trial, and
// returns for how many more tasks of j that makes room.
func (e *Engine) shift(i, sign int32, j *Job) (more int64) {
	places := e.live[i].places
	for _, p := range places {
		more -= int64(j.room(e.c.free[p.Node]))
	}
	e.c.add(&e.cfg.Jobs[i], places, sign)
	for _, p := range places {
		more += int64(j.room(e.c.free[p.Node]))
	}
	return more
}
