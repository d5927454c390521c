package result

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/backfill-lab/backfill/internal/jsonerror"
	"github.com/backfill-lab/backfill/internal/printable"
)

// Meta is what a result file says about itself, in a fixed order.
type Meta []Pair

// A Pair is one entry of a Meta.
type Pair struct{ Key, Value string }

// The keys of Meta that every result file has.
const (
	MetaSpec     = "backfill.spec"            // the experiment.Spec as JSON
	MetaDigest   = "backfill.spec_sha256"     // the Spec's digest
	MetaWorkload = "backfill.workload_sha256" // the workload's digest
	MetaVersion  = "backfill.version"         // the program's version
	MetaStart    = "backfill.unix_start"      // Unix time of second 0 in seconds, "0" if unknown: unix_start + submit_s is a date
	MetaZone     = "backfill.time_zone"       // of the log, such as Europe/Berlin; "" if unknown
	MetaProcs    = "backfill.procs"           // processors of the machine, or of all sites or nodes
	MetaSizeFrom = "backfill.size_from"       // where the size of the machine comes from; "" if the workload is a model's
	MetaIgnored  = "backfill.ignored"         // JSON: what the log says and the runs leave out, see trace.Ignored
	MetaDoubts   = "backfill.doubts"          // JSON: what the log may not mean, see trace.Doubt; "" if there are none
	MetaSchema   = "backfill.schema"          // the table's Schema as JSON, added by the file's writer

	MetaSchemaVersion = "backfill.schema_version" // SchemaVersion, added by the file's writer
)

// SchemaVersion counts the changes of result files that an older program would misread: a column or a table that
// leaves or means something else. Files of any lower number are read (Table.As); files without one are older than 0.1.0.
const SchemaVersion = 1

// Get returns the value of key, or "".
func (m Meta) Get(key string) string {
	for _, p := range m {
		if p.Key == key {
			return p.Value
		}
	}
	return ""
}

// Start returns the Unix time of second 0 in seconds; 0 if it is not known.
func (m Meta) Start() int64 {
	start, _ := strconv.ParseInt(m.Get(MetaStart), 10, 64)
	return start
}

// WithSchema returns m with SchemaVersion and s at the end, so that every column's
// unit, formula and meaning travel with the file.
func (m Meta) WithSchema(s *Schema) Meta {
	text, err := json.Marshal(s)
	if err != nil {
		panic("result: " + err.Error()) // strings, bools and Types always marshal
	}
	_, rest := m.cut(MetaSchema)
	_, rest = rest.cut(MetaSchemaVersion)
	return append(rest, Pair{MetaSchemaVersion, strconv.Itoa(SchemaVersion)}, Pair{MetaSchema, string(text)})
}

// checkVersion returns an error if a newer program wrote the file.
func checkVersion(version, program string) error {
	n, err := strconv.Atoi(version)
	switch {
	case version == "":
		return nil
	case err != nil || n < 1:
		return fmt.Errorf("result: %s in the file's metadata is %q, not a number from 1 on", MetaSchemaVersion, version)
	case n > SchemaVersion:
		return fmt.Errorf("the file has schema version %d, which backfill %s wrote; this program reads versions up to %d: "+
			"install that backfill or a newer one", n, program, SchemaVersion)
	}
	return nil
}

// Schema returns the schema in m's MetaSchema entry, and m without what WithSchema adds. A schema
// equal to one of All is that very one; a file of another version has its own. A file of a
// newer program whose SchemaVersion is higher is an error.
func (m Meta) Schema() (*Schema, Meta, error) {
	version, rest := m.cut(MetaSchemaVersion)
	if err := checkVersion(version, printable.Name(m.Get(MetaVersion))); err != nil {
		return nil, nil, err
	}
	text, rest := rest.cut(MetaSchema)
	if text == "" {
		return nil, nil, fmt.Errorf("result: no %s in the file's metadata; was it written by backfill?", MetaSchema)
	}
	s := new(Schema)
	if err := json.Unmarshal([]byte(text), s); err != nil {
		return nil, nil, fmt.Errorf("result: %s in the file's metadata: %w", MetaSchema, jsonerror.Words(err))
	}
	if len(s.Columns) == 0 {
		return nil, nil, fmt.Errorf("result: %s in the file's metadata has no columns", MetaSchema)
	}
	seen := make(map[string]bool, len(s.Columns))
	for _, c := range s.Columns {
		switch {
		case c.Name == "" || seen[c.Name]:
			return nil, nil, fmt.Errorf("result: %s in the file's metadata has two columns %q", MetaSchema, c.Name)
		case c.Nullable && c.Type != Float && c.Type != Text:
			return nil, nil, fmt.Errorf("result: column %s in the file's metadata: %s cannot be null", c.Name, c.Type)
		}
		seen[c.Name] = true
	}
	for _, known := range All {
		if known.Equal(s) {
			return known, rest, nil
		}
	}
	return s, rest, nil
}

// cut returns the value of key and m without it.
func (m Meta) cut(key string) (value string, rest Meta) {
	rest = make(Meta, 0, len(m)+1)
	for _, p := range m {
		if p.Key == key {
			value = p.Value
		} else {
			rest = append(rest, p)
		}
	}
	return value, rest
}
