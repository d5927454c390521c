// Package conf reads the configuration of a Slurm cluster and turns it into a
// cluster.Description: slurm.conf, gres.conf, topology.conf or topology.yaml, accounts and QOS in any of the
// three forms of sacctmgr, and what scontrol shows of the configuration, nodes, partitions and reservations.
//
// What bears on scheduling and is in no Description stands in its list Ignored, with file,
// line and reason; docs/slurm.md has each parameter. What the files leave open stands in Assumed. Keys that have nothing to do with
// scheduling (ports, logs, authentication) are left out.
package conf

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/hostlist"
)

// Files are the files of a cluster; nil is a file that is not given. Without SlurmConf, Reservations must have the nodes, the partitions
// and the configuration. A file that is not what its field says is taken as what it is, if one of the others is that.
type Files struct {
	SlurmConf    *File
	Gres         *File          // gres.conf
	Topology     *File          // topology.conf, or topology.yaml of Slurm since 25.05
	Sacctmgr     *File          // commands of sacctmgr, its dump, or sacctmgr show qos|assoc -P; also one after the other
	Reservations *File          // scontrol show reservation, node, partition, config; also one after the other
	Location     *time.Location // of the times in Reservations; nil is UTC
	SlurmVersion string         // or "": what the files say

	conf kind // what SlurmConf is, if it is something else
}

// A File is a text, maybe compressed by gzip, and its name for messages.
type File struct {
	Name string
	Data io.Reader
}

// Bounds of what is read: far above any cluster, and low enough that hostile files cost
// neither much memory nor much time.
const (
	maxNodes  = 1 << 18  // nodes of the cluster
	maxNames  = 1 << 22  // names in all lists of nodes together
	maxLines  = 1 << 20  // lines of a file
	maxLine   = 1 << 20  // bytes of a line with its continuations
	maxText   = 64 << 20 // bytes of a file
	maxAllRow = 1 << 16  // partitions, and associations of one command
	maxFew    = 1 << 10  // QOS, node sets, keys of a line, names in a list of QOS
	maxDepth  = 1 << 7   // accounts above an account
	maxWork   = 1 << 24  // settings of associations that all commands look at
	maxNotes  = 1 << 14  // lines of Ignored, and of Assumed
	maxCPUs   = 1 << 16  // CPUs of a CpuSpecList
)

// Read returns the cluster that the files describe. Every error of a file's content is a
// *ParseError; the first ends the reading. Read does not close the files.
func Read(files Files) (*cluster.Description, error) {
	if files.SlurmConf == nil && files.Reservations == nil {
		return nil, ErrNoConf
	}
	r := newReader(files.Location)
	r.d.SlurmVersion = files.SlurmVersion
	sorted, err := files.sort()
	if err != nil {
		return nil, err
	}
	read := func(kind kind, as func(*File) error) {
		for _, f := range sorted[kind] {
			if err == nil {
				err = as(f)
			}
		}
	}
	read(unknown, r.readConf)
	read(scontrolKind, r.readScontrol)
	if err == nil {
		err = r.settle(&files, len(sorted[unknown]) > 0)
	}
	if read(gresKind, r.readGres); len(sorted[gresKind]) == 0 {
		r.mergeGres(nil)
	}
	read(topologyKind, r.readTopology)
	read(sacctmgrKind, r.readSacctmgr)
	if err != nil {
		return nil, err
	}
	if err := r.takeBlocks(); err != nil {
		return nil, err
	}
	if err := r.finish(len(sorted[topologyKind]) > 0, len(sorted[sacctmgrKind]) > 0); err != nil {
		return nil, err
	}
	return &r.d, nil
}

// sort returns the files by what they are, slurm.conf as unknown.
func (files *Files) sort() (sorted [scontrolKind + 1][]*File, err error) {
	for _, f := range []struct {
		file *File
		kind kind
	}{
		{files.SlurmConf, unknown}, {files.Gres, gresKind}, {files.Topology, topologyKind}, {files.Sacctmgr, sacctmgrKind},
		{files.Reservations, scontrolKind},
	} {
		if f.file == nil {
			continue
		}
		file := *f.file
		is, err := kindOf(&file)
		if err != nil {
			return sorted, err
		}
		if f.kind == unknown {
			files.conf = is
		}
		if is == unknown {
			is = f.kind
		}
		sorted[is] = append(sorted[is], &file)
	}
	return sorted, nil
}

