package twin

import (
	"cmp"
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
		if n.prefers > 0 || seen[n.job] || e.Phase[n.job] != cluster.Waiting {
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
	if code := t.sys.Refuses(j, n.part); code != "" {
		return code
	}
	switch {
	case t.limits.before(j, n.part):
		return t.limits.code()
	case !e.Licensed(j):
		return cluster.Unlicensed
	case t.exceeds(j, n.part, nil):
		return t.limits.code()
	}
	if unready != "" {
		return unready
	}
	set := slices.Clone(e.Up)
	set.Or(e.Completing)
	set.And(n.nodes)
	e.Allow(j, e.Now, set)
	e.Share(j, n.part, set)
	if _, ok := t.empty.Place(j, n.part, set); !ok {
		return cluster.NodesAway
	}
	return ""
}

// words are how Slurm names kinds of resources in its codes: of limits on a number, for each job and each user, on minutes, and in all
// others. The codes of some differ between QOS and associations (long).
var words = [cluster.ResourceKinds]struct{ grp, perJob, perUser, minutes, runMinutes, least, plain, long string }{
	cluster.CPU: {"CpuLimit", "CpuPerJobLimit", "CpuPerUserLimit", "CPUMinutesLimit", "CPURunMinutesLimit", "CpuNotSatisfied",
		"Cpu", "Cpu"},
	cluster.Memory: {"MemLimit", "", "", "", "", "Memory", "Mem", "Memory"},
	cluster.NodeCount: {"NodeLimit", "NodePerJobLimit", "NodePerUserLimit", "NodeMinutes", "NodeRunMinutes", "Node",
		"Node", "Node"},
	cluster.Billing:      {grp: "Billing", least: "Billing", plain: "Billing", long: "Billing"},
	cluster.GPU:          {grp: "GRES", least: "GRES", plain: "GRES", long: "GRES"},
	cluster.GresCount:    {grp: "GRES", least: "GRES", plain: "GRES", long: "GRES"},
	cluster.LicenseCount: {grp: "License", least: "License", plain: "License", long: "License"},
}

// code is the limit that holds the job of the last test, as squeue writes it.
func (l *limits) code() string {
	b := l.test.first
	of, w := "Assoc", words[cluster.CPU]
	if b.kind >= grpTRESMins {
		w = words[l.what[b.at].Kind]
	}
	name := w.plain
	if b.qos {
		of, name = "QOS", w.long
	}
	switch b.kind {
	case grpJobs:
		return of + "GrpJobsLimit"
	case grpWall:
		return of + "GrpWallLimit"
	case maxJobsPerAccount:
		return "MaxJobsPerAccount"
	case maxJobsPerUser:
		return "QOSMaxJobsPerUserLimit"
	case maxJobs:
		return "AssocMaxJobsLimit"
	case maxWall:
		return of + "MaxWallDurationPerJobLimit"
	case grpTRESMins:
		return of + "Grp" + cmp.Or(w.minutes, name+"Minutes")
	case grpTRES:
		return of + "Grp" + w.grp
	case grpTRESRunMins:
		return of + "Grp" + cmp.Or(w.runMinutes, name+"RunMinutes")
	case maxTRESMinsPerJob:
		if name == "Cpu" {
			return of + "MaxCpuMinutesPerJobLimit"
		}
		return of + "Max" + name + "MinutesPerJob"
	case maxTRESPerJob:
		return of + "Max" + cmp.Or(w.perJob, name+"PerJob")
	case maxTRESPerNode:
		return of + "Max" + name + "PerNode"
	case maxTRESPerAccount:
		return "Max" + w.long + "PerAccount"
	case maxTRESPerUser:
		return of + "Max" + cmp.Or(w.perUser, name+"PerUser")
	case maxTRESRunMinsPerAccount:
		return "Max" + w.long + "RunMinsPerAccount"
	case maxTRESRunMinsPerUser:
		return of + "Max" + name + "RunMinsPerUser"
	}
	return of + "Min" + w.least
}
