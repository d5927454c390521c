package whatif

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/hostlist"
)

// has tells whether a list of nodes has one.
func has(list, node string) bool {
	names, err := hostlist.Expand(list, cluster.MaxNodes)
	return err == nil && slices.Contains(names, node)
}

// add adds n nodes like one that is there.
func add(d *cluster.Description, n int, like string) error {
	k := slices.IndexFunc(d.Nodes, func(t cluster.NodeType) bool { return has(t.Names, like) })
	if k < 0 {
		return fmt.Errorf("unknown node %s", like)
	}
	prefix := free("new", func(p string) bool {
		return slices.ContainsFunc(d.Nodes, func(t cluster.NodeType) bool { return strings.Contains(t.Names, p) })
	}) + "-"
	names := prefix + "[1-" + strconv.Itoa(n) + "]"
	t := d.Nodes[k]
	t.Names = names
	d.Nodes = append(d.Nodes, t)
	for i := range d.Partitions {
		if p := &d.Partitions[i]; has(p.Nodes, like) {
			p.Nodes += "," + names
		}
	}
	for i := range d.Switches {
		if w := &d.Switches[i]; has(w.Nodes, like) {
			w.Nodes += "," + names
		}
	}
	return nil
}

// remove takes nodes away everywhere.
func remove(d *cluster.Description, list string) error {
	gone, err := hostlist.Expand(list, cluster.MaxNodes)
	if err != nil {
		return err
	}
	missing := map[string]bool{}
	for _, name := range gone {
		missing[name] = true
	}
	without := func(list string) string {
		names, err := hostlist.Expand(list, cluster.MaxNodes)
		if err != nil || list == "ALL" || !slices.ContainsFunc(names, func(n string) bool { return missing[n] }) {
			return list
		}
		return hostlist.Compress(slices.DeleteFunc(names, func(n string) bool { return missing[n] }))
	}
	left := 0
	for i := range d.Nodes {
		names, err := hostlist.Expand(d.Nodes[i].Names, cluster.MaxNodes)
		if err != nil {
			return err
		}
		for _, n := range names {
			if missing[n] {
				left++
			}
		}
		d.Nodes[i].Names = without(d.Nodes[i].Names)
	}
	if left < len(missing) {
		return fmt.Errorf("%d of these nodes are there, not %d", left, len(missing))
	}
	for i := range d.Partitions {
		d.Partitions[i].Nodes = without(d.Partitions[i].Nodes)
	}
	for i := range d.Switches {
		d.Switches[i].Nodes = without(d.Switches[i].Nodes)
	}
	for i := range d.Reservations {
		d.Reservations[i].Nodes = without(d.Reservations[i].Nodes)
	}
	for i := range d.Outages {
		d.Outages[i].Nodes = without(d.Outages[i].Nodes)
	}
	d.Nodes = slices.DeleteFunc(d.Nodes, func(t cluster.NodeType) bool { return t.Names == "" })
	d.Reservations = slices.DeleteFunc(d.Reservations, func(r cluster.Reservation) bool { return r.Nodes == "" })
	d.Outages = slices.DeleteFunc(d.Outages, func(o cluster.Outage) bool { return o.Nodes == "" })
	d.Switches = slices.DeleteFunc(d.Switches, func(w cluster.Switch) bool { return w.Nodes == "" && w.Switches == "" })
	return nil
}
