package dfrs

import (
	"github.com/backfill-lab/backfill/core/dfrs"
	"github.com/backfill-lab/backfill/core/job"
)

// judge returns the metrics of package dfrs for a schedule of whole nodes, where nothing
// is paused or moved. batch are those of the jobs that fit, in their order.
func judge(nodes int, jobs []dfrs.Job, batch []job.Job, placed []job.Placement) (m dfrs.Metrics) {
	if len(batch) == 0 {
		return m
	}
	var ends []change
	work, last := int64(0), int64(0)
	for _, j := range jobs {
		k := len(ends) / 2 // the next of batch
		if k == len(batch) || j.ID != batch[k].ID {
			continue // wider than the machine
		}
		end := placed[k].End
		s := dfrs.BoundedStretch(end*dfrs.Second-j.Submit, j.Run)
		m.MaxStretch = max(m.MaxStretch, s)
		m.MeanStretch += s
		need := int64(j.CPU) * int64(j.Tasks)
		ends = append(ends, change{at: batch[k].Submit, demand: need}, change{at: end, demand: -need})
		work += need * batch[k].Run
		last = max(last, end)
	}
	m.MeanStretch /= float64(len(batch))
	m.Seconds = float64(last - batch[0].Submit)
	m.Underutilization = float64(area(ends, int64(nodes)*dfrs.Whole)-work) / dfrs.Whole
	if work > 0 {
		m.Normalized = m.Underutilization / (float64(work) / dfrs.Whole)
	}
	return m
}

// area integrates the lower of demand and capacity over time. It sorts the changes.
func area(changes []change, capacity int64) (area int64) {
	walk(changes, func(at, next, demand, _ int64) { area += min(demand, capacity) * (next - at) })
	return area
}
