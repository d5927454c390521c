// Package slurm is a twin of Slurm's scheduler on core/system: the multifactor priority with
// fair shares, the main scheduler and the backfill cycle, with their parameters. It decides
// as slurmctld does, at the seconds at which slurmctld would, from the same information.
//
// Not modelled: the time that a cycle itself takes, and with it the locks that it yields; the
// time between a job's end and its nodes' return; requests from outside.
package slurm
