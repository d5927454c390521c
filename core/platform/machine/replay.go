package machine

import (
	"context"
	"math"

	"github.com/backfill-lab/backfill/core/internal/heap"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// A due is a start or an end of a recorded schedule.
type due struct {
	at     int64
	ends   bool
	killed bool
	length int64 // in seconds, of a start
	job    sim.Job
}

// Before tells whether d happens first. At one second, the order does not matter, but a job starts before it ends.
func (d *due) Before(o *due) bool { return d.at < o.at || d.at == o.at && !d.ends && o.ends }

// replayLook is the number of jobs between two looks at a context.
const replayLook = 4096

// replay is sim.Replay of spooled jobs: it tells a ledger of the schedule that the log records, by second. It holds the starts
// and ends that are not before the last submission.
func replay(ctx context.Context, m *platform.Problem, r *platform.Run) error {
	l, err := spooledBook(m, r, nil)
	if err != nil {
		return err
	}
	jobs := m.Workload.Jobs.Read()
	var ahead []due
	until := func(second int64) {
		for len(ahead) > 0 && ahead[0].at <= second {
			d := ahead[0]
			ahead = heap.Pop(ahead)
			if d.ends {
				l.Ended(d.at, &d.job, d.killed)
				continue
			}
			l.Started(d.at, &d.job)
			d.at, d.ends = d.at+d.length, true
			ahead = heap.Push(ahead, d)
		}
	}
	var j job.Job
	for n := int32(0); l.err == nil; n++ {
		if n%replayLook == 0 {
			if err := ctx.Err(); err != nil {
				return l.done(nil, err)
			}
			if r.Progress != nil {
				r.Progress(int(n), m.Workload.Len())
			}
		}
		if ok, err := jobs.Next(&j); err != nil || !ok {
			until(math.MaxInt64)
			return l.done(nil, err)
		}
		until(j.Submit)
		known := sim.Job{ID: j.ID, Submit: j.Submit, Procs: j.Procs, Index: n, User: j.User}
		l.Submitted(j.Submit, &known)
		ahead = heap.Push(ahead, due{at: j.Submit + j.Wait, killed: l.cut && j.Run > j.Estimate, length: j.Length(l.cut), job: known})
	}
	return l.done(nil, nil)
}
