package conf

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/hostlist"
	"github.com/backfill-lab/backfill/core/slurm/internal/amount"
)

// partSilent are keys of partitions that do not bear on when and where jobs run.
var partSilent = set("partitionname nodes default hidden allocnodes disablerootjobs rootonly alternate priority prioritytier " +
	"priorityjobfactor suspendtime suspendtimeout resumetimeout nodesets totalcpus totalnodes tres")

// partitionLine keeps a PartitionName line until all nodes are known.
func (r *reader) partitionLine(rec record) error {
	if strings.EqualFold(rec[0].value, "DEFAULT") {
		if r.partDefault = rec[1:].over(r.partDefault); len(r.partDefault) > maxFew {
			return rec[0].wrong(ErrFew)
		}
		return nil
	}
	if len(r.parts) == maxAllRow {
		return rec[0].wrong(ErrParts)
	}
	all := append(record{rec[0]}, rec[1:].over(r.partDefault)...)
	r.parts = append(r.parts, all)
	return nil
}

// setPartitions makes the partitions of their lines.
func (r *reader) setPartitions() error {
	sets, err := r.nodeSets()
	if err != nil {
		return err
	}
	have := map[string]bool{}
	zero := false // a PriorityTier=0
	for _, rec := range r.parts {
		p := cluster.Partition{Name: rec[0].value}
		if have[p.Name] {
			return rec[0].wrong(ErrPartTwo)
		}
		have[p.Name] = true
		for _, one := range rec {
			if err := r.partitionKey(&p, one); err != nil {
				return err
			}
		}
		if err := r.partitionPriority(&p, rec, &zero); err != nil {
			return err
		}
		if err := r.partitionNodes(&p, rec, sets); err != nil {
			return err
		}
		if p.Nodes == "" {
			r.ignore(rec[0].at, rec[0].text(), "the partition has no nodes: it is left out")
			continue
		}
		if p.MaxTimeS > 0 && p.DefaultTimeS > p.MaxTimeS {
			p.DefaultTimeS = p.MaxTimeS
			r.assume("Partition %s has a DefaultTime above its MaxTime: Slurm takes MaxTime.", clip(p.Name))
		}
		r.inherit(&p, rec)
		if first := slices.IndexFunc(r.d.Partitions, func(p cluster.Partition) bool { return p.Default }); p.Default && first >= 0 {
			r.d.Partitions[first].Default = false
			r.assume("Partitions %s and %s are Default=YES: Slurm takes the last.", clip(r.d.Partitions[first].Name), clip(p.Name))
		}
		r.d.Partitions = append(r.d.Partitions, p)
	}
	if zero { // 0 means 1 in a Description, and only the order of tiers counts
		r.assume("Tiers of partitions are one higher than in slurm.conf, which has a PriorityTier=0.")
		for i := range r.d.Partitions {
			r.d.Partitions[i].PriorityTier++
		}
	}
	return nil
}

// inherit gives a partition what slurm.conf says for all that do not say it.
func (r *reader) inherit(p *cluster.Partition, rec record) {
	if _, own := rec.find("defmempercpu", "defmempernode"); !own {
		p.DefMemPerCoreMiB, p.DefMemPerNodeMiB = r.memory.DefMemPerCoreMiB, r.memory.DefMemPerNodeMiB
	}
	if _, own := rec.find("maxmempercpu", "maxmempernode"); !own {
		p.MaxMemPerCoreMiB, p.MaxMemPerNodeMiB = r.memory.MaxMemPerCoreMiB, r.memory.MaxMemPerNodeMiB
	}
	if p.DefMemPerGPUMiB == 0 {
		p.DefMemPerGPUMiB = r.memory.DefMemPerGPUMiB
	}
	if p.DefCoresPerGPU == 0 {
		p.DefCoresPerGPU = r.memory.DefCoresPerGPU
	}
}

// jobDefaults reads JobDefaults=DefCpuPerGPU=2,DefMemPerGPU=4000 as keys of their own.
func (r *reader) jobDefaults(p pair, take func(pair) error) error {
	for item := range strings.SplitSeq(p.value, ",") {
		name, value, ok := strings.Cut(item, "=")
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		one := pair{at: p.at, key: strings.ToLower(name), name: name, value: strings.TrimSpace(value)}
		if one.key != "defcpupergpu" && one.key != "defmempergpu" || !ok {
			return p.wrong(ErrDefaults)
		}
		if err := take(one); err != nil {
			return err
		}
	}
	return nil
}

