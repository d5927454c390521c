package figures

import (
	"container/heap"
	"fmt"
	"math/rand/v2"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/result"
)

// A testJob is a job of the tests' little simulator: pictures do not change with the
// real one.
type testJob struct {
	submit, run, limit int
	procs              int
	user               string
}

// An ending is when processors become free, and how many.
type ending struct {
	end float64
	to  int
}

type byEnd []ending

func (h byEnd) Len() int           { return len(h) }
func (h byEnd) Less(i, k int) bool { return h[i].end < h[k].end }
func (h byEnd) Swap(i, k int)      { h[i], h[k] = h[k], h[i] }
func (h *byEnd) Push(x any)        { *h = append(*h, x.(ending)) }
func (h *byEnd) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

// fcfs adds a run of jobs, first come first served, to the jobs table.
func fcfs(t *result.Table, run, policy string, procs int, jobs []testJob) *result.Table {
	var running byEnd
	now, free := 0, procs
	rows := result.NewTable(result.Jobs, len(jobs))
	for i := range rows.Cols {
		if t != nil && rows.Cols[i].Dict != nil {
			rows.Cols[i].Dict = t.Cols[i].Dict
		}
	}
	for i, j := range jobs {
		now = max(now, j.submit)
		for len(running) > 0 && (running[0].end <= float64(now) || free < j.procs) {
			e := heap.Pop(&running).(ending)
			now, free = max(now, int(e.end)), free+e.to
		}
		free -= j.procs
		end := now + min(j.run, j.limit)
		heap.Push(&running, ending{end: float64(end), to: j.procs})
		rows.Col("run").SetText(i, run)
		rows.Col("policy").SetText(i, policy)
		rows.Col("user").SetText(i, j.user)
		rows.Col("queue").SetText(i, "batch")
		rows.Col("job").Int[i] = int64(i + 1)
		rows.Col("procs").Int[i] = int64(j.procs)
		rows.Col("submit_s").Float[i] = float64(j.submit)
		rows.Col("start_s").Float[i] = float64(now)
		rows.Col("end_s").Float[i] = float64(end)
		rows.Col("killed").Bool[i] = j.run > j.limit
	}
	if t == nil {
		return rows
	}
	c := result.NewCollect(result.Jobs)
	if c.Write(t) != nil || c.Write(rows) != nil {
		panic("collect")
	}
	return c.Table()
}

// small is two runs of nine jobs on eight processors: one job of no length, one
// killed, two without a user.
func small() Input {
	jobs := []testJob{
		{0, 3600, 7200, 3, "ada"}, {0, 1800, 1800, 5, "bob"}, {600, 5400, 5400, 6, "ada"},
		{900, 0, 60, 2, ""}, {1200, 9000, 7200, 2, "eve"}, {1800, 600, 600, 8, "bob"},
		{2000, 3000, 3600, 1, ""}, {9000, 1200, 1200, 4, "ada"}, {9000, 1200, 2400, 4, "bob"},
	}
	t := fcfs(nil, "small/fcfs", "fcfs", 8, jobs)
	t = fcfs(t, "small/wide", "wide", 16, jobs) // the same on twice the machine
	runs := []result.Run{
		{Run: "small/fcfs", Policy: "fcfs", Jobs: 9, Procs: 8},
		{Run: "small/wide", Policy: "wide", Jobs: 9, Procs: 16},
	}
	for k := range runs {
		runs[k].Metrics = make([]float64, len(metrics.All))
		for m := range metrics.All {
			runs[k].Metrics[m] = float64((k*7+m*5)%11) * 1234.5 / float64(1+m)
		}
	}
	return Input{Tables: result.Tables{result.Jobs: t, result.Runs: result.RunsTable(runs...)}}
}

// large is runs of n jobs each on 256 processors, about 80 % busy.
func large(n, runs int) Input {
	var t *result.Table
	for k := range runs {
		r := rand.New(rand.NewPCG(uint64(k), 7))
		jobs := make([]testJob, n)
		at := 0.0
		for i := range jobs {
			width := 1 << r.IntN(8)
			run := int(60 + 7200*r.ExpFloat64())
			at += 1100 * r.ExpFloat64()
			jobs[i] = testJob{int(at), run, 60 + r.IntN(40000), width, fmt.Sprint("user", r.IntN(200))}
		}
		t = fcfs(t, fmt.Sprint("large/", k), fmt.Sprint("policy", k), 256, jobs)
	}
	return Input{Tables: result.Tables{result.Jobs: t}, Options: Options{Procs: 256}}
}
