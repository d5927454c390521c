package result

import (
	"math"
	"testing"

	"github.com/backfill-lab/backfill/core/metrics"
)

// The slices of a run are its jobs, each once, and a slice has the metrics that its jobs have
// alone.
func TestSlicesAreTheJobsOfARun(t *testing.T) {
	const n = 500
	table := jobsTable(t, n)
	all, err := Slices(table, "user", 0)
	if err != nil || len(all) < 3 {
		t.Fatal(len(all), err)
	}
	jobs, area := 0, math.Inf(1)
	for _, s := range all {
		if s.Run != "w/easy" || s.Policy != "easy" || s.Area > area {
			t.Errorf("%+v comes after an area of %v", s, area)
		}
		jobs, area = jobs+s.Jobs, s.Area
		sum, most, count := 0.0, 0.0, 0
		for i := range table.Rows {
			if table.Col("user").GetText(i) == s.Name {
				wait := table.Col("wait_s").Float[i]
				sum, most, count = sum+wait, max(most, wait), count+1
			}
		}
		if count != s.Jobs || math.Abs(s.Metrics.Value("wait_mean_s")-sum/float64(count)) > 1e-9 || s.Metrics.Value("wait_max_s") != most {
			t.Errorf("%q: %d jobs, wait %v, %v", s.Name, s.Jobs, s.Metrics.Value("wait_mean_s"), s.Metrics.Value("wait_max_s"))
		}
	}
	if jobs != n {
		t.Errorf("%d jobs of %d", jobs, n)
	}
	for _, column := range []string{"wait_s", "colour"} {
		if _, err := Slices(table, column, 0); err == nil {
			t.Errorf("sliced by %s", column)
		}
	}
	for _, m := range metrics.OfJobs() {
		if m.Name == "util" || m.Name == "makespan_s" {
			t.Errorf("%s is no metric of some jobs", m.Name)
		}
	}
	if len(metrics.OfJobs()) >= len(metrics.All) || len(metrics.OfJobs()) < 10 {
		t.Errorf("%d metrics", len(metrics.OfJobs()))
	}
}

// A slice of jobs in six weeks or more has intervals of means, which hold the mean itself; one of three jobs has none.
func TestSlicesOfManyWeeksHaveIntervals(t *testing.T) {
	const n = 100
	table := NewTable(Jobs, n)
	for i := range n {
		table.Col("run").SetText(i, "log/easy")
		table.Col("policy").SetText(i, "easy")
		name := "many"
		if i >= n-3 {
			name = "few"
		}
		table.Col("user").SetText(i, name)
		table.Col("procs").Int[i] = 1
		submit := float64(i * 86400)
		table.Col("submit_s").Float[i], table.Col("start_s").Float[i] = submit, submit+float64(100+i*i%37)
		table.Col("end_s").Float[i] = submit + 1000
	}
	all, err := Slices(table, "user", 4*86400)
	if err != nil || len(all) != 2 {
		t.Fatalf("%d slices, %v", len(all), err)
	}
	for _, s := range all {
		i := s.Interval("wait_mean_s")
		if many := s.Name == "many"; i.Known() != many || many && (!i.Covers(s.Metrics.Value("wait_mean_s")) || s.Unit != "week") {
			t.Errorf("%s: %+v over %q", s.Name, i, s.Unit)
		}
		if s.Interval("wait_p95_s").Known() {
			t.Error("a percentile has an interval")
		}
	}
}
