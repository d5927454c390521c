package queue

import (
	"context"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// A Reward is what an agent is rewarded for.
type Reward int

// The rewards. n is the jobs of an episode; a bounded slowdown is max(1, (wait + run) / max(run, 10 s)), with the run as it is
// cut at the estimate.
const (
	// Wait is, for each step, minus the seconds that jobs have waited since the step before, in hours, divided by n. The
	// rewards of an episode add up to minus the mean wait in hours.
	Wait Reward = iota
	// Slowdown is, for each start of a job, minus its bounded slowdown divided by n. The rewards of an episode add up to
	// minus the mean bounded slowdown.
	Slowdown
	// Utilisation is 0 before the end, and then the processor seconds of the jobs, divided by those of the machine from the first
	// submission to the last end.
	Utilisation
	// RLScheduler is 0 before the end, and then minus the mean bounded slowdown: Zhang, Dai, He, Bao, Xie: RLScheduler: an
	// automated HPC batch job scheduler using reinforcement learning, SC 2020, and its program DIR-LAB/deep-batch-scheduler,
	// HPCSimPickJobs.py, step and job_score, type 0. Its other types are other metrics.
	RLScheduler
	// SchedInspector is 0 before the end, and then (b - a) / max(a, b, 1), a being the mean bounded slowdown and b that of the
	// same jobs under a base policy: Zhang, Dai, Xie: SchedInspector: a batch job scheduling inspector using reinforcement
	// learning, HPDC 2022, as its program DIR-LAB/SchedInspector computes it, HPCSimSkip.py, step. There the agent accepts or
	// rejects what the base policy chooses; here it chooses itself.
	SchedInspector
)

// Rewards are the rewards' names.
var Rewards = []string{"wait", "slowdown", "utilisation", "rlscheduler", "schedinspector"}

func (r Reward) String() string { return Rewards[r] }

// ParseReward returns the reward of a name.
func ParseReward(name string) (Reward, error) {
	i := slices.Index(Rewards, name)
	if i < 0 {
		return 0, fmt.Errorf("unknown reward %q", name)
	}
	return Reward(i), nil
}

// bounded returns a job's bounded slowdown.
func bounded(wait, run int64) float64 {
	const bound = 10 // seconds
	return metrics.BoundedSlowdown(wait+run, run, bound)
}

// passed returns the reward for the time that has passed since it was asked for last.
func (e *Env) passed() float64 {
	over := e.Over()
	switch e.Reward {
	case Wait:
		since := e.waited - e.paid
		e.paid = e.waited
		return -since / 3600 / float64(e.Length)
	case Utilisation:
		if over {
			return e.Summary().Utilisation
		}
	case RLScheduler:
		if over {
			return -e.Summary().Slowdown
		}
	case SchedInspector:
		if over {
			ours := e.Summary().Slowdown
			return (e.base - ours) / max(e.base, ours, 1)
		}
	}
	return 0
}

// A Summary is what came of an episode.
type Summary struct {
	Wait        float64 // mean, in seconds
	Slowdown    float64 // mean bounded slowdown
	Utilisation float64 // share of the processor seconds from the first submission to the last end
}

// Summary returns what came of the episode, once it is over.
func (e *Env) Summary() Summary {
	n := float64(e.Length)
	return Summary{Wait: e.waited / n, Slowdown: e.slowed / n,
		Utilisation: share(e.used, float64(e.Procs)*float64(e.engine.Now()-e.jobs[0].Submit))}
}

// share returns a part of a whole; 0 of nothing.
func share(part, whole float64) float64 {
	if whole <= 0 {
		return 0
	}
	return part / whole
}

// bsldOfBase returns the mean bounded slowdown of the episode's jobs under the base policy.
func (e *Env) bsldOfBase() (float64, error) {
	engine, err := sim.New(sim.Config{Procs: e.Procs, Jobs: e.jobs, Overrun: e.Overrun}, e.Base())
	if err == nil {
		err = engine.Run(context.Background(), nil)
	}
	if err != nil {
		return 0, err
	}
	return meanBounded(e.jobs, engine.Schedule()), nil
}

func meanBounded(jobs []job.Job, placed []job.Placement) float64 {
	sum := 0.0
	for i, p := range placed {
		sum += bounded(p.Start-jobs[i].Submit, p.End-p.Start)
	}
	return sum / float64(len(jobs))
}
