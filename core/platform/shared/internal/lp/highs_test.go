package lp

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"testing"
)

var problemsFile = flag.String("problems", "", "file to write the problems for another solver to")

// A stated problem is one as highs_test.py reads it, with our optimum.
type stated struct {
	Bound  []float64 `json:"bound"`
	Gain   []float64 `json:"gain"`
	Lo     []float64 `json:"lo"`
	Hi     []float64 `json:"hi"`
	First  []int32   `json:"first"` // per column, its first entry
	Row    []int32   `json:"row"`
	Coef   []float64 `json:"coef"`
	Status string    `json:"status"`
	Value  float64   `json:"value"`
}

// These are the problems that highs_test.py has HiGHS solve. Here they are
// proved by their prices; there, by the program that others use.
func TestProblemsForHiGHS(t *testing.T) {
	var all []stated
	var s Solver
	add := func(p *Problem) {
		out := s.Solve(p)
		if out.Status == Optimal {
			checkOptimal(t, p, out)
		}
		all = append(all, stated{p.bound, p.gain, p.lo, p.hi, p.first, p.row, p.coef, out.Status.String(), out.Value})
	}
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 6))
		p := shares(r, 1+r.IntN(200), 1+r.IntN(200))
		if seed%2 == 1 { // unequal weights, as the stretch has
			for j := range p.gain {
				p.gain[j] = 0.1 + r.Float64()
			}
		}
		add(p)
	}
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 7))
		add(small(r.IntN))
	}
	if *problemsFile == "" {
		return
	}
	text, err := json.Marshal(all)
	if err == nil {
		err = os.WriteFile(*problemsFile, text, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}
