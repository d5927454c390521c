package dfrs

// sum keeps what the items that are not left out need together.
func (p *packer) sum(it *item, sign int64) {
	p.allCPU += sign * int64(it.cpu) * int64(it.tasks)
	p.allMem += sign * int64(it.mem) * int64(it.tasks)
	if p.bounded {
		p.weigh(it, sign)
	}
}

// mayFit reports false if the items cannot fit at any yield: if they have more
// memory than there is, by any of the weights, or more CPU at a yield of one part.
func (p *packer) mayFit() bool {
	for k := range p.weights {
		if p.weights[k] > int64(k+1)*p.capacity() {
			return false
		}
	}
	return p.allMem <= p.capacity() && p.allCPU <= p.capacity()*Whole
}

// bound makes mayFit look at the weights from now on.
func (p *packer) bound() {
	if p.bounded {
		return
	}
	p.bounded = true
	for k := range p.items {
		if it := &p.items[k]; !it.out {
			p.weigh(it, 1)
		}
	}
}

// weigh counts how many tasks of an item's memory a node could hold with others
// like it: for each k, tasks with more than a (k+1)-th of the memory take a k-th
// of a node each, and so on. These weights, k*floor((k+1)x)/k or k*x where that is
// whole, are dual feasible functions (Fekete and Schepers 2001): whatever fits
// into one node has no more than weight k.
func (p *packer) weigh(it *item, sign int64) {
	for k := range p.weights {
		w := int64(k+2) * int64(it.mem)
		if w%Whole == 0 {
			w = int64(k+1) * int64(it.mem)
		} else {
			w = w / Whole * Whole
		}
		p.weights[k] += sign * w * int64(it.tasks)
	}
}
