// Package evolve is evolution strategies: it searches for the parameters with the lowest
// fitness. A Problem says which parameters there are and judges them.
//
// It begins with mu random individuals. Every generation has lambda offspring, each a
// mutated copy of a random parent (or a recombination of two). The mu best become the
// next parents: of parents and offspring in a (mu+lambda) strategy, of the offspring
// alone in a (mu,lambda) strategy. An offspring precedes a parent of equal fitness, so a
// population can drift over a plateau.
//
// Every parameter i has its own step size s_i, which is inherited and mutates too
// (non-isotropic self-adaptation, Bäck and Schwefel 1993). With u parameters, a normal
// number N per individual and one N_i per parameter,
//
//	s_i' = s_i * exp(tau0*N + tau1*N_i)     tau0 = 1/sqrt(2u)
//	x_i' = x_i + s_i' * N_i'                tau1 = 1/sqrt(2*sqrt(u))
//
// A value beyond a bound is reflected at it. An Ordered choice (such as one of the
// weights -5, -1, 0, 1, 5) is a real number whose whole part is the choice, so steps
// below 1 add up. A Nominal choice has a chance p of becoming any other value instead of
// a step size. The chance adapts on the logistic scale (Schütz and Sprave 1996, Li and
// others 2013):
//
//	p' = 1 / (1 + (1-p)/p * exp(-(tau0*N + tau1*N_i))), at least 1/3u, at most 1/2
//
// If a candidate has parts, each is a species (cooperative coevolution, Potter and De
// Jong 1994): it breeds and selects within itself, and a member is judged in a team with
// one member of every other species; Partners says which.
//
// The defaults are those of C. Franke, J. Lepping and U. Schwiegelshohn, On Advantages
// of Scheduling Using Genetic Fuzzy Systems (JSSPP 2006), section 4.2: (3+21), 40
// generations, no recombination, the rates above, random teams; 843 evaluations with
// one species or two. They give neither first step sizes nor the mutation of choices;
// here the first step is the range over sqrt(u), after Schwefel (Numerical Optimization
// of Computer Models, 1981).
//
// All random numbers are drawn before any candidate is judged, from a stream per
// generation, species and offspring, so neither cores nor interruptions change the
// result.
package evolve
