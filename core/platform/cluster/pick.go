package cluster

import "slices"

// fewest is pick, but on as few nodes as possible for a job whose GPUs may be of several.
func (st *State) fewest(j *Job, part int32) []fit {
	most := int32(len(st.fits))
	if n := st.sys.Partitions[part].Most(j); n > 0 {
		most = min(most, n)
	}
	if j.Asks.GPUs == 0 && j.Asks.TaskGPUs == 0 {
		return st.pick(j, most)
	}
	for n := j.MinNodes; n <= most; n++ {
		if chosen := st.pick(j, n); chosen != nil {
			return chosen
		}
	}
	return nil
}

// picks tells whether nodes are chosen in another way than for other jobs.
func (a *Asks) picks() bool { return a.Nodes != nil || a.Contiguous || a.GPUs > 0 || a.TaskGPUs > 0 }

// A need is what is left of what a job asks for.
type need struct{ nodes, tasks, gpus, most int32 }

func (n *need) met() bool { return n.nodes <= 0 && n.tasks <= 0 && n.gpus <= 0 }

// take adds a node to those chosen.
func (n *need) take(f fit, gpus int32) {
	n.nodes--
	n.most--
	n.tasks -= min(f.tasks, n.tasks-max(n.nodes, 0))
	n.gpus -= gpus
}

// pick returns fits that suffice, no more than most, or nil. The nodes that the job names come first, then rows of neighbours, as in
// choose without a topology. A row with a named node goes before the others, and gives its nodes from there upwards, then downwards.
func (st *State) pick(j *Job, most int32) []fit {
	n := need{j.MinNodes, j.Tasks, j.Asks.GPUs, most}
	chosen, named := st.picks[:0], 0
	for k := range st.fits {
		if f := &st.fits[k]; j.Asks.Nodes != nil && j.Asks.Nodes.Has(int(f.node)) {
			chosen = append(chosen, *f)
			n.take(*f, st.gives(j, *f))
			named++
		}
	}
	defer func() { st.picks = chosen[:0] }()
	if j.Asks.Nodes != nil && named < j.Asks.Nodes.Count() || n.most < 0 {
		return nil
	}
	rows := st.neighbours(j)
	for !n.met() && len(rows) > 0 && n.most > 0 {
		best := 0
		for r := range rows {
			if rows[r].beats(&rows[best], n, j.Asks.Contiguous) {
				best = r
			}
		}
		if j.Asks.Contiguous && !rows[best].suffices(n) {
			return nil
		}
		for _, f := range rows[best].order(st, j, n) {
			if n.met() || n.most == 0 {
				break
			}
			if n.most == 1 && (f.tasks < n.tasks || st.gives(j, f) < n.gpus) {
				continue
			}
			chosen = append(chosen, f)
			n.take(f, st.gives(j, f))
		}
		rows = slices.Delete(rows, best, best+1)
	}
	if !n.met() {
		return nil
	}
	return chosen
}

// gives returns the GPUs that a fit would give to a job that asks for GPUs in all.
func (st *State) gives(j *Job, f fit) int32 {
	if j.Asks.GPUs == 0 {
		return 0
	}
	return st.GPUs[int(f.node)*len(st.sys.GPUTypes)+int(f.kind)]
}

// A row is fits that are neighbours, of one weight unless the job's nodes are to be contiguous, and the first node among them that the
// job names, or None.
type row struct {
	fits                       []fit
	weight, tasks, gpus, named int32
}

// neighbours returns the rows of the fits that the job does not name.
func (st *State) neighbours(j *Job) (all []row) {
	last := int32(-2)
	for k := range st.fits {
		f := st.fits[k]
		named := j.Asks.Nodes != nil && j.Asks.Nodes.Has(int(f.node))
		r := len(all) - 1
		switch gap := f.node != last+1; {
		case r >= 0 && len(all[r].fits) == 0: // named nodes alone begin no row
			if gap {
				all[r].named = None
			}
			all[r].weight = f.weight
		case r < 0 || gap || f.weight != all[r].weight && !j.Asks.Contiguous:
			all = append(all, row{weight: f.weight, named: None})
			r++
		}
		last = f.node
		if named {
			if all[r].named == None {
				all[r].named = f.node
			}
			continue
		}
		all[r].fits = append(all[r].fits, f)
		all[r].tasks += f.tasks
		all[r].gpus += st.gives(j, f)
	}
	return slices.DeleteFunc(all, func(r row) bool { return len(r.fits) == 0 })
}

func (r *row) suffices(n need) bool {
	return int32(len(r.fits)) >= n.nodes && r.tasks >= n.tasks && r.gpus >= n.gpus
}

// beats tells whether a row later in the order is better than the best so far.
func (r *row) beats(best *row, n need, contiguous bool) bool {
	x, y := r.suffices(n), best.suffices(n)
	switch {
	case best.named == None && r.named != None, r.weight < best.weight:
		return true
	case r.weight == best.weight:
		return x && (!y || r.tasks < best.tasks) || !x && !y && r.tasks > best.tasks
	}
	return contiguous && x && !y
}

// order returns the fits of a row in the order in which the job takes them: one that suffices alone, the tightest, or all.
func (r *row) order(st *State, j *Job, n need) []fit {
	if r.named != None {
		up, _ := slices.BinarySearchFunc(r.fits, r.named, func(f fit, node int32) int { return int(f.node - node) })
		down := slices.Clone(r.fits[:up])
		slices.Reverse(down)
		return append(slices.Clone(r.fits[up:]), down...)
	}
	best := -1
	for k, f := range r.fits {
		if n.nodes <= 1 && f.tasks >= n.tasks && st.gives(j, f) >= n.gpus && (best < 0 || f.free < r.fits[best].free) {
			best = k
		}
	}
	if best >= 0 {
		return r.fits[best : best+1]
	}
	return r.fits
}
