package sweep

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
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
	want := "varied_workload text, model_procs float64, load float64, type text, varied_procs int64, " +
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
			got += cmp.Or(table.Format(c, i), "NaN") + " "
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
	plainly := func(column, value string) string { return column + "=" + value }
	first := p.Partition(0, "fcfs", plainly)
	const no = Absent
	want = "policy=fcfs/varied_workload=#1/model_procs=" + no + "/load=" + no + "/type=" + no + "/varied_procs=8/shrink=1"
	if got := strings.Join(first, "/"); got != want {
		t.Errorf("the first run is in %s", got)
	}
	last := p.Partition(p.Len()-1, "dynp-simple:slack=3", plainly)
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

// null among numbers is a number that is not given: its rows are those of a study without it.
func TestNullIsANumberThatIsNotGiven(t *testing.T) {
	const study = `{"workload":{"builtin":"holes"},"estimates":[null,"exact"],"shrink":[null,0.5],"policies":["easy"]}`
	p := plan(t, t.TempDir(), study)
	do(t, p, p.All())
	table, _, _ := collect(t, p)
	shrink, estimates := table.Col("shrink"), table.Col("estimates")
	var got []string
	for i := range table.Rows {
		got = append(got, fmt.Sprintf("%q %v", estimates.GetText(i), shrink.Float[i]))
	}
	if want := []string{`"" NaN`, `"exact" NaN`, `"" 0.5`, `"exact" 0.5`}; !slices.Equal(got, want) {
		t.Errorf("%s", got)
	}
	plain := plan(t, t.TempDir(), `{"workload":{"builtin":"holes"},"policies":["easy"]}`)
	if p.Digest(0) != plain.Digest(0) {
		t.Error("a run without a value is another than one with null")
	}
	folders := strings.Join(p.Partition(0, "easy", func(column, value string) string { return column + "=" + value }), "/")
	if want := "policy=easy/shrink=" + Absent + "/estimates=" + Absent; folders != want {
		t.Errorf("the first run is in %s, want %s", folders, want)
	}
	if f := (&Failure{Values: p.ValuesAt(0)}).Where(); f != "shrink null, estimates null, policies easy" {
		t.Errorf("the first run is %s", f)
	}
	for study, want := range map[string]result.Type{
		`"shrink":[1,2]`: result.Float, `"procs":[8,16]`: result.Int, `"shake":[null,{"within_s":9,"seed":[1,2]}]`: result.Text,
		`"shake":{"within_s":9,"seed":[1,2]}`: result.Int, `"width":[null,"requested"]`: result.Text,
	} {
		p := plan(t, t.TempDir(), `{"workload":{"builtin":"holes"},"policies":["fcfs","easy"],`+study+`}`)
		if got := p.Parameters()[0].Type; got != want {
			t.Errorf("%s is %s", study, got)
		}
	}
}

