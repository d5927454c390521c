package conf

import (
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/hostlist"
	"github.com/backfill-lab/backfill/core/slurm/internal/amount"
)

// A nodeLine is a NodeName line.
type nodeLine struct {
	at      place
	typ     cluster.NodeType
	names   []string
	gpus    []gpuCount  // as written
	gres    []gresCount // the same
	two     bool        // a core is several CPUs
	threads int         // of a core
	kept    int64       // MiB for the system, which no job gets
}

// A gpuCount is gpu:TYPE:COUNT; open if the count is not written.
type gpuCount struct {
	typ   string
	count int
	open  bool
}

// A gresCount is NAME:TYPE:COUNT of another generic resource, of which jobs hold nothing if it is free (no_consume).
type gresCount struct {
	name, typ  string
	count      int64
	open, free bool
}

// A downLine takes nodes away for ever.
type downLine struct {
	at    place
	nodes string
	drain bool
}

// nodeSilent are keys of nodes that do not bear on scheduling.
var nodeSilent = set("nodename procs nodehostname nodeaddr bcastaddr port reason state gres feature features weight cpus realmemory " +
	"sockets socketsperboard boards corespersocket threadspercore tmpdisk nodefeatures corespecworkaround comment extra topology")

// nodeLine reads a NodeName line.
func (r *reader) nodeLine(rec record) error {
	_, cpus := rec.find("cpus")
	for i := range rec {
		switch rec[i].key {
		case "procs": // which Slurm looks at only without CPUs
			if !cpus {
				rec[i].key = "cpus"
			}
		case "feature":
			rec[i].key = "features"
		}
	}
	if strings.EqualFold(rec[0].value, "DEFAULT") {
		if r.nodeDefault = rec[1:].over(r.nodeDefault); len(r.nodeDefault) > maxFew {
			return rec[0].wrong(ErrFew)
		}
		return nil
	}
	return r.addNodes(rec, r.nodeDefault)
}

// addNodes adds the nodes of a line with what DEFAULT gave them.
func (r *reader) addNodes(rec, base record) error {
	all := rec.over(base)
	n := &nodeLine{at: rec[0].at, typ: cluster.NodeType{Names: rec[0].value}}
	var err error
	if n.names, err = r.expand(rec[0].value); err != nil {
		return rec[0].wrong(err)
	}
	if err := n.size(r, all); err != nil {
		return err
	}
	for _, p := range all {
		if err := n.set(r, p); err != nil {
			return err
		}
	}
	n.typ.MemoryMiB = max(n.typ.MemoryMiB-n.kept, 0)
	for _, name := range n.names {
		if _, ok := r.nodeOf[name]; ok {
			return rec[0].at.wrong("NodeName", name, ErrTwice)
		}
		r.nodeOf[name] = len(r.nodes)
		r.nodeOrder = append(r.nodeOrder, name)
	}
	if len(r.nodeOrder) > maxNodes {
		return rec[0].wrong(hostlist.ErrMany)
	}
	r.nodes = append(r.nodes, n)
	return nil
}

// set takes a pair of the line, other than the number of CPUs.
func (n *nodeLine) set(r *reader, p pair) (err error) {
	switch p.key {
	case "realmemory":
		n.typ.MemoryMiB, err = p.whole()
	case "memspeclimit":
		n.kept, err = p.whole()
	case "corespeccount", "cpuspeclist": // size takes them
	case "weight":
		n.typ.Weight, err = p.small()
		if p.value == "0" {
			n.typ.Weight = 1
			r.assume("Nodes with Weight=0 are taken as if they had Weight=1.")
		}
	case "features":
		n.typ.Features = list(p.value)
	case "gres":
		n.gpus, n.gres, err = r.parseGres(p)
	case "state":
		return r.nodeState(p, n.typ.Names)
	default:
		if !nodeSilent[p.key] {
			r.ignore(p.at, p.text(), why("NodeName", p.name))
		}
	}
	return err
}

