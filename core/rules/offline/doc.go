// Package offline looks for the best schedules that a workload has if everything
// about it is known beforehand: the front between the seven objectives that on-line
// rule bases are compared with (C. Franke, J. Lepping and U. Schwiegelshohn, On
// Advantages of Scheduling Using Genetic Fuzzy Systems, JSSPP 2006, section 5 and
// figure 7). The paper takes its front from a report and does not say how it was
// found; this one is approximate too.
//
// A candidate is an Order of all jobs. Its schedule places one job after the other,
// each at the earliest second, not before its submission, at which its processors
// are free for its run time beside the jobs placed before: later jobs fill holes but
// move nobody. If the order is that in which jobs start in some schedule, then none
// starts later than there (each may start where it did, for those before it are
// over as early or earlier), so every schedule has an order that is as good.
//
// NSGA-II (package pareto) begins with the orders in which the 13 strategies, each
// by itself, and given rule bases start the jobs; then with orders by submission in
// which each user group has an advantage of so many seconds, as Greedy's, drawn at
// random. It crosses stretches of orders, which are stretches of time, and mutates
// by moving blocks, by giving a group an advantage in a stretch, or by sorting a
// stretch by width, run time or area.
package offline
