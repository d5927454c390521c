package figures

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/result"
	"pgregory.net/rapid"
)

// A shareRow is a row of the shares table of the run "shared".
type shareRow struct {
	job        int64
	start, end float64
	nodes      string
	yield, cpu float64
	penalty    bool
}

// clusterInput makes the tables of the run "shared" on shared nodes and of "easy"
// on whole ones. jobs have a submission, a start and an end each; a job's tasks
// are its procs.
func clusterInput(nodes int64, shared, easy []clusterJob, rows []shareRow) Input {
	jobs := result.NewTable(result.Jobs, len(shared)+len(easy))
	tables := result.Tables{result.Jobs: jobs, result.Shares: result.NewTable(result.Shares, len(rows))}
	in := Input{Tables: tables, Options: Options{Procs: nodes}}
	for i, j := range slices.Concat(shared, easy) {
		name, id := "shared", i
		if i >= len(shared) {
			name, id = "easy", i-len(shared)
		}
		in.Tables[result.Jobs].Col("run").SetText(i, "c/"+name)
		in.Tables[result.Jobs].Col("policy").SetText(i, name)
		jobs.Col("job").Int[i], jobs.Col("procs").Int[i], jobs.Col("asked_procs").Int[i] = int64(id+1), j.tasks, j.tasks
		jobs.Col("submit_s").Float[i], jobs.Col("start_s").Float[i], jobs.Col("end_s").Float[i] = j.submit, j.start, j.end
		in.Tables[result.Jobs].Col("home_site").Code[i] = -1
	}
	for i, r := range rows {
		in.Tables[result.Shares].Col("run").SetText(i, "c/shared")
		in.Tables[result.Shares].Col("policy").SetText(i, "shared")
		in.Tables[result.Shares].Col("job").Int[i] = r.job
		in.Tables[result.Shares].Col("start_s").Float[i], in.Tables[result.Shares].Col("end_s").Float[i] = r.start, r.end
		in.Tables[result.Shares].Col("nodes").SetText(i, r.nodes)
		in.Tables[result.Shares].Col("yield").Float[i], in.Tables[result.Shares].Col("cpu").Float[i] = r.yield, r.cpu
		in.Tables[result.Shares].Col("state").SetText(i, map[bool]string{false: "running", true: "penalty"}[r.penalty])
	}
	return in
}

type clusterJob struct {
	submit, start, end float64
	tasks              int64
}

// smallCluster is three nodes. Job 1 has a task on each, job 2 two tasks on node 0
// that each need a quarter; job 3 joins them on nodes 1 and 2, job 4 pauses job 1,
// which resumes with another yield after its penalty. Under easy, jobs 3 and 4 wait.
func smallCluster() Input {
	return clusterInput(3,
		[]clusterJob{{0, 0, 12000, 3}, {600, 600, 4200, 2}, {1200, 1200, 6000, 2}, {6000, 6000, 8400, 3}},
		[]clusterJob{{0, 0, 6600, 3}, {600, 6600, 9300, 2}, {1200, 9300, 11700, 2}, {6000, 11700, 14100, 3}},
		[]shareRow{
			{1, 0, 600, "0-2", 1, 3, false},
			{1, 600, 1200, "0-2", 0.75, 2.25, false}, {2, 600, 1200, "0*2", 0.5, 0.25, false},
			{1, 1200, 4200, "0-2", 0.5, 1.5, false}, {2, 1200, 4200, "0*2", 1, 0.5, false}, {3, 1200, 4200, "1-2", 0.5, 1, false},
			{1, 4200, 6000, "0-2", 0.5, 1.5, false}, {3, 4200, 6000, "1-2", 0.5, 1, false},
			{4, 6000, 8400, "0-2", 1, 3, false},
			{1, 8400, 8700, "0,2*2", 0.5, 1.5, true}, {1, 8700, 12000, "0,2*2", 0.5, 1.5, false},
		})
}

// held is the CPU time in rows, in node-seconds.
func held(rows []shareRow) (sum float64) {
	for _, r := range rows {
		sum += r.cpu * (r.end - r.start)
	}
	return sum
}

