package conf

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// finish fills in what needs all files.
func (r *reader) finish(topology, sacctmgr bool) error {
	counted := r.d.Scheduling.Memory == nil || *r.d.Scheduling.Memory
	for _, n := range r.nodes {
		if n.typ.MemoryMiB == 0 && counted {
			r.assume("Nodes %s have no RealMemory in slurm.conf: how much they have is not known.", clip(n.typ.Names))
		}
		n.typ.GPUs = gpuMap(n.gpus)
		r.d.Nodes = append(r.d.Nodes, n.typ)
	}
	if r.d.Scheduling.Topology && !topology {
		r.assume("topology.conf is not given: all nodes are on one switch.")
	}
	if !slices.ContainsFunc(r.d.Partitions, func(p cluster.Partition) bool { return p.Default }) {
		r.assume("No partition is the default: jobs must name theirs.")
	}
	if err := r.absolute(); err != nil {
		return err
	}
	if err := r.book.finish(r, sacctmgr); err != nil {
		return err
	}
	r.namedQOS()
	r.gang()
	r.sortIgnored()
	return nil
}

// sortIgnored brings what is ignored into the order of the files and their lines.
func (r *reader) sortIgnored() {
	order := map[string]int{}
	for _, i := range r.d.Ignored {
		if _, ok := order[i.File]; !ok {
			order[i.File] = len(order)
		}
	}
	slices.SortStableFunc(r.d.Ignored, func(a, b cluster.Ignored) int {
		return cmp.Or(cmp.Compare(order[a.File], order[b.File]), cmp.Compare(a.Line, b.Line))
	})
}

// enforced tells whether Slurm holds jobs to the limits of sacctmgr.
func (r *reader) enforced() bool {
	p, ok := r.globals["accountingstorageenforce"]
	if !ok {
		r.assume("slurm.conf has no AccountingStorageEnforce: the limits of sacctmgr hold all the same.")
		return true
	}
	safe := has(p.value, "safe") || has(p.value, "all")
	switch {
	case safe:
		return true
	case has(p.value, "limits"):
		r.d.Scheduling.SafeLimits = &safe
		return true
	}
	r.assume("AccountingStorageEnforce=%s has no limits: those of sacctmgr are left out, as Slurm does not enforce them.", clip(p.value))
	return false
}

// namedQOS adds the QOS that partitions and users name and no file defines.
func (r *reader) namedQOS() {
	have := map[string]bool{}
	for _, q := range r.d.QOS {
		have[q.Name] = true
	}
	add := func(names ...string) {
		for _, name := range names {
			if name != "" && !have[name] {
				have[name] = true
				r.d.QOS = append(r.d.QOS, cluster.QOS{Name: name})
				r.assume("QOS %s is used but not defined: it has no limits and priority 0.", clip(name))
			}
		}
	}
	for i := range r.d.Partitions {
		p := &r.d.Partitions[i]
		add(p.QOS)
		add(p.AllowQOS...)
	}
	for i := range r.d.Accounts {
		for _, u := range r.d.Accounts[i].Users {
			add(u.QOS...)
			add(u.DefaultQOS)
		}
	}
	for _, q := range r.d.QOS {
		add(q.Preempt...)
	}
}
