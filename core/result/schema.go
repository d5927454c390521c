// Package result has the tables that a run leaves behind. Arrow, Parquet, CSV, the
// page's table and docs/tables.md are made from the Schemas here, and tests fail where one
// of them differs.
//
// Column names are snake_case with the unit at the end (wait_s). Seconds are float64, so
// one schema serves clocks of whole seconds and finer ones; flags are booleans; texts
// are dictionary-encoded.
//
// Rows travel in batches: a producer fills a Table of at most BatchRows rows and hands
// it to a Sink, so a run of any length costs the memory of one batch.
//
//	JobRows ── Table ──> Sink ─┬─ Collect   in memory
//	                           ├─ CSV       text
//	                           ├─ Digest    SHA-256 of the values
//	                           ├─ arrowio   Arrow and Parquet files
//	                           └─ Tee       several of these
package result

import (
	_ "embed"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/text"
)

// BatchRows is the number of rows in a full Table: DuckDB's row group, so a batch becomes
// a row group and one unit of its scans.
const BatchRows = 122_880

// Type is the type of a column.
type Type uint8

const (
	Float Type = iota // float64; NaN is null
	Int               // int64; never null
	Bool              // never null
	Text              // dictionary-encoded UTF-8; code -1 is null
)

var typeNames = [...]string{"float64", "int64", "bool", "text"}

// String returns the type's name.
func (t Type) String() string { return typeNames[t] }

// MarshalText writes the type as its name.
func (t Type) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads a type's name.
func (t *Type) UnmarshalText(text []byte) error {
	i := slices.Index(typeNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("result: no column type %q; there are %q", text, typeNames)
	}
	*t = Type(i)
	return nil
}

// A Column defines one column of a table.
type Column struct {
	Name     string `json:"name"`
	Type     Type   `json:"type"`
	Unit     string `json:"unit,omitempty"`     // "s", "processors", ... or "" for none
	Formula  string `json:"formula,omitempty"`  // in terms of other columns, or "" for an input
	Doc      string `json:"doc"`                // one sentence
	Nullable bool   `json:"nullable,omitempty"` // Doc says what null means; only Float and Text can be
}

// A Schema is an ordered set of columns. Its name is also that of the table's file
// (jobs.parquet).
type Schema struct {
	Name    string   `json:"name"`
	Doc     string   `json:"doc"`
	Columns []Column `json:"columns"`
	Rows    Rows     `json:"-"`
}

// Rows tells which runs have rows of a table.
type Rows uint8

const (
	Some      Rows = iota // runs of some policies or machines
	Always                // every run, so that its file exists even without a row
	OnRequest             // some runs, but too many to be written unasked
)

// All lists every table that a run can leave behind. A new one needs its columns in columns.tsv, an entry here and
// code that makes its rows; all callers of experiment.Execute, file formats and readers
// then have it.
var All = []*Schema{Jobs, Runs, Steps, Parts, Allocations, Shares, Decisions, Instances}

// Index returns the place of the named column, or -1.
func (s *Schema) Index(name string) int {
	for i := range s.Columns {
		if s.Columns[i].Name == name {
			return i
		}
	}
	return -1
}

// Equal tells whether two schemas define the same table.
func (s *Schema) Equal(o *Schema) bool {
	return s == o || s.Name == o.Name && s.Doc == o.Doc && slices.Equal(s.Columns, o.Columns)
}

//go:embed columns.tsv
var columns string

// columnsOf returns the columns of a table in columns.tsv.
func columnsOf(name string) (all []Column) {
	for row := range text.Rows(columns) {
		if row[0] != name {
			continue
		}
		c := Column{Name: row[1], Nullable: row[3] != "", Unit: row[4], Formula: row[5], Doc: row[6]}
		if err := c.Type.UnmarshalText([]byte(row[2])); err != nil {
			panic(err) // a test reads all of them
		}
		all = append(all, c)
	}
	return all
}

// Jobs is the table with one row per job and run.
var Jobs = &Schema{Name: "jobs", Doc: "one row per job and run", Rows: Always, Columns: columnsOf("jobs")}

// Parts is the table of what jobs held on each site of a grid. All parts of a job are
// taken and released together.
var Parts = &Schema{Name: "parts", Doc: "one row per job and site on which it held processors, on a grid", Columns: columnsOf("parts")}

// Allocations is the table of what jobs held of nodes with resources. A job that was preempted, requeued
// or lost its nodes has a row for each of its runs, in order of time; the last one is that of Jobs.
var Allocations = &Schema{Name: "allocations", Doc: "one row per run of a job on a cluster", Columns: columnsOf("allocations")}

// Shares is the table of what jobs held of shared nodes. Between its start and its end, a
// job without a row is paused.
var Shares = &Schema{Name: "shares", Doc: "one row per period in which a job held the same nodes with the same yield",
	Rows: OnRequest, Columns: columnsOf("shares")}

// Steps is the table of decisions that a scheduler records: self-tuning steps, site
// choices, preemptions. Most runs have none. A decision has a row for each option, and
// these differ in option and value only; grouping by run and step gives the decisions.
var Steps = &Schema{Name: "steps", Doc: "one row per recorded decision of a scheduler and option it considered",
	Columns: columnsOf("steps")}
