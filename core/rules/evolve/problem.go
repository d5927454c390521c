package evolve

import "context"

// A Problem is what is to be solved: which parameters there are, and how good a
// choice of them is.
type Problem interface {
	// Species returns the parts of a candidate, one for an ordinary evolution
	// strategy. It returns the same every time; the caller changes nothing in it.
	Species() []Species

	// Evaluate returns the fitness of a team, a candidate in parts: team[s][i] is
	// the value of parameter i of species s, for a choice its index. Lower is
	// better; it must be a finite number and the same whenever the same team is
	// judged. Evaluate is called from several goroutines at a time, must not change
	// the team, and should return soon after ctx is done. An error ends the run.
	Evaluate(ctx context.Context, team [][]float64) (fitness float64, err error)
}

// Single is the Problem of one species with those parameters.
func Single(parameters []Parameter, evaluate func(ctx context.Context, x []float64) (float64, error)) Problem {
	return single{[]Species{{Parameters: parameters}}, evaluate}
}

type single struct {
	species  []Species
	evaluate func(ctx context.Context, x []float64) (float64, error)
}

func (p single) Species() []Species { return p.species }

func (p single) Evaluate(ctx context.Context, team [][]float64) (float64, error) {
	return p.evaluate(ctx, team[0])
}