// A reader is what is known of the cluster while its files are read.
type reader struct {
	d        cluster.Description
	location *time.Location
	names    int             // that lists of nodes may still have
	assumed  map[string]bool // sentences of d.Assumed

	// slurm.conf
	nodes       []*nodeLine
	nodeOf      map[string]int // index in nodes, by name
	nodeOrder   []string       // names as slurm.conf has them
	nodeDefault record
	down        []downLine
	sets        []record // NodeSet lines
	parts       []record // PartitionName lines with what DEFAULT gave them
	partDefault record
	globals     map[string]pair   // the last of each
	memory      cluster.Partition // what partitions inherit
	unit        string            // what jobs get of nodes: CR_CPU, CR_CORE or CR_SOCKET
	suspending  []pair            // that say PreemptMode=SUSPEND

	shown   shown
	include place // the first Include line; its line is 0 for none

	gres []gresLine
	book book // accounts and QOS
}

func newReader(location *time.Location) *reader {
	if location == nil {
		location = time.UTC
	}
	r := &reader{location: location, names: maxNames, assumed: map[string]bool{}, nodeOf: map[string]int{}, globals: map[string]pair{}}
	r.d.Format = cluster.Format
	r.book.init()
	return r
}

// expand returns the names of a list, out of what all lists may have together.
func (r *reader) expand(list string) ([]string, error) {
	names, err := hostlist.Expand(list, min(r.names, maxNodes))
	r.names -= len(names)
	return names, err
}

// all returns the names of all nodes, as expand does for ALL.
func (r *reader) all() ([]string, error) {
	if r.names -= len(r.nodeOrder); r.names < 0 {
		return nil, hostlist.ErrMany
	}
	return r.nodeOrder, nil
}

// ignore notes what no simulation models; why may be "".
func (r *reader) ignore(at place, text, why string) {
	if len(r.d.Ignored) >= maxNotes {
		r.assume("More lines than the first %d are ignored.", maxNotes)
		return
	}
	r.d.Ignored = append(r.d.Ignored, cluster.Ignored{File: at.file, Line: at.line, Text: clip(text), Why: why})
}

// assume notes what the files do not say.
func (r *reader) assume(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	if !r.assumed[s] && len(r.assumed) < maxNotes {
		r.assumed[s] = true
		r.d.Assumed = append(r.d.Assumed, s)
	}
}

// readConf reads slurm.conf.
func (r *reader) readConf(f *File) error { return eachLine(f, r.confLine) }

// settle makes nodes and partitions of what slurm.conf and scontrol say.
func (r *reader) settle(files *Files, conf bool) error {
	if err := r.takeShown(conf); err != nil {
		return err
	}
	if len(r.nodes) == 0 {
		return r.missing(files, ErrNoNodes)
	}
	if len(r.parts) == 0 {
		return r.missing(files, ErrNoParts)
	}
	r.setPriority()
	for _, set := range []func() error{r.setSelect, r.setPartitions} {
		if err := set(); err != nil {
			return err
		}
	}
	return r.setOutages()
}

// missing returns the error of files without nodes or partitions.
func (r *reader) missing(files *Files, err error) error {
	f := files.SlurmConf
	if f == nil {
		f = files.Reservations
	}
	switch at, dynamic := r.globals["maxnodecount"]; {
	case r.include.line > 0:
		return r.include.wrong("Include", "", ErrIncluded)
	case files.SlurmConf != nil && kindNames[files.conf] != "":
		return place{f.Name, 1}.wrong("", "", fmt.Errorf("this is %s: give slurm.conf, too", kindNames[files.conf]))
	case dynamic && err == ErrNoNodes && len(r.shown.config) == 0:
		return at.wrong(ErrDynamic)
	}
	return &ParseError{File: f.Name, Line: 1, Err: err}
}

// template tells whether a line is of a file that a program makes a configuration of.
func template(s string) bool {
	return strings.Contains(s, "{{") || strings.Contains(s, "{%") || strings.Contains(s, "<%") || strings.Contains(s, "${")
}

// confLine reads a line of slurm.conf.
func (r *reader) confLine(l line) error {
	if words := strings.Fields(l.text); len(words) > 1 && strings.EqualFold(words[0], "include") && words[1][0] != '=' {
		r.ignore(l.at, l.text, "give one file, with the included lines in it")
		if r.include.line == 0 {
			r.include = l.at
		}
		return nil
	}
	if template(l.text) {
		return l.at.wrong("", l.text, ErrTemplate)
	}
	rec, err := parsePairs(l)
	if err != nil || len(rec) == 0 {
		return err
	}
	switch rec[0].key {
	case "nodename":
		return r.nodeLine(rec)
	case "partitionname":
		return r.partitionLine(rec)
	case "nodeset":
		if len(r.sets) == maxFew {
			return rec[0].wrong(ErrFew)
		}
		r.sets = append(r.sets, rec)
		return nil
	case "downnodes":
		return r.downLine(rec)
	case "frontendname":
		return nil // where slurmd runs, for an emulated machine
	}
	for _, p := range rec {
		if err := r.global(p); err != nil {
			return err
		}
	}
	return nil
}