func compact(t *testing.T, text []byte) string {
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// An object that varies has its name in the table, or its place; the study's text of it is told beside.
func TestObjectsThatVaryHaveNames(t *testing.T) {
	const nodes = `"backfill_cluster":1,"partitions":[{"name":"p","nodes":"n1"}],"scheduling":{},"priority":{}`
	system := func(name, gpus string) string {
		return `{` + name + nodes + `,"nodes":[{"names":"n1","cores":4,"memory_mib":1,"gpus":` + gpus + `}]}`
	}
	long := strings.Repeat("x", longestLabel+1)
	for _, c := range []struct {
		systems string
		want    []string
	}{
		{"[" + system(`"name":"old",`, "{}") + "," + system(`"name":"new one",`, "{}") + "]", []string{"old", "new one"}},
		{"[null," + system(`"name":"a",`, "{}") + "," + system("", "{}") + "]", []string{"", "a", "#3"}},
		{"[" + system(`"name":"a",`, "{}") + "," + system(`"name":"a",`, `{"v":1}`) + "," +
			system(`"name":"b",`, "{}") + "]", []string{"#1", "#2", "b"}},
		{"[" + system(`"name":"#2",`, "{}") + "," + system(`"name":"`+long+`",`, "{}") + "]", []string{"#1", "#2"}},
		{"[" + system(`"name":["c","d"],`, "{}") + "," + system(`"name":"e",`, "{}") + "]", []string{"#1", "#1", "e"}},
		{system(``, `[{},{"v":1}]`), []string{"#1", "#2"}}, // the column is of the GPUs
	} {
		p := plan(t, t.TempDir(), `{"workload":{"builtin":"holes"},"policies":["easy"],"cluster":`+c.systems+`}`)
		var got []string
		labels := map[string]bool{}
		for i := range p.Len() {
			label := p.ValuesAt(i)[0].text()
			got = append(got, label)
			labels[label] = label != ""
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s has the values %q, want %q", c.systems, got, c.want)
		}
		q := p.Parameters()[0]
		if !strings.Contains(q.Doc, GivenFile) || q.Type != result.Text {
			t.Errorf("%s: the column %+v", c.systems, q.Column)
		}
		for _, g := range p.Given(&q) {
			if !labels[g.Label] || !strings.Contains(c.systems, compact(t, g.JSON)) {
				t.Errorf("%s: %s stands for %s", c.systems, g.Label, g.JSON)
			}
			delete(labels, g.Label)
		}
		if delete(labels, ""); len(labels) > 0 {
			t.Errorf("%s: nothing says what %v are", c.systems, labels)
		}
	}
}

// Rows that are kept have the parameters as columns beside their own: the number of nodes that varies is not that of a job.
func TestAParameterIsNoColumnOfTheRowsThatAreKept(t *testing.T) {
	const study = `{"workload":{"builtin":"holes"},"shared":{"nodes":[8,16]},"policies":["easy"]}`
	for want, tables := range map[string][]*result.Schema{"nodes": nil, "shared_nodes": {result.Jobs}} {
		if got := plan(t, t.TempDir(), study, tables...).Parameters()[0].Name; got != want {
			t.Errorf("the column is %s, want %s", got, want)
		}
	}
}

// A column has whole numbers if the Spec has no other there and every run has one; it is of floats where a run has none, and
// of texts where an int64 cannot hold the numbers.
func TestColumnsOfWholeNumbersAreThat(t *testing.T) {
	for seeds, want := range map[string]result.Type{
		`[18446744073709551615,18446744073709551614]`:                 result.Text,
		`{"from":9007199254740990,"to":9007199254740994}`:             result.Int,
		`{"from":9007199254740990,"to":9007199254740992}`:             result.Int,
		`[1,{"from":18446744073709551614,"to":18446744073709551615}]`: result.Text,
		`[1,{"from":3,"to":5}]`:                                       result.Int,
		`[null,1,2]`:                                                  result.Float,
	} {
		p := plan(t, t.TempDir(), `{"workload":{"model":{"name":"lublin","jobs":10,"procs":4,"seed":`+seeds+`}},"policies":["fcfs"]}`)
		if got := p.Parameters()[0].Type; got != want {
			t.Errorf("%s are of type %s", seeds, got)
		}
		do(t, p, p.All())
		table, _, _ := collect(t, p)
		seen := map[string]bool{}
		for i := range table.Rows {
			seen[table.Format("seed", i)] = true
		}
		if len(seen) != p.Len() {
			t.Errorf("%s: %d runs have the seeds %v", seeds, p.Len(), seen)
		}
	}
}

// A study of a log that asks for a load says in its table which load that became; other studies have no such column.
func TestTheTableHasTheLoadThatWasReached(t *testing.T) {
	p := plan(t, t.TempDir(), `{"workload":{"builtin":"default"},"load":[0.5,0.9],"policies":["fcfs"]}`)
	do(t, p, p.All())
	table, _, _ := collect(t, p)
	asked, reached := table.Schema.Index("load"), table.Schema.Index("load_reached")
	if asked < 0 || reached < 0 || table.Rows != 2 {
		t.Fatalf("columns %d and %d, %d rows", asked, reached, table.Rows)
	}
	for i := range table.Rows {
		if a, b := table.Cols[asked].Float[i], table.Cols[reached].Float[i]; a == b || math.Abs(a-b) > 0.001 {
			t.Errorf("the study asks for a load of %v, and the table has %v", a, b)
		}
	}
	without := plan(t, t.TempDir(), small)
	if without.Schema().Index("load_reached") >= 0 {
		t.Error("a study that asks for no load has the column")
	}
}
