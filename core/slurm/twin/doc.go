// Package twin is a twin of Slurm's scheduler on core/platform/cluster: the multifactor priority with
// fair shares, the main scheduler and the backfill cycle, with their parameters. It decides
// as slurmctld does, at the seconds at which slurmctld would, from the same information.
//
// A cycle takes no time but what Scheduling.BfJobUs adds between cycles, and yields no locks.
// Not modelled: reservations, outages, preemption, dependencies, the limit of running tasks of
// an array, usage limits over time (GrpTRESMins, GrpTRESRunMins, GrpWall), limits on submitted
// jobs, licences, over-time limits; the time between a job's end and its nodes' return.
package twin
