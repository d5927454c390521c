package workload

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/text"
	"github.com/backfill-lab/backfill/core/sacct"
	"github.com/backfill-lab/backfill/core/swf"
)

// sacctRules returns the rules of package sacct. A row folded into another is not odd.
func sacctRules() []Rule {
	effects := map[string]Effect{"orphan-step": LeavesOut, "unusable": Changes, "state": Changes}
	var all []Rule
	for _, r := range sacct.Rules {
		all = append(all, Rule{"sacct-" + r.Key, cmp.Or(effects[r.Key], Notes), r.Doc})
	}
	return append(all, Rule{"sacct-repeated", LeavesOut,
		"Of several rows with the same job number and submission, as in concatenated outputs of several months, the last is taken."})
}

// readSacct reads sacct output. The run time is the time on processors, the estimate the
// time limit; queue and partition are Slurm's partition, the group is the account if there
// are accounts, and the application is the job's name. Second 0 is the first submission.
func readSacct(name string, src *text.Source, b *builder) (*Workload, error) {
	opt := &b.opt
	if Streams && b.taping != nil {
		return nil, errJoined
	}
	r := sacct.NewReader(src)
	r.File, r.Columns, r.SubmitLines = name, opt.Columns, opt.Accounting
	if opt.TimeZone != "" {
		r.Zone, _ = Zone(opt.TimeZone) // checked
	}
	b.begin(name, int64(opt.Procs), false)
	r.Malformed = func(err *sacct.ParseError) { b.causes.add(malformed, err) }
	all, err := r.All()
	if err != nil {
		return nil, err
	}
	if all.First != nil {
		if err := b.left(all.First); err != nil {
			return nil, err
		}
	}
	start := int64(-1)
	for i := range all.Jobs {
		if t := all.Jobs[i].Submit; t >= 0 && (start < 0 || t < start) {
			start = t
		}
	}
	names, accounts := &all.Names, len(all.Names.Accounts) > 0
	b.users.source, b.groups.source, b.apps.source = names.Users, names.Groups, names.Names
	b.queues.source, b.partitions.source = names.Partitions, names.Partitions
	if accounts {
		b.groups.source = names.Accounts
	}
	var of []int32
	for i := range all.Jobs {
		rec, phase := fromSacct(&all.Jobs[i], start, accounts)
		if phase == sacct.Running {
			b.rows++
			err = b.apply(unfinished, all.Jobs[i].Line, 0, 0)
		} else {
			n := len(b.unstarted)
			b.traits = traitsOf(&all.Jobs[i])
			err = b.add(&rec, all.Jobs[i].Line, swf.Fields)
			if len(b.unstarted) > n {
				b.unstarted[n] = droppedOf(&all.Jobs[i], start)
			}
		}
		if err != nil {
			return nil, err
		}
		if n := len(b.jobs); n > len(b.slurm) {
			if r := &all.Jobs[i]; r.Start >= 0 && r.Start < r.Submit {
				if err := b.apply(earlyStart, r.Line, 0, 0); err != nil {
					return nil, err
				}
			}
			b.jobs[n-1].Row = int32(len(b.slurm))
			b.slurm, of = append(b.slurm, slurmOf(&all.Jobs[i])), append(of, int32(i))
		}
	}

	w := &Workload{Name: shortName(name), Source: "The accounting of Slurm in " + BaseName(name) + ".", UnixStart: max(start, 0),
		LocalTimes: all.Local && opt.TimeZone == ""}
	if opt.Procs > 0 {
		w.ProcsFrom = "option"
	}
	if err := b.finish(w); err != nil {
		return nil, err
	}
	if w.Slurm = b.slurm; opt.Accounting {
		w.Accounting = &Accounting{all, of}
	}
	w.SlurmNames = slurmNames(names)
	return w, w.countSacct(name, all.Counts, opt.Strict)
}

// countSacct adds how often rules of package sacct were applied.
func (w *Workload) countSacct(name string, counts []sacct.Count, strict bool) error {
	for _, c := range counts {
		i := int(malformed)
		if c.Rule != "malformed" {
			i = slices.IndexFunc(Rules, func(r Rule) bool { return r.Key == "sacct-"+c.Rule })
		}
		w.count(rule(i), c.Rows)
		if r := Rules[i]; r.Effect != Notes && strict {
			return fmt.Errorf("%s: %d rows: %s: %s", name, c.Rows, r.Key, r.Doc)
		}
	}
	return nil
}

// fromSacct returns a job as a row, with times since start and with indexes of names as
// numbers, and its phase.
func fromSacct(r *sacct.Record, start int64, accounts bool) (swf.Record, sacct.Phase) {
	phase := r.Phase()
	rec := swf.Unknown
	if rec.Job, rec.Procs, rec.ReqProcs = r.Job, r.Procs, r.ReqProcs; r.Earlier > 0 {
		rec.Job = -1 // the last run has it
	}
	if r.Submit >= 0 {
		rec.Submit = r.Submit - start
	}
	rec.MemoryKiB, rec.ReqMemoryKiB, rec.ReqTime = r.MemoryKiB, r.ReqMemoryKiB, r.Limit
	rec.User, rec.Group, rec.App = int64(r.User), int64(r.Group), int64(r.Name)
	if accounts {
		rec.Group = int64(r.Account)
	}
	rec.Queue, rec.Partition = int64(r.Partition), int64(r.Partition)
	switch phase {
	case sacct.Requeued:
		if r.Start == sacct.None || r.Elapsed <= 0 {
			rec.Status = 2 // it held no processors
			return rec, phase
		}
		fallthrough
	case sacct.Ended:
		rec.Run = max(r.Elapsed, 0)
		if r.Start >= 0 {
			rec.Wait = max(r.Start-r.Submit, 0)
		}
	}
	switch r.State {
	case sacct.StateCompleted:
		rec.Status = 1
	case sacct.StateCancelled, sacct.StateRevoked:
		rec.Status = 5
	case sacct.StateUnknown:
	default:
		rec.Status = 0
	}
	return rec, phase
}
