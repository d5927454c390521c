package accounting

import (
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/internal/sbatch"
	"github.com/backfill-lab/backfill/core/trace/sacct"
)

// wishes returns what few jobs would rather have, of which a job has none before.
func wishes(j *cluster.Job) *cluster.Wishes {
	if j.Wishes == nil {
		j.Wishes = &cluster.Wishes{}
	}
	return j.Wishes
}

// wish takes the least limit and the deadline of a request, and the features that it prefers. It returns whether there are nodes with
// these; Slurm refuses a job that prefers what no node has.
func wish(j *cluster.Job, r *sbatch.Request, s *cluster.System) bool {
	if r.TimeMinS > 0 && r.TimeMinS < j.Limit {
		wishes(j).LimitMin = r.TimeMinS
	}
	if r.DeadlineS > 0 {
		wishes(j).Deadline = r.DeadlineS
	}
	if r.Prefer == "" {
		return true
	}
	with := cluster.Job{MinNodes: j.MinNodes, MaxNodes: j.MaxNodes}
	if constrain(&with, r.Prefer, s) != "" {
		return false
	}
	p := &cluster.Preference{Features: with.Features}
	if with.Asks != nil {
		p.Alike, p.Counted = with.Asks.Alike, with.Asks.Counted
	}
	wishes(j).Prefer = p
	return true
}

// lengthen gives an ended job whose limit the scheduler may have shortened the limit that it asked for: the row has the one that it got.
// Of a run that this ended nobody knows how long it would have been: it is taken to last as long as its limit lets it.
func (b *builder) lengthen(j *cluster.Job, r *sacct.Record, req *sbatch.Request) {
	if req.TimeMinS <= 0 || r.Phase() != sacct.Ended || r.Limit == sacct.None || r.Limit < req.TimeMinS {
		return
	}
	j.Limit = max(limit(req.TimeS, b.part(j)), r.Limit)
	if r.State == sacct.StateTimeout && req.TimeMinS < j.Limit {
		wishes(j).Spent = r.Limit
		b.note(spent, "")
	}
}

// expires tells whether the twin finds out itself when a job leaves the queue that its deadline took out of it.
func expires(j *cluster.Job, r *sacct.Record) bool {
	return r.State == sacct.StateDeadline && j.Wishes != nil && j.Wishes.Deadline > 0
}
