// Package evolve is evolution strategies: it looks for the parameters with the
// lowest fitness, where all that can be done is to try them. It knows nothing
// of what they mean; a Problem says which there are and judges them.
//
// It begins with mu random individuals. In every generation lambda offspring are
// made, each a mutated copy of a parent drawn at random (or a recombination of
// two), all are judged, and the mu best become the next parents: of parents and
// offspring in a (mu+lambda) strategy, of the offspring alone in a (mu,lambda)
// one. An offspring goes before a parent of equal fitness, so that a population
// can drift over a plateau.
//
// Every parameter i has a step size s_i of its own, which is inherited and
// mutates too (non-isotropic self-adaptation, Bäck and Schwefel 1993). With u
// parameters, one normal number N per individual and one N_i per parameter,
//
//	s_i' = s_i * exp(tau0*N + tau1*N_i)     tau0 = 1/sqrt(2u)
//	x_i' = x_i + s_i' * N_i'                tau1 = 1/sqrt(2*sqrt(u))
//
// What leaves its bounds is reflected at them. An Ordered choice (one of the
// weights -5, -1, 0, 1, 5, say) is a real number whose whole part is the choice,
// and evolves as one: steps smaller than 1 add up. A Nominal choice has a chance
// p of mutation in place of a step size, and then becomes any other value; the
// chance adapts on the logistic scale (Schütz and Sprave 1996, Li and others
// 2013):
//
//	p' = 1 / (1 + (1-p)/p * exp(-(tau0*N + tau1*N_i))), at least 1/3u, at most 1/2
//
// Several species evolve side by side when a candidate falls into parts
// (cooperative coevolution, Potter and De Jong 1994): each breeds and selects
// within itself, and a member is judged in a team with one member of every other
// species; Partners says which.
//
// The defaults are those of C. Franke, J. Lepping and U. Schwiegelshohn, On
// Advantages of Scheduling Using Genetic Fuzzy Systems (JSSPP 2006), section 4.2:
// (3+21), 40 generations, no recombination, the rates above, random teams; 843
// evaluations, of two species too. They do not give the first step sizes or the
// mutation of choices; the first step is here the range over sqrt(u), after
// Schwefel (Numerical Optimization of Computer Models, 1981).
//
// All random numbers are drawn before any candidate is judged, from a stream per
// generation, species and offspring, so that the result is the same for any
// number of cores, and the same whether a run was interrupted or not.
package evolve