// size computes the CPUs of a node from its sockets, cores and threads.
func (n *nodeLine) size(r *reader, rec record) error {
	get := func(key string) (int, bool, error) {
		p, ok := rec.find(key)
		if !ok {
			return 1, false, nil
		}
		v, err := p.small()
		if err == nil && (v < 1 || v > 1e6) {
			err = p.wrong(ErrCount)
		}
		return v, ok, err
	}
	var v [6]int
	var given [6]bool
	for i, key := range [6]string{"cpus", "boards", "socketsperboard", "sockets", "corespersocket", "threadspercore"} {
		var err error
		if v[i], given[i], err = get(key); err != nil {
			return err
		}
	}
	sockets := v[3]
	if given[2] {
		sockets = v[1] * v[2]
	} else if !given[3] && given[0] && (given[4] || given[5]) {
		sockets = max(1, v[0]/max(1, v[4]*v[5])) // as Slurm infers them
	}
	cores := min(int64(sockets), 1e7) * int64(v[4])
	cpus := min(cores, 1e7) * int64(v[5])
	if cpus > 1e6 || cores > 1e6 {
		return n.at.wrong("CoresPerSocket", strconv.Itoa(v[4]), ErrCount)
	}
	n.typ.Cores = int(cpus)
	if given[0] && int64(v[0]) != cpus {
		n.typ.Cores = v[0]
		shaped := given[2] || given[3]
		if shaped && int64(v[0]) != cores && v[0] != sockets {
			n.typ.Cores = int(cpus)
			r.assume("Nodes %s have %d CPUs, their sockets times cores times threads: Slurm drops a CPUs=%d that does not match.",
				clip(n.typ.Names), cpus, v[0])
		}
	}
	n.two = v[5] > 1 && n.typ.Cores == int(cpus)
	n.threads = v[5]
	return n.reserve(rec, v[5])
}

// reserve takes away the cores that are kept for the system: no job gets them.
func (n *nodeLine) reserve(rec record, threads int) error {
	kept := 0
	if p, ok := rec.find("corespeccount"); ok {
		cores, err := p.small()
		if err != nil {
			return err
		}
		kept = min(cores, n.typ.Cores) * threads
	}
	if p, ok := rec.find("cpuspeclist"); ok {
		ids, err := hostlist.Expand("["+p.value+"]", maxCPUs)
		if err != nil {
			return p.wrong(err)
		}
		cores := map[int]bool{}
		for _, id := range ids {
			cpu, err := strconv.Atoi(id)
			if err != nil {
				return p.wrong(ErrCount)
			}
			cores[cpu/max(threads, 1)] = true // a core is kept whole
		}
		kept = len(cores) * threads
	}
	if kept >= n.typ.Cores {
		return n.at.wrong("CoreSpecCount", strconv.Itoa(kept), ErrSpec)
	}
	n.typ.Cores -= kept
	return nil
}

// nodeState turns a state into an outage.
func (r *reader) nodeState(p pair, nodes string) error {
	down, drain, known := stateOf(p.value)
	if !known {
		return p.wrong(ErrState)
	}
	if strings.EqualFold(p.value, "FUTURE") {
		r.assume("Nodes %s are in State=FUTURE: they never come up.", clip(nodes))
	}
	if down || drain {
		r.down = append(r.down, downLine{p.at, nodes, !down})
	}
	return nil
}

// stateOf tells what a node's state means: down nodes lose their jobs, draining ones get no
// new ones. A state may have several words, IDLE+DRAIN, and marks behind them, DOWN*.
func stateOf(s string) (down, drain, known bool) {
	known = true
	for word := range strings.SplitSeq(strings.ToUpper(s), "+") {
		switch strings.TrimRight(word, "*~#!%$@^-") {
		case "DOWN", "FUTURE", "NOT_RESPONDING":
			down = true
		case "DRAIN", "DRAINED", "DRAINING", "FAIL", "FAILING":
			drain = true
		case "UP", "IDLE", "UNKNOWN", "CLOUD", "ALLOCATED", "MIXED", "COMPLETING", "RESUME", "UNDRAIN", "NORMAL", "MAINT", "RESERVED",
			"PLANNED", "POWERED_DOWN", "POWERING_DOWN", "POWERING_UP", "POWER_DOWN", "POWER_UP", "REBOOT", "REBOOT_ISSUED",
			"REBOOT_REQUESTED", "DYNAMIC_NORM", "DYNAMIC_FUTURE", "BLOCKED", "PERFCTRS", "CLOUD_IDLE", "EXTERNAL", "INVAL", "ERROR":
		default:
			known = false
		}
	}
	return down, drain && !down, known
}

