package conf

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/slurm/hostlist"
	"github.com/backfill-lab/backfill/core/slurm/internal/amount"
)

// A gresLine is a line of gres.conf.
type gresLine struct {
	one       pair
	name, typ string
	count     int64
	files     []string // of File, each a device, or of MultipleFiles, all of them one
	multiple  bool
	oneGPU    bool // parts of one GPU of a node are given at a time
	used      bool
}

// readGres reads gres.conf. It tells only what the node lines of slurm.conf leave open.
func (r *reader) readGres(f *File) error {
	byNode := map[string][]int{} // indexes in r.gres; "" for every node
	err := eachLine(f, func(l line) error {
		rec, err := parsePairs(l)
		if err != nil || len(rec) == 0 {
			return err
		}
		name, ok := rec.find("name")
		if !ok {
			return nil // AutoDetect alone
		}
		g := gresLine{one: pair{at: l.at, name: "", value: l.text}, name: strings.ToLower(name.value)}
		if p, ok := rec.find("type"); ok {
			g.typ = p.value
		}
		if err := g.size(rec); err != nil {
			return err
		}
		flags, _ := rec.find("flags")
		sharing := func(word string) bool { return has(strings.ToLower(flags.value), word) }
		g.oneGPU = sharing("one_sharing") || g.name == "mps" && !sharing("all_sharing")
		nodes := []string{""}
		if p, ok := rec.find("nodename"); ok {
			names, err := r.expand(p.value)
			if err != nil {
				return p.wrong(err)
			}
			var unknown int
			if nodes, unknown = r.known(names); unknown > 0 {
				r.assume("gres.conf names %d nodes that slurm.conf does not have; they are left out.", unknown)
			}
		}
		r.gres = append(r.gres, g)
		for _, n := range nodes {
			if len(byNode[n]) < 64 {
				byNode[n] = append(byNode[n], len(r.gres)-1)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	r.mergeGres(byNode)
	for _, g := range r.gres {
		if why := "slurm.conf gives these nodes no GPU or other ones, and Slurm follows it"; !g.used {
			if g.name != "gpu" {
				why = "slurm.conf gives these nodes no such resource, and Slurm follows it"
			}
			r.ignore(g.one.at, g.one.value, why)
		}
	}
	return nil
}

// size takes how much of it a line has: its Count, the number of its files, or 1. All files of MultipleFiles are one device.
func (g *gresLine) size(rec record) error {
	g.count = 1
	if p, ok := rec.find("file", "multiplefiles"); ok {
		var err error
		if g.files, err = hostlist.Expand(strings.ReplaceAll(p.value, "/", "_"), maxDevices); err != nil {
			return p.wrong(err)
		}
		if g.multiple = p.key == "multiplefiles"; !g.multiple {
			g.count = int64(len(g.files))
		}
	}
	if p, ok := rec.find("count"); ok {
		n, is := amount.Suffixed(p.value)
		if !is || n > maxGres || g.name == "gpu" && n > 1e6 {
			return p.wrong(ErrCount)
		}
		g.count = n
	}
	return nil
}

// mergeGres splits node lines where gres.conf tells their nodes apart.
func (r *reader) mergeGres(byNode map[string][]int) {
	var lines []*nodeLine
	for _, n := range r.nodes {
		if len(n.gpus)+len(n.gres) == 0 {
			lines = append(lines, n)
			continue
		}
		var groups []*nodeLine
		index := map[string]int{} // of groups, by what they have
		for _, name := range n.names {
			gpus := r.fillGPUs(n.gpus, r.about("gpu", byNode[""]), r.about("gpu", byNode[name]))
			gres := r.fillGres(n.gres, gpus, slices.Concat(byNode[""], byNode[name]))
			key := fmt.Sprint(gpus, gres)
			i, ok := index[key]
			if !ok {
				i = len(groups)
				index[key] = i
				c := *n
				c.names, c.gpus, c.typ.Gres = nil, gpus, gres
				groups = append(groups, &c)
			}
			groups[i].names = append(groups[i].names, name)
		}
		if len(groups) > 1 {
			for _, g := range groups {
				g.typ.Names = hostlist.Compress(g.names)
			}
		}
		lines = append(lines, groups...)
	}
	r.nodes = lines
	for i, n := range lines {
		for _, name := range n.names {
			r.nodeOf[name] = i
		}
	}
}

// about returns those of some lines of gres.conf that are about a resource.
func (r *reader) about(name string, lines []int) (some []int) {
	for _, i := range lines {
		if r.gres[i].name == name {
			some = append(some, i)
		}
	}
	return some
}

// fillGPUs returns the GPUs of a node, with types and counts of gres.conf where slurm.conf
// leaves them open.
func (r *reader) fillGPUs(gpus []gpuCount, everywhere, here []int) []gpuCount {
	found := map[string]int{}
	var lines []int
	for _, i := range slices.Concat(everywhere, here) {
		found[r.gres[i].typ] += int(r.gres[i].count)
		lines = append(lines, i)
	}
	types := slices.Sorted(maps.Keys(found))
	sum := 0
	for _, n := range found {
		sum = min(sum+n, 1e6)
	}
	var out []gpuCount
	for _, g := range gpus {
		same, ok := found[g.typ]
		switch {
		case g.typ != "" && !ok && len(gpus) == 1 && found[""] == sum && sum > 0: // no type in gres.conf
			if g.open {
				g.count = sum
			}
			if ok = g.count == sum; ok {
				r.use(lines, "")
			}
		case g.typ != "":
			if g.open && ok {
				g.count = same
			}
		case len(gpus) == 1 && sum > 0 && (g.open || g.count == sum):
			for _, typ := range types {
				out = append(out, gpuCount{typ: typ, count: found[typ]})
			}
			r.use(lines, "")
			continue
		case len(types) == 1:
			g.typ = types[0]
			ok = true
		}
		if g.open = false; ok {
			r.use(lines, g.typ)
		}
		out = append(out, g)
	}
	return out
}

// use marks lines of gres.conf that agree with slurm.conf; "" is any type.
func (r *reader) use(lines []int, typ string) {
	for _, i := range lines {
		if typ == "" || r.gres[i].typ == typ {
			r.gres[i].used = true
		}
	}
}

// gpuMap returns the GPUs of a node by type.
func gpuMap(gpus []gpuCount) map[string]int {
	out := map[string]int{}
	for _, g := range gpus {
		if g.count > 0 {
			out[g.typ] += g.count
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}
