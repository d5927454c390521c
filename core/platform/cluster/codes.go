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
	TooManyNodes:     "more or fewer nodes than the partition gives a job",
	AccountRefused:   "its account is not of the partition",
	QOSRefused:       "its QOS is not of the partition",
	Unlicensed:       "too few licences free",
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
	case strings.HasPrefix(r.Code, "QOS"), strings.HasSuffix(r.Code, "PerAccount"):
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
	case PartitionIsDown, TooLong, TooManyNodes, AccountRefused, QOSRefused:
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

// limits says what the codes of limits mean, by what comes in them after QOS or Assoc. %s is whose they are, %r of which resource;
// codes name that after the first word. The first that the code begins and ends with counts.
var limits = []struct{ begin, end, text string }{
	{"MaxJobsPerUser", "", "its user may run no more jobs in the QOS"},
	{"MaxJobsPerAccount", "", "its account may run no more jobs in the QOS"},
	{"MaxJobs", "", "its user may run no more jobs"},
	{"GrpJobs", "", "no more jobs of its %s may run"},
	{"MaxWall", "", "its time limit is longer than its %s allows"},
	{"GrpWall", "", "the time that its %s may use is used up"},
	{"Min", "", "it asks for fewer %r than its %s wants of a job"},
	{"Grp", "RunMinutes", "running jobs may still use all minutes of %r that its %s may promise"},
	{"Grp", "Minutes", "the minutes of %r of its %s are used up"},
	{"Grp", "", "running jobs of its %s have as many %r as they may, or nearly"},
	{"Max", "MinutesPerJob", "it asks for more minutes of %r than its %s allows a job"},
	{"Max", "PerJob", "it asks for more %r than its %s allows a job"},
	{"Max", "PerNode", "it asks for more %r of each node than its %s allows"},
	{"Max", "RunMinsPerUser", "running jobs of its user may still use all minutes of %r that its %s allows"},
	{"Max", "RunMinsPerAccount", "running jobs of its account may still use all minutes of %r that its %s allows"},
	{"Max", "PerAccount", "running jobs of its account have as many %r as its %s allows, or nearly"},
	{"Max", "", "running jobs of its user have as many %r as its %s allows, or nearly"},
}

// resourceWords are what codes call resources, in the order in which they are looked for.
var resourceWords = []struct{ code, text string }{{"Cpu", "cores"}, {"CPU", "cores"}, {"Mem", "MiB of memory"}, {"Node", "nodes"},
	{"Billing", "billing units"}, {"GRES", "GPUs or other generic resources"}, {"License", "licences"}}

// limitOf says what the code of a limit means; "" for any other code.
func limitOf(code string) string {
	rest, qos := strings.CutPrefix(code, "QOS")
	whose := "QOS"
	switch {
	case qos, strings.HasSuffix(code, "PerAccount"):
	case strings.HasPrefix(code, "Assoc"):
		rest, whose = strings.TrimPrefix(code, "Assoc"), "account or user"
	default:
		return ""
	}
	rest = strings.TrimSuffix(rest, "Limit")
	resource := ""
	for _, w := range resourceWords {
		if resource == "" && strings.HasPrefix(rest[min(3, len(rest)):], w.code) {
			resource = w.text
		}
	}
	for _, l := range limits {
		if strings.HasPrefix(rest, l.begin) && strings.HasSuffix(rest, l.end) {
			return strings.NewReplacer("%s", whose, "%r", resource).Replace(l.text)
		}
	}
	return ""
}
