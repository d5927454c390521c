package plan_test

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/plan"
	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// A machine of 4 processors is planned shortest job first. Its operator keeps it
// free for a test of 10 seconds, as soon as that is possible: when job 1 is
// expected to end. That it ends earlier moves no reservation.
func Example() {
	jobs := []job.Job{
		policytest.Job(1, 0, 20, 30, 3), // ends 10 s before its estimate
		policytest.Job(2, 1, 60, 60, 2),
		policytest.Job(3, 2, 25, 25, 2),
	}
	p := plan.New(policy.OrderNamed("sjf"))
	e, err := sim.New(sim.Config{Procs: 4, Jobs: jobs}, p)
	if err != nil {
		panic(err)
	}
	e.Step() // job 1 starts
	test, err := p.Block(plan.ASAP, 10, 4)
	fmt.Println("the test begins at", test, err)
	_, err = p.Block(35, 10, 4)
	fmt.Println(err)
	for e.Step() {
		fmt.Print("second ", e.Now())
		for i := range jobs {
			if at, ok := p.Planned(e.Job(i)); ok {
				fmt.Printf(", job %d is planned for %d", jobs[i].ID, at)
			}
		}
		fmt.Println()
	}
	for i, at := range e.Schedule() {
		fmt.Printf("job %d ran from %d to %d\n", jobs[i].ID, at.Start, at.End)
	}
	// Output:
	// the test begins at 30 <nil>
	// 4 processors cannot be blocked: of 4 processors on [35, 45), only 0 are free at second 35; the earliest start from then on is 40
	// second 1, job 2 is planned for 40
	// second 2, job 2 is planned for 40, job 3 is planned for 40
	// second 20, job 2 is planned for 40, job 3 is planned for 40
	// second 30, job 2 is planned for 40, job 3 is planned for 40
	// second 40
	// second 65
	// second 100
	// job 1 ran from 0 to 20
	// job 2 ran from 40 to 100
	// job 3 ran from 40 to 65
}
