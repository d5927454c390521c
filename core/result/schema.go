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
	"fmt"
	"slices"
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

// All lists every table that a run can leave behind. A new one needs an entry here and
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

func text(name, doc string) Column    { return Column{Name: name, Type: Text, Doc: doc} }
func seconds(name, doc string) Column { return float(name, "s", doc) }
func float(name, unit, doc string) Column {
	return Column{Name: name, Type: Float, Unit: unit, Doc: doc}
}
func whole(name, unit, doc string) Column { return Column{Name: name, Type: Int, Unit: unit, Doc: doc} }

func (c Column) by(formula string) Column { c.Formula = formula; return c }
func (c Column) orNull() Column           { c.Nullable = true; return c }

// The first columns of every table of a run's rows.
var (
	runColumn    = text("run", "The run, the key into the runs table.")
	policyColumn = text("policy", "The scheduling policy's name, as `backfill policies` lists it.")
	jobColumn    = whole("job", "", "The job's number in the log.")
)

// Jobs is the table with one row per job and run.
var Jobs = &Schema{
	Name: "jobs",
	Doc:  "one row per job and run",
	Rows: Always,
	Columns: []Column{
		text("run", "The run: workload and policy, the key into the runs table."), policyColumn, jobColumn,
		text("user", "Who submitted it; null if the log does not say.").orNull(),
		text("group", "The user's group or account; null if the log does not say. SQL needs quotes: \"group\".").orNull(),
		text("queue", "The queue it was submitted to; null if the log does not say.").orNull(),
		text("site", "The site it ran on, or several joined by +; null on a single machine.").orNull(),
		seconds("submit_s", "Submission, since the start of the workload."),
		seconds("start_s", "Start; it holds its processors during [start_s, end_s), on shared nodes except in pauses."),
		seconds("end_s", "When it ended.").by("start_s + run_s"),
		seconds("wait_s", "Waiting time.").by("start_s - submit_s"),
		seconds("run_s", "Run time, cut at the estimate if killed.").by("end_s - start_s"),
		seconds("estimate_s", "The run time its user asked for."),
		whole("procs", "processors", "Processors held; on a cluster, tasks, each on one node."),
		{Name: "killed", Type: Bool, Doc: "Whether it was cut at its estimate."},
		seconds("planned_s", "Start planned at its submission; null if the policy plans none.").orNull(),
		text("started_with", "The queue order in force at its start, such as sjf; null if the policy does not switch.").orNull(),
		text("home_site", "The site it was submitted to; null on a single machine.").orNull(),
		whole("asked_procs", "processors", "Processors asked for; it held as many, except on a grid."),
		float("multisite_slowdown", "1", "Factor of its run time from running on several sites; null unless it did.").orNull(),
		seconds("alone_s", "Run time at full speed, on which slowdowns on a cluster are based. Set on a cluster only.").orNull(),
		float("pauses", "1", "Number of pauses. Set on shared nodes only.").orNull(),
		float("migrations", "1", "Number of migrations. Set on shared nodes only.").orNull(),
		text("id", "The number as the log's users know it, where it is another: 123_4 of an array, 123+0 of a heterogeneous job, "+
			"123#1 the first of several runs of 123, or a table's text; null where it is job.").orNull(),
		text("partition", "Its partition; null if the log does not say.").orNull(),
		text("job_name", "The name of the job or its application; null if the log does not say.").orNull(),
		float("memory_kib", "KiB", "Memory asked for, per processor; null if the log does not say.").orNull(),
		text("account", "Slurm's account. It is null unless the log is sacct output.").orNull(),
		text("qos", "Slurm's quality of service. It is null unless the log is sacct output.").orNull(),
		text("state", "How it ended in the log, such as TIMEOUT. It is null unless the log is sacct output.").orNull(),
		float("nodes", "nodes", "Nodes that it had or asked for in the log. It is null unless the log is sacct output.").orNull(),
		text("node_list", "The nodes that it had in the log. It is null unless the log is sacct output.").orNull(),
		float("gpus", "GPUs", "GPUs that it had or asked for in the log; null for none. It is null unless the log is sacct output.").orNull(),
		text("gpu_type", "Their type, the first of several. It is null unless the log is sacct output.").orNull(),
		seconds("eligible_s", "When it could start at all in the log: it may have been held, waited for others or had a begin time. "+
			"It is null unless the log is sacct output.").orNull(),
		seconds("eligible_wait_s", "Waiting time for which a scheduler can answer; negative where a policy, which knows no such holds, "+
			"started the job before. It is null unless the log is sacct output.").by("start_s - eligible_s").orNull(),
		whole("user_group", "", "The group of its user by share of all consumption, from 1, the largest, to 5; 5 if the user is unknown."),
	},
}

