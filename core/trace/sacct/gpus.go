package sacct

import (
	"bytes"
	"strings"
)

// gpus sets how many GPUs the current row's job had, or else asked for, and of which type; and what it asked for alone.
func (r *Reader) gpus(rec *Record) {
	rec.GPUType, rec.ReqGPUs, rec.ReqGPUType = None, None, None
	var of [numColumns]gpuAmount
	for _, c := range [...]column{colAllocTRES, colAllocGRES, colReqTRES} {
		of[c] = parseGPUs(r.fields[c])
	}
	nodes := rec.Nodes
	if nodes <= 0 {
		nodes = rec.ReqNodes
	}
	of[colReqGRES] = requestedGRES(r.fields[colReqGRES], max(nodes, 1))
	for _, c := range [...]column{colReqTRES, colReqGRES} {
		if len(r.fields[c]) > 0 && rec.ReqGPUs <= 0 {
			rec.ReqGPUs, rec.ReqGPUType = of[c].n, r.gpuTypes().of(of[c].kind)
		}
	}
	rec.Gres = r.gres(max(nodes, 1))
	for _, c := range [...]column{colAllocTRES, colAllocGRES, colReqTRES, colReqGRES} {
		if of[c].n > 0 {
			r.setGPUs(rec, of[c])
			return
		}
	}
}

// setGPUs sets the GPUs that a job had, or else asked for.
func (r *Reader) setGPUs(rec *Record, a gpuAmount) {
	rec.GPUs, rec.GPUType, rec.GPUMix = a.n, r.gpuTypes().of(a.kind), a.mix
}

// A gpuAmount is a number of GPUs, None if it is not known, of a type, or the first of several.
type gpuAmount struct {
	n    int64
	kind []byte
	mix  bool // of several types
}

// requestedGRES returns the GPUs that ReqGRES asks for in all on a number of nodes. Before Slurm 21.08 that is what each node is to
// have, with or without PER_NODE before it, or, after PER_JOB, the whole job; how many tasks and sockets other words stand for is in
// no column.
func requestedGRES(list []byte, nodes int64) gpuAmount {
	per, rest, found := bytes.Cut(list, []byte(":"))
	if !found || !bytes.HasPrefix(per, []byte("PER_")) {
		per, rest = nil, list
	}
	a := parseGPUs(rest)
	switch {
	case a.n == 0 || string(per) == "PER_JOB":
	case per == nil || string(per) == "PER_NODE":
		a.n *= nodes
	default:
		a.n = None
	}
	return a
}

// nodeLists is the table of lists of nodes.
func (r *Reader) nodeLists() *table { return &r.tables[colNodeList-colJobName] }

// gpuTypes is the table of types of GPUs.
func (r *Reader) gpuTypes() *table { return &r.tables[numColumns-colJobName] }

// taskLists is the table of lists of an array's tasks.
func (r *Reader) taskLists() *table { return &r.tables[numColumns-colJobName+1] }

// parseGPUs reads the number of GPUs and their type in a list of resources: gres/gpu=2 and
// gres/gpu:a100=2 of TRES, gpu:2 and gpu:a100:2(S:0-1) of GRES.
func parseGPUs(list []byte) (a gpuAmount) {
	total, typed := int64(0), int64(0)
	for item := range bytes.SplitSeq(list, []byte(",")) {
		item, _, _ = bytes.Cut(bytes.TrimPrefix(item, []byte("gres/")), []byte("("))
		name, rest := item, []byte(nil)
		if i := bytes.IndexAny(item, ":="); i >= 0 {
			name, rest = item[:i], item[i:]
		}
		if !isGPU(name) {
			continue // of another resource
		}
		count, at := int64(1), len(rest) // gpu alone is one, and so is gpu:a100
		if i := max(bytes.LastIndexByte(rest, ':'), bytes.LastIndexByte(rest, '=')); i >= 0 {
			if n, after := digits(rest[i+1:]); n >= 0 && len(after) == 0 {
				count, at = n, i
			} else if rest[i] == '=' {
				continue // no number that could be one
			}
		}
		if name := bytes.TrimPrefix(rest[:at], []byte(":")); len(name) > 0 {
			if typed += count; a.kind == nil && count > 0 {
				a.kind = name
			}
			a.mix = a.mix || count > 0 && !bytes.Equal(a.kind, name)
		} else {
			total += count
		}
	}
	a.n = max(total, typed)
	return a
}

// isGPU reports whether a generic resource of that name is GPUs: Slurm's own files write it gpu, and sites GPU, too.
func isGPU(name []byte) bool { return strings.EqualFold(string(name), "gpu") }

// dependent reports whether a command line has sbatch's option --dependency or -d, which
// names a kind of dependency.
func dependent(line []byte) bool {
	for _, kind := range [...]string{"after", "singleton", "expand"} {
		for rest := line; ; {
			i := bytes.Index(rest, []byte(kind))
			if i < 0 {
				break
			}
			option := bytes.TrimRight(rest[:i], "\"'= ")
			if bytes.HasSuffix(option, []byte(" --dependency")) || bytes.HasSuffix(option, []byte(" -d")) {
				return true
			}
			rest = rest[i+len(kind):]
		}
	}
	return false
}