// partitionKey takes one pair of a partition, other than its nodes and its priority.
func (r *reader) partitionKey(p *cluster.Partition, one pair) (err error) {
	switch one.key {
	case "default":
		p.Default, err = one.yes()
	case "state":
		return r.partitionState(p, one)
	case "maxtime":
		if p.MaxTimeS, err = one.limit(); err == nil && p.MaxTimeS == 0 && !unlimited(one.value) {
			p.Down = true
			r.assume("Partition %s is down, since it has MaxTime=0.", clip(p.Name))
		}
	case "defaulttime":
		if !strings.EqualFold(one.value, "NONE") {
			p.DefaultTimeS, err = one.limit()
		}
	case "minnodes":
		p.MinNodes, err = one.small()
	case "maxnodes":
		if unlimited(one.value) {
			return nil
		}
		if p.MaxNodes, err = one.small(); err == nil && p.MaxNodes == 0 {
			p.Down = true
			r.assume("Partition %s is down, since it has MaxNodes=0.", clip(p.Name))
		}
	case "qos":
		if !strings.EqualFold(one.value, "N/A") {
			p.QOS = one.value
		}
	case "allowqos":
		p.AllowQOS = list(one.value)
	case "denyqos":
		p.DenyQOS = list(one.value)
	case "allowaccounts":
		p.AllowAccounts = list(one.value)
	case "denyaccounts":
		p.DenyAccounts = list(one.value)
	case "oversubscribe", "shared":
		r.overSubscribe(p, one)
	case "exclusive": // since 26.05
		return r.exclusive(p, one)
	case "exclusiveuser":
		p.ExclusiveUser = strings.EqualFold(one.value, "YES")
	case "defmempercpu":
		p.DefMemPerCoreMiB, err = one.memory()
	case "defmempernode":
		p.DefMemPerNodeMiB, err = one.memory()
	case "defmempergpu":
		p.DefMemPerGPUMiB, err = one.memory()
	case "defcpupergpu":
		p.DefCoresPerGPU, err = one.small()
	case "jobdefaults":
		return r.jobDefaults(one, func(item pair) error { return r.partitionKey(p, item) })
	case "maxmempercpu":
		p.MaxMemPerCoreMiB, err = one.memory()
	case "maxmempernode":
		p.MaxMemPerNodeMiB, err = one.memory()
	case "tresbillingweights":
		w, bad := amount.Weights(one.value)
		if bad != nil {
			return one.wrong(bad)
		}
		p.BillingWeights = w
	case "preemptmode":
		p.PreemptMode = r.preemptMode(one)
	case "maxcpuspernode":
		p.MaxCPUsPerNode, err = one.most()
	case "lln":
		p.LeastLoaded = strings.EqualFold(one.value, "YES")
	case "gracetime":
		p.GraceS, err = one.seconds(amount.Lone)
	default:
		if partSilent[one.key] || one.key == "allowgroups" && strings.EqualFold(one.value, "ALL") ||
			(one.key == "exclusivetopo" || one.key == "reqresv") && strings.EqualFold(one.value, "NO") {
			return nil
		}
		r.ignore(one.at, one.text(), why("PartitionName", one.name))
	}
	return err
}

func (r *reader) partitionState(p *cluster.Partition, one pair) error {
	switch strings.ToUpper(one.value) {
	case "UP":
	case "DOWN":
		p.Down = true
	case "INACTIVE":
		p.Down = true
		r.assume("Partition %s is INACTIVE: it starts no jobs, but takes them.", clip(p.Name))
	case "DRAIN":
		r.ignore(one.at, one.text(), "a draining partition takes no new jobs in Slurm; here it takes them")
	default:
		return one.wrong(ErrState)
	}
	return nil
}

