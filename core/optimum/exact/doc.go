// Package exact finds the best schedule of the jobs that wait at one second on a
// machine whose running jobs give back their processors step by step: the
// quasi off-line problem of every self-tuning step (Grothklags and Streit, "On
// the Comparison of CPLEX-Computed Job Schedules with the Self-Tuning dynP Job
// Scheduler", 2004, section 3.1). The objective is the paper's ARTwW, the average
// response time weighted by width; its numerator, the cost, is an integer.
//
// The paper rounds time to whole minutes and gives an integer program to a commercial
// solver. This package works in whole seconds and proves bounds in integers.
//
// # Instances as JSON
//
// An instance is a JSON object. A set of instances is a file with one object a line:
//
//		{"name": "ctc-17", "procs": 430, "now": 38589,
//		 "free": [{"at": 38589, "procs": 12}, {"at": 40000, "procs": 430}],
//		 "jobs": [{"id": 17, "procs": 64, "estimate": 3600, "submit": 38000}]}
//
//	  - procs: processors of the machine.
//	  - now: the present second; no job starts before it.
//	  - free: running jobs leave "procs" processors free from second "at" on. The
//	    first step begins now, both numbers increase, and every job fits into the last.
//	  - jobs: width, estimated duration and submission of each waiting job; ids are
//	    unique.
//
// All numbers are integers, times are seconds, the name is optional. Limits:
// job.MaxProcs processors, times to job.MaxSeconds, MaxJobs jobs, costs to MaxCost.
//
// # How it is solved
//
// The cost is regular, so some list schedule is optimal. Simulated annealing over
// orders, begun from the best policy's, gives the first incumbent. Prices for the
// processors in buckets of time prove a bound: the Lagrangian of the paper's program,
// its capacity constraints added up over each bucket (type dual). Starts are whole
// seconds and all sums are integers, so no bound depends on rounding. A start whose
// price exceeds the incumbent's cost leaves the job's domain, which narrows the domains
// of other jobs (type propagator).
//
// A search in the order of starts covers what is left (type chrono). It quickly proves
// the optimum of a dozen jobs, or of more if few are wide. Beyond that, cuts count the
// room that some jobs leave and others cannot fill (type cutter), and the domains are
// split, the part with the least bound first (type tree). A good split raises the bounds
// of both parts. Many do not, because the relaxation spreads some jobs thinly over the
// whole time, so short ascents compare the jobs and seconds to split at. Each part has
// its own prices and is searched before it is split. A Result's nodes are the parts and
// the searched states. The incumbent's cost decides how much is left to search, so it is
// annealed again now and then, longer each time. If 5 units of work have not sufficed, wide
// and short jobs are priced together once, in smaller and smaller buckets, which raises the
// bound of the whole where equal wide jobs resist cuts and splits (type kernel). Then schedules are looked for that lie
// below a goal, far below the incumbent. If there are none, the goal is the bound, and the
// tree goes on from where it was.
//
// With Options.Workers, several cores expand parts at the same time (type team). What comes
// before the tree runs on one core: a tenth of a second or two for steps that take longer
// than a second. A proof is as good as one worker's, but how many nodes it takes depends
// on timing.
//
// docs/decisions/104-what-proven-rests-on.md says what a proof rests on, step by step. With the build tag exactcheck a
// checker redoes every step and panics at the first that does not hold (type checker).
//
// # Limits
//
// Limited by Options.Nodes and Options.Work alone, a solution by one worker is the same on
// every machine. The solver checks its limits every few hundred nodes and at every step of an
// ascent. If work or time is limited, the phases share it: 10 ms give a good schedule
// and a bound. Half of MemoryMiB is for remembered states and half for open parts; once
// the parts fill their half, they are searched to the end instead of split. Limits are for
// the sum of all workers: each remembers states in its share of that half, and a unit of
// work takes two of them half as long.
package exact
