// Package pareto finds and measures compromises between several objectives. A
// point is a list of objective values, of which lower is always better; one
// point dominates another if it is nowhere worse and somewhere better; a front
// is a set of points of which none dominates another.
//
// Run looks for a front with NSGA-II (Deb, Pratap, Agarwal and Meyarivan, A fast
// and elitist multiobjective genetic algorithm, IEEE Transactions on
// Evolutionary Computation 6(2), 2002) over candidates of any type; Order is one
// for the order in which all jobs of a workload are to be scheduled off-line.
// C. Franke, J. Lepping and U. Schwiegelshohn (On Advantages of Scheduling Using
// Genetic Fuzzy Systems, JSSPP 2006, section 5) judge on-line schedulers by their
// distance from such a front of seven objectives. They do not describe how they
// found theirs.
//
// Two things are not as in the original: of candidates with the same objective
// values one survives before any second one does, for copies crowd out
// everything else where values are few; and all points that nothing generated
// dominates are kept, not only those in the last population, as the paper's
// figure 7 shows all of them.
//
// Hypervolume, Distance and Shortfall measure fronts.
package pareto