// On every node the bands are stacked without gaps within the node, and add up to the
// CPU time of the rows. So do the sums over many nodes.
func TestBandsAreTheShares(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		const nodes = 3
		var jobs []clusterJob
		var rows []shareRow
		for id := range rapid.IntRange(1, 6).Draw(rt, "jobs") {
			at := rapid.Float64Range(0, 5000).Draw(rt, "submission")
			jobs = append(jobs, clusterJob{at, at, 10000, 1})
			for range rapid.IntRange(1, 4).Draw(rt, "rows") {
				end := at + rapid.Float64Range(1, 1000).Draw(rt, "length")
				yield := rapid.Float64Range(0.01, 1).Draw(rt, "yield")
				node := fmt.Sprint(rapid.IntRange(0, nodes-1).Draw(rt, "node"))
				rows = append(rows, shareRow{int64(id + 1), at, end, node, yield, yield / 6, rapid.Bool().Draw(rt, "penalty")})
				at = end
			}
		}
		in := clusterInput(nodes, jobs, nil, rows)
		all, err := in.schedules()
		if err != nil {
			rt.Fatal(err)
		}
		runs, need, err := in.sharings(all)
		if err != nil {
			rt.Fatal(err)
		}
		s := runs[0]
		bands, sum := s.bands(), 0.0
		for i, b := range bands {
			sum += (b.end - b.start) * float64(b.high-b.low) / wholeNode
			if b.low >= b.high || b.high > wholeNode || b.start >= b.end {
				rt.Fatalf("band %+v", b)
			}
			for _, o := range bands[:i] {
				if o.node == b.node && o.start < b.end && b.start < o.end && o.low < b.high && b.low < o.high {
					rt.Fatalf("%+v is over %+v", b, o)
				}
			}
			if b.low > 0 && !slices.ContainsFunc(bands, func(o band) bool {
				return o.node == b.node && o.high == b.low && o.start <= b.start && b.start < o.end
			}) {
				rt.Fatalf("nothing is below %+v", b)
			}
		}
		if want := held(rows); math.Abs(sum-want) > 1e-5*want+0.05 {
			rt.Fatalf("the bands are %v node-seconds, the rows %v", sum, want)
		}
		cl := shareClasses("", runs, false)
		total := 0.0
		for _, l := range s.layers(cl) {
			st := inNodes(l)
			for i, y := range st.Y {
				total += y * (st.X[i+1] - st.X[i])
			}
		}
		if want := held(rows); math.Abs(total-want) > 1e-5*want+0.05 {
			rt.Fatalf("the layers are %v node-seconds, the rows %v", total, want)
		}
		for id, n := range need {
			if math.Abs(n-1./6) > 1e-5 {
				rt.Fatalf("job %d needs %v", id, n)
			}
		}
	})
}

// A run without shares has whole nodes, and uses of them what its jobs need in the
// other runs.
func TestWholeNodesAreHeldAndNotUsed(t *testing.T) {
	used, idle := 0.0, 0.0
	for _, s := range drawn(t, "shares", smallCluster()).Series() {
		if s.Panel != "easy" || !strings.HasPrefix(s.Name, "job 2") {
			continue
		}
		for i := range s.Y {
			area := s.Y[i] * (s.High[i] - s.Low[i])
			if s.Name == "job 2, not used" {
				idle += area
			} else {
				used += area
			}
		}
	}
	if used != 2*2700*0.25 || idle != 2*2700*0.75 {
		t.Errorf("job 2 uses %v node-seconds and leaves %v", used, idle)
	}
}

