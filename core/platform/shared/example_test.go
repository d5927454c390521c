package shared_test

import (
	"context"
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/platform/shared"
)

// No algorithm that does not know run times is better than |J|-competitive:
// EQUIPARTITION treats all jobs alike, and the shortest is stretched by their number.
//
// This is theorem 3's instance: n jobs for one node, all submitted at once, each running
// ratio times as long as the one before. EQUIPARTITION stretches the first by n; shortest
// first stretches none by more than ratio/(ratio-1).
func Example_theorem3() {
	const n, ratio = 4, 20
	var jobs []shared.Job
	for run := int64(100 * shared.Second); len(jobs) < n; run *= ratio {
		jobs = append(jobs, shared.Job{ID: int64(len(jobs) + 1), Run: run, Tasks: 1, CPU: shared.Whole})
	}
	e, err := shared.New(shared.Config{Nodes: 1, Jobs: jobs, Algorithm: shared.Algorithm{Submission: shared.Equal}})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := e.Run(context.Background(), nil); err != nil {
		fmt.Println(err)
		return
	}
	shortestFirst, at := 0.0, int64(0)
	for _, j := range jobs {
		at += j.Run
		shortestFirst = max(shortestFirst, shared.BoundedStretch(at, j.Run))
	}
	fmt.Printf("EQUIPARTITION %.2f, shortest first %.2f\n", e.Metrics().Value("bsld_max"), shortestFirst)
	// Output:
	// EQUIPARTITION 4.00, shortest first 1.05
}

// With D the ratio of the longest run time to the shortest, EQUIPARTITION is at
// least (D+1)/(2+ln D) times worse than the optimum.
func ExampleTheorem4() {
	const n = 10
	jobs := shared.Theorem4(n, 2520*shared.Second)
	e, err := shared.New(shared.Config{Nodes: 1, Jobs: jobs, Algorithm: shared.Algorithm{Submission: shared.Equal}})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := e.Run(context.Background(), nil); err != nil {
		fmt.Println(err)
		return
	}
	// Every job but the first when it arrives, then the first.
	last := jobs[n-1]
	other := shared.BoundedStretch(last.Submit+last.Run+jobs[0].Run, jobs[0].Run)
	worst := e.Metrics().Value("bsld_max")
	d := float64(jobs[0].Run) / float64(last.Run)
	fmt.Printf("EQUIPARTITION %.2f, another schedule %.2f: %.2f times, at least %.2f\n", worst, other, worst/other, (d+1)/(2+math.Log(d)))
	// Output:
	// EQUIPARTITION 10.00, another schedule 3.83: 2.61 times, at least 2.38
}

func ExampleParse() {
	a, err := shared.Parse("GreedyPM */per/OPT=MIN/MINVT=600")
	fmt.Println(a, err)
	_, err = shared.Parse("GreedyPM/OPT=MIN")
	fmt.Println(err)
	// Output:
	// GreedyPM*/per/OPT=MIN/MINVT=600 <nil>
	// algorithm "GreedyPM/OPT=MIN": a job that finds no room would wait for ever: add * or /per; a name reads like GreedyPM*/per/OPT=MIN
}

// Two jobs whose memory does not fit together: the second pauses the first,
// which goes on when there is room, after the penalty.
func ExampleEngine() {
	a, _ := shared.Parse("GreedyP*")
	jobs := []shared.Job{
		{ID: 1, Submit: 0, Run: 1000 * shared.Second, Tasks: 1, CPU: shared.Whole, Memory: 600_000},
		{ID: 2, Submit: 400 * shared.Second, Run: 200 * shared.Second, Tasks: 1, CPU: shared.Whole, Memory: 600_000},
	}
	e, err := shared.New(shared.Config{Nodes: 1, Jobs: jobs, Algorithm: a, Penalty: shared.DefaultPenalty, Record: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := e.Run(context.Background(), nil); err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range e.Stretches() {
		fmt.Printf("job %d: %d to %d s, computes from %d s\n", jobs[s.Job].ID, s.From/shared.Second, s.To/shared.Second,
			max(s.From, s.Ready)/shared.Second)
	}
	m := e.Metrics()
	fmt.Printf("stretch %.1f at most, %.1f pauses per job, %.2f of the node lost\n",
		m.Value("bsld_max"), m.Value("pauses_per_job"), m.Value("loc"))
	// Output:
	// job 1: 0 to 400 s, computes from 0 s
	// job 2: 400 to 600 s, computes from 400 s
	// job 1: 600 to 1500 s, computes from 900 s
	// stretch 1.5 at most, 0.5 pauses per job, 0.20 of the node lost
}
