package conf

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/slurm/hostlist"
)

// A gresLine is a line of gres.conf about GPUs.
type gresLine struct {
	one   pair
	typ   string
	count int
	used  bool
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
		if !strings.EqualFold(name.value, "gpu") {
			r.ignore(l.at, l.text, "of generic resources only GPUs are modelled")
			return nil
		}
		g := gresLine{one: pair{at: l.at, name: "", value: l.text}}
		if p, ok := rec.find("type"); ok {
			g.typ = p.value
		}
		if g.count, err = gresCount(rec); err != nil {
			return err
		}
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
		if !g.used {
			r.ignore(g.one.at, g.one.value, "slurm.conf gives these nodes no GPU or other ones, and Slurm follows it")
		}
	}
	return nil
}

// gresCount returns how many GPUs a line has: its Count, the number of its files, or 1.
func gresCount(rec record) (int, error) {
	if p, ok := rec.find("count"); ok {
		n, err := p.small()
		if err != nil || n > 1e6 {
			return 0, p.wrong(ErrCount)
		}
		return n, nil
	}
	p, ok := rec.find("file", "multiplefiles")
	if !ok {
		return 1, nil
	}
	files, err := hostlist.Expand(strings.ReplaceAll(p.value, "/", "_"), 4096)
	if err != nil {
		return 0, p.wrong(err)
	}
	return len(files), nil
}

// mergeGres splits node lines where gres.conf tells their nodes apart.
func (r *reader) mergeGres(byNode map[string][]int) {
	var lines []*nodeLine
	for _, n := range r.nodes {
		if len(n.gpus) == 0 {
			lines = append(lines, n)
			continue
		}
		var groups []*nodeLine
		index := map[string]int{} // of groups, by GPUs
		for _, name := range n.names {
			gpus := r.fillGPUs(n.gpus, byNode[""], byNode[name])
			key := fmt.Sprint(gpus)
			i, ok := index[key]
			if !ok {
				i = len(groups)
				index[key] = i
				c := *n
				c.names, c.gpus = nil, gpus
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

// fillGPUs returns the GPUs of a node, with types and counts of gres.conf where slurm.conf
// leaves them open.
func (r *reader) fillGPUs(gpus []gpuCount, everywhere, here []int) []gpuCount {
	found := map[string]int{}
	var lines []int
	for _, i := range slices.Concat(everywhere, here) {
		found[r.gres[i].typ] += r.gres[i].count
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
