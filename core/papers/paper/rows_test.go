package paper_test

import (
	"context"
	"errors"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/result"
)

// The rows are those of the runs: their numbers add up to the metrics, however
// many runs are simulated at once.
func TestRowsAreThoseOfTheRuns(t *testing.T) {
	e := evaluate(t, demo, paper.Options{}, "demo/fig1")[0]
	var first string
	for parallel := 1; parallel <= 3; parallel++ {
		jobs, digest := result.NewCollect(result.Jobs), result.NewDigest(result.Jobs)
		calls := 0
		to := result.Set{result.Jobs: result.Tee(jobs, digest)}
		err := e.Rows(context.Background(), paper.Options{Parallel: parallel}, to, func(done, total int) {
			if calls++; done != calls || total != len(e.Runs) {
				t.Errorf("call %d of progress says %d of %d", calls, done, total)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = digest.Sum()
		} else if digest.Sum() != first {
			t.Errorf("%d at once give other rows", parallel)
		}
		table := jobs.Table()
		sum, n := map[string]float64{}, map[string]float64{}
		for i := range table.Rows {
			run := table.Col("run").GetText(i)
			sum[run] += table.Col("end_s").Float[i] - table.Col("submit_s").Float[i]
			n[run]++
		}
		for _, r := range e.Runs {
			if got, want := sum[r.Label]/n[r.Label], e.Results.Metric(r.Label, "art_s"); got != want {
				t.Errorf("run %s: the rows' mean response time is %v, the metric %v", r.Label, got, want)
			}
		}
	}
}

func TestRowsEndWithTheContext(t *testing.T) {
	e := evaluate(t, demo, paper.Options{}, "demo/table1")[0]
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := e.Rows(ctx, paper.Options{}, result.Collecting(result.Jobs), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestPoliciesThatDecideNothingHaveNoSteps(t *testing.T) {
	steps := result.NewCollect(result.Steps)
	e := evaluate(t, demo, paper.Options{}, "demo")[0]
	if err := e.Rows(context.Background(), paper.Options{}, result.Set{result.Steps: steps}, nil); err != nil || steps.Table().Rows > 0 {
		t.Errorf("the demo has %d steps, %v", steps.Table().Rows, err)
	}
}
