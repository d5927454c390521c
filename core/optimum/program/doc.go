// Package program writes the integer program of an off-line instance (Grothklags and
// Streit, "On the Comparison of CPLEX-Computed Job Schedules with the Self-Tuning dynP
// Job Scheduler", 2004) for integer-programming solvers, and reads their solutions.
//
// Time is cut into slots of Scale seconds from the instance's present second on.
// x[i,t] is 1 if job i starts at the beginning of slot t. With widths w, estimates
// d, submissions s, seconds tau(t) = now + t*Scale, lengths l = ceil(d/Scale) in
// slots and the processors M[t] that are free throughout slot t:
//
//	minimize    sum over i, t of (tau(t) - s[i] + d[i]) * w[i] * x[i,t]           (2)
//	such that   sum over t of x[i,t] = 1                          for each job i   (3)
//	            sum over i and j in (t-l[i], t] of w[i] * x[i,j] <= M[t]           (4)
//	                                                             for each slot t
//	            x[i,t] is 0 or 1                                                   (5)
//
// The objective is exact.Instance.Cost of the schedule: starts are rounded to slots,
// durations are not. With Scale 1 nothing is rounded.
//
//	New ─► WriteLP, WriteMPS, WriteStart ─► a solver ─► ReadSolution ─► Seconds ─► Compact
//
// # Bounds
//
// The program's optimum is never below the instance's. With Options.Relaxed it is never
// above: lengths and seconds are rounded down, M[t] is the number of processors free at
// the last second of slot t, and one variable, which holds nothing, stands for all starts
// at T or later. Any schedule, its starts rounded down, is a solution: every job that
// holds a slot by (4) runs at that slot's last second, and no job costs more.
//
// The paper leaves three points open:
//
//   - Processors that become free within a slot count from the next slot on, and a job
//     holds the whole of its last slot. So every solution is a schedule.
//   - T is the largest makespan of FCFS, SJF and LJF, in seconds or of their plans in
//     slots, whichever is later. So each of the three plans is a solution. Every job ends
//     by T. An optimal schedule may end later: Options.Horizon raises T.
//   - A slot in which a job cannot start (too few processors are free yet, or it would
//     end after T) has no variable.
package program
