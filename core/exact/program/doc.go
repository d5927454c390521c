// Package program is the integer program of an off-line instance, as
// Grothklags and Streit have it ("On the Comparison of CPLEX-Computed Job
// Schedules with the Self-Tuning dynP Job Scheduler"), in the files that
// integer-programming solvers read and write.
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
// The objective is exact.Instance.Cost of the schedule: its jobs start at full
// slots, and are as long as they are. With Scale 1 nothing is rounded.
//
//	New ─► WriteLP, WriteMPS, WriteStart ─► a solver ─► ReadSolution ─► Seconds ─► Compact
//
// # Bounds
//
// The program's optimum is that of its slots, above the instance's. With
// Options.Relaxed it is below it: lengths and seconds are rounded down, M[t] is what
// is free at the last second of slot t, and starts at T or later are one variable,
// which holds nothing. If a schedule's starts are rounded down to slots, every job
// that holds a slot by (4) runs at that slot's last second, and none costs more than
// before: so the schedule is a solution.
//
// What the paper leaves open, what we do:
//
//   - Processors that become free within a slot count from the next one on, and a
//     job's last slot is wholly its own, so that every solution is a schedule.
//   - T, the largest makespan of FCFS, SJF and LJF, is that of their plans in
//     slots, where that is later, so that each of the three is a solution. Every job
//     ends by then. Nothing says that an optimal schedule does: Options.Horizon
//     asks for more.
//   - Slots in which a job cannot start (too few processors are free yet, or it would
//     end after T) have no variable.
package program
