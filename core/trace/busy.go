package trace

import (
	"math"

	"github.com/backfill-lab/backfill/core/internal/heap"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// A busy counts the processors that jobs with a recorded wait held at once. It holds the starts and ends that are not
// before the last submission.
type busy struct {
	ahead      []change
	held, most int64
}

// A change is how many processors more jobs hold from a second on.
type change struct{ at, procs int64 }

// Before tells whether a happens first: at one second, ends do.
func (a *change) Before(b *change) bool { return a.at < b.at || a.at == b.at && a.procs < b.procs }

// add adds the next job by submission.
func (b *busy) add(j *job.Job) {
	if j.Wait < 0 || j.Run <= 0 {
		return
	}
	b.until(j.Submit)
	at := j.Submit + j.Wait
	b.ahead = heap.Push(b.ahead, change{at, int64(j.Procs)})
	b.ahead = heap.Push(b.ahead, change{at + j.Run, -int64(j.Procs)})
}

// until lets happen what is before a second.
func (b *busy) until(second int64) {
	for len(b.ahead) > 0 && b.ahead[0].at < second {
		b.held += b.ahead[0].procs
		b.most = max(b.most, b.held)
		b.ahead = heap.Pop(b.ahead)
	}
}

// close returns the most, at most job.MaxProcs, after the last job.
func (b *busy) close() int32 {
	b.until(math.MaxInt64)
	return int32(min(b.most, job.MaxProcs))
}

// busiest is what a busy counts of w's jobs.
func (w *Workload) busiest() (int32, error) {
	var b busy
	for j, err := range w.Jobs.All() {
		if err != nil {
			return 0, err
		}
		b.add(j)
	}
	return b.close(), nil
}
