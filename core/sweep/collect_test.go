package sweep

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/result"
)

// The columns of a sweep's table, and what a run has in them.
func TestEveryParameterHasAColumn(t *testing.T) {
	study := `{"workload":[{"builtin":"holes"},{"model":{"name":"lublin","jobs":20,"procs":[16,32],"load":[0.5,0.7],"type":["batch","both"]}}],
		"procs":[8,32],"shrink":{"from":1,"to":2},"policies":["fcfs","dynp-advanced:quality=artww,slack=5","dynp-simple:slack=3"]}`
	p := plan(t, t.TempDir(), study)
	var names []string
	for _, q := range p.Parameters() {
		names = append(names, q.Name+" "+q.Type.String())
	}
	want := "varied_workload text, model_procs float64, load float64, type text, varied_procs float64, " +
		"shrink float64, quality text, slack float64"
	if strings.Join(names, ", ") != want {
		t.Errorf("the columns are %v, want %s", names, want)
	}
	do(t, p, p.All())
	table, _, _ := collect(t, p)
	if table.Rows != p.Len() {
		t.Fatalf("%d rows of %d runs", table.Rows, p.Len())
	}
	for i := range table.Rows {
		r, err := p.Run(i)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, c := range []string{"load", "model_procs", "varied_procs", "shrink", "slack"} {
			got += fmt.Sprint(table.Col(c).Float[i], " ")
		}
		got += table.Col("type").GetText(i) + " " + table.Col("quality").GetText(i) + " " + table.Col("varied_workload").GetText(i)
		load, procs, kind, slack, quality, which := "NaN", "NaN", "", "NaN", "", "#1"
		if m := r.Spec.Workload.Model; m != nil {
			load, procs, kind, which = fmt.Sprint(m.Load), fmt.Sprint(m.Procs), m.Type, "#2"
		}
		switch name := r.Spec.Policies[0]; {
		case strings.HasPrefix(name, "dynp-advanced"):
			slack, quality = "5", "artww"
		case name != "fcfs":
			slack = "3"
		}
		want := fmt.Sprint(load, " ", procs, " ", r.Spec.Procs, " ", max(r.Spec.Shrink, 1), " ", slack, " ", kind, " ", quality, " ", which)
		if got != want {
			t.Errorf("run %d has %s, want %s", i, got, want)
		}
	}
	first := p.Partition(0, func(s string) string { return s })
	const no = absent
	want = "policy=fcfs/varied_workload=#1/model_procs=" + no + "/load=" + no + "/type=" + no + "/varied_procs=8/shrink=1"
	if got := strings.Join(first, "/"); got != want {
		t.Errorf("the first run is in %s", got)
	}
	last := p.Partition(p.Len()-1, func(s string) string { return s })
	want = "policy=dynp-simple:slack=3/varied_workload=#2/model_procs=32/load=0.7/type=both/varied_procs=32/shrink=2"
	if got := strings.Join(last, "/"); got != want {
		t.Errorf("the last run is in %s", got)
	}
}

// Batches are no larger than rowsAtOnce, and all rows are in them.
func TestRowsComeInBatches(t *testing.T) {
	p := plan(t, t.TempDir(), `{"workload":{"builtin":"holes"},"shrink":{"from":1,"to":5000},"policies":["easy"]}`)
	do(t, p, []int{0})
	store := openStore(t, p.Dir)
	err := store.Each(1, p.Digest, func(_ int, r *Result) error {
		for i := range p.Len() { // all have the row of the first
			if err := store.Put(p.Digest(i), r); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	b := &batches{}
	schema := p.Schema()
	c, err := Collect(p, store, schema, b, func(int, *Result) error { b.seen++; return nil })
	if err != nil || c.Done != 5000 || b.seen != 5000 || !slices.Equal(b.rows, []int{rowsAtOnce, 5000 - rowsAtOnce}) {
		t.Errorf("%+v, %v, batches of %v, %d seen", c, err, b.rows, b.seen)
	}
}

type batches struct {
	rows []int
	seen int
}

func (b *batches) Write(t *result.Table) error { b.rows = append(b.rows, t.Rows); return t.Check() }
func (b *batches) Close() error                { return nil }
