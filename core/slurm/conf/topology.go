package conf

import (
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/hostlist"
)

const whyTopology = "of topologies only trees of switches are modelled: jobs are placed as on one switch"

// readTopology reads topology.conf, or the topology.yaml that is in its place since Slurm 25.05.
func (r *reader) readTopology(f *File) error {
	var yaml []topology
	first, isYAML := true, false
	err := eachLine(f, func(l line) error {
		if first {
			first, isYAML = false, l.text == "---" || strings.HasPrefix(l.text, "- ")
		}
		if isYAML {
			return yamlLine(l, &yaml)
		}
		rec, err := parsePairs(l)
		if err != nil || len(rec) == 0 {
			return err
		}
		if rec[0].key != "switchname" {
			r.ignore(l.at, l.text, whyTopology)
			return nil
		}
		return r.addSwitch(rec)
	})
	if err != nil || len(yaml) == 0 {
		return err
	}
	return r.takeTopology(yaml)
}

// A topology is one of topology.yaml.
type topology struct {
	name, form pair // form is tree, block, flat or ring
	ofCluster  bool
	switches   []record
}

// yamlLine takes a line of topology.yaml: its keys say where they belong, so that indentation does not matter.
func yamlLine(l line, all *[]topology) error {
	text := strings.TrimSpace(strings.TrimPrefix(l.text, "- "))
	name, value, ok := strings.Cut(text, ":")
	p := pair{at: l.at, key: strings.ToLower(name), name: name, value: strings.Trim(strings.TrimSpace(value), `"'`)}
	if p.key == "topology" && ok {
		if *all = append(*all, topology{name: p}); len(*all) > maxFew {
			return p.wrong(ErrFew)
		}
		return nil
	}
	if text == "---" || text == "..." || l.text[0] == '-' && !ok { // an item of block_sizes
		return nil
	}
	if len(*all) == 0 || !ok || strings.HasPrefix(p.value, "{") || strings.HasPrefix(p.value, "[") {
		return l.at.wrong("", l.text, ErrYAML)
	}
	t := &(*all)[len(*all)-1]
	switch p.key {
	case "cluster_default":
		t.ofCluster = strings.EqualFold(p.value, "true")
	case "tree", "block", "flat", "ring":
		t.form = p
	case "switch":
		t.switches = append(t.switches, record{p})
	case "children", "nodes":
		if n := len(t.switches); n > 0 && t.form.key == "tree" {
			if p.key == "children" {
				p.key = "switches"
			}
			t.switches[n-1] = append(t.switches[n-1], p)
		}
	}
	return nil
}

// takeTopology takes the topology of the cluster: the one that says so, or the first.
func (r *reader) takeTopology(all []topology) error {
	chosen := 0
	for i := range all {
		if all[i].ofCluster {
			chosen = i
			break
		}
	}
	for i, t := range all {
		if i != chosen {
			r.ignore(t.name.at, t.name.text(), "partitions have the topology of the cluster")
		}
	}
	t := all[chosen]
	r.d.Scheduling.Topology = t.form.key == "tree"
	switch t.form.key {
	case "tree":
		for _, rec := range t.switches {
			if err := r.addSwitch(rec); err != nil {
				return err
			}
		}
	case "flat":
	default:
		r.ignore(t.name.at, t.name.text(), whyTopology)
	}
	return nil
}

// addSwitch adds a switch: its name, its nodes, or the switches below it.
func (r *reader) addSwitch(rec record) error {
	s := cluster.Switch{Name: rec[0].value}
	for _, p := range rec[1:] {
		switch p.key {
		case "nodes":
			names, err := r.expandAll(p.value)
			if err != nil {
				return p.wrong(err)
			}
			have, unknown := r.known(names)
			if s.Nodes = p.value; unknown > 0 {
				s.Nodes = hostlist.Compress(have)
				r.assume("Switch %s names %d nodes that slurm.conf does not have; they are left out.", clip(s.Name), unknown)
			} else if strings.EqualFold(p.value, "ALL") {
				s.Nodes = hostlist.Compress(have)
			}
		case "switches":
			if _, err := r.expand(p.value); err != nil {
				return p.wrong(err)
			}
			s.Switches = p.value
		case "linkspeed", "level": // scontrol show topology has the level
		default:
			r.ignore(p.at, p.text(), whyTopology)
		}
	}
	r.d.Switches = append(r.d.Switches, s)
	return nil
}
