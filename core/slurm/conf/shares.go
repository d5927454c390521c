package conf

import (
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// maxDevices bounds the GPUs of a node that may have parts.
const maxDevices = 4096

// fillGres returns the generic resources of a node other than its GPUs, with what lines of gres.conf say where slurm.conf leaves it open.
func (r *reader) fillGres(list []gresCount, gpus []gpuCount, lines []int) (all []cluster.Gres) {
	for k, g := range list {
		own := r.about(g.name, lines)
		for _, i := range own {
			r.gres[i].used = true
		}
		if devices := r.devices(gpus, lines); (g.name == "shard" || g.name == "mps") && len(devices) > 0 {
			if !slices.ContainsFunc(list[:k], func(o gresCount) bool { return o.name == g.name }) {
				all = append(all, r.perGPU(list, g.name, devices, own)...)
			}
			continue
		}
		all = append(all, r.counted(g, own)...)
	}
	return all
}

// counted returns a generic resource that is only counted, by the types of gres.conf if slurm.conf has none and both agree.
func (r *reader) counted(g gresCount, lines []int) (all []cluster.Gres) {
	sum := int64(0)
	for _, i := range lines {
		if l := &r.gres[i]; g.typ == "" || l.typ == "" || l.typ == g.typ {
			sum += l.count
			k := slices.IndexFunc(all, func(o cluster.Gres) bool { return o.Type == l.typ })
			if k < 0 {
				k = len(all)
				all = append(all, cluster.Gres{Name: g.name, Type: l.typ, NoConsume: g.free})
			}
			all[k].Count += l.count
		}
	}
	switch {
	case g.typ == "" && len(lines) > 0 && (g.open || sum == g.count):
		return all
	case g.open && len(lines) > 0:
		g.count = sum
	}
	return []cluster.Gres{{Name: g.name, Type: g.typ, Count: g.count, NoConsume: g.free}}
}

// A device is a GPU of a node, and its files as far as they are known.
type device struct {
	typ   string
	files []string
}

// devices returns the GPUs of a node in the order of gres.conf, if that has all, or else of slurm.conf; none of too many.
func (r *reader) devices(gpus []gpuCount, lines []int) (all []device) {
	left := gpuMap(gpus)
	for _, i := range r.about("gpu", lines) {
		l := &r.gres[i]
		for from := 0; from < len(l.files) && left[l.typ] > 0; left[l.typ]-- {
			to := from + 1
			if l.multiple {
				to = len(l.files)
			}
			all = append(all, device{l.typ, l.files[from:to]})
			from = to
		}
	}
	for _, g := range gpus {
		if left[g.typ] > maxDevices {
			return nil
		}
		for ; left[g.typ] > 0; left[g.typ]-- {
			all = append(all, device{typ: g.typ})
		}
	}
	return all
}

// overlap tells whether two lists have a file in common.
func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(file string) bool { return slices.Contains(b, file) })
}

// perGPU returns the parts of the GPUs of a node: those that lines of gres.conf give to the GPU of a file, or else as many for each as for
// the others, or one more for the last ones.
func (r *reader) perGPU(list []gresCount, name string, devices []device, lines []int) (all []cluster.Gres) {
	each, oneGPU := make([]int64, len(devices)), name == "mps"
	spread := func(n int64, typ string, on []int) {
		on = slices.DeleteFunc(on, func(d int) bool { return typ != "" && devices[d].typ != typ })
		for k, d := range on {
			part := n / int64(len(on)-k)
			each[d] += part
			n -= part
		}
	}
	every := func() (on []int) {
		for d := range devices {
			on = append(on, d)
		}
		return on
	}
	sum := int64(0)
	for _, i := range lines {
		l := &r.gres[i]
		oneGPU = l.oneGPU
		sum += l.count
		on := every()
		if l.files != nil {
			on = slices.DeleteFunc(on, func(d int) bool { return !overlap(l.files, devices[d].files) })
		}
		spread(l.count, l.typ, on)
	}
	total, open := int64(0), false
	for _, g := range list {
		if g.name == name {
			total += g.count
			open = open || g.open
		}
	}
	if len(lines) == 0 || !open && sum != total {
		clear(each)
		for _, g := range list {
			if g.name == name {
				spread(g.count, g.typ, every())
			}
		}
	}
	for d, n := range each {
		k := slices.IndexFunc(all, func(g cluster.Gres) bool { return g.Type == devices[d].typ })
		if k < 0 {
			k = len(all)
			all = append(all, cluster.Gres{Name: name, Type: devices[d].typ, OneGPU: oneGPU})
		}
		all[k].PerGPU = append(all[k].PerGPU, n)
	}
	return all
}
