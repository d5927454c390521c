package dfrs

import (
	"cmp"
	"context"
	"slices"

	"github.com/backfill-lab/backfill/core/dfrs"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/sim"
)

// playBatch plays FCFS, EASY or another reading of it on whole nodes and judges
// the schedule by the metrics of package dfrs. Nothing is ever paused or moved.
func playBatch(ctx context.Context, p *params, jobs []dfrs.Job, progress func(done, total int)) (dfrs.Metrics, error) {
	problem := p.problem(jobs)
	if r, ok := readings[p.Algorithm]; ok {
		problem.Spec.Own = []experiment.Own{{Name: p.Algorithm, Machine: func() sim.Policy { return &easyPolicy{reading: r} }}}
	}
	played, err := experiment.Play(ctx, problem, p.Algorithm, experiment.Hooks{Progress: progress})
	if err != nil {
		return dfrs.Metrics{}, err
	}
	return judge(p.Cut.Nodes, jobs, played.Jobs, played.Placed), nil
}

// judge judges a schedule of batch, which are those of jobs that fit, in
// their order.
func judge(nodes int, jobs []dfrs.Job, batch []job.Job, placed []job.Placement) (m dfrs.Metrics) {
	var ends []event
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
		ends = append(ends, event{batch[k-1].Submit, need}, event{end, -need})
		work += need * batch[k-1].Run
		last = max(last, end)
	}
	if len(ends) == 0 {
		return m
	}
	m.MeanStretch /= float64(len(batch))
	m.Seconds = float64(last - batch[0].Submit)
	m.Underutilization = float64(area(ends, int64(nodes)*dfrs.Whole)-work) / dfrs.Whole
	if work > 0 {
		m.Normalized = m.Underutilization / (float64(work) / dfrs.Whole)
	}
	return m
}

// An event changes the demand for CPU, in parts of a node's.
type event struct{ at, change int64 }

// area integrates the demand that the capacity allows. It sorts the events.
func area(events []event, capacity int64) (area int64) {
	slices.SortFunc(events, func(a, b event) int { return cmp.Compare(a.at, b.at) })
	demand := int64(0)
	for i, e := range events {
		if i > 0 {
			area += min(demand, capacity) * (e.at - events[i-1].at)
		}
		demand += e.change
	}
	return area
}
