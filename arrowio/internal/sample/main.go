// Sample writes a result folder and what a reader must find in it, for the tests of the Python package.
//
// The folder has jobs of two runs over several row groups, every kind of null, texts of many scripts, and
// the same jobs as grown.arrow, whose dictionaries become complete only with its last row.
//
//	sample DIR
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/core/result"
)

const rows = 2*result.BatchRows + 1234 // of each run

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: sample DIR")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write(dir string) error {
	meta := result.Meta{
		{Key: result.MetaSpec, Value: `{"policies":["easy","sjf-easy"]}`}, {Key: result.MetaDigest, Value: "d1"},
		{Key: result.MetaVersion, Value: "1.2.3"}, {Key: result.MetaWorkload, Value: "größe"},
	}
	jobs := []*result.Table{jobsOf("w/easy", "easy"), jobsOf("w/sjf-easy", "sjf-easy")}
	others := result.Tables{result.Runs: runsTable(), result.Steps: stepsTable(), result.Parts: partsTable(), result.Shares: sharesTable(),
		result.Allocations: allocationsTable(),
		result.Decisions:   decisionsTable(), result.Instances: instancesTable()}
	out, err := arrowio.Create(filepath.Join(dir, "out"), meta, arrowio.Options{Tables: result.All, Formats: arrowio.Formats()})
	if err != nil {
		return err
	}
	defer out.Abort()
	for _, t := range jobs {
		if err := out.Tables().Write(t); err != nil {
			return err
		}
	}
	if err := errors.Join(others.WriteTo(out.Tables()), out.Commit()); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(dir, "grown.arrow"))
	if err != nil {
		return err
	}
	buf := bufio.NewWriter(f)
	w, err := ipc.NewWriter(buf, result.Jobs, meta)
	if err != nil {
		return err
	}
	all := result.NewCollect(result.Jobs)
	for _, t := range jobs { // with different Dicts
		if err := errors.Join(w.Write(t), all.Write(t)); err != nil {
			return err
		}
	}
	if err := errors.Join(w.Close(), buf.Flush(), f.Close()); err != nil {
		return err
	}
	expected := map[string]any{"meta": meta, "row_group_rows": result.BatchRows, "jobs": expect(all.Table())}
	for schema, t := range others {
		expected[schema.Name] = expect(t)
	}
	text, err := json.Marshal(expected)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "expected.json"), text, 0o666)
}

var users = []string{"ann", "", "böb", "çelik", "дарья", "绘里", "o'neil", `quo"te`, "com,ma", "new\nline", " space "}

// jobsOf returns rows whose sums are whole numbers below 2^53: the order in which a
// reader adds does not matter.
func jobsOf(run, policy string) *result.Table {
	t := rowsOf(result.Jobs, rows, run, policy)
	for i := range rows {
		t.Col("job").Int[i] = int64(i) + 1
		t.Col("user").SetText(i, users[i*i%len(users)])
		if i%3 == 0 {
			t.Col("group").SetText(i, fmt.Sprintf("%s-%d", policy, i%1000)) // other groups in each run
		}
		t.Col("queue").SetText(i, []string{"short", "long"}[i%2])
		submit, wait, length := float64(i)*7, float64(i%5*i%10_007), float64(i*i%86_401)
		t.Col("submit_s").Float[i] = submit
		t.Col("start_s").Float[i] = submit + wait
		t.Col("end_s").Float[i] = submit + wait + length
		t.Col("wait_s").Float[i] = wait
		t.Col("run_s").Float[i] = length
		t.Col("estimate_s").Float[i] = float64(60 + i%2*3600)
		t.Col("procs").Int[i] = 1 << (i % 12)
		t.Col("killed").Bool[i] = i%7 == 0
		t.Col("asked_procs").Int[i] = 1 << (i % 13)
		t.Col("multisite_slowdown").Float[i] = math.NaN()
		t.Col("alone_s").Float[i], t.Col("pauses").Float[i], t.Col("migrations").Float[i] = length/4, float64(i%3), math.NaN()
		if i%4 == 0 {
			t.Col("multisite_slowdown").Float[i] = 1.5
			t.Col("home_site").SetText(i, "köln")
		}
	}
	return t
}

func runsTable() *result.Table {
	t := result.NewTable(result.Runs, 2)
	for row, policy := range []string{"easy", "sjf-easy"} {
		for i, c := range result.Runs.Columns {
			switch v := &t.Cols[i]; {
			case c.Type == result.Float && (row+i)%4 == 0:
				v.Float[row] = math.NaN()
			case c.Type == result.Float:
				v.Float[row] = float64(row*1000+i) + 0.25
			case c.Type == result.Int:
				v.Int[row] = int64(row*1000 + i)
			default:
				v.SetText(row, c.Name+" "+policy)
			}
		}
	}
	return t
}

// rowsOf returns n rows of a run.
func rowsOf(s *result.Schema, n int, run, policy string) *result.Table {
	t := result.NewTable(s, n)
	for i := range n {
		t.Col("run").SetText(i, run)
		t.Col("policy").SetText(i, policy)
	}
	return t
}

