package cluster

import (
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/internal/telling"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// returns are the causes of a time in which a job ran, by what sent it back to the queue.
var returns = map[How]sim.Cause{
	Requeued:  "ran until somebody sent it back to the queue",
	NodeFail:  "ran until a node failed",
	Preempted: "ran until another job took its nodes",
}

// causes are what squeue's codes mean.
var causes = map[string]sim.Cause{
	HeldByUser:       "held",
	NotBegun:         "before its begin time",
	UnmetDependency:  "waiting for other jobs",
	NeverMet:         "waiting for what cannot happen any more",
	ArrayFull:        "task limit of its array",
	PartitionIsDown:  "partition down",
	TooLong:          "time limit longer than the partition's",
	TooManyNodes:     "more nodes than the partition gives a job",
	ReservationLater: "its reservation has not begun",
	NodesAway:        "nodes down or reserved for others",
	Resources:        "too few resources free",
	Behind:           "behind other jobs",
	NotLooked:        "not looked at yet",
}

func causeOf(r *Reason) sim.Cause {
	switch cause := causes[r.Code]; {
	case r.Code == Behind && r.Start != None:
		return sim.Planned
	case cause != "":
		return cause
	case strings.HasPrefix(r.Code, "QOS"):
		return "a limit of its QOS"
	}
	return "a limit of its account or user"
}

// Key implements platform.Detail.
func (*Wait) Key() string { return "cluster" }

// Others implements platform.Detail.
func (s *Wait) Others() []int64 { return append([]int64{s.First}, s.After...) }

// Sentence says what squeue's code is about. It is "" if the cause says it all.
func (s *Wait) Sentence(a *platform.Answer, of *platform.Span) string {
	switch code := of.Code; code {
	case "":
		return "on " + s.Ran
	case NotBegun:
		return "it may start from second " + numeral.Whole(s.Begin) + " on"
	case UnmetDependency:
		return s.dependency(a)
	case NodesAway:
		return "too few of the nodes of partition " + s.Partition + " that could have it are up and free of reservations"
	case PartitionIsDown, TooLong, TooManyNodes:
		return "partition " + s.Partition
	case Resources, NotLooked, Behind:
		return s.room(code) + s.ahead(a) + s.planned()
	}
	return limitOf(of.Code)
}

// dependency names the jobs of the log that it depends on, and the last of them.
func (s *Wait) dependency(a *platform.Answer) string {
	known := func(jobs []int64) []int64 {
		return slices.DeleteFunc(slices.Clone(jobs), func(j int64) bool { return j < 0 })
	}
	all, last := known(s.After), known(s.Last)
	switch {
	case len(all) == 0:
		return ""
	case len(last) == 0:
		return a.Jobs(all)
	}
	return a.Jobs(all) + ", longest for " + a.Jobs(last)
}

// room says for how much of the job there was room.
func (s *Wait) room(code string) string {
	nodes := "partition " + s.Partition + " has "
	switch all := s.TasksMin == s.Tasks; {
	case s.TasksMax == 0:
		return nodes + "no room for it"
	case all && code == Resources:
		return nodes + "room for all of its tasks, but not on as many nodes as it asks for"
	case all:
		return nodes + "room for it"
	case s.TasksMin == 0 && s.TasksMax == s.Tasks && code != Resources, s.Tasks == 1:
		return nodes + "room for it at times"
	}
	return fmt.Sprintf("%sroom for %s of its %s tasks", nodes, telling.Between(s.TasksMin, s.TasksMax), numeral.Whole(s.Tasks))
}

// ahead says who is before the job.
func (s *Wait) ahead(a *platform.Answer) string {
	if s.AheadMax == 0 {
		return ""
	}
	first := ""
	if s.First >= 0 {
		first = "job " + a.Label(s.First)
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
	return "; before it stand " + telling.Between(s.AheadMin, s.AheadMax) + " jobs" + first
}

func (s *Wait) planned() string {
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
