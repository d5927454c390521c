package twin

import (
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// A Reason is why a job waits, with the code that squeue shows for it.
type Reason struct {
	Job  int32
	Code string
}

// Reasons returns why each waiting job waits now, in the order of the queue. Of a job in several partitions
// it is about the first in that order. What the daemon writes depends on which of its schedulers looked last:
// here it is what the main scheduler finds.
func (t *Twin) Reasons(e *cluster.Engine) (all []Reason) {
	t.unsorted = true
	t.order()
	seen, led := make([]bool, len(e.Jobs)), make([]bool, len(t.sys.Partitions))
	for k := range t.entries {
		n := &t.entries[k]
		if seen[n.job] || e.Phase[n.job] != cluster.Waiting {
			continue
		}
		seen[n.job] = true
		code := t.reason(e, n)
		if code == "" {
			if code = cluster.Behind; !led[n.part] {
				led[n.part], code = true, cluster.Resources
			}
		}
		all = append(all, Reason{n.job, code})
	}
	for _, i := range t.came { // since the last pass
		if !seen[i] && e.Phase[i] == cluster.Waiting {
			all = append(all, Reason{i, cluster.NotLooked})
		}
	}
	return all
}

// reason is "" for a job that waits for nodes.
func (t *Twin) reason(e *cluster.Engine, n *entry) string {
	j := &e.Jobs[n.job]
	unready := e.Unready(n.job)
	if unready != "" && unready != cluster.ReservationLater {
		return unready
	}
	if code := t.sys.Partitions[n.part].Refuses(j); code != "" {
		return code
	}
	if t.limits.hold(j, n.part) {
		return t.limits.test.code()
	}
	if unready != "" {
		return unready
	}
	set := slices.Clone(n.nodes)
	set.And(e.Up)
	e.Allow(j, e.Now, set)
	if _, ok := t.empty.Place(j, n.part, set); !ok {
		return cluster.NodesAway
	}
	return ""
}

// A broken is the limit that holds a job.
type broken struct {
	kind
	resource int // of limits on resources
	qos      bool
	account  bool // of maxJobs: the account's
}

// words are how Slurm names resources in its codes: of limits on a number, per job, per user and on minutes.
var words = [resources]struct{ plain, perJob, perUser, minutes string }{
	cpu:  {"CpuLimit", "CpuPerJobLimit", "CpuPerUserLimit", "CPU"},
	mem:  {"MemLimit", "MemoryPerJob", "MemoryPerUser", "Mem"},
	node: {"NodeLimit", "NodePerJobLimit", "NodePerUserLimit", "Node"},
	gpu:  {"GRES", "GRESPerJob", "GRESPerUser", "GRES"},
}

// code is the first limit that was broken, as squeue writes it.
func (t *test) code() string {
	b := &t.first
	of := "Assoc"
	if b.qos {
		of = "QOS"
	}
	w := &words[b.resource]
	minutes := func(text string) string {
		if b.resource == cpu {
			return text + "Limit"
		}
		return text
	}
	switch b.kind {
	case grpJobs:
		return of + "GrpJobsLimit"
	case grpTRES:
		return of + "Grp" + w.plain
	case maxTRESPerJob:
		return of + "Max" + w.perJob
	case maxTRESPerUser:
		return of + "Max" + w.perUser
	case maxTRESPerAccount:
		return of + "Max" + w.plain + "PerAccount"
	case maxJobs:
		switch {
		case !b.qos:
			return "AssocMaxJobsLimit"
		case b.account:
			return "QOSMaxJobsPerAccountLimit"
		}
		return "QOSMaxJobsPerUserLimit"
	case maxWall:
		return of + "MaxWallDurationPerJobLimit"
	case grpTRESMins:
		return minutes(of + "Grp" + w.minutes + "Minutes")
	case grpTRESRunMins:
		return minutes(of + "Grp" + w.minutes + "RunMinutes")
	}
	return of + "GrpWallLimit"
}
