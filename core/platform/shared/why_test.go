package shared

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/internal/stories"
)

// tasks is a job of so many tasks with that CPU and memory in hundredths of a node, and times in seconds.
func tasks(id, submit, run int64, n, cpu, memory int32) Job {
	return Job{ID: id, Submit: submit * Second, Run: run * Second, Tasks: n,
		CPU: cpu * Whole / 100, Memory: memory * Whole / 100}
}

// onNodes plays jobs on shared nodes and asks about one.
func onNodes(t *testing.T, nodes int, penalty int64, algorithm string, jobs []Job, id int64) (platform.Answer, *Engine) {
	t.Helper()
	a, err := Parse(algorithm)
	if err != nil {
		t.Fatal(err)
	}
	q := &question{Job: id}
	e, err := New(Config{Nodes: nodes, Jobs: jobs, Algorithm: a, Penalty: penalty * Second,
		Observers: []Observer{q.see}, Record: true})
	if err == nil {
		err = e.Run(context.Background(), nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	answer := q.answer
	answer.Name(func(j int64) string { return strconv.FormatInt(j, 10) })
	return answer, e
}

func TestStoriesWaitNodes(t *testing.T) {
	// Two nodes: job 1 takes 60 % of the memory of both, jobs 2 and 3 need half of a node.
	crowd := []Job{tasks(1, 0, 100, 2, 100, 60), tasks(2, 10, 50, 2, 50, 50), tasks(3, 20, 50, 1, 50, 30)}
	for _, c := range []struct {
		algorithm string
		job       int64
		want      string
	}{
		{"Greedy*", 2, `
10-125.000076 too little memory free: it has 2 tasks with 50 % of a node's memory each; no node has memory for one of them
Job 2 waited 115 s: too little memory free; it started on nodes 0-1 when job 1 ended.`},
		{"Greedy*", 3, "Job 3 started at once on node 0."},
		{"Greedy/per/PERIOD=75", 2, `
10-75 too little memory free: it has 2 tasks with 50 % of a node's memory each; no node has memory for one of them
Job 2 waited 65 s: too little memory free; it started on nodes 0-1 when all jobs were packed again.`},
		{"GreedyP*", 2, "Job 2 started at once on nodes 0-1; job 1 was paused or moved for it."},
		{"GreedyP*", 1, `
Job 1 started at once on nodes 0-1. Later it was paused once, for 50 s.
10-60 paused for a new job: it gave way to job 2, which came then and found too little memory;
	no node has memory for one of its own tasks`},
		{"MCB8*", 2, `
Job 2 started at once on node 0. Later it was paused once, for 75 s.
20-95.000076 paused by the packing: the 2 jobs that got nodes have higher priorities, job 1 the lowest of them;
	no node has memory for one of its own tasks`},
		{"/per/PERIOD=75", 3, `
20-75 not looked at yet: it has 1 task with 30 % of a node's memory; memory is free for it, on 2 nodes;
	the algorithm looks at 75, when its next period begins
Job 3 waited 55 s: not looked at yet; it started on node 0 when all jobs were packed again.`},
	} {
		a, _ := onNodes(t, 2, 30, c.algorithm, crowd, c.job)
		if got := stories.Told(&a); got != stories.Unfold(c.want) {
			t.Errorf("%s, job %d:\n%s\nnot\n%s", c.algorithm, c.job, got, stories.Unfold(c.want))
		}
	}
}

// Of two jobs that come together and do not fit together, the second is left out.
func TestAJobIsLeftOutOfThePacking(t *testing.T) {
	pair := []Job{tasks(1, 0, 100, 1, 100, 60), tasks(2, 0, 50, 1, 50, 60)}
	a, _ := onNodes(t, 1, 30, "MCB8*", pair, 2)
	want := stories.Unfold(`
0-100 left out of the packing: it has 1 task with 60 % of a node's memory; job 1, which got nodes, has a higher priority;
	no node has memory for it
Job 2 waited 100 s: left out of the packing; it started on node 0 when all jobs were packed again after the end of job 1.`)
	if got := stories.Told(&a); got != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}
}

func TestNodesAreNamed(t *testing.T) {
	for want, places := range map[string][]Place{
		"node 7": {{Node: 7, Count: 3}},
		"nodes 0-2, 5 (2 tasks), 6-7 (3 tasks each)": {{Node: 0, Count: 1}, {Node: 1, Count: 1}, {Node: 2, Count: 1},
			{Node: 5, Count: 2}, {Node: 6, Count: 3}, {Node: 7, Count: 3}},
	} {
		if got := nodes(places); got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
}

// Every algorithm family's answers cover the wait, start when the job does, and tell each pause and move.
func TestEveryWaitWaitNodesIsCovered(t *testing.T) {
	const nodes = 3
	waits, pauses, moves := 0, 0, 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 6))
		var jobs []Job
		submit := int64(0)
		for i := range 15 {
			submit += r.Int64N(60)
			jobs = append(jobs, tasks(int64(i+1), submit, r.Int64N(300), 1+r.Int32N(5), 10+r.Int32N(91), 10*r.Int32N(6)))
		}
		for _, name := range []string{"Greedy*", "Greedy/per/PERIOD=100", "GreedyP*", "GreedyP/per", "GreedyPM*",
			"GreedyPM*/per/MINVT=60/PERIOD=60",
			"MCB8*", "MCB8/per/MINFT=60", "MCB8*/per/OPT=AVG", "/per/PERIOD=100", "/stretch-per/PERIOD=100"} {
			i := r.IntN(len(jobs))
			a, e := onNodes(t, nodes, r.Int64N(50), name, jobs, jobs[i].ID)
			out := e.Outcomes()[i]
			if a.Start != seconds(out.Start) || a.Submit != seconds(jobs[i].Submit) {
				t.Fatalf("%s: job %d starts at %v in the answer, at %d in the run", name, a.Job, a.Start, out.Start)
			}
			stories.Covered(t, name, &a)
			for k := range a.Spans {
				n, cause := a.Spans[k].Detail.(*Wait), Cause(a.Spans[k].Cause)
				if cause == NoMemory && n.RoomMax >= n.Tasks || cause == NotLooked && n.Next < 0 && !n.Ends {
					t.Fatalf("%s: %s: %+v", name, cause, n)
				}
			}
			waits += len(a.Spans)
			p, m := checkAfter(t, name, &a, e.Stretches(), int32(i))
			if p != int(out.Pauses) || m != int(out.Migrations) {
				t.Fatalf("%s: job %d: %d pauses and %d moves, not %d and %d", name, a.Job, p, m, out.Pauses, out.Migrations)
			}
			pauses, moves = pauses+p, moves+m
		}
	}
	if waits < 200 || pauses < 50 || moves < 50 {
		t.Errorf("only %d waits, %d pauses and %d moves", waits, pauses, moves)
	}
}