// downLine reads DownNodes=LIST State=DOWN.
func (r *reader) downLine(rec record) error {
	p, ok := rec.find("state")
	if !ok {
		p = pair{at: rec[0].at, key: "state", name: "State", value: "DOWN"}
	}
	return r.nodeState(p, rec[0].value)
}

// setOutages makes outages of the nodes that slurm.conf says are down.
func (r *reader) setOutages() error {
	for _, d := range r.down {
		names, err := r.resolve(d.at, "State", d.nodes)
		if err != nil {
			return err
		}
		if len(names) > 0 {
			r.d.Outages = append(r.d.Outages, cluster.Outage{Nodes: d.nodes, Drain: d.drain})
		}
	}
	return nil
}

// resolve returns the names of a list of slurm.conf, all of which must be nodes.
func (r *reader) resolve(at place, field, nodes string) ([]string, error) {
	names, err := r.expandAll(nodes)
	if err != nil {
		return nil, at.wrong(field, nodes, err)
	}
	for _, name := range names {
		if _, ok := r.nodeOf[name]; !ok {
			return nil, r.noNode(at, field, name)
		}
	}
	return names, nil
}

// noNode returns the error of a node that is not in slurm.conf, and may be in a file that it includes.
func (r *reader) noNode(at place, field, name string) error {
	if r.include.line > 0 {
		return r.include.wrong("Include", "", ErrIncluded)
	}
	return at.wrong(field, name, ErrNode)
}

// expandAll is expand, where ALL is every node.
func (r *reader) expandAll(nodes string) ([]string, error) {
	if strings.EqualFold(nodes, "ALL") {
		return r.all()
	}
	return r.expand(nodes)
}

// known returns the names that are nodes of slurm.conf, and how many are not.
func (r *reader) known(names []string) (have []string, unknown int) {
	for _, name := range names {
		if _, ok := r.nodeOf[name]; ok {
			have = append(have, name)
		}
	}
	return have, len(names) - len(have)
}

// maxGres bounds how much a node has of a generic resource.
const maxGres = 1 << 50

// parseGres reads gpu:2, gpu:a100:2(S:0-1), gpu, shard:8, tmpdisk:2T or bandwidth:lustre:no_consume:4G. GPUs stand apart.
func (r *reader) parseGres(p pair) (gpus []gpuCount, other []gresCount, err error) {
	total := 0
	for item := range splitOutside(p.value) {
		plain, _, _ := strings.Cut(item, "(")
		parts := strings.Split(plain, ":")
		g := gresCount{name: strings.ToLower(parts[0]), count: 1, open: true}
		gpu := g.name == "gpu"
		for i, part := range parts[1:] {
			if n, ok := amount.Suffixed(part); ok && i == len(parts)-2 {
				if n > maxGres || gpu && n > 1e6 {
					return nil, nil, p.wrong(ErrGres)
				}
				g.count, g.open = n, false
			} else if part == "no_consume" && gpu {
				r.ignore(p.at, p.name+"="+item, "no_consume is not modelled: a job has the GPU for itself")
			} else if part == "no_consume" {
				g.free = true
			} else if g.typ == "" && part != "" {
				g.typ = part
			} else {
				return nil, nil, p.wrong(ErrGres)
			}
		}
		switch {
		case gpu:
			if total += int(g.count); total > 1e6 {
				return nil, nil, p.wrong(ErrGres)
			}
			gpus = append(gpus, gpuCount{typ: g.typ, count: int(g.count), open: g.open})
		case g.name != "" && g.name != "none" && g.name != "null":
			if len(other) == maxFew {
				return nil, nil, p.wrong(ErrFew)
			}
			other = append(other, g)
		}
	}
	return gpus, other, nil
}

// splitOutside splits a list at commas outside of parentheses.
func splitOutside(s string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		depth, from := 0, 0
		for i := 0; i <= len(s); i++ {
			switch {
			case i < len(s) && s[i] == '(':
				depth++
			case i < len(s) && s[i] == ')':
				depth--
			case i == len(s) || s[i] == ',' && depth <= 0:
				if !yield(strings.TrimSpace(s[from:i])) {
					return
				}
				from = i + 1
			}
		}
	}
}

// set makes a set of words.
func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}
