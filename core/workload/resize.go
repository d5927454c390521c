package workload

import "github.com/backfill-lab/backfill/core/job"

// Resize returns w on a machine of another size, 1..job.MaxProcs processors. The
// jobs stay as they are; those that are wider than the machine are left out and
// counted by the rule too-wide. See ScaleMachine for jobs that grow with it.
func (w *Workload) Resize(procs int) *Workload {
	r := *w
	r.Procs, r.ProcsFrom = procs, "option"
	r.Jobs = make([]job.Job, 0, len(w.Jobs))
	for i := range w.Jobs {
		if int(w.Jobs[i].Procs) <= procs {
			r.Jobs = append(r.Jobs, w.Jobs[i])
		}
	}
	r.Counts = withCount(w.Counts, tooWide, len(w.Jobs)-len(r.Jobs))
	return &r
}

// withCount returns counts with n more rows of a rule, in the order of Rules.
func withCount(counts []Count, of rule, n int) []Count {
	var t tally
	for i := range Rules {
		for _, c := range counts {
			if c.Rule == Rules[i].Key {
				t[i] += c.Rows
			}
		}
	}
	t[of] += n
	return t.counts()
}
