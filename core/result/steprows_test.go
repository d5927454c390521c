package result

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/sim/job"
)

func TestAStepHasOneRowForEachOption(t *testing.T) {
	rows := NewStepRows("w/dynp", "dynp", nil)
	rows.Begin(&Step{Time: 7, Kind: "self-tuning", Before: "fcfs", After: "sjf", Case: "2", Job: job.None, Waiting: 3})
	for i, name := range []string{"fcfs", "sjf", "ljf"} {
		rows.Option(name, float64(i)/2)
	}
	rows.Begin(&Step{Time: 9, Kind: "site", After: "b", Job: 12, Waiting: 1})
	want := `run,policy,step,time_s,kind,job,waiting,before,after,case,option,value
w/dynp,dynp,0,7,self-tuning,,3,fcfs,sjf,2,fcfs,0
w/dynp,dynp,0,7,self-tuning,,3,fcfs,sjf,2,sjf,0.5
w/dynp,dynp,0,7,self-tuning,,3,fcfs,sjf,2,ljf,1
w/dynp,dynp,1,9,site,12,1,,b,,,
`
	c := NewCollect(Steps)
	if err := rows.Write(c); err != nil {
		t.Fatal(err)
	}
	if err := c.Table().Check(); err != nil {
		t.Fatal(err)
	}
	if got := asCSV(t, c.Table()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestStepsCrossBatches(t *testing.T) {
	const steps = BatchRows/3 + 10
	rows := NewStepRows("r", "p", nil)
	for i := range int64(steps) {
		rows.Begin(&Step{Time: i, Kind: "k", Job: i})
		for _, o := range []string{"a", "b", "c"} {
			rows.Option(o, float64(i))
		}
	}
	c := NewCollect(Steps)
	if err := rows.Write(c); err != nil {
		t.Fatal(err)
	}
	table := c.Table()
	if table.Rows != 3*steps {
		t.Fatalf("%d rows for %d steps of 3 options", table.Rows, steps)
	}
	for i := range table.Rows {
		k := int64(i / 3)
		if table.Col("step").Int[i] != k || table.Col("time_s").Float[i] != float64(k) || table.Col("value").Float[i] != float64(k) ||
			table.Col("option").GetText(i) != string("abc"[i%3]) {
			t.Fatalf("row %d is of step %d, option %s", i, table.Col("step").Int[i], table.Col("option").GetText(i))
		}
	}
}

func TestNotesAreNullWhereNothingIsKnown(t *testing.T) {
	jobs, placed := schedule(3)
	c := NewCollect(Jobs)
	rows := NewJobRows(Names{})
	err := rows.Write(c, "r", "p", jobs, placed, Notes{Planned: []int64{5, job.None, 7}, StartedWith: []string{"sjf", "", "ljf"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := rows.Write(c, "r", "p", jobs, placed, Notes{}); err != nil { // the batch is the same one
		t.Fatal(err)
	}
	planned, with := c.Table().Col("planned_s").Float, c.Table().Col("started_with")
	for i, want := range []string{"sjf", "", "ljf", "", "", ""} {
		if with.GetText(i) != want {
			t.Errorf("row %d was started with %q, not %q", i, with.GetText(i), want)
		}
		if known := planned[i] == planned[i]; known != (want != "") || known && planned[i] != float64(5+i) {
			t.Errorf("row %d was planned for %v", i, planned[i])
		}
	}
}

// What is known of a grid stands in the rows; on one machine a job asked for
// what it held, and there are no sites.
func TestNotesOfAGrid(t *testing.T) {
	jobs, placed := schedule(3)
	c := NewCollect(Jobs)
	rows := NewJobRows(Names{})
	err := rows.Write(c, "r", "p", jobs, placed, Notes{Sites: []string{"a", "b+a", "c"}, Homes: []string{"a", "a", "b"},
		Asked: []int32{9, 2, 5}, Slowdowns: []float64{math.NaN(), 1.5, math.NaN()}})
	if err == nil {
		err = rows.Write(c, "r", "p", jobs, placed, Notes{}) // the batch is the same one
	}
	if err != nil {
		t.Fatal(err)
	}
	want := `1,a,a,9,
2,b+a,a,2,1.5
3,c,b,5,
1,,,1,
2,,,2,
3,,,3,
`
	var got strings.Builder
	table := c.Table()
	for i := range table.Rows {
		slowdown := ""
		if x := table.Col("multisite_slowdown").Float[i]; x == x {
			slowdown = fmt.Sprint(x)
		}
		fmt.Fprintf(&got, "%d,%s,%s,%d,%s\n", table.Col("procs").Int[i], table.Col("site").GetText(i), table.Col("home_site").GetText(i),
			table.Col("asked_procs").Int[i], slowdown)
	}
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}

func TestPartsCrossBatches(t *testing.T) {
	const n = BatchRows + 7
	jobs, placed := schedule(n / 2)
	parts := make([]Part, n)
	for i := range parts {
		parts[i] = Part{Job: int32(i % len(jobs)), Site: int32(i % 3), Procs: int32(1 + i%5)}
	}
	c := NewCollect(Parts)
	sites := []string{"a", "b", "c"}
	if err := WriteParts(c, "r", "p", sites, jobs, placed, parts); err != nil {
		t.Fatal(err)
	}
	table := c.Table()
	if err := table.Check(); err != nil || table.Rows != n {
		t.Fatalf("%d rows for %d parts: %v", table.Rows, n, err)
	}
	for i, p := range parts {
		if table.Col("job").Int[i] != jobs[p.Job].ID || table.Col("site").GetText(i) != sites[p.Site] ||
			table.Col("procs").Int[i] != int64(p.Procs) ||
			table.Col("start_s").Float[i] != float64(placed[p.Job].Start) || table.Col("end_s").Float[i] != float64(placed[p.Job].End) ||
			table.Col("run").GetText(i) != "r" ||
			table.Col("policy").GetText(i) != "p" {
			t.Fatalf("row %d is not part %+v", i, p)
		}
	}
}
