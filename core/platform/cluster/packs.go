package cluster

import (
	"cmp"
	"slices"
)

// A coreRow is jobs of a partition that have different cores. A partition whose jobs may share cores has several.
type coreRow struct {
	jobs  []packed
	cores Bits // of all nodes, each with as many words as the one with most cores
	words int  // of each
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

// emptyRows returns the rows of each partition that has several.
func (s *System) emptyRows() [][]*coreRow {
	all, words := make([][]*coreRow, len(s.Partitions)), 0
	for i := range s.Nodes {
		words = max(words, int(s.Nodes[i].Cores+63)/64)
	}
	for p := range all {
		n := s.Partitions[p].Rows
		if s.Description.Preemption.Type == "qos" {
			n++
		}
		for k := 0; n > 1 && k < n; k++ {
			all[p] = append(all[p], &coreRow{cores: make(Bits, words*len(s.Nodes)), words: words})
		}
	}
	return all
}

// of returns what the row has given away of a node.
func (r *coreRow) of(node int32) Bits { return r.cores[int(node)*r.words : (int(node)+1)*r.words] }

func (r *coreRow) fits(j *packed) bool {
	for k, i := range j.nodes {
		if j.on[k].Meets(r.of(i)) {
			return false
		}
	}
	return true
}

func (r *coreRow) add(j packed) {
	r.jobs = append(r.jobs, j)
	for k, i := range j.nodes {
		if len(j.on[k]) > 0 {
			r.of(i)[:len(j.on[k])].Or(j.on[k])
		}
	}
	r.count += j.count
}

// pack adds a job to the first row with room. With a negative sign it removes the job and packs the others again, in order of
// their first cores. If one of them finds no room, they stay where they were: see part_data_build_row_bitmaps of Slurm.
func (st *State) pack(a *Allocation, sign int32) {
	rows := st.packs[a.Part]
	if rows == nil {
		return
	}
	if sign > 0 {
		j := packed{id: &a.Nodes[0], nodes: a.Nodes, on: a.On, first: int(a.Nodes[0]) * rows[0].words << 6}
		if len(a.On[0]) > 0 {
			j.first += a.On[0].First()
		}
		for _, on := range a.On {
			j.count += on.Count()
		}
		put(rows, j)
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
		if !put(rows, j) {
			for r := range rows {
				rows[r].empty()
				for _, j := range old[r].jobs {
					rows[r].add(j)
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
func put(rows []*coreRow, j packed) bool {
	k := slices.IndexFunc(rows, func(r *coreRow) bool { return r.fits(&j) })
	if k >= 0 {
		rows[k].add(j)
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