// Parts is the table of what jobs held on each site of a grid. All parts of a job are
// taken and released together.
var Parts = &Schema{
	Name: "parts",
	Doc:  "one row per job of a run on a grid and site that it held processors of",
	Columns: []Column{
		runColumn, policyColumn, jobColumn,
		text("site", "The site of this row."),
		seconds("start_s", "Start; the job holds the processors during [start_s, end_s)."),
		seconds("end_s", "End, on all of its sites."),
		whole("procs", "processors", "Processors of the site held."),
	},
}

// Allocations is the table of what jobs held of nodes with resources. A job that was preempted, requeued
// or lost its nodes has a row for each of its runs, in order of time; the last one is that of Jobs.
var Allocations = &Schema{
	Name: "allocations",
	Doc:  "one row per run of a job on a cluster of nodes with resources",
	Columns: []Column{
		runColumn, policyColumn, jobColumn,
		seconds("start_s", "Start; the job holds its nodes during [start_s, end_s)."),
		seconds("end_s", "When it gave them back."),
		text("partition", "The partition that it ran in."),
		text("nodes", "Its nodes, as Slurm writes them: n[1-4],g1."),
		text("node_cores", "The cores that it held of each: n[1-3]*8,n4*2 is eight on each of n1, n2 and n3 and two on n4."),
		whole("cores", "cores", "The cores that it held of all nodes together."),
		float("memory_mib", "MiB", "Memory that it held of all nodes together."),
		whole("gpus", "GPUs", "GPUs that it held of all nodes together."),
		text("state", "How it ended, in the words of Slurm's accounting: COMPLETED, TIMEOUT, PREEMPTED, NODE_FAIL, ..."),
	},
}

// Shares is the table of what jobs held of shared nodes. Between its start and its end, a
// job without a row is paused.
var Shares = &Schema{
	Name: "shares",
	Doc:  "one row per time during which a job held the same nodes with the same yield",
	Rows: OnRequest,
	Columns: []Column{
		runColumn, policyColumn, jobColumn,
		seconds("start_s", "Beginning of the time [start_s, end_s)."),
		seconds("end_s", "End of that time."),
		text("nodes", "The nodes of its tasks, from 0: 0-2,5*2 is a task on each of 0, 1 and 2 and two on 5."),
		float("yield", "1", "The part that its tasks had of the CPU they need."),
		float("cpu", "nodes", "CPU of all tasks together; the need of a task is the part of a node that it can use.").by("tasks * need * yield"),
		text("state", "running, or penalty: no progress after a resumption or migration."),
	},
}

// Steps is the table of decisions that a scheduler records: self-tuning steps, site
// choices, preemptions. Most runs have none. A decision has a row for each option, and
// these differ in option and value only; grouping by run and step gives the decisions.
var Steps = &Schema{
	Name: "steps",
	Doc:  "one row per recorded decision of a scheduler and option that it weighed",
	Columns: []Column{
		runColumn, policyColumn,
		whole("step", "", "The decision's number within its run, from 0."),
		seconds("time_s", "Time of the decision, since the start of the workload."),
		text("kind", "What was decided: the scheduler's documentation lists its kinds."),
		text("job", "The number of the job it was about; null if it was about all of them.").orNull(),
		whole("waiting", "jobs", "Number of waiting jobs."),
		text("before", "What was in force before (a policy, a site); null if nothing was.").orNull(),
		text("after", "What was chosen; null if nothing was.").orNull(),
		text("case", "The rule that decided, such as 6b of a table of cases; null if there is one rule.").orNull(),
		text("option", "The option of this row (a policy, a site); null if none were weighed.").orNull(),
		float("value", "", "The option's value, in the unit that kind names; null if it has none.").orNull(),
	},
}
