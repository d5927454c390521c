package result

import (
	"fmt"
	"slices"
	"testing"
)

// Rows come out as they went in, numbered, in batches that fit.
func TestDecisionsAreRows(t *testing.T) {
	const n = BatchRows + 3
	rows := NewDecisionRows("w/rules:a", "rules:a", nil)
	for i := range n {
		d := Decision{
			Time:     int64(10 * i),
			Waiting:  i % 7,
			Features: []float64{1, 2, 3, 4, 5, 6, float64(i)},
			Strategy: "greedy",
			Rule:     fmt.Sprint("rule ", i%3),
			Fired:    "1:100",
			Value:    0.5,
		}
		if i > 0 {
			d.Before = "submit-easy"
		}
		rows.Add(&d)
	}
	var sizes []int
	all := NewCollect(Decisions)
	if err := rows.Write(Tee(all, sink(func(t *Table) error { sizes = append(sizes, t.Rows); return nil }))); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(sizes, []int{BatchRows, 3}) {
		t.Fatalf("batches of %d rows", sizes)
	}
	got := all.Table()
	for i := range n {
		switch {
		case got.Col("run").GetText(i) != "w/rules:a" || got.Col("policy").GetText(i) != "rules:a" || got.Col("step").Int[i] != int64(i):
		case got.Col("time_s").Float[i] != float64(10*i) || got.Col("waiting").Int[i] != int64(i%7) ||
			got.Col("prcwq5").Float[i] != float64(i) || got.Col("sd").Float[i] != 1:
		case (got.Col("before").Code[i] < 0) != (i == 0) || got.Col("strategy").GetText(i) != "greedy" ||
			got.Col("rule").GetText(i) != fmt.Sprint("rule ", i%3):
		case got.Col("fired").GetText(i) != "1:100" || got.Col("value").Float[i] != 0.5:
		default:
			continue
		}
		t.Fatalf("row %d is not what was added", i)
	}
}

type sink func(*Table) error

func (s sink) Write(t *Table) error { return s(t) }
func (sink) Close() error           { return nil }
