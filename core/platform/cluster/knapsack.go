package cluster

import (
	"math"
	"slices"
)

// withoutSmall tries again for a job that may have few nodes only, each time without those that have room for the fewest tasks: rows of
// nodes are taken before it is known that they suffice.
func (st *State) withoutSmall(j *Job, part int32) (*Allocation, bool) {
	if st.most == 0 {
		return nil, false
	}
	all := st.fits
	defer func() { st.fits = all }()
	st.fits = slices.Clone(all)
	for {
		least, room := int32(math.MaxInt32), int32(0)
		for k := range st.fits {
			least = min(least, st.fits[k].tasks)
			room += min(st.fits[k].tasks, j.Tasks)
		}
		st.fits = slices.DeleteFunc(st.fits, func(f fit) bool {
			if f.tasks == least {
				room -= min(least, j.Tasks)
			}
			return f.tasks == least
		})
		if len(st.fits) < int(max(j.MinNodes, 1)) || room < j.Tasks {
			return nil, false
		}
		if chosen := st.choose(j, math.MaxInt32); chosen != nil {
			return st.allocate(j, part, chosen), true
		}
	}
}