// exclusive takes what Slurm 26.05 has for OverSubscribe=EXCLUSIVE, ExclusiveUser and ExclusiveTopo.
func (r *reader) exclusive(p *cluster.Partition, one pair) error {
	for word := range strings.SplitSeq(strings.ToUpper(one.value), ",") {
		former := pair{at: one.at, value: "YES"}
		switch strings.TrimSpace(word) {
		case "NO", "":
			continue
		case "NODE":
			p.WholeNodes = true
			continue
		case "USER":
			former.name = "ExclusiveUser"
		case "TOPO":
			former.name = "ExclusiveTopo"
		default:
			return one.wrong(ErrExclusive)
		}
		former.key = strings.ToLower(former.name)
		if err := r.partitionKey(p, former); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) overSubscribe(p *cluster.Partition, one pair) {
	switch v := strings.ToUpper(one.value); {
	case v == "EXCLUSIVE":
		p.WholeNodes = true
	case v == "NO":
	default:
		how, n, _ := strings.Cut(v, ":")
		rows, err := strconv.Atoi(cmp.Or(n, "4"))
		if how != "YES" && how != "FORCE" || err != nil || rows < 1 || rows > 1<<15-1 {
			r.ignore(one.at, one.text(), "not a way of sharing cores")
		} else if rows > 1 || how == "FORCE" {
			p.OverSubscribe, p.OverForce = rows, how == "FORCE"
		}
	}
}

// partitionPriority sets the tier and the factor. The old Priority is both, and wins.
func (r *reader) partitionPriority(p *cluster.Partition, rec record, zero *bool) error {
	tier, factor := 1, 1
	for i, key := range []string{"prioritytier", "priorityjobfactor", "priority"} {
		one, ok := rec.find(key)
		if !ok {
			continue
		}
		v, err := one.small()
		if err != nil {
			return err
		}
		if i != 1 {
			tier = v
		}
		if i != 0 {
			factor = v
		}
	}
	if factor == 0 {
		r.assume("Partition %s has a priority factor of 1, the least that is modelled, not 0.", clip(p.Name))
		factor = 1
	}
	*zero = *zero || tier == 0
	p.PriorityTier, p.PriorityFactor = tier, factor
	return nil
}

// partitionNodes sets the nodes, with the sets of nodes in their list replaced.
func (r *reader) partitionNodes(p *cluster.Partition, rec record, sets map[string][]string) error {
	one, ok := rec.find("nodes")
	if !ok || strings.TrimSpace(one.value) == "" {
		return nil
	}
	if strings.EqualFold(one.value, "ALL") {
		p.Nodes = "ALL"
		return nil
	}
	names, err := r.expand(one.value)
	if err != nil {
		return one.wrong(err)
	}
	var out []string
	replaced := false
	for _, name := range names {
		if nodes, ok := sets[name]; ok {
			if r.names -= len(nodes); r.names < 0 {
				return one.wrong(hostlist.ErrMany)
			}
			out, replaced = append(out, nodes...), true
			continue
		}
		if _, ok := r.nodeOf[name]; !ok {
			return r.noNode(one.at, "Nodes", name)
		}
		out = append(out, name)
	}
	if p.Nodes = one.value; replaced {
		p.Nodes = hostlist.Compress(out)
	}
	return nil
}

// nodeSets returns the nodes of each NodeSet line: those it names and those with its feature.
func (r *reader) nodeSets() (map[string][]string, error) {
	sets := map[string][]string{}
	for _, rec := range r.sets {
		var nodes []string
		if p, ok := rec.find("nodes"); ok {
			var err error
			if nodes, err = r.resolve(p.at, "Nodes", p.value); err != nil {
				return nil, err
			}
			nodes = slices.Clone(nodes)
		}
		if p, ok := rec.find("feature", "features"); ok {
			for _, n := range r.nodes {
				if slices.Contains(n.typ.Features, p.value) {
					if r.names -= len(n.names); r.names < 0 {
						return nil, p.wrong(hostlist.ErrMany)
					}
					nodes = append(nodes, n.names...)
				}
			}
		}
		sets[rec[0].value] = nodes
	}
	return sets, nil
}

// most returns a limit on a number; 0 is none.
func (p pair) most() (int, error) {
	if unlimited(p.value) {
		return 0, nil
	}
	return p.small()
}

// limit returns a time limit in seconds; 0 is none.
func (p pair) limit() (int64, error) {
	t, err := amount.Limit(p.value)
	if err != nil {
		return 0, p.wrong(err)
	}
	return max(0, t), nil
}

// seconds returns a time that read gives; without end is 0.
func (p pair) seconds(read func(string) (int64, error)) (int64, error) {
	t, err := read(p.value)
	if err != nil {
		return 0, p.wrong(err)
	}
	return max(0, t), nil
}

// memory returns a default of memory in MiB; 0 is none.
func (p pair) memory() (int64, error) {
	if unlimited(p.value) {
		return 0, nil
	}
	return p.whole()
}

func unlimited(s string) bool {
	return strings.EqualFold(s, "UNLIMITED") || strings.EqualFold(s, "INFINITE") || s == "-1"
}
