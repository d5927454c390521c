package trace

import (
	"fmt"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// waitless returns jobs without their recorded waits.
func waitless(jobs []job.Job) []job.Job {
	jobs = slices.Clone(jobs)
	for i := range jobs {
		jobs[i].Wait = job.None
	}
	return jobs
}

func TestScalingThereAndBackLeavesAllButTheWaits(t *testing.T) {
	slow.AsWebAssembly(t)
	laws(t, func(t *testing.T, w *Workload) {
		for _, k := range []float64{2, 3, 7, 10} {
			there := checkOperation(t, w, func() *Workload { return w.ScaleInterarrival(k) })
			back := checkOperation(t, there, func() *Workload { return there.ScaleInterarrival(1 / k) })
			sameJobs(t, fmt.Sprint("interarrival times ", k), back.Jobs.Held(), waitless(w.Jobs.Held()))
			there = checkOperation(t, w, func() *Workload { return w.ScaleRuntime(k) })
			back = checkOperation(t, there, func() *Workload { return there.ScaleRuntime(1 / k) })
			sameJobs(t, fmt.Sprint("run times ", k), back.Jobs.Held(), waitless(w.Jobs.Held()))
			there = checkOperation(t, w, func() *Workload { return w.ScaleMachine(w.Procs * int(k)) })
			if there.Procs != w.Procs*int(k) {
				t.Fatalf("%d processors", there.Procs)
			}
			back = checkOperation(t, there, func() *Workload { return there.ScaleMachine(w.Procs) })
			sameJobs(t, fmt.Sprint("machine ", k), back.Jobs.Held(), waitless(w.Jobs.Held()))
		}
		sameJobs(t, "by 1", w.ScaleInterarrival(1).ScaleRuntime(1).ScaleMachine(w.Procs).Jobs.Held(), waitless(w.Jobs.Held()))
	})
}
