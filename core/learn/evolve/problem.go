package evolve

import "context"

// A Problem has parameters and judges their values.
type Problem interface {
	// Species returns the parts of a candidate, one in an ordinary evolution strategy,
	// and always the same. The caller does not change them.
	Species() []Species

	// Evaluate returns the fitness of a team, a candidate in parts: team[s][i] is the
	// value of parameter i of species s, the index of a choice. Lower is better; the
	// fitness must be finite and depend on the team alone. Several goroutines call
	// Evaluate at a time. It must not change the team, and should return soon after ctx
	// is done. An error ends the run.
	Evaluate(ctx context.Context, team [][]float64) (fitness float64, err error)
}

// Single returns the Problem of one species with these parameters.
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