// checkAfter holds what is told of the time after the start against what the job held.
func checkAfter(t *testing.T, name string, a *platform.Answer, held []Stretch, job int32) (pauses, moves int) {
	at := a.Start
	for _, s := range a.After {
		if s.From < at || s.To < s.From || s.Text == "" {
			t.Fatalf("%s: job %d, from %v: %+v", name, a.Job, at, s)
		}
		at = s.From
		if s.Moved {
			moves++
			continue
		}
		at = s.To
		pauses++
		for _, h := range held {
			if h.Job == job && seconds(h.From) < s.To && seconds(h.To) > s.From {
				t.Fatalf("%s: job %d is paused from %v to %v and holds %+v", name, a.Job, s.From, s.To, h)
			}
		}
		if !strings.HasPrefix(string(s.Cause), "paused") || (s.Detail.(*Wait).For >= 0) != (s.Cause == PausedForNew) {
			t.Fatalf("%s: job %d: %+v", name, a.Job, s)
		}
	}
	return pauses, moves
}

// A run with more shares than are kept ends early, and says so.
func TestSharesAreBounded(t *testing.T) {
	a, err := Parse("Greedy*")
	if err != nil {
		t.Fatal(err)
	}
	var jobs []Job
	for i := range int64(200) {
		jobs = append(jobs, tasks(i+1, 10*i, 50+i, 2, 60, 30))
	}
	ctx, stop := context.WithCancelCause(context.Background())
	e, err := New(Config{Nodes: 8, Jobs: jobs, Algorithm: a, Record: true, Observers: []Observer{limitShares(100, stop)}})
	if err != nil {
		t.Fatal(err)
	}
	err = e.Run(ctx, nil)
	if cause := context.Cause(ctx); err == nil || cause == nil || !strings.Contains(cause.Error(), "more than 100 times") ||
		e.Done() == len(jobs) {
		t.Errorf("%v, because of %v, with %d of %d jobs", err, cause, e.Done(), len(jobs))
	}
}
