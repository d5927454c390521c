package result

import (
	"testing"

	"github.com/backfill-lab/backfill/core/job"
)

func TestAStepHasOneRowForEachOption(t *testing.T) {
	rows := NewStepRows("w/dynp", "dynp")
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
	if got := text(t, c.Table()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestStepsCrossBatches(t *testing.T) {
	const steps = BatchRows/3 + 10
	rows := NewStepRows("r", "p")
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
	err := rows.WriteNoted(c, "r", "p", jobs, placed, Notes{Planned: []int64{5, job.None, 7}, StartedWith: []string{"sjf", "", "ljf"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := rows.Write(c, "r", "p", jobs, placed); err != nil { // the batch is the same one
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
