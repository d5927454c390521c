// Package result is the one schema of what a run leaves behind. Arrow, Parquet,
// CSV, the page's table and the README's column table are all made from the
// Schemas here, and tests fail where one of them differs.
//
// Column names are snake_case with the unit at the end (wait_s). Seconds are
// float64 so that one schema serves schedulers with whole-second and with
// finer clocks; flags are booleans; low-cardinality text is dictionary-encoded.
package result

// Type is the type of a column.
type Type uint8

const (
	Float Type = iota // float64; NaN is null
	Int               // int64; never null
	Bool              // never null
	Text              // dictionary-encoded UTF-8; code -1 is null
)

// String returns the type's name as the column table prints it.
func (t Type) String() string { return [...]string{"float64", "int64", "bool", "text"}[t] }

// A Column defines one column of a table.
type Column struct {
	Name     string `json:"name"`
	Type     Type   `json:"-"`
	Unit     string `json:"unit,omitempty"`    // "s", "processors", ... or "" where there is none
	Formula  string `json:"formula,omitempty"` // in terms of other columns, "" where it is given
	Doc      string `json:"doc"`               // one sentence
	Nullable bool   `json:"nullable"`          // Doc says what null means
}

// A Schema is an ordered set of columns with a name, which is also the name of
// the file that holds the table (jobs.parquet).
type Schema struct {
	Name    string
	Doc     string
	Columns []Column
}

// Index returns the place of the named column, or -1.
func (s *Schema) Index(name string) int {
	for i := range s.Columns {
		if s.Columns[i].Name == name {
			return i
		}
	}
	return -1
}

// Jobs is the table with one row per job and run.
var Jobs = &Schema{
	Name: "jobs",
	Doc:  "one row per job and run",
	Columns: []Column{
		{Name: "run", Type: Text, Doc: "The run this row belongs to: workload and policy, the key into the runs table."},
		{Name: "policy", Type: Text, Doc: "The scheduling policy's name, as `backfill policies` lists it."},
		{Name: "job", Type: Int, Doc: "The job's number in the log."},
		{Name: "user", Type: Text, Nullable: true, Doc: "Who submitted it; null where the log does not say."},
		{Name: "group", Type: Text, Nullable: true, Doc: "The user's group or account; null where the log does not say."},
		{Name: "queue", Type: Text, Nullable: true, Doc: "The queue it was submitted to; null where the log does not say."},
		{Name: "site", Type: Text, Nullable: true, Doc: "The site it ran on; null on a single machine."},
		{Name: "submit_s", Type: Float, Unit: "s", Doc: "When it was submitted, since the start of the workload."},
		{Name: "start_s", Type: Float, Unit: "s", Doc: "When it started; it holds its processors during [start_s, end_s)."},
		{Name: "end_s", Type: Float, Unit: "s", Formula: "start_s + run_s", Doc: "When it ended."},
		{Name: "wait_s", Type: Float, Unit: "s", Formula: "start_s - submit_s", Doc: "How long it waited."},
		{Name: "run_s", Type: Float, Unit: "s", Formula: "end_s - start_s", Doc: "How long it ran, cut at its estimate where killed."},
		{Name: "estimate_s", Type: Float, Unit: "s", Doc: "The run time its user asked for."},
		{Name: "procs", Type: Int, Unit: "processors", Doc: "How many processors it held."},
		{Name: "killed", Type: Bool, Doc: "Whether it was cut at its estimate."},
	},
}
