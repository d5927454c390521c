package accounting

import (
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// constrain takes the features that an expression of --constraint asks for, and returns why that cannot be simulated, or "".
func constrain(j *cluster.Job, expression string, s *cluster.System) string {
	if j.Features = nil; expression == "" {
		return ""
	}
	c := constraint{s: s, text: strings.ReplaceAll(expression, " ", "")}
	sets := c.either()
	if c.bad || c.text != "" || len(sets) == 0 && len(c.counted) == 0 {
		return unmet
	}
	j.Features = sets
	switch {
	case c.counted != nil:
		asks(j).Counted = c.counted
		sum := int32(0)
		for _, kind := range c.counted {
			sum += kind.Nodes
		}
		j.MinNodes = max(j.MinNodes, sum)
		j.Tasks = max(j.Tasks, j.MinNodes)
		if j.Features = nil; c.all != 0 {
			j.Features = []uint64{c.all}
		}
	case c.alike && !(j.MinNodes == 1 && j.MaxNodes == 1) && len(sets) > 1: // one node is always like itself
		asks(j).Alike = true
	}
	return ""
}

// A constraint reads an expression, which Slurm works out from left to right:
//
//	either = item { ("&" | "|") item }
//	item   = ( name | "(" either ")" | "[" either "]" ) [ "*" digits ]
type constraint struct {
	s       *cluster.System
	text    string // what is left
	alike   bool   // alternatives in brackets: all nodes are to have the same
	counted []cluster.Counted
	all     uint64 // features without a number, beside those with one
	bad     bool
}

// either returns the sets of features, one of which a node must have whole. A name that no node has makes none.
func (c *constraint) either() []uint64 {
	sets := c.item()
	for c.text != "" && !c.bad && (c.text[0] == '&' || c.text[0] == '|') {
		and := c.text[0] == '&'
		c.text = c.text[1:]
		more := c.item()
		if !and {
			sets = append(sets, more...)
			continue
		}
		var both []uint64
		for _, x := range sets {
			for _, y := range more {
				both = append(both, x|y)
			}
		}
		sets = both
	}
	return sets
}

func (c *constraint) item() (sets []uint64) {
	end, before := strings.IndexAny(c.text+"&", "&|()[]*"), len(c.counted)
	switch name := c.text[:end]; {
	case name != "":
		c.text = c.text[end:]
		if k := slices.Index(c.s.Features, name); k >= 0 {
			sets = []uint64{1 << k}
		}
	case end < len(c.text) && (c.text[0] == '(' || c.text[0] == '['):
		closing := ")"
		if c.text[0] == '[' {
			closing, c.alike = "]", true
		}
		c.text = c.text[1:]
		sets = c.either()
		if c.text == "" || c.text[:1] != closing {
			c.bad = true
			return nil
		}
		c.text = c.text[1:]
	default:
		c.bad = true
		return nil
	}
	if digits, is := strings.CutPrefix(c.text, "*"); is {
		rest := strings.TrimLeft(digits, "0123456789")
		n, err := strconv.ParseInt(digits[:len(digits)-len(rest)], 10, 32)
		c.text = rest
		if c.bad = c.bad || err != nil || n < 1 || len(sets) != 1; !c.bad {
			c.counted = append(c.counted, cluster.Counted{Features: sets[0], Nodes: int32(n)})
		}
	} else if len(sets) == 1 && len(c.counted) == before {
		c.all |= sets[0]
	}
	return sets
}
