package trace

import (
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace/swf"
)

// Anonymize replaces the names of users by u1, u2, ..., of groups by g1, g2, ... and of
// applications by a1, a2, ..., in order of appearance, so a workload always gets the same
// pseudonyms. Accounts get those of their groups, reservations r1, r2, .... Queues and
// partitions keep their names. Records get the pseudonyms' numbers. Header comments that name
// users, groups or applications are removed, and the values in Causes and Labels.
func (w *Workload) Anonymize() *Workload {
	users := pseudonyms{prefix: "u", index: make([]int32, len(w.Users))}
	groups := pseudonyms{prefix: "g", index: make([]int32, len(w.Groups))}
	apps := pseudonyms{prefix: "a", index: make([]int32, len(w.Apps))}
	a := w.move("users, groups and applications have pseudonyms", func(j *job.Job) {
		j.User, j.Group, j.App = users.of(j.User), groups.of(j.Group), apps.of(j.App)
	})
	a.Users, a.Groups, a.Apps = users.names, groups.names, apps.names
	a.Causes, a.Labels = unnamed(w.Causes), nil
	a.Header.Lines = nil
	for _, line := range w.Header.Lines {
		if !namesPeople(line) {
			a.Header.Lines = append(a.Header.Lines, line)
		}
	}
	a.Header.Later = slices.DeleteFunc(slices.Clone(a.Header.Later), func(c swf.Comment) bool { return namesPeople(c.Text) })
	if w.Records == nil && w.Slurm == nil {
		return a
	}
	// Rows of no job would reveal users' numbers.
	a.Rows, a.Accounting = Rows{}, nil
	reservations := pseudonyms{prefix: "r", index: make([]int32, len(w.SlurmNames.Reservations))}
	var rows []int32 // kept, of w
	jobs := a.Jobs.Held()
	for i := range jobs {
		j := &jobs[i]
		if j.Row < 0 {
			continue
		}
		if w.Records != nil {
			rec := w.Records[j.Row]
			rec.User, rec.Group, rec.App = numberOf(j.User), numberOf(j.Group), numberOf(j.App)
			a.Records = append(a.Records, rec)
		}
		if w.Slurm != nil {
			s := w.Slurm[j.Row]
			if s.Account != job.None {
				s.Account = j.Group // its group is the account
			}
			s.Reservation = reservations.of(s.Reservation)
			a.Slurm = append(a.Slurm, s)
		}
		rows = append(rows, j.Row)
		j.Row = int32(len(rows) - 1)
	}
	if w.Slurm != nil {
		a.SlurmNames.Accounts, a.SlurmNames.Reservations = a.Groups, reservations.names
	}
	slices.Sort(rows)
	for i, c := range a.Header.Later {
		before, _ := slices.BinarySearch(rows, int32(c.Before))
		a.Header.Later[i].Before = before
	}
	return a
}

// numberOf returns the number of a pseudonym, or -1.
func numberOf(index int32) int64 {
	if index == job.None {
		return -1
	}
	return int64(index) + 1
}

// namesPeople reports whether a comment names users, groups or applications.
func namesPeople(line string) bool {
	key, _, _ := strings.Cut(strings.TrimLeft(line, "; \t"), ":")
	switch strings.ToLower(strings.TrimSpace(key)) {
	case "user", "group", "application", "executable":
		return true
	}
	return false
}

// pseudonyms replaces the names of a table.
type pseudonyms struct {
	prefix string
	index  []int32 // new index+1 of each old one, or 0
	names  Names
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
