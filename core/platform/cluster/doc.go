// Package cluster simulates a cluster as its administrator describes it: nodes with cores,
// memory, GPUs and features in partitions that may overlap, jobs that ask for them, and a
// scheduler that decides when and where they run.
//
// A Description is what people read and write, as JSON. New resolves it; an Engine plays
// the jobs of a run on it under a Scheduler.
//
// Time is in whole seconds from the start of the workload. In one second jobs end first,
// then jobs come, and then the Scheduler has one pass. What it starts and ends at once, a job
// of no length, gives it a second pass in that second.
//
// Jobs depend on each other, are tasks of arrays, and are held, cancelled and sent back to the
// queue; nodes go away and come back; reservations keep nodes for their jobs.
//
// A Platform plays logs on a Description; the policies and the reader of logs that it needs are a
// Kit of packages that build on this one.
package cluster
