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
package exact
