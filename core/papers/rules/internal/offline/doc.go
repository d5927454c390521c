// Package offline looks for the best schedules of a workload that is known beforehand:
// the front of the seven objectives with which on-line rule bases are compared (C. Franke,
// J. Lepping and U. Schwiegelshohn, On Advantages of Scheduling Using Genetic Fuzzy
// Systems, JSSPP 2006, section 5 and figure 7). The paper takes its front from a report
// and does not say how it was found. This one is an approximation too.
//
// A candidate is an Order of all jobs. Its schedule places one job after the other, each
// at the earliest second, not before its submission, at which its processors are free for
// its run time beside the jobs already placed: later jobs fill holes but move none. In the
// order in which the jobs of some schedule start, no job starts later than there, because
// those before it end no later. So every schedule has an order that is as good.
//
// NSGA-II (package pareto) begins with the orders in which the 13 strategies, and given
// rule bases, start the jobs. Next come orders by submission in which each user group has
// a random advantage in seconds, like Greedy's. Crossover exchanges stretches of orders,
// and so of time. Mutation moves blocks, gives a group an advantage in a stretch, or sorts
// a stretch by width, run time or area.
package offline
