package papers_test

import (
	"context"
	"fmt"

	"github.com/backfill-lab/backfill/core/papers"
	"github.com/backfill-lab/backfill/core/papers/paper"
)

// A figure of a paper in a notebook: figures.DrawChart draws the chart. Without a
// Scale it has the paper's size; paper.UserCache has what the command has computed.
func Example() {
	all, err := papers.All().Evaluate(context.Background(), paper.Options{Scale: paper.Quick}, "dynp/fig1")
	if err != nil {
		panic(err)
	}
	fig1 := all[0]
	fmt.Println(fig1.Paper.Authors, len(fig1.Chart.Panels) > 0, fig1.Origins[0].Substitute)
	// Output: Achim Streit true true
}
