package parquet

import (
	"io"
	"math/rand/v2"
	"testing"

	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// realistic returns a jobs table like that of a log: Poisson arrivals, run times and
// estimates over five orders of magnitude, a few hundred users of uneven activity,
// most jobs without a wait.
func realistic(n int) *result.Table {
	r := rand.New(rand.NewPCG(1, 2))
	users := make([]string, 300)
	for i := range users {
		users[i] = "user" + string(rune('a'+i%26)) + string(rune('a'+i/26))
	}
	jobs, placed := make([]job.Job, n), make([]job.Placement, n)
	estimates := []int64{600, 900, 3600, 7200, 14400, 43200, 86400}
	now := int64(0)
	for i := range jobs {
		now += int64(r.ExpFloat64() * 300)
		run := int64(1) << r.IntN(17)
		run += r.Int64N(run)
		user := int32(300 * r.Float64() * r.Float64())
		jobs[i] = job.Job{ID: int64(i + 1), Submit: now, Run: run, Estimate: estimates[r.IntN(len(estimates))],
			Procs: 1 << r.Int32N(8), User: user, Group: user % 20, Queue: int32(r.IntN(5))}
		start := now
		if r.IntN(3) == 0 {
			start += int64(r.ExpFloat64() * 5000)
		}
		placed[i] = job.Placement{Start: start, End: start + jobs[i].Length(true), Killed: run > jobs[i].Estimate}
	}
	c := result.NewCollect(result.Jobs)
	names := result.Names{Users: users, Groups: users[:20], Queues: []string{"short", "long", "debug", "big", "night"}}
	if err := result.NewJobRows(names).Write(c, "log/easy", "easy", jobs, placed, result.Notes{}); err != nil {
		panic(err)
	}
	return c.Table()
}

type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

func BenchmarkWrite(b *testing.B) {
	table := realistic(result.BatchRows)
	var size counter
	w, err := NewWriter(&size, result.Jobs, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := w.Write(table); err != nil {
			b.Fatal(err)
		}
	}
	rows := float64(table.Rows) * float64(b.N)
	b.ReportMetric(rows/b.Elapsed().Seconds(), "rows/s")
	b.ReportMetric(float64(size)/rows, "B/row")
}

var _ io.Writer = new(counter)
