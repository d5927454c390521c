package run

import (
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/trace/table"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
)

// dataSets lists the data sets that --map knows, for the help.
func dataSets() string {
	var b strings.Builder
	for _, p := range table.Presets {
		mark := " "
		if p.Tried {
			mark = "*"
		}
		fmt.Fprintf(&b, "  %-17s %s\n", p.Name+mark, p.Doc)
	}
	return b.String()
}

const text = `Simulate a workload under one or more policies, print their metrics, and write what happened to
every job.

WORKLOAD is a log (SWF, the output of sacct --parsable2 or --json, or a table: see help tables), "-"
for one on standard input, an experiment (the spec.json of an earlier run), or the name of a
built-in workload, without which it is the default. Flags override an experiment's JSON.`

const examples = `  backfill run
  backfill run log.swf.gz --policy fcfs,easy,cons,sjf-easy --out results --figures svg
  backfill run --policy easy,cons --shrink 0.8          the same jobs, submitted faster
  SLURM_TIME_FORMAT=%s sacct -aD --parsable2 --format=ALL | backfill run - --procs 2048 --anonymize
  backfill run results/spec.json --json                 an earlier experiment again`

// Groups are all flags of backfill run, in the order of its help.
var Groups = []usage.FlagGroup{
	{
		Title: "Workload and machine", Topic: "workload",
		Usual: "procs shrink seed", Rare: "estimates shake arrival width overrun strict anonymize columns timezone",
		Text: `One rule each handles the rows of a log that cannot be simulated as they are. The output counts the
rows that met each rule; with --strict such a row is an error.`,
		Examples: `  backfill run log.swf.gz --procs 512 --width requested --overrun extend --strict
  backfill run rows.txt --procs 512 --columns JobID,User,Submit,Start,End,State,AllocCPUS`,
	},
	{
		Title: "Workloads from tables", Topic: "tables",
		Rare: "map",
		Text: `A workload can be a table with a row for each job: CSV (with gzip or not), Parquet, Arrow (file or
stream), or the JSON of Philly and Batsim. Columns are recognised by name, or as those of a data
set; the output shows how each was interpreted. --map sets it: fields with columns and units,
or the name of a data set, or auto, with fields that replace its own (auto,estimate=limit:min), or a
JSON file of such fields. A number in a column's place is the same for each job (procs=1).

Times are dates (2026-12-31 12:00, 31.12.2026 12:00), with their zone or of --timezone, or numbers
in ns, us, ms, s, min, h or d; lengths may be written 12:30:00 or 1-12:30:00. Processors may have a
factor (nodes:x36) or be thousandths (cpu_milli:milli). Second 0 is the first submission. Unless
commas part the cells of CSV, 1,5 is 1.5; a number that may then be of thousands is an error.

The fields:
` + table.Describe() + `The data sets (* tried on real samples, the others on small files made as they are documented):
` + strings.TrimSuffix(dataSets(), "\n"),
		Examples: `  backfill run jobs.parquet --map submit=submit_time:ms,run=duration:ms,procs=cpu_count --procs 512
  backfill run eagle.parquet --map nrel-eagle --timezone America/Denver --policy easy,recorded
  backfill run results/jobs.parquet --map backfill,only=policy:easy --policy cons`,
	},
	{
		Title: "Policies", Topic: "programs", Usual: "policy metrics", Rare: "policy-timeout",
		Text: `The policy exec:PROGRAM ARGUMENTS is a program in any language that reads events and answers which
jobs to start, over pipes. It names itself. The referee checks its schedule. If it crashes,
answers wrongly, or thinks longer than --policy-timeout, its run fails, and the others go on. An
argument with spaces is quoted, and so is the whole if it has commas: '"exec:a.out 1,2"'.

It reads lines from standard input and answers on standard output:
  > backfill-policy 1               < policy 1 NAME VERSION
  > machine PROCS                     a run begins
  > job JOB SUBMIT ESTIMATE PROCS USER GROUP QUEUE NUMBER
  > end SECOND JOB
  > pass SECOND FREE                < JOB JOB ...     those to start, in order
core/policy/PROTOCOL.md has all of it; python has a library for Python, and examples.
A process that begins this one can play a policy itself, over two pipes: fd:READ:WRITE names them.`,
		Examples: `  backfill run log.swf.gz --policy recorded,easy --out results --figures svg,png
  backfill run log.swf.gz --policy easy --policy 'exec:python3 -m backfill.easy' --verify
  backfill run log.swf.gz --policy 'exec:node easy.js'`,
	},
	{
		Title: "Grid of sites", Topic: "grid",
		Usual: "sites speeds", Rare: "loads home overhead spread reading speedup",
		Text: `--sites puts the jobs on a grid of sites instead of one machine. Sites have processors, speeds and
loads. Each job has a home site. The policies of a grid begin with grid-.

--sites queue makes a site for each queue of the log, as large as its widest job. With --sites 8,128
or old=8,new=128, the jobs of a queue are at home on the site of its name; the other queues are
dealt to the sites in turn. --home does the same with users, groups or partitions. --sites FILE
reads the grid from JSON, in the form of "grid" in spec.json; the other flags override the file. A
job wider than its home site is left out and counted.`,
		Examples: `  backfill run --sites 128,64 --speeds 1,2.5 --home user --policy grid-independent,grid-sharing
  backfill run log.swf.gz --sites queue --speeds 1,3,5,7,9 --overrun extend \
      --policy grid-sharing,grid-moldable:power=0.3
  backfill run log.swf.gz --sites queue --overhead 0.5 --spread uniform \
      --policy grid-multisite --seed 7 --out grid`,
	},
	{
		Title: "Shared nodes", Topic: "shared",
		Usual: "shared", Rare: "cores node-memory penalty",
		Text: `--shared NODES puts the jobs on nodes whose CPU they share by fractions. The policies are dfrs: and
a name from their paper; quote the name, because it may contain a star. Other policies give each
task a node of its own.

Jobs become tasks by the paper's rules. Those of a log follow from its processors and memory, and
--cores and --node-memory say what a node has. Those of a generated workload have one task per node,
and their memory is drawn. A job that is resumed or moved makes no progress for --penalty. Run times
are the log's, uncut, and slowdowns are relative to them.`,
		Examples: `  backfill run --shared 256 \
      --policy 'dfrs:GreedyPM*/per/OPT=MIN/MINVT=600,dfrs:MCB8*/OPT=MIN,easy'
  backfill run log.swf.gz --shared 120 --cores 2 --node-memory 2GiB --penalty 60 \
      --out shared --tables usual,shares`,
	},
	{
		Title: "Cluster of nodes with resources", Topic: "clusters",
		Usual: "cluster", Rare: "change", Text: clusterText,
		Examples: `  backfill run campus --cluster campus --policy slurm,easy,recorded
  backfill run sacct.txt --cluster cluster.json --policy slurm,easy,recorded --out results
  backfill run campus --cluster campus --change priority.weight_fairshare=0`,
	},
	{
		Title: "Rule bases", Topic: "rulebases",
		Rare: "groups objective scores",
		Text: `The policy rules:FILE is the rule base in FILE, as written by backfill train; the experiment then
contains it. rules: and a strategy's name is always that strategy.

--groups gives the shares of all resource consumption, in percent, above which users are in groups
1, 2, 3 and 4; the rest are in group 5. --objective, a weighted sum of awrt, awrt1 to awrt5 and u,
prints the policies in its order.`,
		Examples: `  backfill run log.swf.gz --policy rules:base.json,rules:group-cons,easy \
      --objective '10*awrt1 + 4*awrt2' --out ruled`,
	},
	{
		Title: "Output", Topic: "results",
		Usual: "out tables figures verify json", Rare: "formats parallel help help-all",
		Text: `--out DIR writes jobs.parquet (a row per job and policy), runs.parquet (a row per policy),
spec.json, README.md and croissant.json (what every file and column is, for people and for
programs), and each other table that has rows: steps (a policy's decisions), parts (the processors
of a job on each site of a grid), allocations (its nodes on a described cluster), decisions (which
rules of a rule base chose which strategy, in which state). With --scores, steps also has what they
gave to every strategy. --tables chooses among the tables; jobs and runs are always written.
usual,shares adds the shares of shared nodes that jobs held at each time, which is many rows.
--formats parquet,arrow writes each table in both formats. --figures draws pictures into
DIR/figures. On Ctrl-C the finished policies are kept.

--out - writes the same files to standard output, the tables as Arrow, and the report of --json:
  backfill results 1
  NAME LENGTH          then LENGTH bytes, the next piece of file NAME (jobs.arrow, spec.json, ...)
  end 0                the last line; without it something is missing
backfill figure and backfill why read that with --from -; a file named log in it is the workload, if
that came from standard input. A workload on standard input may be an Arrow stream.

--verify checks every schedule with the referee, which shares no code with the simulator: that it is
legal, and that it keeps the promises of its policy. It prints the laws checked for each policy, and
a line for each violation. Schedules that would take the referee very long are not worked out again;
the output says so.

backfill metrics lists the metrics with their formulas. A metric that is undefined under every
policy is printed only if --metrics names it; --json has all of them.`,
		Examples: `  backfill run log.swf.gz --policy easy,cons --verify
  backfill run log.swf.gz --policy easy --out results --tables jobs,runs --formats parquet,arrow`,
	},
}

// clusterText is the help of --cluster.
const clusterText = `--cluster puts the jobs on a cluster of nodes with cores, memory and GPUs, in partitions. FILE
describes it, as backfill cluster init writes it; ` + "`campus`" + ` is an example, and also the name of a
built-in workload for it. The policy slurm, the twin, schedules as Slurm does, with the priorities,
fair shares, limits and reservations of the description. recorded, fcfs, list, easy and cons (the
last four after an order, too), plans, dynp-simple and dynp-advanced know nodes and partitions, but
neither priorities nor limits.

Jobs of sacct output ask for what their command lines (SubmitLine) or TRES say. Those of other logs
ask for their processors as tasks of one core each, in the partition of their queue's name or in the
default one. A job for which the cluster has no place is left out and counted.

--change says what is different: add=8:n1 (eight more nodes like n1), remove=n[5-8], or FIELD=VALUE
of the description, such as scheduling.bf_max_job_test=10. backfill whatif compares both sides.`