func stepsTable() *result.Table {
	t := rowsOf(result.Steps, 3, "w/dynp", "dynp")
	for i := range 3 {
		t.Col("kind").SetText(i, "policy")
		t.Col("step").Int[i] = int64(i)
		t.Col("value").Float[i] = []float64{1e300, math.NaN(), -0.5}[i]
	}
	return t
}

func partsTable() *result.Table {
	t := rowsOf(result.Parts, 4, "w/grid", "grid-sharing")
	for i := range t.Rows {
		t.Col("site").SetText(i, []string{"köln", "a b"}[i%2])
		t.Col("job").Int[i], t.Col("procs").Int[i] = int64(i/2), 1<<30
		t.Col("start_s").Float[i], t.Col("end_s").Float[i] = float64(i), 1e11
	}
	return t
}

func allocationsTable() *result.Table {
	t := rowsOf(result.Allocations, 3, "w/slurm", "slurm")
	for i := range t.Rows {
		t.Col("partition").SetText(i, []string{"gpu", "bätch"}[i%2])
		t.Col("nodes").SetText(i, []string{"n[1-3],g1", "n7"}[i%2])
		t.Col("node_cores").SetText(i, []string{"n[1-3]*8,g1*2", "n7*64"}[i%2])
		t.Col("state").SetText(i, []string{"COMPLETED", "NODE_FAIL"}[i%2])
		t.Col("job").Int[i], t.Col("cores").Int[i], t.Col("gpus").Int[i] = int64(i), 26, int64(i%2)
		t.Col("start_s").Float[i], t.Col("end_s").Float[i], t.Col("memory_mib").Float[i] = float64(i), 1e11, 1<<40
	}
	return t
}

func sharesTable() *result.Table {
	t := rowsOf(result.Shares, 5, "w/dfrs:GreedyPM*/per/OPT=MIN", "dfrs:GreedyPM*/per/OPT=MIN")
	for i := range t.Rows {
		t.Col("nodes").SetText(i, []string{"0-2,5*2", "7"}[i%2])
		t.Col("state").SetText(i, []string{"running", "penalty"}[i%2])
		t.Col("job").Int[i] = int64(i)
		t.Col("start_s").Float[i], t.Col("end_s").Float[i] = float64(i)/4, 1e9+1./1024
		t.Col("yield").Float[i], t.Col("cpu").Float[i] = 0.25, 1.5
	}
	return t
}

func instancesTable() *result.Table {
	all := result.NewCollect(result.Instances)
	rows := result.NewInstanceRows("w/dynp-advanced", "dynp-advanced", nil)
	rows.Add(&result.InstanceRow{Step: 1, Time: 1e11, MachineProcs: 1 << 30, Procs: 7, Free: true, From: 5})
	rows.Add(&result.InstanceRow{Procs: 3, Job: 1 << 40, Submit: 9, Estimate: 60})
	if err := rows.Write(all); err != nil {
		panic(err) // it only fails for another schema
	}
	return all.Table()
}

func decisionsTable() *result.Table {
	t := result.NewTable(result.Decisions, 3)
	for i := range t.Rows {
		for _, c := range []string{"run", "policy", "strategy", "rule", "fired"} {
			t.Col(c).SetText(i, []string{"rules:größe", "sd <= 2", "orders 3:62 7:38, algorithms 1:100"}[i])
		}
		t.Col("step").Int[i], t.Col("time_s").Float[i], t.Col("sd").Float[i], t.Col("value").Float[i] = int64(i), 1e11, 1.25, -5
	}
	return t
}

// column is what a reader must find in one column.
type column struct {
	Name   string         `json:"name"`
	Type   result.Type    `json:"type"`
	Nulls  int            `json:"nulls"`
	Sum    float64        `json:"sum"`    // of numbers; the number of set flags
	Counts map[string]int `json:"counts"` // of texts
	Last   any            `json:"last"`   // the value of the last row
}

func expect(t *result.Table) map[string]any {
	cols := make([]column, len(t.Cols))
	for i, c := range t.Schema.Columns {
		e, v := &cols[i], &t.Cols[i]
		*e = column{Name: c.Name, Type: c.Type, Counts: map[string]int{}}
		for row := range t.Rows {
			e.Last = nil
			switch c.Type {
			case result.Float:
				if x := v.Float[row]; x == x {
					e.Sum, e.Last = e.Sum+x, x
				} else {
					e.Nulls++
				}
			case result.Int:
				e.Sum, e.Last = e.Sum+float64(v.Int[row]), v.Int[row]
			case result.Bool:
				if e.Last = v.Bool[row]; v.Bool[row] {
					e.Sum++
				}
			case result.Text:
				if s := v.GetText(row); s != "" {
					e.Counts[s]++
					e.Last = s
				} else {
					e.Nulls++
				}
			}
		}
	}
	return map[string]any{"rows": t.Rows, "columns": cols}
}
