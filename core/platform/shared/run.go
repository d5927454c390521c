package shared

import (
	"context"
	"fmt"
	"iter"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// A Run is a finished run: the Detail of a platform.Played.
type Run struct {
	Tasks     []Job     // parallel to the workload's jobs
	Outcomes  []Outcome // parallel to them
	Stretches []Stretch // what each held when; nil unless Hooks.Verify is set or the table of shares wanted
}

// MaxShares bounds the stretches of a run whose shares are wanted, which are kept until it is
// over.
const MaxShares = 4 << 20

// input returns what the run's metrics are of, in microseconds.
func (r *Run) input(c *Nodes, jobs []job.Job) metrics.Input {
	in := Input(c.Nodes, r.Tasks, r.Outcomes)
	if c.MemoryKiB > 0 {
		in.Shared.NodeGB = float64(c.MemoryKiB) / (1 << 20)
	}
	for i := range jobs {
		in.Jobs[i].User = jobs[i].User
	}
	return in
}

// shares yields a row for each stretch of the run, or two if a penalty ends within it.
func (r *Run) shares() iter.Seq[result.Share] {
	return func(yield func(result.Share) bool) {
		names := map[*Place]string{} // stretches of one mapping share their places
		for i := range r.Stretches {
			s := &r.Stretches[i]
			nodes, ok := names[&s.Places[0]]
			if !ok {
				nodes = NodeList(s.Places)
				names[&s.Places[0]] = nodes
			}
			t := &r.Tasks[s.Job]
			part := float64(s.Yield) / Whole
			row := result.Share{Job: t.ID, Nodes: nodes, Yield: part, CPU: float64(int64(t.CPU)*int64(t.Tasks)) / Whole * part}
			for i, span := range [][2]int64{{s.From, min(s.Ready, s.To)}, {max(s.From, s.Ready), s.To}} {
				row.Start, row.End, row.Penalty = float64(span[0])/Second, float64(span[1])/Second, i == 0
				if span[0] < span[1] && !yield(row) {
					return
				}
			}
		}
	}
}

// limitShares returns an observer that ends a run with more shares than most.
func limitShares(most int, stop context.CancelCauseFunc) Observer {
	return func(e *Engine, v Event) {
		if v.Kind == Settled && len(e.Stretches()) > most {
			stop(fmt.Errorf("the run has more than %d times of unchanged shares, the most that are kept: cut the workload, or leave the shares out",
				most))
		}
	}
}
