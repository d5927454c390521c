package experiment

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/dfrs"
	"github.com/backfill-lab/backfill/core/dfrs/tasks"
	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/workload"
)

// clusterOf is the log with memory on eight nodes, under policies of every kind.
func clusterOf() Spec {
	return Spec{Workload: Source{File: "memory.swf"}, Shrink: 0.6,
		Policies: []string{
			"dfrs:Greedy*/OPT=MIN",
			"dfrs:GreedyPM*/per/OPT=MIN/MINVT=60/PERIOD=400",
			"dfrs:MCB8*/per/OPT=AVG",
			"dfrs:/stretch-per/OPT=MAX",
			"easy",
		},
		Cluster: &Cluster{Nodes: 8, Cores: 2, MemoryKiB: 1000}}
}

// A run is the engine's on tasks.FromLog, and its metrics are those of package dfrs.
func TestARunOnACluster(t *testing.T) {
	spec := clusterOf()
	w := loaded(t, spec)
	outcomes, err := Execute(context.Background(), spec, w, Options{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	jobs, _, err := tasks.FromLog(w, tasks.Node{Cores: 2, MemoryKiB: 1000}, 8)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range outcomes {
		if o.Policy == "easy" {
			continue
		}
		a, err := dfrs.Parse(strings.TrimPrefix(o.Policy, dfrs.Prefix))
		if err != nil {
			t.Fatal(err)
		}
		e, err := dfrs.New(dfrs.Config{Nodes: 8, Jobs: jobs, Algorithm: a, Penalty: dfrs.DefaultPenalty})
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Run(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
		m, kept := e.Metrics(), o.Cluster
		if !slices.Equal(e.Outcomes(), kept.Outcomes) || !slices.Equal(jobs, kept.Tasks) || m != kept.Metrics || kept.Stretches != nil {
			t.Errorf("%s is not the engine's run", o.Policy)
		}
		for name, want := range map[string]float64{
			"bsld_max": m.MaxStretch, "bsld_mean": m.MeanStretch, "underutil": m.Normalized, "makespan_s": m.Seconds,
			"pauses_per_h": m.PausesPerHour, "migrations_per_h": m.MigrationsPerHour, "pauses_per_job": m.PausesPerJob, "migrations_per_job": m.MigrationsPerJob,
			"pause_bandwidth": m.PauseBandwidth * 1000 / (8 << 20), "migration_bandwidth": m.MigrationBandwidth * 1000 / (8 << 20),
		} {
			if got := o.Metric(name); math.Abs(got-want) > 1e-9*want {
				t.Errorf("%s: %s is %v, package dfrs has %v", o.Policy, name, got, want)
			}
		}
		for i, p := range o.Placed {
			if s := kept.Outcomes[i]; p.Start*dfrs.Second > s.Start || p.End*dfrs.Second < s.End || o.Jobs[i].Procs != jobs[i].Tasks ||
				o.Jobs[i].ID != jobs[i].ID {
				t.Fatalf("%s: job %d at %+v is placed at %+v", o.Policy, jobs[i].ID, s, p)
			}
		}
	}
}

// Every policy for one machine runs the batch jobs of package tasks on whole nodes,
// and is judged by the CPU that they need.
func TestABatchPolicyOnACluster(t *testing.T) {
	spec := Spec{
		Workload: Source{File: "memory.swf"},
		Policies: []string{"easy", "cons", "dynp-simple"},
		Cluster:  &Cluster{Nodes: 7, Cores: 2, MemoryKiB: 1000},
	}
	w := loaded(t, spec)
	played, _, err := spec.Tasks(w)
	if err != nil {
		t.Fatal(err)
	}
	batch, left := tasks.Batch(played, 7)
	var jobs, steps, shares result.Collect
	outcomes, err := Execute(
		context.Background(),
		spec,
		w,
		Options{Tables: result.Set{result.Jobs: &jobs, result.Steps: &steps, result.Shares: &shares}, Keep: true},
	)
	if err != nil {
		t.Fatal(err)
	}
	if left == 0 || shares.Table() != nil || steps.Table().Rows == 0 {
		t.Fatalf("%d jobs are left out; shares %v", left, shares.Table())
	}
	machine := Spec{Policies: spec.Policies}
	on := *w
	on.Jobs, on.Procs = batch, 7
	plain, err := Execute(context.Background(), machine, &on, Options{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	for k, o := range outcomes {
		if o.LeftOut != left || !slices.Equal(o.Placed, plain[k].Placed) || o.Metric("pauses_per_job") != 0 {
			t.Errorf("%s: %d left out, not %d, or another schedule", o.Policy, o.LeftOut, left)
		}
		for _, name := range []string{"jobs_ended", "art_s", "bsld_max", "makespan_s", "wait_p95_s"} {
			if o.Metric(name) != plain[k].Metric(name) {
				t.Errorf("%s: %s is %v, on a machine %v", o.Policy, name, o.Metric(name), plain[k].Metric(name))
			}
		}
		if a, b := o.Metric("util"), plain[k].Metric("util"); !(a < b) {
			t.Errorf("%s: sequential tasks use %v of the nodes, and hold %v", o.Policy, a, b)
		}
	}
	table := jobs.Table()
	for i := range len(batch) {
		at := slices.IndexFunc(w.Jobs, func(j job.Job) bool { return j.ID == batch[i].ID })
		j := &w.Jobs[at]
		if table.Col("user").GetText(i) != w.Users.Name(j.User) || table.Col("asked_procs").Int[i] != int64(batch[i].Procs) || table.Col("procs").Int[i] != int64(batch[i].Procs) ||
			table.Col("alone_s").Float[i] != float64(j.Run) ||
			!math.IsNaN(table.Col("pauses").Float[i]) {
			t.Fatalf("row %d of job %d is of another", i, j.ID)
		}
	}
}

func TestEveryScheduleOfAClusterIsLegal(t *testing.T) {
	spec := clusterOf()
	for _, o := range verified(t, spec, loaded(t, spec)) {
		want := map[string]string{"easy": "legal head follows", "dfrs:Greedy*/OPT=MIN": "legal laws follows"}[o.Policy]
		if laws(o.Verified) != cmp.Or(want, "legal laws") { // it would take minutes to work out all of these starts
			t.Errorf("%s: only %s is checked: %q", o.Policy, laws(o.Verified), o.Verified.Notes)
		}
	}
}

// Shares add up: each job's to its work, each node's never to more than its CPU.
func TestSharesAddUp(t *testing.T) {
	spec := clusterOf()
	w := loaded(t, spec)
	var jobs, shares, runs result.Collect
	outcomes, err := Execute(
		context.Background(),
		spec,
		w,
		Options{Tables: result.Set{result.Jobs: &jobs, result.Shares: &shares, result.Runs: &runs}, Keep: true},
	)
	if err != nil {
		t.Fatal(err)
	}
	s, j := shares.Table(), jobs.Table()
	for _, table := range []*result.Table{s, j, runs.Table()} {
		if err := table.Check(); err != nil {
			t.Fatal(err)
		}
	}
	row, penalties := 0, 0
	for k, o := range outcomes {
		if got := runs.Table().Col("procs").Int[k]; got != 8 {
			t.Errorf("%s is on %d nodes", o.Policy, got)
		}
		if o.Policy == "easy" {
			continue
		}
		type change struct {
			at  float64
			cpu float64
		}
		changes := make([][]change, 8)
		work, first, last := map[int64]float64{}, map[int64]float64{}, map[int64]float64{}
		byID := map[int64]dfrs.Job{}
		for _, t := range o.Cluster.Tasks {
			byID[t.ID] = t
		}
		for ; row < s.Rows && s.Col("run").GetText(row) == o.Run; row++ {
			id, from, to, cpu := s.Col("job").Int[row], s.Col("start_s").Float[row], s.Col("end_s").Float[row], s.Col("cpu").Float[row]
			task := byID[id]
			if s.Col("state").GetText(row) == "running" {
				work[id] += s.Col("yield").Float[row] * (to - from)
			} else {
				penalties++
			}
			if _, ok := first[id]; !ok {
				first[id] = from
			}
			last[id] = to
			if !(from < to) {
				t.Fatalf("row %d is about [%v, %v)", row, from, to)
			}
			counts, tasks := nodesOf(t, s.Col("nodes").GetText(row)), 0
			for node, n := range counts {
				tasks += n
				part := cpu / float64(task.Tasks) * float64(n)
				changes[node] = append(changes[node], change{from, part}, change{to, -part})
			}
			if tasks != int(task.Tasks) {
				t.Fatalf("row %d has %d tasks, job %d %d", row, tasks, id, task.Tasks)
			}
		}
		for i := range w.Jobs {
			id, at := w.Jobs[i].ID, k*len(w.Jobs)+i
			if run := j.Col("alone_s").Float[at]; math.Abs(work[id]-run) > 2e-6 {
				t.Errorf("%s: the shares of job %d amount to %v s of work, it has %v", o.Policy, id, work[id], run)
			}
			if run := w.Jobs[i].Run; run > 0 && (first[id] != j.Col("start_s").Float[at] || last[id] != j.Col("end_s").Float[at]) {
				t.Errorf(
					"%s: job %d is there from %v to %v, its shares from %v to %v",
					o.Policy,
					id,
					j.Col("start_s").Float[at],
					j.Col("end_s").Float[at],
					first[id],
					last[id],
				)
			}
		}
		for node, list := range changes {
			slices.SortFunc(list, func(a, b change) int {
				if a.at != b.at {
					return cmp.Compare(a.at, b.at)
				}
				return cmp.Compare(a.cpu, b.cpu)
			})
			held := 0.0
			for _, c := range list {
				if held += c.cpu; held > 1+1e-9 {
					t.Fatalf("%s: node %d gives %v of its CPU at %v", o.Policy, node, held, c.at)
				}
			}
		}
	}
	if row != s.Rows || penalties == 0 {
		t.Errorf("%d of %d rows belong to no run; %d are penalties", s.Rows-row, s.Rows, penalties)
	}
}

func nodesOf(t *testing.T, list string) map[int]int {
	t.Helper()
	counts := map[int]int{}
	for part := range strings.SplitSeq(list, ",") {
		nodes, times, many := strings.Cut(part, "*")
		first, last, several := strings.Cut(nodes, "-")
		if !several {
			last = first
		}
		n := 1
		if many {
			n, _ = strconv.Atoi(times)
		}
		a, err := strconv.Atoi(first)
		b, err2 := strconv.Atoi(last)
		if err != nil || err2 != nil || n < 1 {
			t.Fatalf("the nodes are %q", list)
		}
		for ; a <= b; a++ {
			counts[a] += n
		}
	}
	return counts
}

func TestNodeListsAreShort(t *testing.T) {
	for _, c := range []struct {
		places []dfrs.Place
		want   string
	}{
		{[]dfrs.Place{{Node: 3, Count: 1}}, "3"},
		{[]dfrs.Place{{Node: 0, Count: 1}, {Node: 1, Count: 1}, {Node: 2, Count: 1}, {Node: 5, Count: 2}}, "0-2,5*2"},
		{[]dfrs.Place{{Node: 0, Count: 2}, {Node: 1, Count: 2}, {Node: 2, Count: 1}, {Node: 9, Count: 1}, {Node: 10, Count: 1}}, "0-1*2,2,9-10"},
	} {
		if got := nodeList(c.places); got != c.want {
			t.Errorf("%v is %q, not %q", c.places, got, c.want)
		}
	}
}

// A Lublin model's jobs become tasks by package tasks, with the model's seed, and
// what a job needs does not change with what is left out.
func TestTasksOfAModel(t *testing.T) {
	for _, source := range []Source{{}, {Model: &Model{Name: "lublin", Jobs: 400, Procs: 64, Seed: 5, Type: "both"}}} {
		spec := Spec{Workload: source, Policies: []string{"dfrs:Greedy*"}, Cluster: &Cluster{Nodes: 30}}
		seed := uint64(1)
		if source.Model != nil {
			seed = source.Model.Seed
		}
		all := loaded(t, Spec{Workload: source, Policies: []string{"easy"}})
		w := loaded(t, spec)
		got, counts, err := spec.Tasks(w)
		if err != nil || counts.TooWide != 0 || len(got) != len(w.Jobs) {
			t.Fatalf("%d tasks of %d jobs, %+v, %v", len(got), len(w.Jobs), counts, err)
		}
		want := slices.DeleteFunc(tasks.Synthetic(all, seed), func(j dfrs.Job) bool { return !fits(&j, 30) })
		if !slices.Equal(got, want) || len(want) == len(all.Jobs) || w.Count("beyond-cluster") != len(all.Jobs)-len(want) || w.Procs != 30 {
			t.Errorf("%d of %d jobs are left on %d processors, counts %v; want %d", len(got), len(all.Jobs), w.Procs, w.Counts, len(want))
		}
		again, err := spec.Apply(w)
		if err != nil || again.SHA256() != w.SHA256() || !slices.Equal(again.Counts, w.Counts) {
			t.Errorf("putting the jobs on the cluster twice changes them: %v", err)
		}
		if _, err := Execute(context.Background(), spec, all, Options{}); err == nil || !strings.Contains(err.Error(), "do not fit the memory") {
			t.Errorf("jobs that do not fit are run: %v", err)
		}
	}
}

func TestTasksOfALogAreCounted(t *testing.T) {
	spec := clusterOf()
	spec.Shrink, spec.Cluster = 0, &Cluster{Nodes: 3, MemoryKiB: 500}
	w := loaded(t, spec)
	_, counts, err := tasks.FromLog(w, tasks.Node{Cores: 1, MemoryKiB: 500}, 3)
	if err != nil || counts.TooWide != 0 || counts.NoMemory == 0 || counts.Capped == 0 || w.Procs != 3 {
		t.Fatalf("%+v, %v", counts, err)
	}
	all := loaded(t, Spec{Workload: spec.Workload, Policies: []string{"easy"}})
	if w.Count("no-memory") != counts.NoMemory || w.Count("over-memory") != counts.Capped ||
		w.Count("beyond-cluster") != len(all.Jobs)-len(w.Jobs) {
		t.Errorf("counts %v; want %+v", w.Counts, counts)
	}
	again, err := spec.Apply(w)
	if err != nil || again.SHA256() != w.SHA256() || !slices.Equal(again.Counts, w.Counts) {
		t.Errorf("putting the jobs on the cluster twice changes them: %v", err)
	}
	spec.Workload.File, spec.Cluster.MemoryKiB = "tight.swf", 0
	if w := loaded(t, spec); w.Count("no-memory") != len(w.Jobs) {
		t.Errorf("a log that knows no memory: counts %v", w.Counts)
	}
}

// A job that runs for longer than shared nodes count is left out by a rule of its
// own, and the others run.
func TestAJobBeyondTheEngineIsLeftOutAndCounted(t *testing.T) {
	open := func(string) (io.ReadCloser, error) {
		text := "; MaxProcs: 8\n"
		for i, run := range []int{100, dfrs.MaxMicros/dfrs.Second + 1, 200, dfrs.MaxMicros / dfrs.Second} {
			procs := 2
			if i == 2 {
				procs = 8 // tasks with all of a node's memory, for which there are too few
			}
			text += fmt.Sprintf("%d %d -1 %d %d -1 1000 %d -1 1000 1 1 1 1 1 1 -1 -1\n", i+1, i, run, procs, procs)
		}
		return io.NopCloser(strings.NewReader(text)), nil
	}
	spec := Spec{
		Workload: Source{File: "long.swf"},
		Policies: []string{"dfrs:GreedyPM*/per", "easy"},
		Cluster:  &Cluster{Nodes: 4, Cores: 1, MemoryKiB: 1000},
	}
	w, err := spec.Load(open, workload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(w.Jobs) != 2 || w.Count("beyond-tasks") != 1 || w.Count("beyond-cluster") != 1 {
		t.Fatalf("%d jobs are left, counts %v", len(w.Jobs), w.Counts)
	}
	again, err := spec.Apply(w)
	if err != nil || again.SHA256() != w.SHA256() || !slices.Equal(again.Counts, w.Counts) {
		t.Errorf("putting the jobs on the cluster twice changes them: %v", err)
	}
	if _, err := Execute(context.Background(), spec, w, Options{}); err != nil {
		t.Error(err)
	}
}

func TestResultsOfAClusterDoNotDependOnHowManyRunsGoAtOnce(t *testing.T) {
	spec := clusterOf()
	w := loaded(t, spec)
	if one, four := digestsOf(t, spec, w, 1), digestsOf(t, spec, w, 4); one != four {
		t.Fatalf("one run at a time gives %v, four %v", one, four)
	}
}

func TestBadClustersAreRefusedInWords(t *testing.T) {
	file := `"workload":{"file":"memory.swf"},`
	for _, c := range []struct{ json, want string }{
		{`{"policies":["dfrs:Greedy*"]}`, "policy dfrs:Greedy*/OPT=MIN is for a cluster of shared nodes, and none is given: give the experiment a cluster"},
		{`{"policies":["dfrs:Greedy*"],"grid":{"sites":[{"name":"a","procs":4}]}}`, "is for a cluster of shared nodes, and a grid of sites is given: name policies that begin with grid-, or leave the grid out"},
		{`{"policies":["grid-sharing"],"cluster":{"nodes":4}}`, "policy grid-sharing is for a grid of sites, and a cluster of shared nodes is given: name policies for one machine or that begin with dfrs:, or leave the cluster out"},
		{`{"policies":["grid-sharing"],"cluster":{"nodes":4},"grid":{"sites":[{"name":"a","procs":4}]}}`, "leave one out"},
		{`{"policies":["recorded"],"cluster":{"nodes":4}}`, "recorded cannot be played on a cluster"},
		{`{"policies":["dfrs:Greedy"],"cluster":{"nodes":4}}`, "add * or /per"},
		{`{"policies":["dfrs:"],"cluster":{"nodes":4}}`, "a name reads like GreedyPM*/per"},
		{`{"policies":["dfrs:EQUIPARTITION"],"cluster":{"nodes":4}}`, "no workload has"},
		{`{"policies":["dfrs:GreedyPM*/per:POT=1"],"cluster":{"nodes":4}}`, "there is no option POT: it is one of OPT, MINFT, MINVT, PERIOD"},
		{`{"policies":["dfrs:Greedy*:MINVT=600"],"cluster":{"nodes":4}}`, "there is no option MINVT: it is OPT"},
		{`{"policies":["dfrs:GreedyPM*/per:OPT=MAX"],"cluster":{"nodes":4}}`, `OPT is "MAX": it is one of MIN, AVG`},
		{`{"policies":["dfrs:GreedyPM*/per","dfrs:GreedyPM */per:OPT=MIN,PERIOD=600"],"cluster":{"nodes":4}}`, "policy dfrs:GreedyPM*/per/OPT=MIN is named twice"},
		{`{"policies":["easy"],"cluster":{"nodes":0}}`, "a cluster of 0 nodes"},
		{`{"policies":["easy"],"cluster":{"nodes":1000000}}`, "a cluster of 1000000 nodes"},
		{`{"policies":["easy"],"cluster":{"nodes":4},"procs":9}`, "leave procs out"},
		{`{"policies":["easy"],"cluster":{"nodes":4},"overrun":"extend"}`, "leave overrun out"},
		{`{"policies":["easy"],"cluster":{"nodes":4,"cores":2}}`, "leave the nodes' cores and memory out"},
		{`{"policies":["easy"],"cluster":{"nodes":4,"memory_kib":2}}`, "leave the nodes' cores and memory out"},
		{`{` + file + `"policies":["easy"],"cluster":{"nodes":4,"cores":-2}}`, "a node of -2 cores"},
		{`{` + file + `"policies":["easy"],"cluster":{"nodes":4,"memory_kib":-2}}`, "a node of -2 KiB"},
		{`{` + file + `"policies":["easy"],"cluster":{"nodes":4,"memory_kib":9000000000000000000}}`, "KiB of memory cannot be simulated"},
		{`{"policies":["easy"],"cluster":{"nodes":4,"penalty_s":-1}}`, "a penalty of -1 s"},
		{`{"policies":["easy"],"cluster":{"nodes":4,"penalty_s":9223372036854775807}}`, "a penalty of 9223372036854775807 s"},
		{`{"policies":["easy"],"cluster":{"nodes":4,"cpus":4}}`, `unknown field "cpus"`},
	} {
		_, err := ParseSpec([]byte(c.json))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s gives %v, which does not say %q", c.json, err, c.want)
		}
	}
	spec := clusterOf()
	spec.Cluster.MemoryKiB = 0
	if _, err := spec.Load(tight, workload.Options{}); err == nil ||
		!strings.Contains(err.Error(), "needs memory, and the nodes have none") {
		t.Errorf("a log with memory on nodes without: %v", err)
	}
	spec = clusterOf()
	if _, err := Explain(context.Background(), spec, loaded(t, spec), "easy", 1); err == nil ||
		!strings.Contains(err.Error(), "one machine only") {
		t.Errorf("a cluster's run is explained: %v", err)
	}
	wide := Spec{
		Workload: Source{Model: &Model{Name: "lublin", Jobs: 50, Procs: 64, Seed: 1}},
		Policies: []string{"easy"},
		Cluster:  &Cluster{Nodes: 64},
	}
	other := loaded(t, wide)
	other.Jobs = slices.Clone(other.Jobs)
	other.Jobs[49].ID = 1 << 60
	if _, err := Execute(context.Background(), wide, other, Options{}); err == nil ||
		!strings.Contains(err.Error(), "not one of the model's") {
		t.Errorf("a job that is not the model's is run: %v", err)
	}
}

func TestNamesOfOnePolicyAreOneSpec(t *testing.T) {
	penalty := int64(300)
	file := Source{File: "memory.swf"}
	short := Spec{Workload: file, Policies: []string{"dfrs:GreedyPM*/per/OPT=MIN", "easy"}, Cluster: &Cluster{Nodes: 4}}
	want := `{"workload":{"file":"memory.swf"},"policies":["dfrs:GreedyPM*/per/OPT=MIN","easy"],"cluster":{"nodes":4}}`
	for _, name := range []string{"dfrs:GreedyPM*/per", "dfrs:GreedyPM */per/OPT=MIN", "dfrs:GreedyPM*/per:PERIOD=600", "dfrs: GreedyPM*/per:OPT=MIN"} {
		long := Spec{Workload: file, Policies: []string{name, "easy"}, Cluster: &Cluster{Nodes: 4, Cores: 1, PenaltyS: &penalty}}
		if a, b := string(short.JSON()), string(long.JSON()); a != want || b != want {
			t.Errorf("%s and %s; want %s", a, b, want)
		}
		if long.Policies[0] != name || long.Cluster.Cores != 1 {
			t.Error("writing the Spec changed it")
		}
		back, err := ParseSpec(fmt.Appendf(nil, `{"policies":[%q],"cluster":{"nodes":4}}`, name))
		if err != nil || back.Policies[0] != short.Policies[0] {
			t.Errorf("%s is read as %v, %v", name, back.Policies, err)
		}
		outcomes, err := Execute(context.Background(), long, loaded(t, clusterOf()), Options{})
		if err == nil || outcomes != nil { // the log says what memory it needs
			t.Errorf("%v, %v", outcomes, err)
		}
	}
	if got := Builtin.Join([]string{"dfrs:GreedyPM*/per:OPT=AVG", "MINVT=600", "easy", "dfrs:MCB8 */OPT=MIN"}); !slices.Equal(
		got,
		[]string{"dfrs:GreedyPM*/per/OPT=AVG/MINVT=600", "easy", "dfrs:MCB8*/OPT=MIN"},
	) {
		t.Errorf("joined to %q", got)
	}
	zero := Spec{Workload: file, Policies: short.Policies, Cluster: &Cluster{Nodes: 4, PenaltyS: new(int64)}}
	if back, err := ParseSpec(zero.JSON()); err != nil || back.Cluster.Penalty() != 0 || zero.Digest("w") == short.Digest("w") {
		t.Errorf("no penalty is written as %s, %v", zero.JSON(), err)
	}
}

// All of the paper's algorithms are policies, and the combinations that are listed
// take every parameter that they offer.
func TestEveryAlgorithmIsAPolicy(t *testing.T) {
	for _, a := range dfrs.All() {
		info, err := Builtin.Find(dfrs.Prefix + a.String())
		if err != nil || info.Title != a.String() || info.Family != "dfrs" {
			t.Errorf("%s: %+v, %v", a, info, err)
		}
	}
	if n := len(metrics.Sharing); n != 6 {
		t.Errorf("%d metrics of shared nodes", n)
	}
	for _, info := range dfrs.Combinations() {
		for _, o := range info.Options {
			values := []string{o.Default}
			for _, c := range o.Choices {
				values = append(values, c.Name)
			}
			if o.Choices == nil {
				values = append(values, strconv.Itoa(int(o.Least)), strconv.Itoa(int(o.Most)))
			}
			for _, v := range values {
				if _, err := Builtin.Find(info.Name + ":" + o.Name + "=" + v); (err == nil) != (v != "") {
					t.Errorf("%s:%s=%s: %v", info.Name, o.Name, v, err)
				}
			}
		}
	}
}

// Progress is told, and a run that is given up says so.
func TestARunOnAClusterIsGivenUp(t *testing.T) {
	spec := clusterOf()
	spec.Policies = spec.Policies[:1]
	w := loaded(t, spec)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var last Progress
	_, err := Execute(ctx, spec, w, Options{Progress: func(p Progress) { last = p; cancel() }})
	if err != context.Canceled || last.Total != len(w.Jobs) || last.Policy != spec.Policies[0] {
		t.Errorf("%v after %+v", err, last)
	}
}

// A run with more shares than are kept ends early, and says so.
func TestSharesAreBounded(t *testing.T) {
	spec := clusterOf()
	jobs, _, err := spec.Tasks(loaded(t, spec))
	if err != nil {
		t.Fatal(err)
	}
	a, err := dfrs.Parse("Greedy*")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancelCause(context.Background())
	limit := &shareLimit{most: 100, stop: stop}
	e, err := dfrs.New(dfrs.Config{Nodes: 8, Jobs: jobs, Algorithm: a, Record: true, Observers: []dfrs.Observer{limit}})
	if err != nil {
		t.Fatal(err)
	}
	limit.engine = e
	err = e.Run(ctx, nil)
	if cause := context.Cause(ctx); err == nil || cause == nil || !strings.Contains(cause.Error(), "more than 100 times") ||
		e.Done() == len(jobs) {
		t.Errorf("%v, because of %v, with %d of %d jobs", err, cause, e.Done(), len(jobs))
	}
}
