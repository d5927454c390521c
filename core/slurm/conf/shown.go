package conf

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/hostlist"
)

// A shown is what scontrol prints of a running cluster, in the order of the file, and the tables of sacctmgr of events and reservations.
type shown struct {
	blocks []record // of nodes and reservations; a row of a table is a pair without key
	parts  []record
	config []pair
}

// nodeShown are the keys of a node that are read, with their names in slurm.conf; nodes of a slurm.conf have only their state from here.
var nodeShown = map[string]string{
	"nodename": "nodename", "state": "state", "reason": "reason", "version": "version", "cputot": "cpus", "sockets": "sockets",
	"boards":         "boards",
	"corespersocket": "corespersocket", "threadspercore": "threadspercore", "realmemory": "realmemory", "weight": "weight",
	"availablefeatures": "features", "gres": "gres", "corespeccount": "corespeccount", "cpuspeclist": "cpuspeclist",
	"memspeclimit": "memspeclimit",
}

// readScontrol reads what scontrol shows of the configuration, nodes, partitions and reservations: one after the other in any order.
func (r *reader) readScontrol(f *File) error {
	const none, keys, rest = 0, 1, 2 // of the configuration: its keys end with an empty line
	section := none
	var block record
	end := func() {
		switch {
		case len(block) == 0:
		case block[0].key == "partitionname":
			r.shown.parts = append(r.shown.parts, block)
		default:
			r.shown.blocks = append(r.shown.blocks, block)
		}
		block = nil
	}
	err := eachRawLine(f, func(at place, s string) error {
		words := looseWords(at, s)
		starts := len(words) > 0 && (words[0].key == "nodename" || words[0].key == "partitionname" ||
			words[0].key == "reservationname" && !(len(words) == 1 && len(block) > 0 && block[0].key == "nodename")) // of a node: its reservation
		switch {
		case strings.HasPrefix(s, "Configuration data as of"):
			end()
			section = keys
			return nil
		case starts:
			end()
			section = none
		case section == keys:
			if strings.TrimSpace(s) == "" {
				section = rest
			}
			r.shown.configLine(at, s)
			return nil
		case section == rest:
			return nil
		case strings.Contains(s, "|") && !strings.Contains(s, "="):
			r.shown.blocks = append(r.shown.blocks, record{pair{at: at, value: s}})
			return nil
		case strings.HasPrefix(s, "No ") && words[0].key == "": // "No reservations in the system"
			end()
			return nil
		case len(block) == 0 && len(words) > 0:
			if words[0].key != "" {
				return at.wrong("", s, ErrScontrol)
			}
			return nil
		}
		isNode := len(block) > 0 && block[0].key == "nodename" || len(block) == 0 && starts && words[0].key == "nodename"
		for _, p := range words {
			if isNode {
				if p.key = nodeShown[p.key]; p.key == "" {
					continue
				}
			}
			if block = append(block, p); len(block) > maxFew {
				return at.wrong("", "", ErrFew)
			}
		}
		return nil
	})
	end()
	return err
}

// configLine takes a line of scontrol show config: a key in a column, and its value with a unit.
func (w *shown) configLine(at place, s string) {
	name, value, ok := strings.Cut(s, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !ok || !isKey(name) || value == "(null)" || value == "" || len(w.config) >= maxFew {
		return
	}
	for _, unit := range [...]string{" sec", " min", " usec", " percent"} {
		value = strings.TrimSuffix(value, unit)
	}
	w.config = append(w.config, pair{at: at, key: strings.ToLower(name), name: name, value: value})
}

// takeShown takes from what scontrol shows the configuration, if no slurm.conf is given, the partitions, which may have been
// changed, and the nodes that no slurm.conf names.
func (r *reader) takeShown(conf bool) error {
	for _, p := range r.shown.config {
		switch {
		case p.key == "slurm_version":
			r.version(p)
		case p.key == "boot_time":
			if at, ok := r.date(p.value); ok {
				r.d.Scheduling.StartedUnixS = &at
			}
		case conf || p.name == strings.ToUpper(p.name):
		default:
			if err := r.global(p); err != nil {
				return err
			}
		}
	}
	for _, rec := range r.shown.parts {
		r.shownPartition(rec)
	}
	return r.shownNodes()
}

// version takes a version of Slurm that a file says.
func (r *reader) version(p pair) {
	release, ok := cluster.SlurmRelease(p.value)
	switch have := r.d.SlurmVersion; {
	case !ok:
	case have == "":
		r.d.SlurmVersion = release
	case have != release:
		r.assume("A file is of Slurm %s: the rules are those of %s all the same.", release, have)
	}
}

// shownPartition puts a partition in the place of one of slurm.conf with its name. What is not set is left out.
func (r *reader) shownPartition(rec record) {
	kept, mode := rec[:1:1], cmp.Or(r.d.Preemption.Mode, "off")
	for _, p := range rec[1:] {
		switch strings.ToUpper(p.value) {
		case "(NULL)", "N/A", "NONE", "UNLIMITED", "":
		default:
			if p.key != "preemptmode" || !strings.EqualFold(p.value, mode) { // a partition without one shows the cluster's
				kept = append(kept, p)
			}
		}
	}
	for i, have := range r.parts {
		if have[0].value == kept[0].value {
			r.parts[i] = kept
			return
		}
	}
	r.parts = append(r.parts, kept)
}

// shownNodes adds the nodes that no slurm.conf names, those that are alike in one line.
func (r *reader) shownNodes() error {
	kinds := map[string]int{}
	var names [][]string
	var lines []record
	versions := map[string]bool{}
	for _, rec := range r.shown.blocks {
		if rec[0].key != "nodename" {
			continue
		}
		if v, ok := rec.find("version"); ok && !versions[v.value] {
			versions[v.value] = true
			r.version(v)
		}
		if _, known := r.nodeOf[rec[0].value]; known {
			continue
		}
		if _, sized := rec.find("cpus"); !sized {
			continue // shownNode says that there is no such node
		}
		line, key := record{rec[0]}, ""
		for _, p := range rec[1:] {
			if p.key != "state" && p.key != "reason" && p.key != "version" && p.value != "(null)" && p.text() != "Weight=1" {
				line, key = append(line, p), key+fmt.Sprintf("%s=%q ", p.key, p.value)
			}
		}
		k, ok := kinds[key]
		if !ok {
			k = len(lines)
			kinds[key] = k
			lines, names = append(lines, line), append(names, nil)
		}
		names[k] = append(names[k], rec[0].value)
	}
	had := len(r.nodes) > 0
	for k, line := range lines {
		line[0].value = hostlist.Compress(names[k])
		if err := r.addNodes(line, nil); err != nil {
			return err
		}
		if had {
			r.assume("Nodes %s are not in slurm.conf: they are as scontrol shows them.", clip(line[0].value))
		}
	}
	return nil
}
