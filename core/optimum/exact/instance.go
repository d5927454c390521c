package exact

import (
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// MaxJobs bounds the jobs of an instance.
const MaxJobs = 10_000

// MaxCost bounds the cost of every schedule that is no longer than one job after the
// other: such costs are exact in a float64 and in every JSON reader.
const MaxCost = 1 << 53

// An Instance is one off-line problem: the jobs that wait at second Now on a
// machine whose running jobs give their processors back step by step.
type Instance struct {
	Name  string `json:"name,omitempty"` // its name in tables; may be empty
	Procs int    `json:"procs"`          // processors of the machine, 1..job.MaxProcs
	Now   int64  `json:"now"`            // seconds; no job starts before it
	Free  []Step `json:"free"`           // the first step begins at Now
	Jobs  []Job  `json:"jobs"`           // in any order
}

// A Step says that Procs processors are free from second At until the next step
// begins; the last step never ends. Both increase from step to step, because running
// jobs only end: the paper's machine history.
type Step struct {
	At    int64 `json:"at"`
	Procs int   `json:"procs"`
}

// A Job is a waiting job. It may start at any second from Now on and then holds
// Procs processors for Estimate seconds without a break.
type Job struct {
	ID       int64 `json:"id"`       // unique within the instance
	Procs    int   `json:"procs"`    // 1..processors of the last step
	Estimate int64 `json:"estimate"` // seconds, 1..job.MaxSeconds
	Submit   int64 `json:"submit"`   // seconds, 0..Now
}

// Check returns an error of one line if a field is out of range or a greedy schedule
// could cost more than MaxCost. Everything else in this package expects checked
// instances.
func (in *Instance) Check() error {
	switch {
	case in.Procs < 1 || in.Procs > job.MaxProcs:
		return fmt.Errorf("procs is %d, expected 1 to %d", in.Procs, job.MaxProcs)
	case in.Now < 0 || in.Now > job.MaxSeconds:
		return fmt.Errorf("now is %d, expected 0 to %d s", in.Now, int64(job.MaxSeconds))
	case len(in.Jobs) > MaxJobs:
		return fmt.Errorf("jobs has %d jobs, expected at most %d", len(in.Jobs), MaxJobs)
	}
	if err := in.checkFree(); err != nil {
		return err
	}
	if err := in.checkJobs(); err != nil {
		return err
	}
	return in.checkCost()
}

func (in *Instance) checkFree() error {
	if len(in.Free) == 0 {
		return fmt.Errorf("free is empty, expected a step at second %d (now)", in.Now)
	}
	if s := in.Free[0]; s.At != in.Now || s.Procs < 0 {
		return fmt.Errorf("free[0] has %d processors at second %d, expected 0 or more at second %d (now)", s.Procs, s.At, in.Now)
	}
	for i, s := range in.Free {
		if s.Procs > in.Procs || s.At > job.MaxSeconds {
			return fmt.Errorf("free[%d] has %d processors at second %d, expected at most %d processors and second %d",
				i, s.Procs, s.At, in.Procs, int64(job.MaxSeconds))
		}
		if i == 0 {
			continue
		}
		if before := in.Free[i-1]; s.At <= before.At || s.Procs <= before.Procs {
			return fmt.Errorf("free[%d] has %d processors at second %d, expected more than %d after second %d: running jobs only end",
				i, s.Procs, s.At, before.Procs, before.At)
		}
	}
	return nil
}

func (in *Instance) checkJobs() error {
	last := in.Free[len(in.Free)-1]
	seen := make(map[int64]bool, len(in.Jobs))
	for i, j := range in.Jobs {
		switch {
		case j.Procs < 1 || j.Procs > last.Procs:
			return fmt.Errorf("jobs[%d] (id %d) has procs %d, expected 1 to %d, which are free from second %d on",
				i, j.ID, j.Procs, last.Procs, last.At)
		case j.Estimate < 1 || j.Estimate > job.MaxSeconds:
			return fmt.Errorf("jobs[%d] (id %d) has estimate %d, expected 1 to %d s", i, j.ID, j.Estimate, int64(job.MaxSeconds))
		case j.Submit < 0 || j.Submit > in.Now:
			return fmt.Errorf("jobs[%d] (id %d) has submit %d, expected 0 to %d (now)", i, j.ID, j.Submit, in.Now)
		case seen[j.ID]:
			return fmt.Errorf("jobs has id %d twice, expected unique ids", j.ID)
		}
		seen[j.ID] = true
	}
	return nil
}

// checkCost bounds every response by the time from the first submission to the end
// of a schedule that runs the jobs one after the other.
func (in *Instance) checkCost() error {
	first, end, procs := in.Now, in.Free[len(in.Free)-1].At, in.width()
	for _, j := range in.Jobs {
		first = min(first, j.Submit)
		end += j.Estimate
	}
	if span := end - first; procs > 0 && span > MaxCost/procs {
		return fmt.Errorf("jobs of %d processors within %d s could cost more than %d: the sums would not be exact",
			procs, span, int64(MaxCost))
	}
	return nil
}

// width returns the processors of all jobs together.
func (in *Instance) width() (procs int64) {
	for _, j := range in.Jobs {
		procs += int64(j.Procs)
	}
	return procs
}

// Cost returns the sum of (start - submit + estimate) * procs over the jobs, in
// processor seconds: the numerator of ARTwW (the paper's (2)). starts is parallel
// to Jobs.
func (in *Instance) Cost(starts []int64) int64 {
	cost := int64(0)
	for i, j := range in.Jobs {
		cost += (starts[i] - j.Submit + j.Estimate) * int64(j.Procs)
	}
	return cost
}

// ARTwW turns a cost into the average response time weighted by width, in seconds:
// 0 if there are no jobs.
func (in *Instance) ARTwW(cost int64) float64 { return float64(cost) / float64(max(1, in.width())) }

// forever is the end of the last step.
const forever = math.MaxInt64
