package why

import (
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// returns are the causes of a time in which a job ran, by what sent it back to the queue.
var returns = map[cluster.How]sim.Cause{
	cluster.Requeued:  "ran until somebody sent it back to the queue",
	cluster.NodeFail:  "ran until a node failed",
	cluster.Preempted: "ran until another job took its nodes",
}

// causes are what squeue's codes mean.
var causes = map[string]sim.Cause{
	cluster.HeldByUser:       "held",
	cluster.NotBegun:         "before its begin time",
	cluster.UnmetDependency:  "waiting for other jobs",
	cluster.NeverMet:         "waiting for what cannot happen any more",
	cluster.ArrayFull:        "task limit of its array",
	cluster.PartitionIsDown:  "partition down",
	cluster.TooLong:          "time limit longer than the partition's",
	cluster.TooManyNodes:     "more nodes than the partition gives a job",
	cluster.ReservationLater: "its reservation has not begun",
	cluster.NodesAway:        "nodes down or reserved for others",
	cluster.Resources:        "too few resources free",
	cluster.Behind:           "behind other jobs",
	cluster.NotLooked:        "not looked at yet",
}

func causeOf(r *cluster.Reason) sim.Cause {
	switch cause := causes[r.Code]; {
	case r.Code == cluster.Behind && r.Start != cluster.None:
		return sim.Planned
	case cause != "":
		return cause
	case strings.HasPrefix(r.Code, "QOS"):
		return "a limit of its QOS"
	}
	return "a limit of its account or user"
}

func (s *OnCluster) others() []int64 { return append([]int64{s.First}, s.After...) }

// sentence says what squeue's code is about. It is "" if the cause says it all.
func (s *OnCluster) sentence(a *Answer, code string) string {
	switch code {
	case "":
		return "on " + s.Ran
	case cluster.NotBegun:
		return "it may start from second " + numeral.Whole(s.Begin) + " on"
	case cluster.UnmetDependency:
		return s.dependency(a)
	case cluster.NodesAway:
		return "too few of the nodes of partition " + s.Partition + " that could have it are up and free of reservations"
	case cluster.PartitionIsDown, cluster.TooLong, cluster.TooManyNodes:
		return "partition " + s.Partition
	case cluster.Resources, cluster.NotLooked, cluster.Behind:
		return s.room(code) + s.ahead(a) + s.planned()
	}
	return limitOf(code)
}

// dependency names the jobs of the log that it depends on, and the last of them.
func (s *OnCluster) dependency(a *Answer) string {
	known := func(jobs []int64) []int64 {
		return slices.DeleteFunc(slices.Clone(jobs), func(j int64) bool { return j < 0 })
	}
	all, last := known(s.After), known(s.Last)
	switch {
	case len(all) == 0:
		return ""
	case len(last) == 0:
		return a.jobs(all)
	}
	return a.jobs(all) + ", longest for " + a.jobs(last)
}

// room says for how much of the job there was room.
func (s *OnCluster) room(code string) string {
	nodes := "partition " + s.Partition + " has "
	switch all := s.TasksMin == s.Tasks; {
	case s.TasksMax == 0:
		return nodes + "no room for it"
	case all && code == cluster.Resources:
		return nodes + "room for all of its tasks, but not on as many nodes as it asks for"
	case all:
		return nodes + "room for it"
	case s.TasksMin == 0 && s.TasksMax == s.Tasks && code != cluster.Resources, s.Tasks == 1:
		return nodes + "room for it at times"
	}
	return fmt.Sprintf("%sroom for %s of its %s tasks", nodes, between(s.TasksMin, s.TasksMax), numeral.Whole(s.Tasks))
}

// ahead says who is before the job.
func (s *OnCluster) ahead(a *Answer) string {
	if s.AheadMax == 0 {
		return ""
	}
	first := ""
	if s.First >= 0 {
		first = "job " + a.id(s.First)
		if s.Shadow >= 0 {
			first += ", planned for " + numeral.Whole(s.Shadow)
		}
	}
	switch {
	case s.AheadMin == 1 && s.AheadMax == 1 && first != "":
		return "; before it stands " + first
	case s.AheadMin == 1 && s.AheadMax == 1:
		return "; before it stands 1 job"
	case first != "":
		first = ", first " + first
	}
	return "; before it stand " + between(s.AheadMin, s.AheadMax) + " jobs" + first
}

func (s *OnCluster) planned() string {
	if s.Planned < 0 {
		return ""
	}
	return "; this job is planned for " + numeral.Whole(s.Planned)
}

// limits says what the codes of limits mean, by what comes in them after QOS or Assoc. The first that the
// code begins with counts; %s is whose they are.
var limits = []struct{ begin, text string }{
	{"MaxJobsPerUser", "its user may run no more jobs in the QOS"},
	{"MaxJobsPerAccount", "its account may run no more jobs in the QOS"},
	{"MaxJobs", "its user may run no more jobs"},
	{"GrpJobs", "no more jobs of its %s may run"},
	{"MaxWall", "its time limit is longer than its %s allows"},
	{"GrpWall", "the time that its %s may use is used up"},
	{"GrpCPURunMinutes", "running jobs may still use all core minutes that its %s may promise"},
	{"GrpMemRunMinutes", "running jobs may still use all memory minutes that its %s may promise"},
	{"GrpNodeRunMinutes", "running jobs may still use all node minutes that its %s may promise"},
	{"GrpGRESRunMinutes", "running jobs may still use all GPU minutes that its %s may promise"},
	{"GrpCPUMinutes", "the core minutes of its %s are used up"},
	{"GrpMemMinutes", "the memory minutes of its %s are used up"},
	{"GrpNodeMinutes", "the node minutes of its %s are used up"},
	{"GrpGRESMinutes", "the GPU minutes of its %s are used up"},
	{"GrpCpu", "running jobs of its %s have as many cores as they may, or nearly"},
	{"GrpMem", "running jobs of its %s have as much memory as they may, or nearly"},
	{"GrpNode", "running jobs of its %s have as many nodes as they may, or nearly"},
	{"GrpGRES", "running jobs of its %s have as many GPUs as they may, or nearly"},
	{"MaxCpuPerJob", "it asks for more cores than its %s allows a job"},
	{"MaxMemoryPerJob", "it asks for more memory than its %s allows a job"},
	{"MaxNodePerJob", "it asks for more nodes than its %s allows a job"},
	{"MaxGRESPerJob", "it asks for more GPUs than its %s allows a job"},
	{"MaxCpu", "running jobs of its user or account have as many cores as its %s allows, or nearly"},
	{"MaxMem", "running jobs of its user or account have as much memory as its %s allows, or nearly"},
	{"MaxNode", "running jobs of its user or account have as many nodes as its %s allows, or nearly"},
	{"MaxGRES", "running jobs of its user or account have as many GPUs as its %s allows, or nearly"},
}

// limitOf says what the code of a limit means; "" for any other code.
func limitOf(code string) string {
	rest, qos := strings.CutPrefix(code, "QOS")
	whose := "QOS"
	if !qos {
		if rest, qos = strings.CutPrefix(code, "Assoc"); !qos {
			return ""
		}
		whose = "account or user"
	}
	for _, l := range limits {
		if strings.HasPrefix(rest, l.begin) {
			return strings.ReplaceAll(l.text, "%s", whose)
		}
	}
	return ""
}
