// Package result is the one schema of what a run leaves behind. Arrow, Parquet,
// CSV, the page's table and RESULTS.md are all made from the
// Schemas here, and tests fail where one of them differs.
//
// Column names are snake_case with the unit at the end (wait_s). Seconds are
// float64 so that one schema serves schedulers with whole-second and with
// finer clocks; flags are booleans; low-cardinality text is dictionary-encoded.
//
// Rows travel in batches: a producer fills a Table of at most BatchRows rows
// and hands it to a Sink, so a run of any length costs the memory of one batch.
//
//	JobRows ── Table ──> Sink ─┬─ Collect   in memory
//	                           ├─ CSV       text
//	                           ├─ Digest    SHA-256 of the values
//	                           ├─ arrowio   Arrow and Parquet files
//	                           └─ Tee       several of these
package result

import (
	"fmt"
	"slices"
)

// BatchRows is how many rows producers put into a Table: the row group of
// DuckDB, so that a batch becomes a row group becomes one unit of its scans.
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

// String returns the type's name as the column table prints it.
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
	Unit     string `json:"unit,omitempty"`     // "s", "processors", ... or "" where there is none
	Formula  string `json:"formula,omitempty"`  // in terms of other columns, "" where it is given
	Doc      string `json:"doc"`                // one sentence
	Nullable bool   `json:"nullable,omitempty"` // Doc says what null means; only Float and Text can be
}

// A Schema is an ordered set of columns with a name, which is also the name of
// the file that holds the table (jobs.parquet).
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
	OnRequest             // some runs, and so many that they are written only when asked for
)

// All lists every table that a run can leave behind. A new table needs an entry
// here and code that makes its rows; every caller of experiment.Execute, every file
// format and every reader then has it.
var All = []*Schema{Jobs, Runs, Steps, Parts, Shares, Decisions, Instances}

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

// The first columns of every table of a run's rows.
var (
	runColumn    = Column{Name: "run", Type: Text, Doc: "The run, the key into the runs table."}
	policyColumn = Column{Name: "policy", Type: Text, Doc: "The scheduling policy's name, as `backfill policies` lists it."}
	jobColumn    = Column{Name: "job", Type: Int, Doc: "The job's number in the log."}
)

// Jobs is the table with one row per job and run.
var Jobs = &Schema{
	Name: "jobs",
	Doc:  "one row per job and run",
	Rows: Always,
	Columns: []Column{
		{Name: "run", Type: Text, Doc: "The run: workload and policy, the key into the runs table."}, policyColumn, jobColumn,
		{Name: "user", Type: Text, Nullable: true, Doc: "Who submitted it; null if the log does not say."},
		{Name: "group", Type: Text, Nullable: true, Doc: "The user's group or account; null if the log does not say."},
		{Name: "queue", Type: Text, Nullable: true, Doc: "The queue it was submitted to; null if the log does not say."},
		{Name: "site", Type: Text, Nullable: true, Doc: "The site it ran on, or several joined by +; null on a single machine."},
		{Name: "submit_s", Type: Float, Unit: "s", Doc: "Submission, since the start of the workload."},
		{Name: "start_s", Type: Float, Unit: "s",
			Doc: "Start; it holds its processors during [start_s, end_s), on shared nodes except in pauses."},
		{Name: "end_s", Type: Float, Unit: "s", Formula: "start_s + run_s", Doc: "When it ended."},
		{Name: "wait_s", Type: Float, Unit: "s", Formula: "start_s - submit_s", Doc: "Waiting time."},
		{Name: "run_s", Type: Float, Unit: "s", Formula: "end_s - start_s", Doc: "Run time, cut at the estimate if killed."},
		{Name: "estimate_s", Type: Float, Unit: "s", Doc: "The run time its user asked for."},
		{Name: "procs", Type: Int, Unit: "processors", Doc: "Processors held; on a cluster, tasks, each on one node."},
		{Name: "killed", Type: Bool, Doc: "Whether it was cut at its estimate."},
		{Name: "planned_s", Type: Float, Unit: "s", Nullable: true, Doc: "Start planned at its submission; null if the policy plans none."},
		{Name: "started_with", Type: Text, Nullable: true,
			Doc: "The queue order in force at its start, such as sjf; null if the policy does not switch."},
		{Name: "home_site", Type: Text, Nullable: true, Doc: "The site it was submitted to; null on a single machine."},
		{Name: "asked_procs", Type: Int, Unit: "processors", Doc: "Processors asked for; it held as many, except on a grid."},
		{Name: "multisite_slowdown", Type: Float, Unit: "1", Nullable: true,
			Doc: "Factor of its run time from running on several sites; null unless it did."},
		{Name: "alone_s", Type: Float, Unit: "s", Nullable: true,
			Doc: "Run time at full speed, on which slowdowns on a cluster are based. Set on a cluster only."},
		{Name: "pauses", Type: Float, Unit: "1", Nullable: true, Doc: "Number of pauses. Set on shared nodes only."},
		{Name: "migrations", Type: Float, Unit: "1", Nullable: true, Doc: "Number of migrations. Set on shared nodes only."},
		{Name: "user_group", Type: Int,
			Doc: "The group of its user by share of all consumption, from 1, the largest, to 5; 5 if the user is unknown."},
	},
}

