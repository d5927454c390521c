package logs

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

// A removal is what the archive removed from a log as the activity of single users. The log's
// header has how many jobs and between which numbers; what the jobs were like follows from
// the difference between the means of the log at hand and the printed ones of table 2.
type removal struct {
	bursts []burst
	kinds  []kind
	known  string // and from where
}

// A burst is that many jobs between two jobs' numbers.
type burst struct {
	jobs     int
	from, to int64
}

// A kind is that many equal jobs.
type kind struct {
	jobs          int
	procs         int32
	estimate, run int64
}

var removals = map[string]removal{
	// 79,302 is the printed number of jobs. The printed mean width leaves only serial jobs.
	"ctc": {bursts: []burst{{2080, 47421, 50307}}, kinds: []kind{{2080, 1, 21600, 60}},
		known: "the header has their number, 2,080 jobs of user 135, and with it that of table 2, 79,302; its means leave a width of 1, an " +
			"estimate within 40 s of 21,600 s and a run time between 44 and 82 s"},
	// The header lists 13,781, which with the 54,044 at hand is 158 more than the printed
	// 67,667. Of the rows at hand 5,671 never started and are left out; the 158 count as such,
	// of the largest burst. The means that are left are 3.56 processors, 4,815 s and 1,080 s;
	// widths of 2 and 4, the commonest parallel ones, make up the first.
	"sdsc": {bursts: []burst{{10, 0, 10}, {944, 13717, 16207}, {11582, 14969, 28552}, {635, 31767, 33202}, {452, 66553, 68106}},
		kinds: []kind{{3000, 2, 4815, 1080}, {10623, 4, 4815, 1080}},
		known: "the header has 13,781 jobs of four users and the first ten, table 2 only 13,623 more than the log at hand, so that 158 count " +
			"as never started; its means leave a width of 3.56, an estimate of 4,815 s and a run time of 1,080 s"},
}

// restore adds what was removed from the log.
func (s *Log) restore(l *paper.Loader, cleaned *trace.Workload) *trace.Workload {
	r, ok := removals[s.Key]
	if !ok {
		return cleaned
	}
	w := *cleaned
	w.Jobs = trace.Hold(slices.Clone(cleaned.Jobs.Held()))
	number, drawn, total := int64(0), make([]int, len(r.kinds)), 0
	for i := range w.Jobs.Held() {
		number = max(number, w.Jobs.Held()[i].ID)
	}
	for _, b := range r.bursts {
		from, to := span(cleaned.Jobs.Held(), b)
		for i := range b.jobs {
			total++
			number++
			k := r.next(drawn, total)
			drawn[k]++
			j := job.Unknown
			j.ID, j.Submit, j.Status = number, from+(to-from)*int64(i+1)/int64(b.jobs+1), 1
			j.Procs, j.Estimate, j.Run = r.kinds[k].procs, r.kinds[k].estimate, r.kinds[k].run
			w.Jobs = trace.Hold(append(w.Jobs.Held(), j))
		}
	}
	slices.SortFunc(w.Jobs.Held(), func(a, b job.Job) int { return cmp.Or(cmp.Compare(a.Submit, b.Submit), cmp.Compare(a.ID, b.ID)) })
	w.Changes = append(slices.Clip(w.Changes), "removed jobs restored")
	l.Note("%s: %d jobs that the archive removed are restored. Known: %s. Assumed: that they were alike (here as many as %v, each a number, "+
		"width, estimate and run time) and spread evenly between the jobs about them; a set drawn from the log depends on neither the order "+
		"nor the times.", s.File, total, r.known, r.kinds)
	return &w
}

// next returns the kind of the n-th job: the one that is furthest behind its share.
func (r *removal) next(drawn []int, n int) (next int) {
	all, most := 0, -1
	for _, k := range r.kinds {
		all += k.jobs
	}
	for i, k := range r.kinds {
		if behind := k.jobs*n - drawn[i]*all; behind > 0 && (most < 0 || behind > most) {
			next, most = i, behind
		}
	}
	return next
}

// span returns the submissions of the last job before the burst and of the first after it.
func span(jobs []job.Job, b burst) (from, to int64) {
	from, to = jobs[0].Submit, jobs[len(jobs)-1].Submit
	for i := range jobs {
		if jobs[i].ID < b.from {
			from = max(from, jobs[i].Submit)
		} else if jobs[i].ID > b.to {
			to = min(to, jobs[i].Submit)
		}
	}
	return from, max(from, to)
}
