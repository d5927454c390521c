package grid_test

import (
	"context"
	"fmt"

	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// Two sites, of which the second is twice as fast. The third job fits on neither
// and starts on fewer processors than it asked for.
func Example() {
	g := &grid.Grid{Sites: []grid.Site{{Name: "small", Procs: 4}, {Name: "fast", Procs: 8, Speed: 2}}}
	jobs := []job.Job{policytest.Job(1, 0, 60, 60, 8), policytest.Job(2, 0, 60, 60, 1), policytest.Job(3, 0, 60, 60, 4)}
	p, err := grid.All.Parse("grid-moldable:power=0.5")
	if err != nil {
		panic(err)
	}
	e, err := grid.New(grid.Config{Grid: g, Jobs: jobs, Natures: g.Natures(jobs, []int32{1, 0, 0})}, p)
	if err == nil {
		err = e.Run(context.Background(), nil)
	}
	if err != nil {
		panic(err)
	}
	for i, at := range e.Schedule().Placed {
		for _, q := range e.Schedule().Parts(i) {
			fmt.Printf("job %d: %d of %s, %d to %d\n", jobs[i].ID, q.Procs, g.Sites[q.Site].Name, at.Start, at.End)
		}
	}
	// Output:
	// job 1: 8 of fast, 0 to 30
	// job 2: 1 of small, 0 to 60
	// job 3: 3 of small, 0 to 80
}

// A reservation of both sites at the same time, which other jobs keep clear of.
type both struct{ *grid.Planner }

func (b both) Submitted(now int64, j *grid.Job) {
	if j.ID == 2 {
		start, err := b.Reserve(j, 40, grid.Part{Site: 0, Procs: 4}, grid.Part{Site: 1, Procs: 8})
		fmt.Println("reserved at", start, err)
	}
}
func (both) Started(now int64, j *grid.Job, parts []grid.Part) {
	fmt.Println("job", j.ID, "starts at", now, "on", parts)
}
func (both) Ended(int64, *grid.Job, bool) {}
func (both) Passed(int64)                 {}

func ExamplePlanner_Reserve() {
	g := &grid.Grid{Sites: []grid.Site{{Name: "small", Procs: 4}, {Name: "fast", Procs: 8, Speed: 2}}}
	jobs := []job.Job{policytest.Job(1, 0, 60, 60, 8), policytest.Job(2, 1, 10, 10, 12), policytest.Job(3, 2, 60, 60, 2)}
	p := grid.NewPlanner(grid.PlanOptions{Split: "faster"})
	e, err := grid.New(grid.Config{Grid: g, Jobs: jobs, Natures: g.Natures(jobs, make([]int32, 3)), Observers: []grid.Observer{both{p}}}, p)
	if err == nil {
		err = e.Run(context.Background(), nil)
	}
	if err != nil {
		panic(err)
	}
	// Output:
	// job 1 starts at 0 on [{1 8}]
	// reserved at 40 <nil>
	// job 2 starts at 40 on [{0 4} {1 8}]
	// job 3 starts at 50 on [{1 2}]
}
