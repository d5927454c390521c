// Package queue is the classic schedulers on a cluster of nodes with cores, memory, GPUs and
// features: FCFS, list scheduling, EASY and conservative backfilling, each over any queue order of
// core/policy, the full plans of core/policy/plan, and self-tuning dynP. Names and orders are those of
// one machine. On one node whose jobs ask for cores only every schedule is that of one machine, and on
// nodes of one core those of fcfs, list and easy are (tests check it). The others plan with nodes, not with
// a number of processors: a job may wait there for nodes that are free together.
//
// # What a place is
//
// State.Place chooses nodes, as for Slurm. A job can start at a second if Place finds nodes in what
// is free from then until the job's limit. A start that is not now is at a second at which a node gets
// something back or a reservation of the description ends. The processors that an order looks at are
// the cores that a job asks for, its estimate is its limit, and its submission the moment at which it
// came into the queue: when it was submitted, or later, when its begin came, what it depends on had
// happened, it was released, or its array had room. Jobs of the same moment are in the order of the
// run.
//
// # Several partitions
//
// There is one queue for the cluster; tiers, priorities, QOS and limits of users are not looked at. A
// job in several partitions starts, or is planned, in the one in which it can start first, of equals
// in the first that it names.
//
//   - fcfs: A job that cannot start keeps the nodes of its partitions from all later ones. Those in
//     partitions with other nodes, too, may start there.
//   - list: Whatever finds nodes starts, in queue order.
//   - easy: The first job that cannot start is a head, and so is each later one whose partitions share
//     no node with those of an earlier head. A head's reservation is the shadow time: the first
//     second at which it could start if all running jobs ended at their limits. Another job starts
//     if it ends by then or if the head could still start then. If the nodes that Place chooses first
//     are in the way of a head, the nodes that the heads would get are left out.
//   - cons: A job gets the first place in the profile of running and waiting jobs, node by node, when
//     it comes, and keeps it until it can start earlier. Whenever a job has ended, all waiting jobs,
//     in queue order, look for an earlier start, each beside the places of all others.
//   - plan: In every pass all jobs are placed anew, in queue order.
//   - dynp: Plans by FCFS, SJF and LJF are compared by the average response time weighted by cores, to
//     the limits of the jobs, as in core/policy/dynp, and a decider chooses the one that is started from.
//
// # When promises end
//
// What a job was promised does not hold any longer when nodes go away, when somebody holds or cancels
// it, and when a running job does not end at its limit (cluster.Config without Cut), which is then
// expected to run twice as long as so far. Everything is then planned anew in queue order. Jobs for
// which too few nodes are up leave the queue until some are back.
package queue
