package accounting

import (
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/sacct"
	"github.com/backfill-lab/backfill/internal/doubt"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// FromWorkload returns the jobs of a workload as a System sees them, and the index of each in w.Jobs, None of those that
// w does not have.
//
// Of sacct output that was read with trace.Options.Accounting, jobs are those of FromAccounting with the run
// times, limits and, if w moved them, submissions of w; jobs that were cancelled while they waited come with
// them unless w was rescaled. The jobs of other workloads ask for their processors as tasks of one core, and for
// their requested memory per core, in the partition of their partition's or queue's name, or in the default one;
// their limits are their estimates, and their accounts are their groups.
//
// The events happened to these jobs, but for those whose submissions w moved.
func FromWorkload(w *trace.Workload, s *cluster.System, events []Event) (*Log, []int32, error) {
	if w.Accounting != nil {
		return recorded(w, s, events)
	}
	l, of := plain(w, s)
	return l, of, l.Apply(events, s)
}

func recorded(w *trace.Workload, s *cluster.System, events []Event) (*Log, []int32, error) {
	l, err := from(w.Accounting, nil, s, false, w.UnixStart)
	if err != nil {
		return nil, nil, err
	}
	ran := make(map[*sacct.Record]int32, w.Len()) // the job of w, of a row
	for i := range w.Jobs.Held() {
		ran[w.Accounts[w.Jobs.Held()[i].Row]] = int32(i)
	}
	gone, moved := make([]bool, len(l.Jobs)), make([]bool, len(l.Jobs))
	from, to := w.Span()
	again := 0 // jobs with several runs
	for i := range l.Jobs {
		j, r := &l.Jobs[i], &l.Recorded[i]
		k, known := ran[r.Row]
		if leader, is := ran[r.Of]; r.Of != nil && is { // a further component, which has no job of its own in w
			j.Submit += w.Jobs.Held()[leader].Submit - (r.Of.Submit - w.UnixStart)
			continue
		}
		if !known { // of those that never ran, the ones in between stay
			gone[i] = r.Starts != nil || w.Rescaled != "" || j.Submit < from || j.Submit > to
			continue
		}
		if len(r.Starts) > 1 {
			again++
		}
		mine := &w.Jobs.Held()[k]
		j.Run = mine.Run
		switch own := r.Row.Limit != sacct.None || w.NewEstimates != "" || mine.Estimate != max(mine.Run, 1); {
		case j.Wishes != nil && j.Wishes.LimitMin > 0 && mine.Estimate == r.Row.Limit: // it asked for more
		case own && mine.Estimate > 0:
			j.Limit = mine.Estimate
		case w.Rescaled != "": // its estimate is its run, for want of a limit in its row
			j.Limit = max(j.Limit, mine.Run)
		}
		if mine.Submit != r.Row.Submit-w.UnixStart && mine.Submit != j.Submit {
			j.Submit, r.Submit, j.Begin, moved[i] = mine.Submit, mine.Submit, cluster.None, true
		}
	}
	if again > 0 {
		l.Doubts = append(l.Doubts, doubt.Doubt{Key: "several-runs", Jobs: again, Of: len(l.Jobs), Grave: doubt.Share(again, len(l.Jobs)),
			What: numeral.Plural(again, "job") + " ran several times: the wait of such a job, recorded and simulated, is from its first " +
				"submission to the start of its last run, with the runs before that in it"})
	}
	if err := l.Apply(events, s); err != nil {
		return nil, nil, err
	}
	l.Changes = slices.DeleteFunc(l.Changes, func(c cluster.Change) bool { return moved[c.Job] })
	l.Drop(gone)
	of := make([]int32, len(l.Jobs))
	for i := range l.Recorded {
		k, known := ran[l.Recorded[i].Row]
		if of[i] = k; !known {
			of[i] = cluster.None
		}
	}
	return l, of, nil
}

func plain(w *trace.Workload, s *cluster.System) (l *Log, of []int32) {
	l = &Log{UnixStart: w.UnixStart, Doubts: unused(s)}
	empty := cluster.NewState(s)
	for i := range w.Jobs.Held() {
		o := &w.Jobs.Held()[i]
		name := w.Partitions.Name(o.Partition)
		if name == "" {
			name = w.Queues.Name(o.Queue)
		}
		part, why := partition(name, s)
		if why != "" {
			if part, why = partition("", s); why != "" {
				part, why = 0, ""
			}
		}
		j := cluster.Job{ID: int64(len(l.Jobs) + 1), Submit: o.Submit, Run: o.Run, Limit: o.Estimate, Begin: cluster.None, MinNodes: 1,
			Tasks:        o.Procs,
			CoresPerTask: 1, GPUType: cluster.None, QOS: cluster.None, Partitions: []int32{part},
			User: s.User(w.Users.Name(o.User), w.Groups.Name(o.Group), s.Partitions[part].Name), Fails: o.Status == 0}
		if j.Limit <= 0 {
			j.Limit = max(o.Run, 1)
		}
		if o.RequestedMemoryKiB > 0 {
			j.MemoryMiB, j.MemoryPerCore = (o.RequestedMemoryKiB+1023)/1024, true
		}
		if _, ok := empty.Could(&j, part); !ok {
			l.leave(unable)
			continue
		}
		rec := Job{ID: o.ID, Submit: o.Submit, User: w.Users.Name(o.User), Account: w.Groups.Name(o.Group), Partition: s.Partitions[part].Name}
		if o.Wait != job.None {
			rec.Recorded = o.Submit + o.Wait
			rec.Starts = []int64{rec.Recorded}
		}
		l.Jobs, l.Recorded, of = append(l.Jobs, j), append(l.Recorded, rec), append(of, int32(i))
	}
	return l, of
}
