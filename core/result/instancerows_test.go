package result

import (
	"math"
	"strconv"
	"testing"
)

func TestInstancesCrossBatches(t *testing.T) {
	const n = BatchRows + 7
	rows := NewInstanceRows("r", "p", nil)
	for i := range int64(n) {
		rows.Add(&InstanceRow{
			Step:         i / 3,
			Time:         i,
			MachineProcs: 430,
			Procs:        int(i % 9),
			Free:         i%3 == 0,
			From:         i + 1,
			Job:          i,
			Submit:       i - 1,
			Estimate:     2 * i,
		})
	}
	c := NewCollect(Instances)
	if err := rows.Write(c); err != nil {
		t.Fatal(err)
	}
	table := c.Table()
	if err := table.Check(); err != nil || table.Rows != n {
		t.Fatalf("%d rows, %v", table.Rows, err)
	}
	for i := range n {
		kind, job, from, submit, estimate := "job", strconv.Itoa(i), math.NaN(), float64(i-1), float64(2*i)
		if i%3 == 0 {
			kind, job, from, submit, estimate = "free", "", float64(i+1), math.NaN(), math.NaN()
		}
		same := func(name string, want float64) bool {
			got := table.Col(name).Float[i]
			return got == want || got != got && want != want
		}
		if table.Col("kind").GetText(i) != kind || table.Col("job").GetText(i) != job || table.Col("step").Int[i] != int64(i/3) ||
			table.Col("procs").Int[i] != int64(i%9) ||
			!same("time_s", float64(i)) || !same("free_from_s", from) || !same("submit_s", submit) ||
			!same("estimate_s", estimate) {
			t.Fatalf("row %d is not what was written", i)
		}
	}
	if err := rows.Write(NewCollect(Jobs)); err == nil {
		t.Error("a table of jobs takes instances")
	}
	if err := NewInstanceRows("r", "p", nil).Write(NewCollect(Jobs)); err != nil {
		t.Error("nothing to write is an error")
	}
}
