package sweep

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/internal/nearest"
)

// MaxRuns bounds the runs of a study: planning takes about 100 bytes of memory for each.
const MaxRuns = 10_000_000

// A node is a part of a study's JSON that stands for one or more values. The i-th value is
// written when it is asked for, so a study of a million runs is as small as its file.
//
// An object is the product of its fields, of which the last varies fastest. A list where the
// Spec has one value is a choice, the sum of its elements.
type node struct {
	count int    // of values
	path  string // of a choice: workload.model.load
	leaf  []byte // JSON; nil for the others
	names []string
	parts []*node // of an object, a list of the Spec's own (names is nil), or a choice
	ends  []int   // parallel to the parts of a choice: the values of those up to it
	given []Given // parallel to the parts of a choice: those that are no plain values; nil if all are
	kind  nodeKind
	steps *numbers // of a range
	whole bool     // the Spec has a whole number where a choice or a range stands
}

type nodeKind uint8

const (
	leafNode nodeKind = iota
	objectNode
	listNode
	choiceNode
	rangeNode
)

// A Value is what a run has where its study varies. Where that is one of several objects or lists, it is the label of it.
type Value struct {
	Path string `json:"path"` // in the study's JSON: workload.model.load
	JSON string `json:"value"`
}

// A Given is an object or a list that stands among several in a study's list.
type Given struct {
	// Label is the object's own name, if no other in the list has it, else the place in the list, "#2". "" is a plain value.
	Label string          `json:"value"`
	JSON  json.RawMessage `json:"is"` // as in the study
}

// longestLabel bounds labels in bytes: they name folders.
const longestLabel = 60

// label returns what names the elements of a choice that are no plain values.
func label(elements []json.RawMessage, parts []*node) []Given {
	var all []Given
	count := map[string]int{}
	for k, part := range parts {
		if part.plain() {
			continue
		}
		if all == nil {
			all = make([]Given, len(parts))
		}
		var named struct{ Name string }
		if json.Unmarshal(elements[k], &named) == nil && len(named.Name) <= longestLabel {
			all[k].Label = named.Name
		}
		all[k].JSON = elements[k]
		count[all[k].Label]++
	}
	for k := range all {
		if g := &all[k]; g.JSON != nil && (count[g.Label] > 1 || g.Label == "" || g.Label[0] == '#') {
			g.Label = "#" + strconv.Itoa(k+1)
		}
	}
	return all
}

// plain tells whether each value is a number, a text, true, false or null.
func (n *node) plain() bool {
	return n.kind == rangeNode || n.kind == leafNode && n.leaf[0] != '{' && n.leaf[0] != '['
}

// build makes the node of raw where the Spec has a value of type t.
func build(raw []byte, t reflect.Type, path string) (*node, error) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	raw = bytes.TrimSpace(raw)
	switch {
	case len(raw) == 0:
		return nil, fmt.Errorf("%s: there is no value", path)
	case raw[0] == '[':
		return buildList(raw, t, path)
	case raw[0] == '{' && isNumber(t):
		steps, err := parseNumbers(raw, path)
		if err != nil {
			return nil, err
		}
		return &node{kind: rangeNode, count: steps.count, path: path, steps: steps, whole: isWhole(t) && steps.places == 0}, nil
	case raw[0] == '{' && t.Kind() == reflect.Struct && !readsItself(t):
		return buildObject(raw, t, path)
	}
	compact := new(bytes.Buffer)
	if err := json.Compact(compact, raw); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &node{count: 1, leaf: compact.Bytes()}, nil
}

// readsItself tells whether values of t have their own way to be read from JSON.
func readsItself(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]())
}

func isNumber(t reflect.Type) bool {
	return t.Kind() >= reflect.Int && t.Kind() <= reflect.Float64
}

// null is the JSON of no value.
const null = "null"

func isWhole(t reflect.Type) bool { return t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64 }

// policiesPath is the one list of the Spec that always varies: a run has one policy.
const policiesPath = "policies"

// buildList makes a choice of a list where the Spec has one value, else the list itself.
func buildList(raw []byte, t reflect.Type, path string) (*node, error) {
	var elements []json.RawMessage
	if err := json.Unmarshal(raw, &elements); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	own := t.Kind() == reflect.Slice || t.Kind() == reflect.Array
	n := &node{kind: choiceNode, path: path, count: 1, whole: isWhole(t)}
	of := t
	switch {
	case len(elements) == 0 && (!own || path == policiesPath):
		return nil, fmt.Errorf("%s: the list is empty: name at least one value, or leave it out", path)
	case path == policiesPath && own:
		of = t.Elem()
	case own && (!slices.ContainsFunc(elements, isList) || t.Elem().Kind() == reflect.Slice):
		n.kind, of = listNode, t.Elem()
	}
	if n.kind == choiceNode {
		n.count = 0
	}
	for i, e := range elements {
		at := path
		if n.kind == listNode {
			at += "." + strconv.Itoa(i)
		}
		part, err := build(e, of, at)
		if err != nil {
			return nil, err
		}
		if n.kind == choiceNode && part.kind == choiceNode {
			return nil, fmt.Errorf("%s: a list inside a list: write its values into the outer one", path)
		}
		n.parts = append(n.parts, part)
		if err := n.add(part, path); err != nil {
			return nil, err
		}
		n.ends = append(n.ends, n.count)
	}
	if n.count == 1 && n.kind == choiceNode && path != policiesPath {
		return n.parts[0], nil
	}
	if n.kind == choiceNode {
		n.given = label(elements, n.parts)
	}
	return n, nil
}

