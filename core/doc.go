// Package core is the map of the simulation core. It holds no code.
//
// The path of a run:
//
//	     a log (SWF, sacct)      a model (Lublin-Feitelson, empirical)
//	           │                            │
//	  swf, sacct: rows            workload/lublin, workload/empirical
//	           └────────────┬───────────────┘
//	                        ▼
//	           workload: machine + jobs, cleaned, cut, scaled
//	                        │
//	experiment: Spec ──► sim: Engine ◄──► policy: who starts now?
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
//   - workload is a machine and its jobs, and makes one workload from another;
//     below it are the generators lublin and empirical, and the built-in
//     workloads.
//   - event is the calendar, a total order of what happens next.
//   - profile is free processors over time, what every backfilling policy asks.
//   - sim is the engine and the Policy interface; it knows no policy.
//   - policy is FCFS, list, EASY and conservative backfilling, each over any
//     queue order; policytest is the laws that every policy passes.
//   - plan is planning-based management: a full schedule of all waiting jobs at
//     every event, in a queue order or by package exact, and reservations.
//   - dynp switches between the orders of such a plan: basic and self-tuning dynP.
//   - grid is several sites with speeds of their own and the schedulers that send
//     jobs to them, split them over them, change their width or plan them ahead
//     with reservations across sites; an engine like sim.
//   - dfrs shares nodes by fractions: its own engine in microseconds, the 116
//     algorithms of its paper by name, metrics; below it are tasks, which makes its
//     jobs of workloads, and bound, what no schedule can do better than.
//   - rules is rule bases, rigid and fuzzy, that look at features of the state and
//     choose one of 13 strategies for every scheduling pass; their files, what a
//     schedule is judged by, and what an evolution needs to breed them.
//   - rules/evolve is evolution strategies, of one species or of several that are
//     judged together, and rules/pareto the search for the best compromises between
//     several objectives (NSGA-II), and measures of a front. What they search is an
//     interface; every generation leaves a checkpoint.
//   - exact is the best schedule of the jobs that wait at one second: bounds that
//     are proved, and a search that ends when the two meet or at a limit.
//   - exact/program is the same as an integer program: time-scaling, LP and MPS files,
//     what solvers write read back, compaction, the loss of a policy.
//   - rules/train makes rule bases of a workload, in the paper's three ways, and
//     rules/offline the front of all that could be done if everything were known.
//   - verify is the independent referee of one machine, verify/sites of a grid,
//     verify/nodes of shared nodes; they share no code with engines or policies.
//   - known is the known answers: small logs with schedules worked out by hand.
//   - why tells why a job did not start earlier.
//   - metrics is every metric with its formula and source.
//   - result is the one schema of what a run leaves behind.
//   - experiment is runs as data: Spec, Execute, Digest.
//   - chart is a picture as data, which figures draws.
//   - paper is what it takes to regenerate the tables and figures of papers:
//     runs, published numbers, claims, verdicts, and a cache of what was computed.
//   - papers lists the papers. Each is a package below it, which knows no other.
//   - numeral prints numbers for readers.
//   - atomicfile writes files that appear complete or not at all.
//   - scratch makes temporary files that the next process removes if this one
//     is killed.
//   - nearest finds the name that a mistyped one was probably meant to be.
//   - internal/det is bit-reproducible floats and random streams, internal/pool
//     independent work on all cores, internal/heap a queue in a total order,
//     internal/lp linear programs, internal/retell tells referees what engines played.
//
// core imports the standard library and itself, so that it compiles anywhere
// and stays small in the browser; deps_test.go holds who may import whom.
package core
