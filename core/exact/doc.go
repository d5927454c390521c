// Package exact finds the best schedule of the jobs that wait at one second on a
// machine whose running jobs give back their processors step by step: the
// quasi off-line problem of every self-tuning step (Grothklags and Streit, "On
// the Comparison of CPLEX-Computed Job Schedules with the Self-Tuning dynP Job
// Scheduler", 2004, section 3.1). The objective is the paper's ARTwW, the average
// response time weighted by width; its numerator, the cost, is an integer.
//
// The paper scales time to whole minutes and gives an integer program to a
// commercial solver. This package works on whole seconds, with integers where it
// matters, on one core and anywhere the standard library runs.
//
// # Instances as JSON
//
// An instance is an object, a set of them a file with one on each line:
//
//		{"name": "ctc-17", "procs": 430, "now": 38589,
//		 "free": [{"at": 38589, "procs": 12}, {"at": 40000, "procs": 430}],
//		 "jobs": [{"id": 17, "procs": 64, "estimate": 3600, "submit": 38000}]}
//
//	  - procs: processors of the machine.
//	  - now: the present second; no job starts before it.
//	  - free: from second "at" on, "procs" processors are free of jobs that run
//	    already. The first step begins now, both numbers increase, and every job
//	    fits into the last.
//	  - jobs: width, estimated duration and submission of each waiting job; the ids
//	    differ.
//
// All numbers are whole, times are seconds. A name is optional. Limits: job.MaxProcs
// processors, times to job.MaxSeconds, MaxJobs jobs, costs to MaxCost.
//
// # How it is solved
//
// The cost is regular, so some list schedule is optimal: simulated annealing over orders,
// begun from the best policy's, gives the first incumbent. A bound is proved by prices
// for the processors in buckets of time, the Lagrangian of the paper's program with
// its capacity constraints added up over each bucket (type dual). Starts are whole
// seconds all the same, and the sums are integers, so a bound is never a matter of
// rounding. Where the prices say that a start makes a schedule dearer than the
// incumbent, it is taken out of the job's domain, and what follows for other jobs
// is worked out (type propagator).
//
// What is left is searched in the order of starts (type chrono). That is quick to
// prove up to a dozen jobs and more where few of them are wide. If it is not enough,
// further constraints of the buckets, the cuts, count the room that some jobs leave
// and others cannot fill (type cutter), and the domains are split, the part with the
// least bound first (type tree). Jobs and seconds to split at are tried with short
// ascents: a split counts if it raises the bound of both its parts, for the program's
// relaxation spreads some jobs thinly over all the time there is. Each part has its
// own prices, breaks cuts of its own, and is searched before it is split. Parts and
// searches together are the nodes of a Result. Now and then the incumbent is annealed
// again, longer each time, for it decides how much is left to do.
//
// # Limits
//
// Limited by Options.Nodes and Options.Work alone, a solution is the same on every
// machine. All that can end it is looked at every few hundred nodes and at every step
// of an ascent, and if work or time is limited, the phases share it: some 10 ms give
// a good schedule and a bound. MemoryMiB bounds the remembered states and the open
// parts, half each; when parts reach their half, the next ones are searched to the end
// instead of split.
package exact
