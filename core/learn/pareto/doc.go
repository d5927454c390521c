// Package pareto finds compromises between several objectives. A point is a list of
// objective values; lower is always better. A point dominates another if it is nowhere
// worse and somewhere better. In a front no point dominates another.
//
// Run looks for a front with NSGA-II (Deb, Pratap, Agarwal and Meyarivan, A fast and
// elitist multiobjective genetic algorithm, IEEE Transactions on Evolutionary
// Computation 6(2), 2002) over candidates of any type, such as an Order in which to
// schedule all jobs of a workload off-line. C. Franke, J. Lepping and U. Schwiegelshohn
// (On Advantages of Scheduling Using Genetic Fuzzy Systems, JSSPP 2006, section 5) judge
// on-line schedulers by their distance from such a front of seven objectives, and do not
// say how they found it.
//
// Run differs from the original in two points. A second candidate with the same values
// survives only after all different ones, because copies crowd out all else if there are
// few values. And, as in the paper's figure 7, the front holds every point generated that
// no other dominates, not only those of the last population.
//
// Distance and Shortfall measure how far a point is from a front.
package pareto
