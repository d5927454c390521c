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
	runColumn    = text("run", "Run, the key into the runs table.")
	policyColumn = text("policy", "Policy, as `backfill policies` lists it.")
	jobColumn    = whole("job", "", "Number of the job in the log.")
)

// Jobs is the table with one row per job and run.
var Jobs = &Schema{
	Name: "jobs",
	Doc:  "one row per job and run",
	Rows: Always,
	Columns: []Column{
		text("run", "Run (workload and policy), the key into the runs table."), policyColumn, jobColumn,
		text("user", "User who submitted the job; null if the log does not say.").orNull(),
		text("group", "Group or account of the user; null if the log does not say. In SQL, write \"group\".").orNull(),
		text("queue", "Queue it was submitted to; null if the log does not say.").orNull(),
		text("site", "Site it ran on, or several joined by +. Set on a grid only.").orNull(),
		seconds("submit_s", "Submission, in seconds since the start of the workload."),
		seconds("start_s", "Start. The job holds its processors during [start_s, end_s), except in pauses on shared nodes."),
		seconds("end_s", "End.").by("start_s + run_s"),
		seconds("wait_s", "Waiting time.").by("start_s - submit_s"),
		seconds("run_s", "Run time, cut at the estimate if the job was killed.").by("end_s - start_s"),
		seconds("estimate_s", "Run time that the user asked for."),
		whole("procs", "processors", "Processors held. On shared nodes: tasks, each on one node."),
		{Name: "killed", Type: Bool, Doc: "True if the job was cut at its estimate."},
		seconds("planned_s", "Start that was planned at submission. Set by policies that plan.").orNull(),
		text("started_with", "Queue order in force at the start, such as sjf. Set by policies that switch.").orNull(),
		text("home_site", "Site it was submitted to. Set on a grid only.").orNull(),
		whole("asked_procs", "processors", "Processors asked for. Differs from procs on a grid only."),
		float("multisite_slowdown", "1", "Factor by which running on several sites lengthened the run. Null on one site.").orNull(),
		seconds("alone_s", "Run time at full speed, the base of slowdowns. Set on shared nodes only.").orNull(),
		float("pauses", "1", "Number of pauses. Set on shared nodes only.").orNull(),
		float("migrations", "1", "Number of migrations. Set on shared nodes only.").orNull(),
		text("id", "Number as users know it, if it differs from job: 123_4 of an array, 123+0 of a heterogeneous job, "+
			"123#1 for the first of several runs of 123, or the text in a table; null if it is job.").orNull(),
		text("partition", "Partition; null if the log does not say.").orNull(),
		text("job_name", "Name of the job or application; null if the log does not say.").orNull(),
		float("memory_kib", "KiB", "Memory asked for, for each processor; null if the log does not say.").orNull(),
		text("account", "Slurm's account. Set for sacct logs only.").orNull(),
		text("qos", "Slurm's quality of service. Set for sacct logs only.").orNull(),
		text("state", "End state in the log, such as TIMEOUT. Set for sacct logs only.").orNull(),
		float("nodes", "nodes", "Number of nodes used or asked for in the log. Set for sacct logs only.").orNull(),
		text("node_list", "Nodes used in the log. Set for sacct logs only.").orNull(),
		float("gpus", "GPUs", "GPUs used or asked for in the log; null for none. Set for sacct logs only.").orNull(),
		text("gpu_type", "Type of the GPUs, the first if there are several. Set for sacct logs only.").orNull(),
		seconds("eligible_s", "Earliest possible start in the log, after holds, dependencies and a begin time. "+
			"Set for sacct logs only.").orNull(),
		seconds("eligible_wait_s", "Waiting time after eligible_s; negative if a policy, which knows no holds, "+
			"started the job before it. Set for sacct logs only.").by("start_s - eligible_s").orNull(),
		whole("user_group", "", "Group of the user by share of consumption, from 1 (largest) to 5; 5 if the user is unknown."),
	},
}

// Parts is the table of what jobs held on each site of a grid. All parts of a job are
// taken and released together.
var Parts = &Schema{
	Name: "parts",
	Doc:  "one row per job and site on which it held processors, on a grid",
	Columns: []Column{
		runColumn, policyColumn, jobColumn,
		text("site", "Site."),
		seconds("start_s", "Start. The job holds the processors during [start_s, end_s)."),
		seconds("end_s", "End, on all of its sites."),
		whole("procs", "processors", "Processors held on this site."),
	},
}

// Allocations is the table of what jobs held of nodes with resources. A job that was preempted, requeued
// or lost its nodes has a row for each of its runs, in order of time; the last one is that of Jobs.
var Allocations = &Schema{
	Name: "allocations",
	Doc:  "one row per run of a job on a cluster",
	Columns: []Column{
		runColumn, policyColumn, jobColumn,
		seconds("start_s", "Start. The job holds its nodes during [start_s, end_s)."),
		seconds("end_s", "End of this run."),
		text("partition", "Partition it ran in."),
		text("nodes", "Nodes, as Slurm writes them: n[1-4],g1."),
		text("node_cores", "Cores held on each node: n[1-3]*8,n4*2 means eight on each of n1, n2 and n3 and two on n4."),
		whole("cores", "cores", "Cores held on all nodes together."),
		float("memory_mib", "MiB", "Memory held on all nodes together."),
		whole("gpus", "GPUs", "GPUs held on all nodes together."),
		text("state", "End state, as in Slurm's accounting: COMPLETED, TIMEOUT, PREEMPTED, NODE_FAIL, ..."),
	},
}

// Shares is the table of what jobs held of shared nodes. Between its start and its end, a
// job without a row is paused.
var Shares = &Schema{
	Name: "shares",
	Doc:  "one row per period in which a job held the same nodes with the same yield",
	Rows: OnRequest,
	Columns: []Column{
		runColumn, policyColumn, jobColumn,
		seconds("start_s", "Start of the period [start_s, end_s)."),
		seconds("end_s", "End of the period."),
		text("nodes", "Nodes of its tasks, from 0: 0-2,5*2 means one task on each of 0, 1 and 2 and two on 5."),
		float("yield", "1", "Fraction of the needed CPU that its tasks had."),
		float("cpu", "nodes", "CPU of all tasks together. A task's need is the fraction of a node that it can use.").by("tasks * need * yield"),
		text("state", "running, or penalty: no progress after resuming or migrating."),
	},
}

// Steps is the table of decisions that a scheduler records: self-tuning steps, site
// choices, preemptions. Most runs have none. A decision has a row for each option, and
// these differ in option and value only; grouping by run and step gives the decisions.
var Steps = &Schema{
	Name: "steps",
	Doc:  "one row per recorded decision of a scheduler and option it considered",
	Columns: []Column{
		runColumn, policyColumn,
		whole("step", "", "Number of the decision within its run, from 0."),
		seconds("time_s", "Time of the decision, in seconds since the start of the workload."),
		text("kind", "What was decided, such as a switch or a site; each scheduler documents its kinds."),
		text("job", "Number of the job decided on; null if the decision concerns all jobs.").orNull(),
		whole("waiting", "jobs", "Number of waiting jobs."),
		text("before", "Choice in force before (a policy, a site); null if none.").orNull(),
		text("after", "Choice made; null if none.").orNull(),
		text("case", "Rule that decided, such as 6b in a table of cases; null if the scheduler has one rule. In SQL, write \"case\".").orNull(),
		text("option", "Option considered (a policy, a site); null if none.").orNull(),
		float("value", "", "Value of the option, in the unit that kind names; null if it has none.").orNull(),
	},
}
