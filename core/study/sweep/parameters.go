package sweep

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/result"
)

// A Parameter is a column of a sweep's table: what varies in the study, or an option of its
// policies.
type Parameter struct {
	result.Column
	path   string // in the study; "" for an option
	option string // of a policy: slack
}

// OfPolicy tells whether it is an option of policies, which follows from the policy's name.
func (q *Parameter) OfPolicy() bool { return q.option != "" }

// Named returns where the study varies, as Paths does, each with the name of its column if that is another: seed (shake.seed).
func (p *Plan) Named() []string {
	names := p.Paths()
	for _, q := range p.Parameters() {
		if i := slices.Index(names, q.path); i >= 0 && q.Name != q.path {
			names[i] = q.Name + " (" + q.path + ")"
		}
	}
	return names
}

// Varied returns the columns of what the study varies besides policies and their options.
func (p *Plan) Varied() (names []string) {
	for _, q := range p.Parameters() {
		if !q.OfPolicy() {
			names = append(names, q.Name)
		}
	}
	return names
}

// GivenFile is the file beside the table that has the objects for which labels stand in it.
const GivenFile = "varied.json"

// rowsAtOnce bounds the rows in memory.
const rowsAtOnce = 4096

// Parameters returns what varies in the study. A column is named by the end of its path, such as load for
// workload.model.load, or by more of it where that is the name of another column, there or in a table that is kept.
func (p *Plan) Parameters() []Parameter {
	p.once.Do(func() { p.parameters = p.findParameters() })
	return p.parameters
}

func (p *Plan) findParameters() []Parameter {
	var all []Parameter
	taken := func(name string) bool {
		for _, t := range p.Tables { // whose rows have the parameters as columns, too
			if t.Index(name) >= 0 {
				return true
			}
		}
		return result.Runs.Index(name) >= 0 || slices.ContainsFunc(all, func(q Parameter) bool { return q.Name == name })
	}
	add := func(q Parameter, long string) {
		for k := strings.Count(long, "."); k >= 0 && (q.Name == "" || taken(q.Name)); k-- {
			q.Name = strings.ReplaceAll(strings.Join(strings.Split(long, ".")[k:], "_"), " ", "_")
		}
		for taken(q.Name) {
			q.Name = "varied_" + q.Name
		}
		all = append(all, q)
	}
	for _, path := range p.Paths() {
		if path == policiesPath {
			continue
		}
		q := Parameter{path: path}
		q.Type, q.Doc, q.Nullable = p.typeAt(path), "What the study varies at "+path+"; null where a run has no such value.", true
		if q.Type == result.Int {
			q.Doc, q.Nullable = "What the study varies at "+path+".", false
		}
		if p.Given(&q) != nil {
			q.Doc = "Which of the objects at " + path + " in the study: its name or its place there, as in " + GivenFile +
				"; null where a run has none."
		}
		add(q, path)
	}
	for _, option := range p.options() {
		q := Parameter{option: option.name}
		q.Type, q.Doc, q.Nullable = option.of, "The policy's option "+option.name+"; null where it is not given.", true
		add(q, "option."+option.name)
	}
	return all
}

// typeAt returns Int if every run has a whole number at a path and the Spec has nothing else there, such as a seed; Float if all
// values are numbers, or null beside numbers; else Text. So are seeds of 64 bits, of which several would be the same Float.
func (p *Plan) typeAt(path string) result.Type {
	whole, numbers, others := true, false, false
	see := func(text []byte) {
		_, err := strconv.ParseInt(string(text), 10, 64)
		whole = whole && err == nil
		numbers = numbers || isNumeral(text)
		others = others || !isNumeral(text) && string(text) != null
	}
	p.each(func(n *node) {
		if n.path != path {
			return
		}
		whole = whole && n.whole
		for _, part := range n.parts {
			if part.kind != rangeNode { // which is seen by itself
				see(part.leaf)
			}
		}
		if n.kind == rangeNode {
			see(n.steps.write(nil, 0))
			see(n.steps.write(nil, n.count-1))
		}
	})
	switch {
	case whole && (p.workload.always(path) || p.rest.always(path)):
		return result.Int
	case others || !numbers:
		return result.Text
	}
	return result.Float
}

// each calls see for every part of the study.
func (s *Study) each(see func(*node)) {
	s.workload.each(see)
	s.rest.each(see)
}

// each calls see for n and all its parts.
func (n *node) each(see func(*node)) {
	see(n)
	for _, part := range n.parts {
		part.each(see)
	}
}

// isNumeral tells whether a text is a number in JSON that a float64 can tell from its neighbours.
func isNumeral(text []byte) bool {
	var x float64
	if json.Unmarshal(text, &x) != nil || string(text) == null {
		return false
	}
	return math.Abs(x) <= 1<<53 || bytes.ContainsAny(text, ".eE")
}

// options returns the options of the study's policies, such as slack of cons:slack=2.
func (p *Plan) options() (all []option) {
	p.rest.each(func(n *node) {
		if n.kind != choiceNode || n.path != policiesPath {
			return
		}
		for _, part := range n.parts {
			for _, o := range optionsOf(part.leaf) {
				k := slices.IndexFunc(all, func(known option) bool { return known.name == o.name })
				if k < 0 {
					k = len(all)
					all = append(all, option{name: o.name, of: result.Float})
				}
				if !isNumeral([]byte(o.value)) {
					all[k].of = result.Text
				}
			}
		}
	})
	return all
}

type option struct {
	name, value string
	of          result.Type
}

// optionsOf returns the options of a policy's name in JSON.
func optionsOf(name []byte) (all []option) {
	var text string
	if json.Unmarshal(name, &text) != nil {
		return nil
	}
	_, list, _ := strings.Cut(text, ":")
	for part := range strings.SplitSeq(list, ",") {
		if key, value, is := strings.Cut(part, "="); is && !strings.ContainsAny(key, "/*") {
			all = append(all, option{name: strings.ToLower(strings.TrimSpace(key)), value: strings.TrimSpace(value)})
		}
	}
	return all
}
