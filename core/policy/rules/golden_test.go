package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestGoldenBits: memberships, features, schedules and scores are the same bits on
// every build. They change only when a decision changes, and then the results of
// every trained rule base change with them.
func TestGoldenBits(t *testing.T) {
	const want = "4973d211c777b3cf148708ec48c7f335"
	h := sha256.New()
	r := rand.New(rand.NewPCG(42, 42))
	pair, err := NewPair(randomFuzzy(r, OrderNames), randomFuzzy(r, AlgorithmNames))
	if err != nil {
		t.Fatal(err)
	}
	objective, err := ParseObjective(PaperObjective + " - 1e5*u + 0.1*awrt")
	if err != nil {
		t.Fatal(err)
	}
	fuzzy := randomFuzzy(r, StrategyNames)
	for range 200 {
		x := randomState(r)
		var phi [MaxRules]float64
		fuzzy.members(&x, phi[:len(fuzzy.rules)])
		for i := range fuzzy.rules {
			fmt.Fprintf(h, "%x ", math.Float64bits(phi[i]))
		}
		for s := range StrategyNames {
			fmt.Fprintf(h, "%x ", math.Float64bits(fuzzy.sum(phi[:], s)))
		}
	}
	c := crowd(r, 2000)
	groups := GroupUsers(c.Jobs, Bounds{20, 15, 10, 5})
	fmt.Fprintln(h, groups)
	for _, controller := range []Controller{fuzzy, pair, randomRigid(r, Strategy(NumStrategies))} {
		p := New(controller, Options{Groups: groups})
		placed := runWhole(t, c.Procs, c.Jobs, p)
		fmt.Fprintln(h, placed)
		for _, v := range p.state.Vector() {
			fmt.Fprintf(h, "%x ", math.Float64bits(v))
		}
		fmt.Fprintf(h, "%x\n", math.Float64bits(objective.Of(Score(c.Procs, c.Jobs, placed, groups))))
	}
	if got := hex.EncodeToString(h.Sum(nil)[:16]); got != want {
		t.Errorf("the digest is %s, not %s", got, want)
	}
}
