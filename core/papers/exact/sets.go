package exact

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/papers/internal/logs"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/model/empirical"
)

const (
	log          = "CTC"
	head         = "CTC_head"
	logHeadExact = "CTC_head_exact"
	syn          = "CTC_syn"
	days         = "CTC_days"
	threeDays    = "CTC_three_days"

	quickJobs       = 1000 // of the log
	quickOnlineJobs = 300
	headJobs        = 5000

	quickDayJobs = 1000 // drawn at scale quick, before days are cut from them

	firstDays = "The jobs submitted in the first %s days of %s, another sample for each seed. It begins with an empty machine."
)

// workloads are the log, whose steps are searched, the samples whose steps give the averages, and sets for whole
// simulations, one of the size on which the deciders were compared.
func workloads(at paper.Setting) []paper.JobSet {
	s := logs.CTC
	return []paper.JobSet{
		{Name: log, Title: log, Group: s.Key, Doc: "The log " + s.File + " at 430 processors; where it is not given, a reconstruction from " +
			"its printed properties.",
			Make: func(l *paper.Loader) (*trace.Workload, error) {
				w, err := s.Trace(l, quickJobs, logs.Options{})
				if err == nil && at.Scale == paper.Quick {
					w = w.Head(quickJobs)
				}
				return w, err
			}},
		{Name: head, Title: head, Group: s.Key, Doc: fmt.Sprintf("The first %d jobs of CTC.", headJobs),
			Make: logs.From(log, func(w *trace.Workload) *trace.Workload { return w.Head(headJobs) })},
		{Name: logHeadExact, Title: logHeadExact, Group: s.Key, Make: logs.From(head, logs.Perfect),
			Doc: fmt.Sprintf("%s with every estimate set to the time that the job holds its processors.", head)},
		{Name: days, Title: syn + ", first two days", Group: s.Key, Drawn: true, Doc: fmt.Sprintf(firstDays, "two", syn),
			Make: firstOf(2*trace.Day, at.Scale)},
		{Name: threeDays, Title: syn + ", first three days", Group: s.Key, Drawn: true, Doc: fmt.Sprintf(firstDays, "three", syn),
			Make: firstOf(3*trace.Day, at.Scale)},
		{Name: syn, Title: syn, Group: s.Key,
			Doc: "Drawn from an analysis of " + s.File + ", as in the comparison of the deciders. It is the same for all seeds, because " +
				"a run with the solver in the loop takes minutes.",
			Make: func(l *paper.Loader) (*trace.Workload, error) {
				return s.Synthetic(l, drawnJobs(at.Scale, quickOnlineJobs), logs.Options{Seed: 1})
			}},
	}
}

// firstOf draws a sample and cuts its first seconds.
func firstOf(seconds int64, scale paper.Scale) func(*paper.Loader) (*trace.Workload, error) {
	return func(l *paper.Loader) (*trace.Workload, error) {
		w, err := logs.CTC.Synthetic(l, drawnJobs(scale, quickDayJobs), logs.Options{Seed: l.Draw()})
		if err != nil {
			return nil, err
		}
		return w.Cut(0, seconds), nil
	}
}

// drawnJobs is how many jobs a synthetic set has.
func drawnJobs(scale paper.Scale, quick int) int {
	if scale == paper.Quick {
		return quick
	}
	return empirical.DefaultJobs
}
