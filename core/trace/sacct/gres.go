package sacct

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// gresLists is the table of lists of generic resources other than GPUs.
func (r *Reader) gresLists() *table { return &r.tables[numColumns-colJobName+2] }

// gres returns the generic resources other than GPUs that the current row's job asked for on a number of nodes, or else had.
func (r *Reader) gres(nodes int64) int32 {
	per, rest, _ := bytes.Cut(r.fields[colReqGRES], []byte(":"))
	switch req := r.fields[colReqTRES]; {
	case len(req) > 0:
		return r.gresLists().of(otherGres(req, 1))
	case bytes.HasPrefix(per, []byte("PER_")):
		if string(per) == "PER_NODE" {
			return r.gresLists().of(otherGres(rest, nodes))
		} else if string(per) == "PER_JOB" {
			return r.gresLists().of(otherGres(rest, 1))
		}
	case len(per) > 0:
		return r.gresLists().of(otherGres(r.fields[colReqGRES], nodes))
	}
	list := r.fields[colAllocTRES]
	if len(list) == 0 {
		list = r.fields[colAllocGRES]
	}
	return r.gresLists().of(otherGres(list, 1))
}

// otherGres returns the generic resources other than GPUs of a list of TRES or GRES, with their counts multiplied.
func otherGres(list []byte, times int64) (all []byte) {
	tres := bytes.IndexByte(list, '=') >= 0
	if tres && !bytes.Contains(list, []byte("gres/")) {
		return nil
	}
	for item := range bytes.SplitSeq(list, []byte(",")) {
		item, _, _ = bytes.Cut(item, []byte("("))
		rest, is := bytes.CutPrefix(item, []byte("gres/"))
		name := rest
		if i := bytes.IndexAny(rest, ":="); i >= 0 {
			name = rest[:i]
		}
		if tres && !is || len(name) == 0 || isGPU(name) || string(name) == "gpumem" || string(name) == "gpuutil" {
			continue
		}
		count, at := int64(1), len(rest)
		if i := max(bytes.LastIndexByte(rest, ':'), bytes.LastIndexByte(rest, '=')); i >= 0 {
			if n, after := digits(rest[i+1:]); n >= 0 && len(after) == 0 && len(rest) > i+1 {
				count, at = n, i
			} else if rest[i] == '=' {
				continue // no number that could be one
			}
		}
		if count > 0 && count <= math.MaxInt64/times {
			if all != nil {
				all = append(all, ',')
			}
			all = append(all, rest[:at]...)
			all = strconv.AppendInt(append(all, '='), count*times, 10)
		}
	}
	return all
}

// A Gres is how much of a generic resource a list of Names.Gres has, of a type or "" for the rest.
type Gres struct {
	Name, Type string
	Count      int64
}

// Generic returns the generic resources of a list of Names.Gres, such as shard=4,shard:a100=4: what has a type stands among those of any
// type, too.
func Generic(text string) (list []Gres) {
	typed := map[string]int64{}
	for pass := range 2 { // those with a type, then the rest
		for item := range strings.SplitSeq(text, ",") {
			what, count, _ := strings.Cut(item, "=")
			name, kind, _ := strings.Cut(what, ":")
			n, _ := strconv.ParseInt(count, 10, 64)
			switch {
			case (pass == 0) != (kind != ""):
				continue
			case pass == 0:
				typed[name] += min(n, math.MaxInt64-typed[name])
			default:
				n -= typed[name]
			}
			if n > 0 {
				list = append(list, Gres{name, kind, n})
			}
		}
	}
	return list
}
