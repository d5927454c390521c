package cluster

import (
	"strconv"

	"github.com/backfill-lab/backfill/core/policy"
)

// A Control is a number or choice of a description that a form changes.
type Control struct {
	policy.Option
	Of func(*Description) string // its value there, or Slurm's default
}

// Controls are those of the form.
var Controls = []Control{
	{policy.Option{Name: "priority.weight_fairshare", Title: "Weight of fair share", Most: 1<<32 - 1, Step: 1,
		Doc: "PriorityWeightFairshare: by how much accounts and users that had less than their share go first. 0: nobody's past use counts."},
		func(d *Description) string { return strconv.FormatInt(d.Priority.WeightFair, 10) }},
	{policy.Option{Name: "scheduling.bf_max_job_test", Title: "Backfill depth", Unit: "jobs", Least: 1, Most: 1_000_000, Step: 1,
		Doc: "bf_max_job_test: how many waiting jobs, the first by priority, a backfill cycle tries to start or plans."},
		func(d *Description) string { return number(d.Scheduling.BfMaxJobTest, 500) }},
	{policy.Option{Name: "scheduling.bf_interval_s", Title: "Time between backfill cycles", Unit: "s", Least: 1, Most: 10_800, Step: 1,
		Doc: "bf_interval: a job that only backfill can start waits that long for its next try."},
		func(d *Description) string { return number(d.Scheduling.BfIntervalS, 30) }},
	{policy.Option{Name: "scheduling.backfill", Title: "Schedulers", Choices: []policy.Choice{
		{Name: "true", Title: "main and backfill", Doc: "SchedulerType=sched/backfill: small jobs fill the gaps before jobs that wait for more."},
		{Name: "false", Title: "main only", Doc: "SchedulerType=sched/builtin: in each partition no job starts before one of higher priority."}},
		Doc: "Which of Slurm's two schedulers start jobs."},
		func(d *Description) string {
			return strconv.FormatBool(d.Scheduling.Backfill == nil || *d.Scheduling.Backfill)
		}},
}

// Added is how many nodes are added of a kind.
var Added = policy.Option{Name: "add", Title: "Nodes added", Default: "0", Most: 10_000, Step: 1,
	Doc: "So many more nodes, like the kind chosen, in its partitions."}

func number(p *int64, otherwise int64) string {
	if p != nil {
		otherwise = *p
	}
	return strconv.FormatInt(otherwise, 10)
}
