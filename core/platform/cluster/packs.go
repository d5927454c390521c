package cluster

import (
	"cmp"
	"slices"
)

// A coreRow is jobs of a partition that have different cores. A partition whose jobs may share cores has several.
type coreRow struct {
	jobs  []packed
	cores Bits // of all nodes, each with as many words as the one with most cores
	count int
}

// A packed job is one of a row.
type packed struct {
	id    *int32
	first int // its first core, of those of all nodes
	count int
	nodes []int32
	on    []Bits
}

// words returns the words for the cores of a node.
func (s *System) words() int {
	most := int32(0)
	for i := range s.Nodes {
		most = max(most, s.Nodes[i].Cores)
	}
	return len(NewBits(int(most)))
}

func (s *System) emptyRows() [][]*coreRow {
	all, size := make([][]*coreRow, len(s.Partitions)), s.words()*len(s.Nodes)
	more := 0
	if s.Description.Preemption.Type == "qos" {
		more = 1
	}
	for p := range all {
		for range s.Partitions[p].Rows + more {
			all[p] = append(all[p], &coreRow{cores: make(Bits, size)})
		}
	}
	return all
}

func (r *coreRow) has(id *int32) bool {
	return slices.ContainsFunc(r.jobs, func(j packed) bool { return j.id == id })
}

// of returns what the row has given away of a node.
func (r *coreRow) of(node int32, words int) Bits {
	return r.cores[int(node)*words : (int(node)+1)*words]
}

func (r *coreRow) fits(j *packed, words int) bool {
	for k, i := range j.nodes {
		if j.on[k].Meets(r.of(i, words)) {
			return false
		}
	}
	return true
}

func (r *coreRow) add(j packed, words int) {
	r.jobs = append(r.jobs, j)
	for k, i := range j.nodes {
		if len(j.on[k]) > 0 {
			r.of(i, words)[:len(j.on[k])].Or(j.on[k])
		}
	}
	r.count += j.count
}

// pack puts a job into the first row with room, or takes it out. Then the others are packed anew, in order of their first cores, unless
// one finds no room so: see part_data_build_row_bitmaps of Slurm.
func (st *State) pack(a *Allocation, sign int32) {
	rows, words := st.packs[a.Part], st.sys.words()
	if sign > 0 {
		j := packed{id: &a.Nodes[0], nodes: a.Nodes, on: a.On, first: int(a.Nodes[0]) * words << 6}
		if len(a.On[0]) > 0 {
			j.first += a.On[0].First()
		}
		for _, on := range a.On {
			j.count += on.Count()
		}
		put(rows, j, words)
		return
	}
	var old []coreRow
	var all []packed
	for _, r := range rows {
		r.jobs = slices.DeleteFunc(r.jobs, func(j packed) bool { return j.id == &a.Nodes[0] })
		all = append(all, r.jobs...)
		old = append(old, coreRow{jobs: slices.Clone(r.jobs)})
		r.empty()
	}
	slices.SortStableFunc(all, func(a, b packed) int { return cmp.Or(a.first-b.first, a.count-b.count) })
	for _, j := range all {
		if !put(rows, j, words) {
			for r := range rows {
				rows[r].empty()
				for _, j := range old[r].jobs {
					rows[r].add(j, words)
				}
			}
			return
		}
		sortRows(rows)
	}
}

func (r *coreRow) empty() {
	r.jobs, r.count = r.jobs[:0], 0
	clear(r.cores)
}

// put puts a job into the first row with room, if there is one.
func put(rows []*coreRow, j packed, words int) bool {
	k := slices.IndexFunc(rows, func(r *coreRow) bool { return r.fits(&j, words) })
	if k >= 0 {
		rows[k].add(j, words)
	}
	return k >= 0
}

// sortRows puts the fullest rows first, with the swaps of Slurm, which are not stable.
func sortRows(rows []*coreRow) {
	for i := range rows {
		for k := i + 1; k < len(rows); k++ {
			if rows[k].count > rows[i].count {
				rows[i], rows[k] = rows[k], rows[i]
			}
		}
	}
}
