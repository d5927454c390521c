// Package queue lets an agent from outside choose which waiting job starts, in many environments at once: what
// Gymnasium's environments are made of.
//
// An Env is an episode: some successive jobs of a workload on an empty machine. Whenever a job of the window, which has
// the first waiting jobs in order of submission, fits into the free processors, the agent chooses one of them or to
// start nothing more before something happens. So backfilling is the agent's own affair: any job that fits may start,
// whatever waits before it. What the agent sees are numbers from 0 to 1: a time of t seconds is t/(t+3600), a count of n
// is n/(n+16), processors are a share of the machine.
//
// An Env is an engine that is stepped from outside: it has no goroutines, and two with the same jobs and actions are in
// the same state.
package queue
