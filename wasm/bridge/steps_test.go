package bridge

import (
	"context"
	"math"
	"testing"

	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/wasm/service"
)

// steps are those of the default workload under two policies that switch.
func steps(t *testing.T, spec experiment.Spec) *result.Table {
	t.Helper()
	w, err := spec.Load(nil, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all := result.NewCollect(result.Steps)
	opt := experiment.Options{Tables: result.Set{result.Steps: all}, Parallel: 1}
	if _, err := experiment.Execute(context.Background(), spec, w, opt); err != nil {
		t.Fatal(err)
	}
	return all.Table()
}

// runTable runs spec, whose results are three tables, and returns the one of that name and
// what the answer says of it.
func runTable(t *testing.T, spec experiment.Spec, name string) (about map[string]any, table *result.Table) {
	t.Helper()
	got := ask(t, New(Options{}), request(t, map[string]any{"op": "run", "spec": spec}))
	if got.Error != "" {
		t.Fatal(got.Error)
	}
	if len(got.blobs) != 3 {
		t.Fatalf("%d blobs", len(got.blobs))
	}
	about = aboutTable(got, name)
	table, _, err := ipc.Read(got.blobs[int(about["blob"].(float64))])
	if err != nil {
		t.Fatal(err)
	}
	return about, table
}

// aboutTable is what an answer says of a table, nil if it is not there.
func aboutTable(got reply, name string) map[string]any {
	about, _ := got.Answer.(map[string]any)["tables"].(map[string]any)[name].(map[string]any)
	return about
}

func TestRunGivesTheStepsThatExecuteGives(t *testing.T) {
	spec := experiment.Spec{Policies: []string{"dynp-basic", "easy", "dynp-advanced:quality=ms,slack=5"}}
	want := steps(t, spec)
	about, table := runTable(t, spec, "steps")
	if sum := digestOf(t, want); digestOf(t, table) != sum || about["sha256"] != sum || about["thinned"] != false {
		t.Errorf("the answer says %v of %d rows; Execute gives %d rows with %s", about, table.Rows, want.Rows, sum)
	}
	if n := about["rows"]; n != float64(want.Rows) || want.Rows < 1000 {
		t.Errorf("%v rows said, %d there", n, want.Rows)
	}
	none := ask(t, New(Options{}), request(t, map[string]any{"op": "run", "spec": map[string]any{"policies": []string{"fcfs", "plan-sjf"}}}))
	if about := aboutTable(none, "steps"); about != nil || len(none.blobs) != 2 {
		t.Errorf("policies that record no steps give %v and %d blobs", about, len(none.blobs))
	}
}

func digestOf(t *testing.T, table *result.Table) string {
	t.Helper()
	d := result.NewDigest(table.Schema)
	if err := d.Write(table); err != nil {
		t.Fatal(err)
	}
	return d.Sum()
}

// A thinned table tells, at every second, the same policy in force.
func TestThinnedStepsTellTheSamePolicyInForce(t *testing.T) {
	full := steps(t, experiment.Spec{Policies: []string{"dynp-simple", "dynp-advanced"}})
	if same, thinned := thinSteps(full, full.Rows); thinned || same != full {
		t.Error("a table of as many rows as allowed was thinned")
	}
	thin, thinned := thinSteps(full, full.Rows-1)
	if err := thin.Check(); err != nil || !thinned || thin.Rows == 0 || thin.Rows*4 > full.Rows {
		t.Fatalf("%d of %d rows are left, thinned %t: %v", thin.Rows, full.Rows, thinned, err)
	}
	k := -1
	for i := range full.Rows {
		if k+1 < thin.Rows && thin.Col("run").GetText(k+1) == full.Col("run").GetText(i) && thin.Col("step").Int[k+1] == full.Col("step").Int[i] {
			k++
			if thin.Col("time_s").Float[k] != full.Col("time_s").Float[i] || thin.Col("waiting").Int[k] != full.Col("waiting").Int[i] ||
				thin.Col("case").GetText(k) != full.Col("case").GetText(i) {
				t.Fatalf("row %d of the thinned table differs from row %d", k, i)
			}
		}
		if k < 0 {
			t.Fatal("the first decision is left out")
		}
		if got, want := thin.Col("after").GetText(k), full.Col("after").GetText(i); got != want {
			t.Fatalf("at %g s %s is in force, the thinned table says %s", full.Col("time_s").Float[i], want, got)
		}
		if thin.Col("option").GetText(k) != "" || !math.IsNaN(thin.Col("value").Float[k]) {
			t.Fatalf("row %d of the thinned table has an option", k)
		}
	}
	if k != thin.Rows-1 {
		t.Errorf("%d of %d rows were met", k+1, thin.Rows)
	}
}

// A table that nobody has thought of in sendings is left out when it is too long; those
// that every run has are sent in any case.
func TestTablesThatAreTooLongAreLeftOut(t *testing.T) {
	set, limit := result.Set{}, map[*result.Schema]int{result.Parts: 2, result.Decisions: 3}
	next, files := 0, [][]byte{nil, nil}
	call := &service.Call{Part: func(i int, b []byte) { files[i] = append(files[i], b...) }}
	for _, s := range []*result.Schema{result.Jobs, result.Parts, result.Decisions} {
		o, err := newOutput(&parts{call, &next, -1}, s, sendings[s], result.Meta{})
		if err != nil {
			t.Fatal(err)
		}
		if always := s.Rows == result.Always; always != (o.most > maxRows) {
			t.Errorf("%s: at most %d rows", s.Name, o.most)
		} else if !always {
			o.most = limit[s]
		}
		set[s] = o
		row := result.NewTable(s, 1)
		for c := range s.Columns {
			if s.Columns[c].Type == result.Text {
				row.Cols[c].SetText(0, "x")
			}
		}
		for range 3 {
			if err := set.Write(row); err != nil {
				t.Fatal(err)
			}
		}
	}
	about, leftOut, err := pack(set)
	if err != nil || next != 2 || about["jobs"].SHA256 == "" || about["decisions"].SHA256 == "" ||
		len(leftOut) != 1 || leftOut[0] != "parts" {
		t.Errorf("sent %v, left out %v, %v", about, leftOut, err)
	}
	for name, rows := range map[string]int{"jobs": 3, "decisions": 3} {
		if table, _, err := ipc.Read(files[about[name].Blob]); err != nil || table.Rows != rows || table.Schema.Name != name {
			t.Errorf("the parts of %s are no file of %d rows: %v", name, rows, err)
		}
	}
}
