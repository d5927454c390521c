package result

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Set holds the sinks of an experiment's tables, by schema. The rows of a table without
// a sink need not be made.
type Set map[*Schema]Sink

// Tables are tables read back or collected, by schema; a missing one is nil.
type Tables map[*Schema]*Table

// Collecting returns a Set that keeps the given tables in memory.
func Collecting(schemas ...*Schema) Set {
	set := Set{}
	for _, s := range schemas {
		set[s] = NewCollect(s)
	}
	return set
}

// Write hands t to its sink, if it has one.
func (set Set) Write(t *Table) error {
	if sink := set[t.Schema]; sink != nil {
		return sink.Write(t)
	}
	return nil
}

// Close closes all sinks, in the order of All, and returns every error.
func (set Set) Close() error {
	var errs []error
	for _, s := range All {
		if sink := set[s]; sink != nil {
			errs = append(errs, sink.Close())
		}
	}
	return errors.Join(errs...)
}

// Tables returns the tables with rows that the set's Collects have kept.
func (set Set) Tables() Tables {
	tables := Tables{}
	for s, sink := range set {
		if c, ok := sink.(*Collect); ok && c.Table().Rows > 0 {
			tables[s] = c.Table()
		}
	}
	return tables
}

// WriteTo hands every table of tables to its sink in set, in the order of All.
func (tables Tables) WriteTo(set Set) error {
	for _, s := range All {
		if t := tables[s]; t != nil {
			if err := set.Write(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// Usual returns the tables that a run writes unless its user asks for others.
func Usual() []*Schema {
	return slices.DeleteFunc(slices.Clone(All), func(s *Schema) bool { return s.Rows == OnRequest })
}

// Named returns the tables of those names, in the order of All; usual stands for those of
// Usual, all for every table. Capitals and spaces around a name do not matter. An unknown
// name is an error that lists the names.
func Named(names ...string) (tables []*Schema, err error) {
	known, folded := []string{"usual", "all"}, make([]string, len(names))
	for i, name := range names {
		folded[i] = strings.ToLower(strings.TrimSpace(name))
	}
	for _, s := range All {
		known = append(known, s.Name)
		if slices.Contains(folded, s.Name) || slices.Contains(folded, "all") || s.Rows != OnRequest && slices.Contains(folded, "usual") {
			tables = append(tables, s)
		}
	}
	for i, name := range names {
		if !slices.Contains(known, folded[i]) {
			return nil, fmt.Errorf("unknown table %q: name some of %s", name, strings.Join(known, ", "))
		}
	}
	return tables, nil
}
