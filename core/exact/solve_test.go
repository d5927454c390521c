package exact

import (
	"context"
	"math/rand/v2"
	"testing"
)

// brute returns the least cost over the list schedules of all orders.
func brute(in *Instance) int64 {
	best := int64(1) << 62
	order := make([]int, 0, len(in.Jobs))
	var try func(rest []int)
	try = func(rest []int) {
		if len(rest) == 0 {
			best = min(best, in.Cost(in.List(order)))
			return
		}
		for i := range rest {
			rest[0], rest[i] = rest[i], rest[0]
			order = append(order, rest[0])
			try(rest[1:])
			order = order[:len(order)-1]
			rest[0], rest[i] = rest[i], rest[0]
		}
	}
	rest := make([]int, len(in.Jobs))
	for i := range rest {
		rest[i] = i
	}
	try(rest)
	return best
}

func TestSolveIsBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for x := range 1500 {
		in := random(r, r.IntN(7))
		got, err := Solve(context.Background(), in, Options{MemoryMiB: 1})
		if err != nil {
			t.Fatal(err)
		}
		if want := brute(in); got.Cost != want || got.Bound != want || !got.Optimal || in.Cost(got.Starts) != want {
			t.Fatalf("instance %d %+v: cost %d bound %d, the optimum is %d", x, in, got.Cost, got.Bound, want)
		}
		if err := illegal(in, got.Starts); err != nil {
			t.Fatalf("%+v: %v", in, err)
		}
	}
}
