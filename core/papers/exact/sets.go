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

	quickJobs       = 1000 // of the log
	quickOnlineJobs = 300
	headJobs        = 5000
)

// workloads are the log, whose steps are searched, and sets for whole simulations, one
// of the size on which the deciders were compared.
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
		{Name: syn, Title: syn, Group: s.Key, Drawn: true, Doc: "Drawn from an analysis of " + s.File + ", as in the comparison of the deciders.",
			Make: func(l *paper.Loader) (*trace.Workload, error) {
				jobs := empirical.DefaultJobs
				if at.Scale == paper.Quick {
					jobs = quickOnlineJobs
				}
				return s.Synthetic(l, jobs, logs.Options{Seed: l.Draw()})
			}},
	}
}
