package compare

import (
	"math"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/study/stats"
)

const day = 86400

// jobs is a table of n jobs, one every day, that wait as wait says; a NaN never starts.
func jobs(n int, policies []string, wait func(k, i int) float64) *result.Table {
	t := result.NewTable(result.Jobs, n*len(policies))
	for k, p := range policies {
		for i := range n {
			row := k*n + i
			t.Col("run").SetText(row, "log/"+p)
			t.Col("policy").SetText(row, p)
			t.Col("job").Int[row], t.Col("procs").Int[row] = int64(i+1), int64(1+i%4)
			submit := float64(i * day)
			t.Col("submit_s").Float[row], t.Col("start_s").Float[row] = submit, submit+wait(k, i)
			t.Col("end_s").Float[row], t.Col("alone_s").Float[row] = submit+wait(k, i)+100, math.NaN()
		}
	}
	return t
}

func compareJobs(t *testing.T, table *result.Table, policies []string, o Options, metric string) (*Jobs, Comparison) {
	t.Helper()
	j, err := Pair(table, policies, o)
	if err != nil {
		t.Fatal(err)
	}
	c, err := j.Compare(metric)
	if err != nil {
		t.Fatal(err)
	}
	return j, c
}

// Means are the metrics of the jobs that ended under all policies, and intervals those of package stats on the weeks.
func TestJobsAreComparedInTheirWeeks(t *testing.T) {
	policies := []string{"fcfs", "easy", "cons"}
	wait := func(k, i int) float64 { return float64(1000 - 300*k + 10*((i*i+k)%17)) }
	table := jobs(100, policies, func(k, i int) float64 {
		if k == 2 && i == 50 {
			return math.NaN()
		}
		return wait(k, i)
	})
	j, c := compareJobs(t, table, policies, Options{Start: 4 * day}, "wait_mean_s")
	if j.N != 99 || j.Alone != 1 || c.Unit != "week" || c.N != 15 || c.Base != "fcfs" || !slices.Equal(c.Best, []string{"cons"}) || !c.Sure {
		t.Errorf("%d jobs, %d alone: %+v", j.N, j.Alone, c)
	}
	before, after := stats.NewSums(15), stats.NewSums(15)
	for i := range 100 {
		if i != 50 {
			before.Add(int32(i/7), wait(0, i), 1)
			after.Add(int32(i/7), wait(1, i), 1)
		}
	}
	want := stats.Compare(before, after, stats.Level)
	got := c.Rows[1].Change
	if got == nil || math.Abs(got.Difference()-want.Difference()) > 1e-9 || math.Abs(got.Interval.Low-want.Interval.Low) > 1e-9 ||
		float64(c.Rows[1].Holm) < got.P || c.Rows[1].Effect.Superiority != 1 || c.Rows[1].Effect.Cliff != -1 {
		t.Errorf("%+v, want %+v", c.Rows[1], want)
	}
	if c.Rows[0].Change != nil || c.Rows[0].Effect != nil {
		t.Errorf("the base is compared with itself: %+v", c.Rows[0])
	}
}

// Another order of the rows and of the policies says the same.
func TestTheOrderOfRowsDoesNotMatter(t *testing.T) {
	wait := func(k, i int) float64 { return float64(100*k + i*i%37) }
	a := jobs(80, []string{"fcfs", "easy"}, wait)
	b := jobs(80, []string{"easy", "fcfs"}, func(k, i int) float64 { return wait(1-k, i) })
	_, one := compareJobs(t, a, []string{"fcfs", "easy"}, Options{}, "artww_s")
	_, other := compareJobs(t, b, []string{"fcfs", "easy"}, Options{}, "artww_s")
	if *one.Rows[1].Change != *other.Rows[1].Change || one.Rows[0].Mean != other.Rows[0].Mean {
		t.Errorf("%+v and %+v", one.Rows, other.Rows)
	}
}

func TestTheWarmUpIsTheSameForAll(t *testing.T) {
	policies := []string{"fcfs", "easy"}
	wait := func(k, i int) float64 { return math.Floor(50 + float64(i%10) + 1e5/float64(1+i*i)*float64(k)) }
	table := jobs(400, policies, wait)
	j, c := compareJobs(t, table, policies, Options{MSER5: true}, "wait_mean_s")
	if j.Cut == 0 || j.Cut >= 200 || j.N != 400-j.Cut {
		t.Errorf("%d jobs cut, %d left", j.Cut, j.N)
	}
	for k := range policies {
		var left []float64
		for i := j.Cut; i < 400; i++ {
			left = append(left, wait(k, i))
		}
		if got := float64(c.Rows[k].Mean); math.Abs(got-stats.Mean(left)) > 1e-9 {
			t.Errorf("the mean wait of %s is %g, of the jobs that are left %g", policies[k], got, stats.Mean(left))
		}
	}
	j, c = compareJobs(t, table, policies, Options{Share: 0.25, Batches: 10}, "wait_mean_s")
	if j.Cut != 100 || c.N != 10 || c.Unit != "batch" {
		t.Errorf("a quarter of 400 is %d", j.Cut)
	}
}