// Parts is the table of what jobs held on each site of a grid. All parts of a
// job are taken and released together. Runs on a single machine have none.
var Parts = &Schema{
	Name: "parts",
	Doc:  "one row per job of a run on a grid and site that it held processors of",
	Columns: []Column{
		runColumn, policyColumn, jobColumn,
		{Name: "site", Type: Text, Doc: "The site of this row."},
		{Name: "start_s", Type: Float, Unit: "s", Doc: "Start; the job holds the processors during [start_s, end_s)."},
		{Name: "end_s", Type: Float, Unit: "s", Doc: "End, on all of its sites."},
		{Name: "procs", Type: Int, Unit: "processors", Doc: "Processors of the site held."},
	},
}

// Shares is the table of what jobs held of shared nodes. A job without a row at
// some time between its start and its end was paused then.
var Shares = &Schema{
	Name: "shares",
	Doc:  "one row per time during which a job held the same nodes with the same yield",
	Rows: OnRequest,
	Columns: []Column{
		runColumn, policyColumn, jobColumn,
		{Name: "start_s", Type: Float, Unit: "s", Doc: "Beginning of the time [start_s, end_s)."},
		{Name: "end_s", Type: Float, Unit: "s", Doc: "End of that time."},
		{Name: "nodes", Type: Text, Doc: "The nodes of its tasks, from 0: 0-2,5*2 is a task on each of 0, 1 and 2 and two on 5."},
		{Name: "yield", Type: Float, Unit: "1", Doc: "The part that its tasks had of the CPU they need."},
		{Name: "cpu", Type: Float, Unit: "nodes", Formula: "tasks * need * yield",
			Doc: "CPU of all tasks together; the need of a task is the part of a node that it can use."},
		{Name: "state", Type: Text, Doc: "running, or penalty: no progress after a resumption or migration."},
	},
}

// Steps is the table of the decisions that a scheduler records on the way:
// self-tuning steps, site choices, preemptions. Most runs have none. A decision
// between several options has one row for each of them, which differ in option
// and value only; grouping by run and step gives the decisions.
var Steps = &Schema{
	Name: "steps",
	Doc:  "one row per recorded decision of a scheduler and option that it weighed",
	Columns: []Column{
		runColumn, policyColumn,
		{Name: "step", Type: Int, Doc: "The decision's number within its run, from 0."},
		{Name: "time_s", Type: Float, Unit: "s", Doc: "Time of the decision, since the start of the workload."},
		{Name: "kind", Type: Text, Doc: "What was decided: the scheduler's documentation lists its kinds."},
		{Name: "job", Type: Text, Nullable: true, Doc: "The number of the job it was about; null if it was about all of them."},
		{Name: "waiting", Type: Int, Unit: "jobs", Doc: "Number of waiting jobs."},
		{Name: "before", Type: Text, Nullable: true, Doc: "What was in force before (a policy, a site); null if nothing was."},
		{Name: "after", Type: Text, Nullable: true, Doc: "What was chosen; null if nothing was."},
		{Name: "case", Type: Text, Nullable: true, Doc: "The rule that decided, such as 6b of a table of cases; null if there is one rule."},
		{Name: "option", Type: Text, Nullable: true, Doc: "The option of this row (a policy, a site); null if none were weighed."},
		{Name: "value", Type: Float, Nullable: true, Doc: "The option's value, in the unit that kind names; null if it has none."},
	},
}
