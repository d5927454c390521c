package guess

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/trace/sacct"
)

// stem returns a node's name with a star for its number, which is the last digits before the first dot, and
// the number; -1 if there is none.
func stem(name string) (string, int64) {
	head, domain := name, ""
	if dot := strings.IndexByte(name, '.'); dot >= 0 {
		head, domain = name[:dot], name[dot:]
	}
	front := strings.TrimRight(head, "0123456789")
	number, err := strconv.ParseInt(head[len(front):], 10, 64)
	if err != nil {
		return name, -1
	}
	return front + "*" + domain, number
}

// A family is nodes whose names differ in their number only, in the order of the numbers; or those of them that
// are alike in GPUs and features.
type family struct {
	stem     string
	nodes    []int32
	gpu      int32 // type of the GPUs, or noGPU
	features []string
	gres     []sacct.Gres
	wide     int64 // cores that at least one node has
}

const noGPU = -2 // sacct.None is a type without a name

func (u *usage) families() (all []family) {
	at := map[string]int{}
	for i := range u.nodes {
		name, _ := stem(u.nodes[i].name)
		k, known := at[name]
		if !known {
			k = len(all)
			at[name] = k
			all = append(all, family{stem: name})
		}
		all[k].nodes = append(all[k].nodes, int32(i))
	}
	for _, f := range all {
		slices.SortFunc(f.nodes, func(a, b int32) int {
			_, x := stem(u.nodes[a].name)
			_, y := stem(u.nodes[b].name)
			return cmp.Or(cmp.Compare(x, y), cmp.Compare(u.nodes[a].name, u.nodes[b].name))
		})
	}
	sort.Slice(all, func(a, b int) bool { return all[a].stem < all[b].stem })
	return all
}

// mostGPUs bounds a node's, as a cluster.Description does: a log with more has a mistake, and the jobs that need them do not fit.
const mostGPUs = 65535

// split divides a family by GPUs and features.
func (u *usage) split(f *family, known map[string]bool) (all []family) {
	types, features, gres := u.graphics(f), u.features(f, known), u.gres(f)
	at := map[string]int{}
	for i, k := range f.nodes {
		key := strconv.Itoa(int(types[i])) + " " + strings.Join(features[i], ",") + fmt.Sprint(gres[i])
		g, seen := at[key]
		if !seen {
			g = len(all)
			at[key] = g
			all = append(all, family{stem: f.stem, gpu: types[i], features: features[i], gres: gres[i]})
		}
		all[g].nodes = append(all[g].nodes, k)
	}
	return all
}

// graphics returns the type of GPUs of each node, noGPU without; of a family of which half have GPUs all have.
func (u *usage) graphics(f *family) []int32 {
	with, kinds := 0, map[int32]int{}
	most := int32(noGPU)
	for _, k := range f.nodes {
		if n := &u.nodes[k]; n.gpus.most > 0 {
			with++
			if kinds[n.gpu]++; kinds[n.gpu] > kinds[most] {
				most = n.gpu
			}
		}
	}
	types := make([]int32, len(f.nodes))
	for i, k := range f.nodes {
		switch n := &u.nodes[k]; {
		case n.gpus.most > 0:
			types[i] = n.gpu
		case 2*with >= len(f.nodes):
			types[i] = most
		default:
			types[i] = noGPU
		}
	}
	return types
}

// gres returns the generic resources of each node other than GPUs; what half of a family have all have.
func (u *usage) gres(f *family) [][]sacct.Gres {
	nodes := map[sacct.Gres]int{}
	for _, k := range f.nodes {
		for g := range u.nodes[k].gres {
			nodes[g]++
		}
	}
	own := make([][]sacct.Gres, len(f.nodes))
	for i, k := range f.nodes {
		for g, n := range nodes {
			if u.nodes[k].gres[g] != nil || 2*n >= len(f.nodes) {
				own[i] = append(own[i], g)
			}
		}
		slices.SortFunc(own[i], func(a, b sacct.Gres) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Type, b.Type)) })
	}
	return own
}

// generic returns what the nodes of a family have of generic resources, as far as jobs show: of parts of GPUs, as many of each GPU.
func (u *usage) generic(f *family, gpuType string, gpus int) (all []cluster.Gres) {
	shared := false
	for _, g := range f.gres {
		var m peak
		for _, k := range f.nodes {
			if o := u.nodes[k].gres[g]; o != nil {
				m.all, m.one = max(m.all, o.all), max(m.one, o.one)
			}
		}
		if (g.Name == "shard" || g.Name == "mps") && gpus > 0 {
			if !shared && (g.Type == "" || g.Type == gpuType) {
				each := max(m.one, (m.all+int64(gpus)-1)/int64(gpus))
				all = append(all, cluster.Gres{Name: g.Name, Type: gpuType, PerGPU: slices.Repeat([]int64{each}, gpus), OneGPU: g.Name == "mps"})
			}
			shared = true
			continue
		}
		all = append(all, cluster.Gres{Name: g.Name, Type: g.Type, Count: m.all})
	}
	return all
}