func TestWhatCannotBeComparedIsAnError(t *testing.T) {
	table := jobs(10, []string{"fcfs", "easy"}, func(k, i int) float64 { return math.NaN() })
	if _, err := Pair(table, []string{"fcfs", "easy"}, Options{}); err == nil {
		t.Error("jobs that never ran were compared")
	}
	if _, err := Pair(table, []string{"fcfs"}, Options{}); err == nil {
		t.Error("one policy was compared")
	}
	table = jobs(10, []string{"fcfs", "easy"}, func(k, i int) float64 { return math.MaxFloat64 })
	if _, err := Pair(table, []string{"fcfs", "easy"}, Options{}); err == nil {
		t.Error("jobs of the year 10^300 were compared")
	}
	j, err := Pair(jobs(3, []string{"fcfs", "easy"}, func(k, i int) float64 { return 1 }), []string{"fcfs", "easy"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.Compare("util"); err == nil {
		t.Error("the use of the machine was compared by jobs")
	}
}

// Runs with the same values are one observation; where a policy has none, the others do not count.
func TestRunsArePairedByWhatVaries(t *testing.T) {
	schema := &result.Schema{Name: "runs", Columns: append(slices.Clone(result.Runs.Columns),
		result.Column{Name: "load", Type: result.Float}, result.Column{Name: "seed", Type: result.Float})}
	policies := []string{"fcfs", "easy", "cons"}
	table := result.NewTable(schema, 2*8*3)
	value := func(load, seed, k int) float64 { return float64(1000*load - 10*k + (seed*7+k*3)%5) }
	row := 0
	for seed := range 8 {
		for load := range 2 {
			for k, p := range policies {
				table.Col("policy").SetText(row, p)
				table.Col("load").Float[row], table.Col("seed").Float[row] = 0.7+0.1*float64(load), float64(seed)
				table.Col("wait_mean_s").Float[row] = value(load, seed, k)
				if load == 1 && seed == 3 && k == 2 {
					table.Col("wait_mean_s").Float[row] = math.NaN()
				}
				row++
			}
		}
	}
	s := Study{Table: table, Policies: policies, Varied: []string{"load", "seed"}, By: "load"}
	all := s.Compare("wait_mean_s")
	if len(all) != 2 || !all[0].Sure || all[0].N != 8 || all[1].N != 7 ||
		all[0].Where != "load 0.7" || all[0].Unit != "run" || all[0].Ranks.Runs != 8 {
		t.Fatalf("%+v", all)
	}
	var x, y []float64
	for seed := range 8 {
		x, y = append(x, value(0, seed, 0)), append(y, value(0, seed, 1))
	}
	if want := stats.Compare(stats.OfRuns(x), stats.OfRuns(y), stats.Level); *all[0].Rows[1].Change != want {
		t.Errorf("%+v, want %+v", all[0].Rows[1].Change, want)
	}
	s.By = ""
	if all := s.Compare("wait_mean_s"); len(all) != 1 || all[0].N != 15 || all[0].Where != "" || all[0].Sure { // loads are no sample
		t.Errorf("%+v", all)
	}
	s.Policies = []string{"fcfs", "sjf"}
	if all := s.Compare("wait_mean_s"); len(all) != 0 {
		t.Errorf("a policy that is not there is compared: %+v", all)
	}
}

func TestAFrontIsWhatNothingBeats(t *testing.T) {
	of := func(metric, where string, means ...float64) Comparison {
		c := Comparison{Metric: metric, Where: where}
		for k, m := range means {
			c.Rows = append(c.Rows, Row{Policy: []string{"a", "b", "c"}[k], Mean: Number(m)})
		}
		return c
	}
	all := []Comparison{of("wait_mean_s", "x", 1, 2, 3), of("wait_mean_s", "y", 3, 3, 3), of("util", "x", 0.5, 0.9, 0.8),
		of("util", "y", 0.1, 0.2, 0.3), of("jobs_ended", "x", 1, 2, 3)}
	got := Fronts(all)
	if len(got) != 2 || !slices.Equal(got[0].Policies, []string{"a", "b"}) || !slices.Equal(got[1].Policies, []string{"c"}) ||
		!slices.Equal(got[0].Metrics, []string{"wait_mean_s", "util"}) {
		t.Errorf("%+v", got)
	}
	if Fronts(all[:2]) != nil {
		t.Error("a single metric has a front")
	}
	if metrics.Every[metrics.Index("util")].Better != metrics.Higher {
		t.Error("the test takes util for a metric of which more is better")
	}
}
