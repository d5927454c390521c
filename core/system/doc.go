// Package system simulates a cluster as its administrator describes it: nodes with cores,
// memory, GPUs and features in partitions that may overlap, jobs that ask for them, and a
// scheduler that decides when and where they run.
//
// A Description is what people read and write, as JSON. New resolves it; an Engine plays
// the jobs of a run on it under a Scheduler.
//
// Time is in whole seconds from the start of the workload. In one second jobs end first,
// then nodes change their state, then jobs come or are cancelled, and then the Scheduler
// has one pass.
package system
