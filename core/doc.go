// Package core is the map of the simulation core. It holds no code.
//
// The path of a run:
//
//	 a log (SWF, sacct, table)   a model (Lublin-Feitelson, empirical)
//	           │                            │
//	  swf, sacct: rows            workload/lublin, workload/empirical
//	           └────────────┬───────────────┘
//	                        ▼
//	           workload: machine + jobs, cleaned, cut, scaled
//	                        │
//	experiment: Play ──► sim: Engine ◄──► policy: who starts now?
//	                        │    │              │
//	                        │  event: what    profile: when are
//	                        │  happens next   processors free?
//	                        ▼
//	           job.Placement per job ──► verify: is it legal?
//	                        │        ──► why: why not earlier?
//	                        ▼
//	           metrics: how good is it?
//	                        │
//	           result: tables, the one schema ──► arrowio, figures, wasm
//
// The packages:
//
//   - job is the vocabulary: Job, Placement, seconds, processors.
//   - swf and sacct read and write logs; errors name line and field.
//   - columns reads jobs from tables, whose columns a map names; its Table is CSV here,
//     and Parquet and Arrow in arrowio.
//   - workload is a machine and its jobs, and makes one workload from another;
//     below it are the generators lublin and empirical, and the built-in workloads.
//   - event is the calendar, a total order of what happens next.
//   - profile is free processors over time, what every backfilling policy asks for.
//   - sim is the engine and the Policy interface; it knows no policy.
//   - policy is FCFS, list, EASY and conservative backfilling, each over any
//     queue order; policytest is the laws that every policy keeps.
//   - remote is a policy that another program plays, in lines over a pipe.
//   - plan is planning-based management: a full schedule of all waiting jobs at
//     every event, in a queue order or by package exact, and reservations.
//   - dynp switches between the orders of such a plan: basic and self-tuning dynP.
//   - grid is several sites with their own speeds, an engine like sim, and
//     schedulers that send jobs to sites, split them, change their width, or plan
//     them ahead with reservations across sites.
//   - dfrs shares nodes by fractions: an engine in microseconds, the 116 algorithms
//     of its paper by name, and metrics. dfrs/tasks turns jobs into tasks, dfrs/bound
//     computes a bound that no schedule can beat.
//   - hostlist reads and writes Slurm's lists of nodes, sbatch what a job asks for, and
//     slurmconf the configuration of a cluster, which it turns into a cluster.Description;
//     slurmconf/guess makes one from accounting alone.
//   - system is nodes with cores, memory, GPUs and features in partitions: a description
//     that people read and write, and an engine. system/slurm is the twin of Slurm's
//     scheduler on it, system/queue the classic ones. twin makes its jobs from accounting, and compares both schedules.
//     example is a small cluster with two days of accounting. whatif plays them on a changed
//     system, and predict says when the jobs that wait now will start.
//   - rules is rigid and fuzzy rule bases, which look at features of the state and
//     choose one of 13 strategies for every scheduling pass; their files, the
//     objectives of a schedule, and what an evolution needs to breed them.
//   - rules/evolve is evolution strategies, of one species or of several that are
//     judged together; rules/pareto searches for the best compromises between
//     several objectives (NSGA-II) and measures how far others are from them. What
//     they search is an interface; every generation writes a checkpoint.
//   - exact finds the best schedule of the jobs that wait at one second: a proven
//     bound, and a search that ends when it meets the bound or at a limit.
//   - exact/program states the same as an integer program: time-scaling, LP and MPS
//     files, reading what solvers write, compaction, the loss of a policy.
//   - rules/train learns rule bases on a workload, in the paper's three ways, and
//     rules/offline finds the front that a scheduler with full knowledge could reach.
//   - verify is the independent referee of one machine, verify/sites of a grid,
//     verify/nodes of shared nodes, verify/system of nodes with resources; they share no
//     code with engines or policies.
//   - known is small logs with schedules worked out by hand.
//   - why tells why a job did not start earlier.
//   - metrics is every metric with its formula and source.
//   - stats is how far a difference can be trusted: warm-up, batches, weeks, paired changes,
//     effect sizes, many policies. contest is policies held against each other by it.
//   - result is every table of a run, and Set, which says where the tables go.
//   - experiment is runs as data: a Spec, its platform (machine, sites, nodes, system), its
//     catalogue of policies; Play plays one policy, Execute all of a Spec.
//   - sweep is studies of many runs: a Spec with lists, its runs by their content, and a store
//     of results that any number of processes may fill.
//   - chart is a picture as data, which figures draws.
//   - paper computes the tables and figures of papers anew: runs, printed numbers,
//     claims, verdicts, and a cache of results.
//   - papers lists the papers. Each is a package below it, which knows no other.
//   - numeral prints numbers for readers.
//   - dictionary describes a folder of results: README.md, and croissant.json in the
//     Croissant format.
//   - atomicfile writes files that appear complete or not at all.
//   - scratch makes temporary files that outlive no killed run.
//   - nearest finds the name that a mistyped one probably means.
//   - internal/det is bit-reproducible floats and random streams, internal/wide
//     exact sums in 128 bits, internal/pool independent work on all cores,
//     internal/heap a queue in a total order, internal/lp linear programs,
//     internal/amount sizes with units,
//     internal/clock the time of the engines of sim and grid, internal/reserve
//     reservations, internal/text the lines of logs, internal/spool records in memory or a file,
//     internal/order things in order in little memory,
//     internal/slab room for many records at once, internal/ranks percentiles in bounded memory, and internal/retell tells referees what
//     engines played. internal/golden, internal/slow, internal/drawn, internal/truth and internal/slurmdb serve tests.
//
// core imports the standard library and itself, so that it compiles anywhere
// and stays small in the browser; deps_test.go holds who may import whom.
package core
