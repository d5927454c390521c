package papers

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/dfrs"
	"github.com/backfill-lab/backfill/core/dfrs/tasks"
	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
)

// dfrsPlayBatch plays FCFS, EASY or another reading of it on whole nodes and judges
// the schedule by the metrics of package dfrs. Nothing is ever paused or moved.
func dfrsPlayBatch(ctx context.Context, p *dfrsParams, jobs []dfrs.Job, progress func(done, total int)) (dfrs.Metrics, error) {
	batch, _ := tasks.Batch(jobs, p.Cut.Nodes)
	pol, err := dfrsBatchPolicy(p.Algorithm)
	if err != nil {
		return dfrs.Metrics{}, err
	}
	e, err := sim.New(sim.Config{Procs: p.Cut.Nodes, Jobs: batch}, pol)
	if err != nil {
		return dfrs.Metrics{}, err
	}
	if err := e.Run(ctx, progress); err != nil {
		return dfrs.Metrics{}, err
	}
	return dfrsJudge(p.Cut.Nodes, jobs, batch, e.Schedule()), nil
}

func dfrsBatchPolicy(name string) (sim.Policy, error) {
	if r, ok := dfrsReadings[name]; ok {
		return &dfrsEasy{dfrsReading: r}, nil
	}
	return policy.Parse(strings.ToLower(name))
}

// dfrsJudge judges a schedule of batch, which are those of jobs that fit, in
// their order.
func dfrsJudge(nodes int, jobs []dfrs.Job, batch []job.Job, placed []job.Placement) (m dfrs.Metrics) {
	var ends []dfrsEvent
	work, last := int64(0), int64(0)
	for i, k := 0, 0; i < len(jobs) && k < len(batch); i++ {
		j := &jobs[i]
		if j.ID != batch[k].ID {
			continue // wider than the machine
		}
		end := placed[k].End
		k++
		s := dfrs.BoundedStretch(end*dfrs.Second-j.Submit, j.Run)
		m.MaxStretch = max(m.MaxStretch, s)
		m.MeanStretch += s
		need := int64(j.CPU) * int64(j.Tasks)
		ends = append(ends, dfrsEvent{batch[k-1].Submit, need}, dfrsEvent{end, -need})
		work += need * batch[k-1].Run
		last = max(last, end)
	}
	if len(ends) == 0 {
		return m
	}
	m.MeanStretch /= float64(len(batch))
	m.Seconds = float64(last - batch[0].Submit)
	m.Underutilization = float64(dfrsArea(ends, int64(nodes)*dfrs.Whole)-work) / dfrs.Whole
	if work > 0 {
		m.Normalized = m.Underutilization / (float64(work) / dfrs.Whole)
	}
	return m
}

// A dfrsEvent changes the demand for CPU, in parts of a node's.
type dfrsEvent struct{ at, change int64 }

// dfrsArea integrates the demand that the capacity allows. It sorts the events.
func dfrsArea(events []dfrsEvent, capacity int64) (area int64) {
	slices.SortFunc(events, func(a, b dfrsEvent) int { return cmp.Compare(a.at, b.at) })
	demand := int64(0)
	for i, e := range events {
		if i > 0 {
			area += min(demand, capacity) * (e.at - events[i-1].at)
		}
		demand += e.change
	}
	return area
}
