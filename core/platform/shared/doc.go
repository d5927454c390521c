// Package shared is dynamic fractional resource scheduling: jobs of identical tasks share
// the CPU of a cluster's nodes by fractions that change while they run; jobs can be
// paused, resumed and moved. The specification is sections 2 to 5 of
//
//	Casanova, Stillwell, Vivien: Dynamic Fractional Resource Scheduling vs. Batch
//	Scheduling, INRIA RR-7659, 2011
//
// Time is int64 microseconds. CPU and memory are integers, parts of Whole, so that no
// result depends on rounding. All tasks of a job have the same yield: the CPU that each
// gets over the CPU that it needs.
//
// An Algorithm is one of the paper's 116, named as there; an Engine plays it:
//
//	a, err := shared.Parse("GreedyPM*/per/OPT=MIN/MINVT=600")
//	e, err := shared.New(shared.Config{Nodes: 128, Jobs: jobs, Algorithm: a, Penalty: shared.DefaultPenalty})
//	err = e.Run(ctx, nil)
//	worst := e.Metrics().Value("bsld_max") // the maximum stretch
//
// How we read what the paper leaves open:
//
//   - Several events in one microsecond: see Engine.
//   - Yields are computed anew whenever a job starts, stops, moves or ends, even if a
//     completion maps nothing (the algorithms without '*').
//   - A yield is a whole number of parts of Whole, rounded down.
//   - GreedyP and GreedyPM force a new job in, so they may pause any running job, even
//     one mapped in the same instant.
//   - MCB8 searches yields in hundredths, 0.01 to 1, from the highest that the sum of
//     all CPU needs allows; it goes lower only if needs exceed 50 times the cluster.
//     Equal requirements are in order of submission (Config.NewestFirst reverses that);
//     if a node has as much free CPU as memory, the list of CPU comes first.
//   - MINFT and MINVT also hold if Greedy has mapped a job in the same instant.
//   - MCB8-stretch searches in hundredths, from 0, of the highest inverse stretch that
//     no job makes impossible; every job that it maps has a yield of at least 0.01.
//     Between two periods yields do not fall.
//   - The average stretch (OPT=AVG) is minimised by its chords over four pieces of each
//     yield.
//   - A job in its penalty counts as running; another migration begins a new penalty.
//   - Virtual time stands still in a penalty: it is the execution time that a job
//     experiences (section 4.1). That no algorithm is aware of the penalty (section 5.1)
//     says nothing else: an algorithm sees virtual time, not why it grows. With
//     Config.VirtualInPenalty it runs on.
//   - The first period begins with the first submission and maps at once.
package shared
