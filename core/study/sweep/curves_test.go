package sweep

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/study/stats"
)

// A curve's points are the mean, the least and the most of the runs, worked out from the table.
func TestCurvesAreMeansOverTheOtherRuns(t *testing.T) {
	p := plan(t, t.TempDir(), small)
	do(t, p, p.All())
	table, _, err := p.Table(openStore(t, p.Dir))
	if err != nil {
		t.Fatal(err)
	}
	c, err := Curves(table, "shrink", "wait_mean_s")
	if err != nil || len(c.Panels) != 1 || len(c.Panels[0].Series) != 2 || !c.Panels[0].Y.Seconds {
		t.Fatalf("%+v, %v", c, err)
	}
	for k, name := range []string{"fcfs", "easy"} {
		s := c.Panels[0].Series[k]
		if s.Name != name || !slices.Equal(s.X, []float64{0.7, 1}) {
			t.Fatalf("curve %d is %+v", k, s)
		}
		for j, x := range s.X {
			var values []float64
			for i := range table.Rows {
				if table.Col("policy").GetText(i) == name && table.Col("shrink").Float[i] == x {
					values = append(values, table.Col("wait_mean_s").Float[i])
				}
			}
			if len(values) != 6 || s.Y[j] != stats.Mean(values) || s.Low[j] != slices.Min(values) || s.High[j] != slices.Max(values) {
				t.Errorf("%s at %v is %v in [%v, %v]; the runs have %v", name, x, s.Y[j], s.Low[j], s.High[j], values)
			}
		}
	}
	if _, err := Curves(table, "shrnik", "util"); fmt.Sprint(err) !=
		`the sweep's table has no column of numbers "shrnik": did you mean shrink?` {
		t.Error(err)
	}
	if _, err := Curves(table, "xyzzy", "util"); fmt.Sprint(err) !=
		`the sweep's table has no column of numbers "xyzzy": its parameters are model_procs, seed, shrink` {
		t.Error(err)
	}
}

// Where runs differ in their seeds alone, a bar is Student's interval of their mean.
func TestCurvesHaveIntervalsOverSeeds(t *testing.T) {
	p := plan(t, t.TempDir(), `{"policies":["easy"],
		"workload":{"model":{"name":"lublin","jobs":60,"procs":16,"load":[0.6,0.9],"seed":[1,2,3]}}}`)
	do(t, p, p.All())
	table, _, err := p.Table(openStore(t, p.Dir))
	if err != nil {
		t.Fatal(err)
	}
	c, err := Curves(table, "load", "wait_mean_s")
	if err != nil || !strings.Contains(c.Note, "95 % interval") || !c.Panels[0].Y.Zero || c.Panels[0].X.Zero {
		t.Fatalf("%+v, %v", c, err)
	}
	const t2 = 4.302652729749464 // the 0.975 quantile of Student's t of two degrees of freedom, from tables
	for j, y := range c.Panels[0].Series[0].Y {
		x := table.Col("wait_mean_s").Float[3*j : 3*j+3]
		mean := (x[0] + x[1] + x[2]) / 3
		s := math.Sqrt(((x[0]-mean)*(x[0]-mean) + (x[1]-mean)*(x[1]-mean) + (x[2]-mean)*(x[2]-mean)) / 2)
		half := t2 * s / math.Sqrt(3)
		low, high := c.Panels[0].Series[0].Low[j], c.Panels[0].Series[0].High[j]
		if math.Abs(y-mean) > 1e-9*mean || math.Abs(high-mean-half) > 1e-6*half || math.Abs(mean-low-half) > 1e-6*half {
			t.Errorf("point %d is %v in [%v, %v]; by hand %v +- %v", j, y, low, high, mean, half)
		}
	}
	if c, err := Curves(table, "seed", "wait_mean_s"); err != nil || strings.Contains(c.Note, "interval") {
		t.Errorf("over the seeds, loads are no sample: %q, %v", c.Note, err)
	}
}

// A note says of how many runs each point is the mean, and an axis of times begins at none.
func TestACurvesNoteCountsItsRuns(t *testing.T) {
	for want, c := range map[string]struct {
		fewest, most int
		seeds        bool
	}{
		"": {1, 1, true},
		"The mean of 10 runs with different seeds, with its 95 % interval.":      {10, 10, true},
		"The mean of 3 to 5 runs; bars from the least to the most of them.":      {3, 5, false},
		"The mean of 9 to 10 runs with different seeds, with its 95 % interval.": {9, 10, true},
	} {
		if got := curvesNote(c.fewest, c.most, c.seeds); got != want {
			t.Errorf("%+v: %q, want %q", c, got, want)
		}
	}
}
