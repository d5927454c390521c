// Package rules is rule-based scheduling (Franke, Lepping, Schwiegelshohn, "On
// Advantages of Scheduling Using Genetic Fuzzy Systems", JSSPP 2006): in every
// scheduling state a rule base looks at seven features of the state and names one
// of 13 strategies, by which that pass is made.
//
//	Vector    the features of a state (section 3.2), kept up to date by a State
//	Strategy  a queue order with an algorithm, or Greedy
//	Rigid     a rule base of fixed partitions of the features (section 4.1)
//	Fuzzy     a rule base of Gaussian membership functions (section 4.2)
//	Pair      two fuzzy rule bases, one for the order and one for the algorithm
//	Policy    a sim.Policy that asks one of them
//	Objective what a schedule is judged by, as an expression: 10*awrt1 + 4*awrt2
//	Trial     one simulation of a whole workload, for training
//
// A trained rule base is a Base; Write and Read keep it as JSON that a person can
// read. A Shape makes fuzzy rule bases of vectors of numbers and back, which is
// what an evolution works on, and Lots is the probability-driven procedure.
//
// What the paper leaves open, what we do:
//
//   - A decision is made in each scheduling pass (see core/sim) in which a waiting
//     job fits the free processors; in any other no strategy could start one. One
//     strategy makes the whole pass.
//   - CONS plans all waiting jobs from nothing in every pass, as core/plan does,
//     and starts those planned for now: the paper has completion times "estimated
//     each time the scheduling process is initiated". Promises could not be kept
//     across a change of strategy.
//   - The features are those before the pass starts anything, with the jobs that
//     have just arrived among the waiting ones. SD is 1 until a job with a run
//     time has ended, and at most 100, the end of its interval. The utilisation
//     and the shares are percentages; the shares are 0 where nothing waits.
//   - A run time is what the schedule gave the job: cut at the estimate, where the
//     engine cuts.
//   - User groups are those of shares of all resource consumption: see Bounds. A
//     job without a user is in group 5.
//   - Greedy is our own criterion, since the paper refers to a report for it: see
//     Advantage.
//   - The membership of a rule is computed by the sum of logarithms and relative
//     to the strongest rule. The choice is that of the paper's product, and has a
//     meaning even where all of the paper's numbers are too small for a float64.
//     Of equal recommendations the first wins, in the order of Strategies.
package rules
