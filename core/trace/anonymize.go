package trace

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace/swf"
)

// Anonymize replaces all names: of users by u1, u2, ..., of groups by g1, g2, ..., and in the same way of applications (a),
// queues (q), partitions (p), QOS (s), reservations (r), types of GPUs (t) and clusters (c), each in order of appearance, so
// a workload always gets the same pseudonyms. Accounts get those of their groups. Lists of nodes, the name of the
// log, the values in Causes and Labels, and what people wrote into the header go. Job numbers and dates stay, by which
// whoever has the accounting finds every job again: see Redate. So do times and sizes.
func (w *Workload) Anonymize() *Workload {
	users, groups, apps := newPseudonyms("u", w.Users), newPseudonyms("g", w.Groups), newPseudonyms("a", w.Apps)
	queues, partitions := newPseudonyms("q", w.Queues), newPseudonyms("p", w.Partitions)
	a := w.move("names have pseudonyms", func(j *job.Job) {
		j.User, j.Group, j.App = users.of(j.User), groups.of(j.Group), apps.of(j.App)
		j.Queue, j.Partition = queues.of(j.Queue), partitions.of(j.Partition)
	})
	a.Users, a.Groups, a.Apps, a.Queues, a.Partitions = users.names, groups.names, apps.names, queues.names, partitions.names
	a.Name, a.Source, a.Header = Anonymous, "An anonymous log.", unnamedHeader(w.Header)
	a.Causes, a.Labels, a.Clusters = unnamed(w.Causes), nil, nil
	for i := range w.Clusters {
		a.Clusters = append(a.Clusters, "c"+strconv.Itoa(i+1))
	}
	if w.Records == nil && w.Slurm == nil {
		return a
	}
	// Rows of no job would reveal users' numbers.
	a.Rows, a.Accounting = Rows{}, nil
	known := newSlurmPseudonyms(&w.SlurmNames)
	rows := int32(0)
	jobs := a.Jobs.Held()
	for i := range jobs {
		j := &jobs[i]
		if j.Row < 0 {
			continue
		}
		if w.Records != nil {
			rec := w.Records[j.Row]
			rec.User, rec.Group, rec.App = numberOf(j.User), numberOf(j.Group), numberOf(j.App)
			a.Records = append(a.Records, rec) // its queue and partition are written by their names
		}
		if w.Slurm != nil {
			a.Slurm = append(a.Slurm, known.of(j, w.Slurm[j.Row]))
		}
		j.Row = rows
		rows++
	}
	if w.Slurm != nil {
		a.SlurmNames = known.names(a)
	}
	return a
}

// Anonymous is the name of an anonymous log.
const Anonymous = "anonymous"

// Redate moves an anonymous workload's dates by a number of weeks, which keeps days of the week and, but for summer time, hours,
// and numbers its jobs from 1 in their order. So nobody finds a job in the accounting by its number or date, unless weeks is
// known; the times between jobs and their sizes stay, and by many of these together a job can be found. Priorities
// and jobs that never started go.
func (w *Workload) Redate(weeks int64) *Workload {
	by := weeks * 7 * 86400
	first, _ := w.Span()
	dated := w.UnixStart == 0 && first >= unixFrom // its seconds are those since 1970
	number := map[int64]int64{}
	c := *w
	c.Slurm = slices.Clone(w.Slurm)
	r := c.moveKnown("dates moved by a number of weeks that is not kept, jobs numbered again", func(j *job.Job, s *job.Slurm) {
		number[j.ID] = int64(len(number)) + 1
		j.ID, j.Line = number[j.ID], 0
		if dated {
			j.Submit += by
		}
		if s != nil {
			s.Base, s.Task, s.Parts, s.Earlier, s.Priority = j.ID, job.None, 1, 0, job.None
		}
	})
	if w.UnixStart != 0 {
		r.UnixStart += by
	}
	r.Records, r.Unstarted = slices.Clone(w.Records), nil
	for i := range r.Records {
		rec := &r.Records[i]
		if rec.Preceding = cmp.Or(number[rec.Preceding], -1); rec.Preceding < 0 {
			rec.ThinkTime = -1
		}
	}
	r.Causes = slices.Clone(w.Causes)
	for i := range r.Causes {
		r.Causes[i].First = nil
	}
	return r
}

// slurmPseudonyms replace the names that only Slurm's accounting has.
type slurmPseudonyms struct{ qos, reservations, gpus pseudonyms }

func newSlurmPseudonyms(n *job.SlurmNames) *slurmPseudonyms {
	return &slurmPseudonyms{newPseudonyms("s", n.QOS), newPseudonyms("r", n.Reservations), newPseudonyms("t", n.GPUTypes)}
}

// of returns what is known of an anonymous job.
func (p *slurmPseudonyms) of(j *job.Job, s job.Slurm) job.Slurm {
	if s.Account != job.None {
		s.Account = j.Group // its group is the account
	}
	s.QOS, s.Reservation, s.GPUType, s.NodeList = p.qos.of(s.QOS), p.reservations.of(s.Reservation), p.gpus.of(s.GPUType), job.None
	return s
}

func (p *slurmPseudonyms) names(w *Workload) job.SlurmNames {
	return job.SlurmNames{States: w.SlurmNames.States, Accounts: w.Groups, QOS: p.qos.names, Reservations: p.reservations.names,
		GPUTypes: p.gpus.names}
}

// unnamedHeader returns the entries of a header that are numbers or a known time zone, without what follows them.
func unnamedHeader(h swf.Header) (bare swf.Header) {
	for _, key := range []string{"MaxJobs", "MaxRecords", "MaxNodes", "MaxProcs", "MaxRuntime", "MaxMemory", "UnixStartTime"} {
		if n, ok := h.Int(key); ok {
			bare.Add(key, strconv.FormatInt(n, 10))
		}
	}
	if zone := h.TimeZone(); zone != "" {
		if _, err := Zone(zone); err == nil {
			bare.Add("TimeZoneString", zone)
		}
	}
	return bare
}

// numberOf returns the number of a pseudonym, or -1.
func numberOf(index int32) int64 {
	if index == job.None {
		return -1
	}
	return int64(index) + 1
}

// pseudonyms replaces the names of a table.
type pseudonyms struct {
	prefix string
	index  []int32 // new index+1 of each old one, or 0
	names  Names
}

func newPseudonyms(prefix string, names []string) pseudonyms {
	return pseudonyms{prefix: prefix, index: make([]int32, len(names))}
}

func (p *pseudonyms) of(old int32) int32 {
	if old < 0 || int(old) >= len(p.index) {
		return job.None
	}
	if p.index[old] == 0 {
		p.names = append(p.names, p.prefix+strconv.Itoa(len(p.names)+1))
		p.index[old] = int32(len(p.names))
	}
	return p.index[old] - 1
}
