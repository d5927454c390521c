package pareto_test

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/learn/pareto"
)

// Two schedulers and a front of two objectives, response time and idle time.
func ExampleShortfall() {
	front := [][]float64{{100, 40}, {120, 20}, {160, 10}}
	low, high := pareto.Range(front)
	scale := []float64{high[0] - low[0], high[1] - low[1]}
	for _, scheduler := range [][]float64{{120, 23}, {150, 30}} {
		d, nearest, err := pareto.Shortfall(scheduler, front, scale)
		fmt.Printf("%v falls short of %v by %.2f (%v)\n", scheduler, front[nearest], d, err)
	}
	// Output:
	// [120 23] falls short of [120 20] by 0.10 (<nil>)
	// [150 30] falls short of [120 20] by 0.60 (<nil>)
}
