package sweep

import (
	"fmt"
	"slices"
	"testing"
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
			sum := 0.0
			for _, v := range values {
				sum += v
			}
			if len(values) != 6 || s.Y[j] != sum/6 || s.Low[j] != slices.Min(values) || s.High[j] != slices.Max(values) {
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
