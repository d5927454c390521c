package bound

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/shared"
)

// Without memory and penalty the system is that of theorem 1, whose bound is
// then one on what any algorithm does.
func TestNoAlgorithmIsBelowTheBound(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	crowded, near := 0, false
	for range 12 {
		nodes := 1 + r.IntN(6)
		var jobs []shared.Job
		at := int64(0)
		for id := range int64(40) {
			at += r.Int64N(200 * shared.Second)
			jobs = append(jobs, shared.Job{
				ID: id, Submit: at, Run: r.Int64N(1 << (20 + r.IntN(13))),
				Tasks: int32(1 + r.IntN(nodes)), CPU: int32(1+r.IntN(4)) * shared.Whole / 4,
			})
		}
		least, err := Stretch(context.Background(), nodes, jobs, 10*shared.Second)
		if err != nil {
			t.Fatal(err)
		}
		if least > 1.1 {
			crowded++
		}
		for _, a := range shared.All() {
			e, err := shared.New(shared.Config{Nodes: nodes, Jobs: jobs, Algorithm: a})
			if err != nil {
				t.Fatal(err)
			}
			if err := e.Run(context.Background(), nil); err != nil {
				t.Fatal(err)
			}
			if worst := e.Metrics().Value("bsld_max"); worst < least || e.Done() != len(jobs) {
				t.Errorf("%v: the maximum stretch is %v, the bound %v", a, worst, least)
			} else if least > 1.1 && worst < 1.5*least {
				near = true
			}
		}
	}
	if crowded < 8 || !near {
		t.Errorf("%d of 12 instances have a bound above 1.1; an algorithm is within half of one: %t", crowded, near)
	}
}