func isList(raw json.RawMessage) bool { return raw[0] == '[' } // elements of a list have no space before them

// add counts another part.
func (n *node) add(part *node, path string) error {
	if n.kind == choiceNode {
		n.count += part.count
	} else if part.count > MaxRuns/n.count {
		n.count = MaxRuns + 1
	} else {
		n.count *= part.count
	}
	if n.count > MaxRuns {
		return fmt.Errorf("%s: more than %d runs: split the study", path, MaxRuns)
	}
	return nil
}

// buildObject makes the product of an object's fields, in the order of t's.
func buildObject(raw []byte, t reflect.Type, path string) (*node, error) {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(raw, &given); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if path == "" {
		delete(given, "$schema") // for editors
	}
	n := &node{kind: objectNode, count: 1, names: []string{}}
	var known []string
	for _, f := range fields(t) {
		known = append(known, f.name)
		value, is := given[f.name]
		if !is {
			continue
		}
		delete(given, f.name)
		part, err := build(value, f.of, join(path, f.name))
		if err != nil {
			return nil, err
		}
		n.names, n.parts = append(n.names, f.name), append(n.parts, part)
		if err := n.add(part, join(path, f.name)); err != nil {
			return nil, err
		}
	}
	for name := range given {
		return nil, fmt.Errorf("%s: unknown field %q: %s", join(path, name), name,
			cmp.Or(nearest.Meant(name, known), "the fields are "+strings.Join(known, ", ")))
	}
	return n, nil
}

func join(path, name string) string { return strings.TrimPrefix(path+"."+name, ".") }

type field struct {
	name string
	of   reflect.Type
}

// fields returns the fields of t as JSON has them. The policies of a Spec come last, so that
// runs which share a workload follow one another.
func fields(t reflect.Type) (all []field) {
	var last []field
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-" || !f.IsExported():
		case f.Anonymous && name == "": // whose fields are those of t
			all = append(all, fields(f.Type)...)
		case t == reflect.TypeFor[experiment.Spec]() && name == policiesPath:
			last = append(last, field{name, f.Type})
		case name != "":
			all = append(all, field{name, f.Type})
		}
	}
	return append(all, last...)
}

// write appends the JSON of the i-th value to to, and calls chose, if not nil, for every
// choice that it is made of.
func (n *node) write(to []byte, i int, chose func(Value)) []byte {
	switch n.kind {
	case rangeNode:
		from := len(to)
		to = n.steps.write(to, i)
		n.chosen(chose, to[from:])
		return to
	case choiceNode:
		k, _ := slices.BinarySearch(n.ends, i+1)
		i -= n.ends[k] - n.parts[k].count
		from := len(to)
		if n.path == policiesPath {
			to = append(n.parts[k].write(append(to, '['), i, nil), ']')
			n.chosen(chose, to[from+1:len(to)-1])
			return to
		}
		if n.given != nil && n.given[k].JSON != nil {
			quoted, _ := json.Marshal(n.given[k].Label) // a text always has JSON
			n.chosen(chose, quoted)
			return n.parts[k].write(to, i, chose)
		}
		to = n.parts[k].write(to, i, nil)
		n.chosen(chose, to[from:])
		return to
	case objectNode, listNode:
		return n.writeAll(to, i, chose)
	}
	return append(to, n.leaf...)
}

func (n *node) chosen(chose func(Value), text []byte) {
	if chose != nil {
		chose(Value{n.path, string(text)})
	}
}

func (n *node) writeAll(to []byte, i int, chose func(Value)) []byte {
	brackets := "[]"
	if n.kind == objectNode {
		brackets = "{}"
	}
	to = append(to, brackets[0])
	left := n.count
	for k, part := range n.parts {
		if k > 0 {
			to = append(to, ',')
		}
		if n.names != nil {
			to = append(strconv.AppendQuote(to, n.names[k]), ':')
		}
		left /= part.count
		to = part.write(to, i/left, chose)
		i %= left
	}
	return append(to, brackets[1])
}

// always tells whether each value of n makes a choice at a path.
func (n *node) always(path string) bool {
	for i := range n.count {
		found := false
		n.write(nil, i, func(v Value) { found = found || v.Path == path })
		if !found {
			return false
		}
	}
	return true
}

// paths calls see for every path at which values vary, in order.
func (n *node) paths(see func(path string)) {
	if n.kind == choiceNode || n.kind == rangeNode {
		see(n.path)
	}
	for _, part := range n.parts {
		part.paths(see)
	}
}
