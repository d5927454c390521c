package table

import (
	"fmt"
	"slices"
	"strings"
)

// Detect chooses the map of a table: that of the data set whose columns it has, else by the names of the
// columns.
func Detect(t Table) Map {
	all := t.Columns()
	for i := range Presets {
		if p := &Presets[i]; p.fits(all) {
			m := p.Map
			m.Preset = p.Name
			return m
		}
	}
	var m Map
	for f := range m.From {
		m.From[f] = byName(all, Field(f))
	}
	if m.From[ReqProcs] == m.From[Procs] {
		m.From[ReqProcs] = From{}
	}
	return m
}

// fits tells whether the table is one of the data set.
func (p *Preset) fits(all []Column) bool {
	return !slices.ContainsFunc(p.Columns, func(name string) bool { return find(all, name) < 0 })
}

// byName returns the column that the field comes from by its name, or nowhere. Only types that can be
// one count. Of members of members, the last name counts if no whole name is known and no other column has it.
func byName(all []Column, f Field) From {
	from := likeliest(all, f, func(name string) string { return name })
	if from != (From{}) {
		return from
	}
	last := func(name string) string { return name[strings.LastIndex(name, within)+len(within):] }
	if from = likeliest(all, f, last); from == (From{}) {
		return from
	}
	for _, c := range all {
		if c.Name != from.Column && last(c.Name) == last(from.Column) {
			return From{} // either
		}
	}
	return from
}

// likeliest returns the first column that has, by what counts of its name, the likeliest name of the field.
func likeliest(all []Column, f Field, counts func(string) string) From {
	for _, want := range Fields[f].names {
		for _, c := range all {
			name, unit := bare(counts(c.Name))
			from := From{Column: c.Name}
			if k := Fields[f].kind; unit != "" && (k == instant || k == duration) && (c.Type == Int || c.Type == Float || c.Type == Text) {
				from.Unit = unit
			}
			if f == Status && c.Name == "JobStatus" { // of HTCondor
				from.Unit = "condor"
			}
			if name == want && (unit == "" || Fields[f].kind != number) && (&cell{column: c}).fit(f, false) == nil { // cores_h are none
				return from
			}
		}
	}
	return From{}
}

// KnownNames counts the fields that columns of these names give.
func KnownNames(names []string) (fields int) {
	for f := range Fields {
		if slices.ContainsFunc(names, func(name string) bool {
			plain, _ := bare(name)
			return slices.Contains(Fields[f].names, plain)
		}) {
			fields++
		}
	}
	return fields
}

// endings are how names of columns tell a unit.
var endings = []struct{ ending, unit string }{
	{"_seconds", "s"}, {"_secs", "s"}, {"_sec", "s"}, {"_s", "s"}, {"_minutes", "min"}, {"_mins", "min"}, {"_min", "min"},
	{"_hours", "h"}, {"_hrs", "h"}, {"_h", "h"}, {"_days", "d"}, {"_d", "d"}, {"_ms", "ms"}, {"_millis", "ms"}, {"_us", "us"}, {"_ns", "ns"},
}

// bare returns a name in lower case, with _ between words and without its unit, and the unit.
func bare(name string) (plain, unit string) {
	var b strings.Builder
	small := false
	for _, c := range name {
		switch {
		case c >= 'A' && c <= 'Z':
			if small {
				b.WriteByte('_') // of SubmitTime
			}
			b.WriteRune(c | 0x20)
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			b.WriteRune(c)
		default:
			b.WriteByte('_')
		}
		small = c >= 'a' && c <= 'z'
	}
	plain = b.String()
	for strings.Contains(plain, "__") {
		plain = strings.ReplaceAll(plain, "__", "_")
	}
	plain = strings.Trim(plain, "_")
	raw := slices.Contains([]string{"timelimit_raw", "timelimitraw", "time_limit_number"}, plain)
	if raw || name == "time.limit" { // of sacct and its JSON
		return "timelimit", "min"
	}
	for _, e := range endings {
		if short, ok := strings.CutSuffix(plain, e.ending); ok {
			return strings.TrimSuffix(short, "_epoch"), e.unit // Submit [epoch ms]
		}
	}
	return plain, ""
}

// Describe lists the fields of a map in lines, for help.
func Describe() string {
	var b strings.Builder
	var names, alike []string
	for f, d := range Fields {
		if d.kind == textual && Field(f) != Only {
			names = append(names, d.Key)
			continue
		}
		alike = append(alike, d.Key)
		if Field(f) == Only || d.Doc != Fields[f+1].Doc {
			fmt.Fprintf(&b, "  %-10s %s\n", strings.Join(alike, ", "), d.Doc)
			alike = nil
		}
	}
	fmt.Fprintf(&b, "  %s: texts (an account as group); label is id in results\n", strings.Join(names, ", "))
	return b.String()
}

// Wanted returns the indexes of the columns that Detect takes fields from, those by which it knows the
// data set or rows of one job are told apart, and others that also names, in their order: a table of these alone is read the same,
// if it has few enough columns for its rows to be compared as a whole.
func Wanted(t Table, also []bool) (indexes []int) {
	all := t.Columns()
	m := Detect(t)
	want := slices.Clone(also)
	take := func(name string) {
		if i := find(all, name); i >= 0 && all[i].Type != Other {
			want[i] = true
		}
	}
	for _, from := range m.From {
		if from.Column != "" {
			take(from.Column)
		}
	}
	if p, ok := FindPreset(m.Preset); ok {
		for _, name := range p.Columns {
			take(name)
		}
	} else if m.From[Job].Column != "" {
		k := kinOf(all, func(i int) bool { return want[i] })
		for _, i := range slices.Concat(k.tasks, k.parts, k.others) {
			want[i] = true
		}
	}
	for i, is := range want {
		if is && all[i].Type != Other {
			indexes = append(indexes, i)
		}
	}
	return indexes
}
