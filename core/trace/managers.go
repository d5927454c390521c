package trace

import (
	"errors"
	"fmt"
	"io"

	"github.com/backfill-lab/backfill/core/internal/text"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace/internal/managers"
)

// Recognised tells whether a file that begins with these bytes is one of another batch system or simulator, read or not.
func Recognised(first []byte) bool { return managers.Recognise(first) != nil }

// readManagers reads the jobs of a file that package managers recognises, or says what to give instead of it. Second 0 is the
// first submission.
func readManagers(name string, f *managers.Format, src *text.Source, b *builder) (*Workload, error) {
	opt := &b.opt
	if err := f.Refusal(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	switch {
	case opt.Map != "":
		return nil, fmt.Errorf("%s: this is %s: leave out --map, which is for tables", name, f.Is)
	case opt.Columns != "":
		return nil, fmt.Errorf("%s: this is %s: leave out --columns, which names those of sacct output", name, f.Is)
	}
	b.begin(name, int64(opt.Procs))
	r := managers.NewReader(f, name, src)
	if opt.TimeZone != "" {
		r.Zone, _ = Zone(opt.TimeZone) // checked
	}
	if err := b.addManagers(r); err != nil {
		return nil, err
	}
	b.tally[otherRecord] += r.Others
	w := &Workload{Name: shortName(name), Source: "The jobs in " + BaseName(name) + ", " + f.Is + "."}
	if opt.Procs > 0 {
		w.ProcsFrom = "option"
	}
	if err := b.finishUnsized(w); errors.Is(err, errNoJobs) && r.Others > 0 {
		return nil, fmt.Errorf("%w that has ended, only records of other kinds (%d)", err, r.Others)
	} else if err != nil {
		return nil, err
	}
	w.UnixStart, w.LocalTimes = sinceEpoch(w.beginAt0()), r.Local && opt.TimeZone == ""
	return w, nil
}

// addManagers adds the rows of a Reader.
func (b *builder) addManagers(r *managers.Reader) error {
	var from managers.Row
	var row Row
	for {
		err := r.Next(&from)
		if err == io.EOF {
			return nil
		}
		var bad *text.ParseError
		switch {
		case errors.As(err, &bad):
			err = b.misread(err)
		case err == nil:
			b.users.source, b.groups.source, b.apps.source = r.Users.Texts, r.Groups.Texts, r.Names.Texts
			b.queues.source, b.partitions.source = r.Queues.Texts, r.Partitions.Texts
			row.fromManagers(&from)
			err = b.add(&row)
		}
		if err != nil {
			return err
		}
	}
}

// fromManagers makes r the row of a batch system's log, with times as the log has them.
func (r *Row) fromManagers(m *managers.Row) {
	*r = Row{
		Line: m.Line, Job: m.Job, Label: m.Label, Submit: m.Submit, Wait: -1, Run: m.Run, Estimate: m.Estimate,
		Procs: m.Procs, ReqProcs: m.ReqProcs, Nodes: m.Nodes, GPUs: m.GPUs, MemoryKiB: m.MemoryKiB, ReqMemoryKiB: m.ReqMemoryKiB,
		Status: m.Status, User: m.User, Group: m.Group, App: m.Name, Queue: m.Queue, Partition: m.Partition, Cause: m.Odd,
	}
	if m.Run == managers.None && m.Start != managers.None && m.End != managers.None {
		r.Run = max(m.End-m.Start, -1)
	}
	switch {
	case m.Submit == managers.None:
	case m.Start != managers.None:
		r.Wait = max(m.Start-m.Submit, 0)
	case m.End != managers.None: // it was cancelled while it waited
		r.Wait = max(m.End-m.Submit, 0)
	}
	for _, of := range [...]struct {
		trait job.Traits
		is    bool
	}{
		{job.AskedGPUs, m.GPUs > 0}, {job.MoreProcs, m.ReqProcs > 0 && m.Procs > m.ReqProcs},
		{job.Dependent, m.Dependent}, {job.Interrupted, m.Interrupted}, {job.Reserved, m.Reserved},
		{job.Exclusive, m.Exclusive},
	} {
		if of.is {
			r.Traits |= of.trait
		}
	}
	r.Odd.add(repeated, m.Repeated)
	r.Odd.add(unfinished, m.Running)
	r.Odd.add(rounded, m.Rounded)
	r.Odd.add(unusable, m.Odd != nil)
	r.Odd.add(earlyStart, m.Start != managers.None && m.Start < m.Submit)
}
