package backfill_test

import (
	"cmp"
	"context"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill"
	"github.com/backfill-lab/backfill/arrowio"
)

func ExampleRun() {
	results, err := backfill.Run(context.Background(), backfill.Spec{
		Workload: backfill.Source{Model: &backfill.Model{Name: "lublin", Jobs: 500, Procs: 128, Load: 0.9, Seed: 1}},
		Policies: []string{"fcfs", "easy"},
	}, nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, policy := range results.Policies() {
		fmt.Printf("%s: jobs wait %.0f s on average\n", policy, results.Metric(policy, "wait_mean_s"))
	}
	// Output:
	// fcfs: jobs wait 142197 s on average
	// easy: jobs wait 22537 s on average
}

func ExampleReadLog() {
	const swf = `; MaxProcs: 4
1 0 -1 100 4 -1 -1 4 100 -1 1 1 1 -1 -1 -1 -1 -1
2 10 -1 50 8 -1 -1 8 50 -1 1 1 1 -1 -1 -1 -1 -1
`
	w, err := backfill.ReadLog("ours.swf", strings.NewReader(swf))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(w.Name(), len(w.Jobs()), w.Procs(), w.Changed())
	// Output:
	// ours 1 4 [too-wide: 1]
}

func ExampleNewWorkload() {
	w, err := backfill.NewWorkload("three", 4,
		backfill.Job{Submit: 0, Run: 100, Procs: 3},
		backfill.Job{Submit: 10, Run: 100, Procs: 4},
		backfill.Job{Submit: 20, Run: 50, Procs: 1})
	if err != nil {
		log.Fatal(err)
	}
	results, err := backfill.Run(context.Background(), backfill.Spec{Policies: []string{"fcfs", "easy"}}, w)
	if err != nil {
		log.Fatal(err)
	}
	for _, policy := range results.Policies() {
		jobs, placed := results.Schedule(policy)
		for i := range jobs {
			fmt.Printf("%s: job %d runs from %d to %d\n", policy, jobs[i].ID, placed[i].Start, placed[i].End)
		}
	}
	// Output:
	// fcfs: job 1 runs from 0 to 100
	// fcfs: job 2 runs from 100 to 200
	// fcfs: job 3 runs from 200 to 250
	// easy: job 1 runs from 0 to 100
	// easy: job 2 runs from 100 to 200
	// easy: job 3 runs from 20 to 70
}

// A smallest is EASY with the queue in the order of the jobs' area.
type smallest struct {
	machine *backfill.Machine
	queue   []*backfill.Waiting
}

func (p *smallest) Reset(m *backfill.Machine)  { *p = smallest{machine: m} }
func (p *smallest) Submit(j *backfill.Waiting) { p.queue = append(p.queue, j) }
func (p *smallest) End(backfill.Running)       {}
func (p *smallest) Pass() {
	area := func(j *backfill.Waiting) int64 { return int64(j.Procs) * j.Estimate }
	slices.SortStableFunc(p.queue, func(a, b *backfill.Waiting) int { return cmp.Compare(area(a), area(b)) })
	p.queue = backfill.Backfill(p.machine, p.queue)
}

func ExampleOwnPolicy() {
	own := backfill.OwnPolicy("smallest", "1", func() backfill.Policy { return new(smallest) })
	spec, err := backfill.ParseSpec([]byte(`{"policies": ["easy", "smallest"]}`), own)
	if err != nil {
		log.Fatal(err)
	}
	results, err := backfill.Run(context.Background(), spec, nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, policy := range results.Policies() {
		fmt.Printf("%s: bounded slowdown %.1f\n", policy, results.Metric(policy, "bsld_mean"))
	}
	// Output:
	// easy: bounded slowdown 211.3
	// smallest: bounded slowdown 25.8
}

func ExampleWriteCSV() {
	w, err := backfill.NewWorkload("two", 4, backfill.Job{Run: 60, Procs: 4}, backfill.Job{Submit: 5, Run: 60, Procs: 2})
	if err != nil {
		log.Fatal(err)
	}
	results, err := backfill.Run(context.Background(), backfill.Spec{Policies: []string{"easy"}}, w)
	if err != nil {
		log.Fatal(err)
	}
	jobs, err := results.Table("jobs")
	if err != nil {
		log.Fatal(err)
	}
	var csv strings.Builder
	if err := backfill.WriteCSV(&csv, jobs); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: %d lines; the second job waits %g s\n", csv.String()[:len("run,policy,job")], strings.Count(csv.String(), "\n"),
		jobs.Col("wait_s").Float[1])
	// Output:
	// run,policy,job: 3 lines; the second job waits 55 s
}

func Example_parquet() {
	results, err := backfill.Run(context.Background(), backfill.Spec{Policies: []string{"easy"}}, nil)
	if err != nil {
		log.Fatal(err)
	}
	jobs, err := results.Table("jobs")
	if err != nil {
		log.Fatal(err)
	}
	f, err := os.CreateTemp("", "jobs-*.parquet")
	if err != nil {
		log.Fatal(err)
	}
	defer os.Remove(f.Name())
	if err := arrowio.WriteTable(f, jobs, results.Meta()); err != nil {
		log.Fatal(err)
	}
	if err := f.Close(); err != nil {
		log.Fatal(err)
	}
	// A Parquet file of a result is also a log.
	again := backfill.Spec{Workload: backfill.Source{File: f.Name()}}
	w, err := backfill.Load(again, arrowio.OpenLog)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(w.Jobs()), "jobs on", w.Procs(), "processors")
	// Output:
	// 5000 jobs on 256 processors
}
