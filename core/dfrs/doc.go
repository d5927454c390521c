// Package dfrs is dynamic fractional resource scheduling: jobs of identical tasks
// share the nodes of a cluster by fractions of their CPU, which change while they
// run; jobs can be paused, resumed and moved. It follows
//
//	Casanova, Stillwell, Vivien: Dynamic Fractional Resource Scheduling vs. Batch
//	Scheduling, INRIA RR-7659, 2011
//
// whose sections 2 to 5 are the specification.
//
// Time is int64 microseconds. CPU and memory are integers, parts of Whole, so
// that no result depends on how a processor rounds. All tasks of a job have the
// same yield: the CPU that each gets over the CPU that it needs.
//
// An Algorithm is one of the paper's 116, named as there; an Engine plays it:
//
//	a, err := dfrs.Parse("GreedyPM*/per/OPT=MIN/MINVT=600")
//	e, err := dfrs.New(dfrs.Config{Nodes: 128, Jobs: jobs, Algorithm: a, Penalty: dfrs.DefaultPenalty})
//	err = e.Run(ctx, nil)
//	m := e.Metrics()
//
// What the paper leaves open, and how it is read here:
//
//   - Several things in one microsecond: see Engine.
//   - The yields are shared out anew whenever a job starts, stops, moves or ends,
//     also where a completion maps nothing (the algorithms without '*').
//   - A yield is a whole number of parts of Whole, rounded down.
//   - GreedyP and GreedyPM may pause any running job, since a new job is forced
//     in; what is marked includes jobs that were mapped in the same instant.
//   - MCB8 searches yields in hundredths, 0.01 to 1, and first looks at the highest
//     that the sum of all CPU needs allows; it goes lower only where needs are over
//     50 times the cluster. Equal requirements are in order of submission; where a
//     node's free CPU and memory are alike, the list of CPU comes first.
//   - MINFT and MINVT also hold where Greedy has mapped a job in the same instant.
//   - MCB8-stretch searches in hundredths of the highest inverse stretch that no job
//     makes impossible, 0 among them, and gives every job that it maps a yield of at
//     least 0.01. Between two periods the yields do not fall.
//   - The average stretch (OPT=AVG) is minimised by its chords over four pieces of
//     each yield.
//   - A job in its penalty counts as running; another migration begins a new one.
//     No algorithm knows the penalty (section 5.1), so to all of them a virtual time
//     goes on in it, though the job does not get on. Config.Aware reads it otherwise.
//   - The first period begins with the first submission and maps at once.
package dfrs
