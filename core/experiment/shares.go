package experiment

import (
	"context"
	"fmt"
	"iter"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// A SharedRun is a finished run on shared nodes.
type SharedRun struct {
	Tasks     []shared.Job     // parallel to the workload's jobs
	Outcomes  []shared.Outcome // parallel to them
	Stretches []shared.Stretch // what each held when; nil unless Hooks.Stretches is set or the table of shares wanted
}

// MaxShares bounds the stretches of a run whose shares are wanted, which are kept until it is
// over.
const MaxShares = 4 << 20

// input returns what the run's metrics are of, in microseconds.
func (r *SharedRun) input(c *SharedNodes, jobs []job.Job) metrics.Input {
	in := shared.Input(c.Nodes, r.Tasks, r.Outcomes)
	if c.MemoryKiB > 0 {
		in.Shared.NodeGB = float64(c.MemoryKiB) / (1 << 20)
	}
	for i := range jobs {
		in.Jobs[i].User = jobs[i].User
	}
	return in
}

// shares yields a row for each stretch of the run, or two if a penalty ends within it.
func (r *SharedRun) shares() iter.Seq[result.Share] {
	return func(yield func(result.Share) bool) {
		names := map[*shared.Place]string{} // stretches of one mapping share their places
		for i := range r.Stretches {
			s := &r.Stretches[i]
			nodes, ok := names[&s.Places[0]]
			if !ok {
				nodes = shared.NodeList(s.Places)
				names[&s.Places[0]] = nodes
			}
			t := &r.Tasks[s.Job]
			part := float64(s.Yield) / shared.Whole
			row := result.Share{Job: t.ID, Nodes: nodes, Yield: part, CPU: float64(int64(t.CPU)*int64(t.Tasks)) / shared.Whole * part}
			for i, span := range [][2]int64{{s.From, min(s.Ready, s.To)}, {max(s.From, s.Ready), s.To}} {
				row.Start, row.End, row.Penalty = float64(span[0])/shared.Second, float64(span[1])/shared.Second, i == 0
				if span[0] < span[1] && !yield(row) {
					return
				}
			}
		}
	}
}

// limitShares returns an observer that ends a run with more shares than most.
func limitShares(most int, stop context.CancelCauseFunc) shared.Observer {
	return func(e *shared.Engine, v shared.Event) {
		if v.Kind == shared.Settled && len(e.Stretches()) > most {
			stop(fmt.Errorf("the run has more than %d times of unchanged shares, the most that are kept: cut the workload, or leave the shares out",
				most))
		}
	}
}