// maxFeatures bounds the different features of the cluster.
const maxFeatures = 64

// features returns those of each node: that jobs there asked for, without alternatives and counts. If it is no wonder
// that so few jobs did not come to the other nodes of a family, these have a feature, too.
func (u *usage) features(f *family, known map[string]bool) [][]string {
	jobs, nodes := map[string]int{}, map[string]int{}
	own := make([][]string, len(f.nodes))
	for i, k := range f.nodes {
		for id, n := range u.nodes[k].features {
			for _, w := range conjunction(u.all.Names.Features[id]) {
				jobs[w] += n
				own[i] = append(own[i], w)
			}
		}
		slices.Sort(own[i])
		own[i] = slices.Compact(own[i])
		for _, w := range own[i] {
			nodes[w]++
		}
	}
	var common []string
	for _, w := range slices.Sorted(maps.Keys(nodes)) {
		switch {
		case !known[w] && len(known) == maxFeatures:
			delete(nodes, w)
			continue
		case chance(jobs[w], nodes[w], len(f.nodes)):
			common = append(common, w)
		}
		known[w] = true
	}
	for i := range own {
		own[i] = slices.DeleteFunc(append(own[i], common...), func(w string) bool { return nodes[w] == 0 })
		slices.Sort(own[i])
		own[i] = slices.Compact(own[i])
	}
	return own
}

// conjunction returns the features that an expression asks for, all of them; nil if it has alternatives or counts.
func conjunction(expression string) []string {
	if strings.ContainsAny(expression, "|[]()*!") {
		return nil
	}
	return strings.FieldsFunc(expression, func(c rune) bool { return c == '&' || c == ',' || c == ' ' })
}

// widen notes of each family how many cores one of its nodes has at least: if a job has processors on several
// nodes, one has as many as there are on average; which one matters only if they are of several families, and then it
// is taken to be of the widest.
func (u *usage) widen(all []family) {
	of := make([]*family, len(u.nodes))
	for i := range all {
		all[i].wide = 1
		for _, k := range all[i].nodes {
			of[k] = &all[i]
			all[i].wide = max(all[i].wide, u.nodes[k].cores.most)
		}
	}
	for i := range u.all.Jobs {
		r := &u.all.Jobs[i]
		nodes := u.on(r)
		if _, _, ran := span(r); !ran || len(nodes) < 2 {
			continue
		}
		widest := of[nodes[0]]
		for _, k := range nodes {
			if of[k].wide > widest.wide {
				widest = of[k]
			}
		}
		n := int64(len(nodes))
		widest.wide = min(max(widest.wide, (r.Procs+n-1)/n), maxCores)
	}
}

// sizes returns the number of cores of each node. That of a node which was never seen full is the one that it came up to,
// if others are full with that; else the most frequent one of the full ones that are large enough; else the largest that
// jobs had on any.
func (u *usage) sizes(f *family) []int64 {
	full := map[int64]int{}
	for _, k := range f.nodes {
		if l := &u.nodes[k].cores; l.full() {
			full[l.most]++
		}
	}
	size := make([]int64, len(f.nodes))
	for i, k := range f.nodes {
		most := u.nodes[k].cores.most
		if full[most] > 0 {
			size[i] = most
			continue
		}
		size[i] = f.wide
		for c, nodes := range full {
			if c >= most && (nodes > full[size[i]] || nodes == full[size[i]] && c > size[i]) {
				size[i] = c
			}
		}
	}
	return size
}

// kinds puts nodes that are alike together.
func (u *usage) kinds() (all []kind) {
	known := map[string]bool{} // features
	var families []family
	for _, f := range u.families() {
		families = append(families, u.split(&f, known)...)
	}
	u.widen(families)
	for i := range families {
		f := &families[i]
		at := map[int64]int{}
		gpus := 0
		for j, size := range u.sizes(f) {
			n := &u.nodes[f.nodes[j]]
			k, seen := at[size]
			if !seen {
				k = len(all)
				at[size] = k
				all = append(all, kind{cores: size, features: f.features})
			}
			all[k].names = append(all[k].names, n.name)
			all[k].seen++
			all[k].mib = max(all[k].mib, (n.kib.most+1023)>>10)
			gpus = max(gpus, int(min(n.gpus.most, mostGPUs)))
		}
		if gpus > 0 {
			for _, k := range at {
				all[k].gpus = map[string]int{named(u.all.Names.GPUTypes, f.gpu): gpus}
			}
		}
		for _, k := range at {
			all[k].gres = u.generic(f, named(u.all.Names.GPUTypes, f.gpu), gpus)
		}
	}
	return all
}
