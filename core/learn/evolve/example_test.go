package evolve_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/backfill-lab/backfill/core/learn/evolve"
)

// The parameters nearest to 3 and "b", with a checkpoint that a later run goes
// on from.
func ExampleRun() {
	problem := evolve.Single([]evolve.Parameter{
		{Name: "x", Kind: evolve.Real, Low: -10, High: 10},
		{Name: "letter", Kind: evolve.Nominal, Count: 26},
	}, func(_ context.Context, v []float64) (float64, error) {
		f := (v[0] - 3) * (v[0] - 3)
		if v[1] != 1 {
			f += 10
		}
		return f, nil
	})
	var saved []byte
	control := evolve.Control{Checkpoint: func(s *evolve.State) (err error) {
		saved, err = json.Marshal(s)
		return err
	}}
	if _, err := evolve.Run(context.Background(), problem, evolve.Options{Seed: 1, Generations: 30}, control); err != nil {
		fmt.Println(err)
		return
	}

	from, err := evolve.ParseState(saved)
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := evolve.Run(context.Background(), problem, evolve.Options{Seed: 1}, evolve.Control{From: from})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("x = %.3f, letter %c, after %d generations\n", s.Best.Parts[0][0], 'a'+rune(s.Best.Parts[0][1]), s.Generation)
	// Output: x = 3.000, letter b, after 40 generations
}
