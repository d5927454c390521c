// Package rules is rule-based scheduling (Franke, Lepping, Schwiegelshohn, "On
// Advantages of Scheduling Using Genetic Fuzzy Systems", JSSPP 2006): in every
// scheduling pass a rule base looks at seven features of the state and chooses one of
// 13 strategies.
//
//	Vector    the features of a state (section 3.2), kept up to date by a State
//	Strategy  a queue order with an algorithm, or Greedy
//	Rigid     a rule base of fixed partitions of the features (section 4.1)
//	Fuzzy     a rule base of Gaussian membership functions (section 4.2)
//	Pair      two fuzzy rule bases, one for the order and one for the algorithm
//	Policy    a sim.Policy that asks one of them
//	Objective an expression that judges schedules: 10*awrt1 + 4*awrt2
//	Trial     one simulation of a whole workload, for training
//
// A trained rule base is a Base; Write and Read keep it as readable JSON. A Shape turns
// the vectors of numbers of an evolution into fuzzy rule bases. Lots is the
// probability-driven procedure.
//
// The paper leaves these points open:
//
//   - A rule base decides in each scheduling pass (see core/sim) in which a waiting job
//     fits the free processors; in any other no strategy could start one.
//   - CONS replans all waiting jobs in every pass, like core/policy/plan, and starts those
//     planned for now: in the paper completion times are "estimated each time the
//     scheduling process is initiated". A change of strategy breaks promises anyway.
//   - The features describe the state before the pass starts anything; jobs that
//     have just arrived count as waiting. SD is 1 until a job with a run time has
//     ended, and at most 100, the end of its interval. The utilisation and the shares
//     are percentages; the shares are 0 if no job waits.
//   - A run time is the time for which a job held its processors: cut at the estimate
//     if the engine cuts.
//   - Users are grouped by their share of all resource consumption: see Bounds. A job
//     without a user is in group 5.
//   - The criterion of Greedy is our own, because the paper only refers to a report:
//     see Advantage.
//   - The membership of a rule is a sum of logarithms, relative to the strongest rule.
//     It leads to the choice of the paper's product, even if all the products are too
//     small for a float64. Of equal recommendations, the first in the order of
//     StrategyNames wins.
package rules
