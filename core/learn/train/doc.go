// Package train makes rule bases: it tries many on a workload and keeps the one with the
// least objective (C. Franke, J. Lepping and U. Schwiegelshohn, On Advantages of
// Scheduling Using Genetic Fuzzy Systems, JSSPP 2006, sections 4.1 and 4.2). There are
// three approaches:
//
//	prob   rigid rule bases by the probability-driven procedure: every situation of
//	       table 1 gets every strategy the same number of times, at random, and
//	       keeps the one whose schedules had the least sum of objectives; 13
//	       strategies 50 times are 650 simulations
//	pitts  fuzzy rule bases of 10 rules, 270 parameters, each a whole individual of
//	       a (3+21) evolution strategy (the Pittsburgh approach); 40 generations
//	       are 843 simulations
//	cca    two such rule bases of 180 parameters, one for the order and one for the
//	       algorithm, as two species that are judged in random pairs (cooperative
//	       coevolution); 843 simulations too
//
// The zero Options are the paper's, which leaves open what we chose: means are drawn over
// the features' ranges and sigmas over those of rules.Shape, the first step is evolve's,
// weights mutate as places in rules.Weights, and cca keeps the best pair ever judged.
//
// The result depends on the workload and the Options alone, neither on the number of
// workers nor on interruptions: see State.
package train
