package papers

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/workload"
	"github.com/backfill-lab/backfill/core/workload/empirical"
)

const (
	exactLog  = "CTC"
	exactHead = "CTC_head"
	exactTrue = "CTC_head_exact"
	exactSyn  = "CTC_syn"

	exactQuickJobs       = 1000 // of the log
	exactQuickOnlineJobs = 300
	exactHeadJobs        = 5000
)

// exactWorkloads are the log, in which steps are looked for, and a set of the size
// on which the deciders were compared, for whole simulations.
func exactWorkloads(scale Scale) []JobSet {
	s := dynpSetOf("ctc")
	return []JobSet{
		{Name: exactLog, Title: exactLog, Doc: "The log " + s.trace + " at 430 processors; where it is not given, a reconstruction from what is printed of it.",
			Make: func(l *Loader) (*workload.Workload, error) {
				w, err := s.makeTrace(l, exactQuickJobs)
				if err == nil && scale == Quick {
					w = w.Head(exactQuickJobs)
				}
				return w, err
			}},
		{Name: exactHead, Title: exactHead, Doc: fmt.Sprintf("The first %d jobs of CTC.", exactHeadJobs),
			Make: func(l *Loader) (*workload.Workload, error) {
				w, err := l.JobSet(exactLog)
				if err == nil {
					w = w.Head(exactHeadJobs)
				}
				return w, err
			}},
		{Name: exactTrue, Title: exactTrue, Doc: fmt.Sprintf("%s with every estimate set to the time for which the job holds its processors.", exactHead),
			Make: func(l *Loader) (*workload.Workload, error) {
				w, err := l.JobSet(exactHead)
				if err != nil {
					return nil, err
				}
				return dynpExact(w), nil
			}},
		{Name: exactSyn, Title: exactSyn, Doc: "Drawn from an analysis of " + s.trace + ", as for the comparison of the deciders.",
			Make: func(l *Loader) (*workload.Workload, error) {
				jobs := empirical.DefaultJobs
				if scale == Quick {
					jobs = exactQuickOnlineJobs
				}
				return s.makeSyn(l, jobs)
			}},
	}
}