// No run uses more than demand; from 25 nodes on, nodes are summed.
func TestManyNodesAreSummedUp(t *testing.T) {
	in := smallCluster()
	in.Procs = maxBands
	if d := drawn(t, "shares", in); d.Panels[0].Plot.Y.Label.Text != "Node" {
		t.Errorf("%d nodes have an axis of %q", maxBands, d.Panels[0].Plot.Y.Label.Text)
	}
	in.Procs++
	d := drawn(t, "shares", in)
	if d.Panels[0].Plot.Y.Label.Text != "CPU (nodes)" {
		t.Errorf("%d nodes have an axis of %q", maxBands+1, d.Panels[0].Plot.Y.Label.Text)
	}
	at := func(panel, name string, x float64) float64 {
		for _, s := range d.Series() {
			if s.Panel != panel || s.Name != name {
				continue
			}
			for i, y := range s.Y {
				if s.X[i] <= x && x < s.X[i+1] {
					return y
				}
			}
		}
		return 0
	}
	for _, c := range []struct {
		panel, name string
		x, want     float64
	}{
		{"shared", "demand", 2000, 5.5}, {"shared", "2", 2000, 1.5}, {"shared", "3", 2000, 1.5},
		{"shared", "in their penalty: no progress", 8500, 1.5}, {"shared", "3", 8500, 0}, {"shared", "3", 8800, 1.5},
		{"easy", "2", 7000, 0.5}, {"easy", "held and not used", 7000, 1.5}, {"easy", "demand", 7000, 5.5},
	} {
		if got := at(c.panel, c.name, c.x); got != c.want {
			t.Errorf("%s: %q at %v is %v, want %v", c.panel, c.name, c.x, got, c.want)
		}
	}
}

func TestSharesNeedAClusterAndLegalRows(t *testing.T) {
	if d := drawn(t, "shares", small()); len(d.Series()) != 0 {
		t.Error("one machine has shares")
	}
	has := func(in Input) bool {
		return slices.ContainsFunc(For(in), func(f Figure) bool { return f.ID == "shares" })
	}
	if has(small()) || !has(smallCluster()) || len(For(smallCluster())) != len(For(small()))+1 {
		t.Error("figures that have nothing to show")
	}
	lost := smallCluster()
	lost.Tables[result.Shares].Col("start_s").Float[0] = math.NaN()
	lost.Tables[result.Shares].Col("job").Int[1] = 99
	lost.Tables[result.Shares].Col("nodes").SetText(2, "x")
	lost.Tables[result.Shares].Col("yield").Float[3] = 2
	if note := drawn(t, "shares", lost).Note; !strings.Contains(note, "Left out: 4 rows") {
		t.Errorf("it says %q", note)
	}
	over := smallCluster()
	over.Tables[result.Shares].Col("cpu").Float[4] = 1.5
	if note := drawn(t, "shares", over).Note; !strings.Contains(note, "schedule is not legal") {
		t.Errorf("it says %q", note)
	}
	over.Tables[result.Shares] = result.NewTable(&result.Schema{Name: "shares", Columns: []result.Column{{Name: "run", Type: result.Text}}}, 1)
	if _, err := Draw("shares", over); err == nil || !strings.Contains(err.Error(), `the shares table has no column "policy"`) {
		t.Errorf("it says %v", err)
	}
}

// On shared nodes there may be more tasks than nodes, which exceeds nothing.
func TestTasksMayBeMoreThanNodes(t *testing.T) {
	in := smallCluster()
	for i := range in.Tables[result.Jobs].Rows {
		in.Tables[result.Jobs].Col("alone_s").Float[i] = 60
		if in.Tables[result.Jobs].Col("policy").GetText(i) == "easy" {
			in.Tables[result.Jobs].Col("pauses").Float[i] = math.NaN()
		}
	}
	for _, id := range []string{"gantt", "utilisation"} {
		d := drawn(t, id, in)
		for _, p := range d.Panels {
			if want := map[string]string{"shared": "Tasks", "easy": "Processors"}[p.Title]; p.Plot.Y.Label.Text != want {
				t.Errorf("%s of %s has an axis of %q", id, p.Title, p.Plot.Y.Label.Text)
			}
		}
		if !strings.Contains(d.Note, "shared nodes") || id == "gantt" && d.Legend[len(d.Legend)-1].Name == "size of the machine" {
			t.Errorf("%s: %q, %q", id, d.Note, d.Legend[len(d.Legend)-1].Name)
		}
	}
}

// A job has one colour wherever it is, and neighbours in the queue have others.
func TestJobsKeepTheirColour(t *testing.T) {
	cl := classesByJob()
	for i := range 40 {
		if cl.of(i, nil) == cl.of(i+1, nil) {
			t.Errorf("jobs %d and %d look alike", i, i+1)
		}
	}
	for i, a := range cl.colors {
		if k := slices.Index(cl.colors, a); k != i {
			t.Errorf("colours %d and %d are the same", i, k)
		}
	}
}
