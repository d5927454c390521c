package shared

import "slices"

// free returns the memory that no task holds, by node.
func (w *world) free() []int64 {
	free := w.sum(func(j *Job) int { return j.Memory })
	for node := range free {
		free[node] = Whole - free[node]
	}
	return free
}

// load returns the CPU needs of all tasks, by node.
func (w *world) load() []int64 { return w.sum(func(j *Job) int { return j.CPU }) }

// sum adds up what each task needs of something, by node.
func (w *world) sum(each func(*Job) int) []int64 {
	sum := make([]int64, w.c.Nodes)
	for i := range w.jobs {
		for node, n := range w.jobs[i].tasks {
			sum[node] += int64(each(&w.c.Jobs[i])) * int64(n)
		}
	}
	return sum
}

// greedy maps job i by Greedy (section 4.2): each task goes to the node with the lowest CPU load
// that has memory for it, the first of equals. It returns nil if not all tasks fit.
func (w *world) greedy(i int) []int {
	j := &w.c.Jobs[i]
	free, load := w.free(), w.load()
	tasks := make([]int, w.c.Nodes)
	for range j.Tasks {
		best := -1
		for node := range tasks {
			if free[node] >= int64(j.Memory) && (best < 0 || load[node] < load[best]) {
				best = node
			}
		}
		if best < 0 {
			return nil
		}
		tasks[best]++
		free[best] -= int64(j.Memory)
		load[best] += int64(j.CPU)
	}
	return tasks
}

// admit maps a new job by Greedy, GreedyP or GreedyPM.
func (w *world) admit(i int) {
	at := func(k int) *[]int { return &w.jobs[k].tasks }
	if *at(i) = w.greedy(i); *at(i) != nil || w.r.Submission == "Greedy" {
		return
	}
	marked := make(map[int][]int) // where they were
	running := w.byPriority(func(k int) bool { return w.jobs[k].tasks != nil })
	for _, k := range slices.Backward(running) {
		marked[k], *at(k) = *at(k), nil
		if w.greedy(i) != nil {
			break
		}
	}
	for _, k := range running {
		if marked[k] == nil {
			continue
		}
		*at(k) = marked[k] // the second look
		if w.greedy(i) == nil {
			*at(k) = nil
		}
	}
	*at(i) = w.greedy(i)
	if w.r.Submission != "GreedyPM" {
		return
	}
	for _, k := range running {
		if marked[k] != nil && *at(k) == nil {
			*at(k) = w.greedy(k)
		}
	}
}
