package table

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/internal/jsonerror"
	"github.com/backfill-lab/backfill/internal/nearest"
)

// A From says where a field comes from. The zero From is nowhere.
type From struct {
	Column string // its name; names that differ in case only are the same unless one fits exactly
	Unit   string // "" is that of the column's type, else seconds, KiB or whole numbers
}

// A Map says where each field comes from.
type Map struct {
	Preset string // the name of the one it begins with, Auto, or ""
	From   [NumFields]From
	drop   [NumFields]bool // fields of Auto that are left out
}

// Auto is the name of the map that Detect chooses.
const Auto = "auto"

// maxMap bounds the text of a map, in bytes.
const maxMap = 64 << 10

// ParseMap reads a map as the package comment has it, or as a JSON object with fields as keys and
// texts "column" or "column:unit" as values, and "preset" for the name of one. A field of a preset is
// replaced, or with an empty column left out.
func ParseMap(s string) (Map, error) {
	s = strings.TrimSpace(s)
	if len(s) > maxMap {
		return Map{}, fmt.Errorf("the map of columns is longer than %d bytes", maxMap)
	}
	if strings.HasPrefix(s, "{") {
		return parseJSON(s)
	}
	var m Map
	for i, entry := range split(s, ',') {
		key, value, given := strings.Cut(entry, "=")
		if !given {
			if i > 0 || strings.TrimSpace(entry) == "" {
				return Map{}, fmt.Errorf("the map of columns: %q has no =: give field=column or field=column:unit", entry)
			}
			var err error
			if m, err = preset(entry); err != nil {
				return Map{}, err
			}
			continue
		}
		if err := m.set(key, value); err != nil {
			return Map{}, err
		}
	}
	return m, nil
}

// preset returns the map of that name.
func preset(name string) (Map, error) {
	name = strings.TrimSpace(name)
	if name == Auto {
		return Map{Preset: Auto}, nil
	}
	if p, ok := FindPreset(name); ok {
		m := p.Map
		m.Preset = p.Name
		return m, nil
	}
	names := []string{Auto}
	for _, p := range Presets {
		names = append(names, p.Name)
	}
	hint := ""
	if near := nearest.Name(name, names); near != "" {
		hint = "; did you mean " + near + "?"
	}
	return Map{}, fmt.Errorf("unknown map of columns %q: give field=column, or a data set's name (%s)%s",
		name, strings.Join(names, ", "), hint)
}

func parseJSON(s string) (Map, error) {
	var all map[string]string
	d := json.NewDecoder(bytes.NewReader([]byte(s)))
	if err := d.Decode(&all); err != nil {
		return Map{}, fmt.Errorf("the map of columns is not JSON with texts for fields, such as {\"submit\": \"submit_time:ms\"}: %w",
			jsonerror.Words(err))
	}
	if d.More() {
		return Map{}, fmt.Errorf("the map of columns: unexpected data after the JSON object")
	}
	var m Map
	if name, ok := all["preset"]; ok {
		var err error
		if m, err = preset(name); err != nil {
			return Map{}, err
		}
		delete(all, "preset")
	}
	var fields []string
	for key := range all {
		fields = append(fields, key)
	}
	slices.Sort(fields)
	for _, key := range fields {
		if err := m.set(key, all[key]); err != nil {
			return Map{}, err
		}
	}
	return m, nil
}

// set gives a field its column.
func (m *Map) set(key, value string) error {
	f, ok := fieldOf(key)
	if !ok {
		return fmt.Errorf("the map of columns: unknown field %q: choose one of %s", strings.TrimSpace(key), keys())
	}
	parts := split(value, ':')
	from := From{Column: unquote(parts[0])}
	if len(parts) > 1 {
		from.Unit = unquote(strings.Join(parts[1:], ":"))
	}
	if from.Column != "" {
		if err := check(f, from); err != nil {
			return err
		}
	} else if from = (From{}); m.Preset == "" {
		return fmt.Errorf("the map of columns: %s= names no column", f)
	}
	m.From[f], m.drop[f] = from, from.Column == ""
	return nil
}

// check reports a unit that the field cannot have.
func check(f Field, from From) error {
	if _, _, err := scaleOf(f, from.Unit); err != nil {
		return fmt.Errorf("the map of columns: %s=%s: %w", f, from.Column, err)
	}
	return nil
}

// scaleOf returns the scale of a unit of the field, and whether there is one given.
func scaleOf(f Field, unit string) (s scale, given bool, err error) {
	one := scale{num: 1, den: 1}
	if unit == "" || f == Only {
		return one, false, nil
	}
	var ok bool
	switch k := Fields[f].kind; k {
	case instant, duration:
		if s, ok = timeUnits[unit]; k == instant && (orderOf(unit) != unordered || unit == excel) {
			s, ok = one, true
		}
	case amount:
		s, ok = memoryUnits[unit]
	case number:
		if f == Job {
			return one, false, fmt.Errorf("a job's number has no unit, and %q is given", unit)
		}
		if n, err := strconv.ParseInt(strings.TrimPrefix(unit, "x"), 10, 32); err == nil && n > 0 && strings.HasPrefix(unit, "x") {
			return scale{num: n, den: 1}, true, nil
		}
		if s, ok = one, unit == tres; unit == "milli" {
			s, ok = scale{num: 1, den: 1000, up: true}, true
		}
	case status:
		s, ok = one, slices.Contains([]string{"swf", "exit", "slurm", "condor"}, unit)
	case textual:
		return one, false, fmt.Errorf("a name has no unit, and %q is given", unit)
	}
	if !ok {
		return one, false, fmt.Errorf("unknown unit %q: give %s", unit, units[Fields[f].kind])
	}
	return s, true, nil
}

// split cuts a text at each separator outside double quotes.
func split(s string, sep byte) (parts []string) {
	quoted, from := false, 0
	for i := range len(s) {
		switch {
		case s[i] == '"':
			quoted = !quoted
		case s[i] == sep && !quoted:
			parts = append(parts, s[from:i])
			from = i + 1
		}
	}
	return append(parts, s[from:])
}

// unquote drops double quotes; within them, two stand for one.
func unquote(s string) string {
	s = strings.TrimSpace(s)
	if !strings.Contains(s, `"`) {
		return s
	}
	var b strings.Builder
	quoted := false
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] != '"':
			b.WriteByte(s[i])
		case quoted && i+1 < len(s) && s[i+1] == '"':
			b.WriteByte('"')
			i++
		default:
			quoted = !quoted
		}
	}
	return b.String()
}

// String returns the map as ParseMap reads it, fields in their order.
func (m Map) String() string {
	var all []string
	base := Map{}
	if p, ok := FindPreset(m.Preset); ok {
		base = p.Map
	}
	if m.Preset != "" {
		all = []string{m.Preset}
	}
	for f, from := range m.From {
		if from == base.From[f] && !(m.Preset == Auto && m.drop[f]) {
			continue
		}
		entry := Field(f).String() + "=" + Quote(from.Column)
		if from.Unit != "" {
			entry += ":" + Quote(from.Unit)
		}
		all = append(all, entry)
	}
	return strings.Join(all, ",")
}

// Quote returns the name of a column as a Map has it.
func Quote(s string) string {
	if strings.ContainsAny(s, `,:="`) || s != strings.TrimSpace(s) {
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	return s
}
