// Package whatif asks what would have happened to the jobs of an accounting log on a cluster that is
// configured, equipped or used in another way. Both sides are simulated: what was recorded is
// compared with the simulation of the cluster as it is, which says how far to trust the other.
//
// # Changes
//
// A change is written WHAT=VALUE.
//
//	add=8:n1                    eight more nodes like n1, in its partitions and under its switch
//	remove=n[5-8]               these nodes are not there
//	maintenance=BEGIN/END       no job runs then; BEGIN/END:n[1-4] on some nodes only. Dates, seconds of the
//	                            log, or seconds since 1970
//	policy=easy                 another scheduler
//	estimates=exact             time limits are run times; factor:0.5 halves them, to the run times at least
//	jobs=physics:+20%           an account's jobs: more, which are copies of some of them submitted
//	                            when others of them were; or fewer, at random
//	FIELD=VALUE                 a field of the description, such as partitions.long.max_time_s=86400,
//	                            scheduling.bf_window_s=172800, accounts.physics.shares=20,
//	                            nodes.gn1.gpus={"a100":8}; null takes it away
//
// A change that no simulation would see is refused: a setting that the twin does not simulate, a time in
// which the log has no jobs. Of a list, a field names one by its name, and of nodes one of those that are alike: all of these are
// changed.
package whatif
