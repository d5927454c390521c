package papers_test

import (
	"context"
	"fmt"

	"github.com/backfill-lab/backfill/core/experiment/papers"
)

// A figure of a paper in a notebook: figures.DrawChart draws the chart.
func ExampleEvaluate() {
	opt := papers.Environment()
	opt.Scale, opt.Cache, opt.Traces = papers.Quick, nil, nil
	all, err := papers.Evaluate(context.Background(), opt, "dynp/fig1")
	if err != nil {
		panic(err)
	}
	fig1 := all[0]
	fmt.Println(fig1.Paper.Authors, len(fig1.Chart.Panels) > 0, fig1.Origins[0].Substitute)
	// Output: Achim Streit true true
}
