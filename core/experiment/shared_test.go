package experiment

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
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
		Platforms: Platforms{Shared: &shared.Nodes{Nodes: 8, Cores: 2, MemoryKiB: 1000}}}
}

// A run is the engine's on shared.FromLog, and its metrics are those of package shared.
func TestARunOnACluster(t *testing.T) {
	spec := clusterOf()
	w := loaded(t, spec)
	outcomes, err := Execute(context.Background(), spec, w, Options{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	jobs, _, err := shared.FromLog(w, shared.NodeSize{Cores: 2, MemoryKiB: 1000}, 8)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range outcomes {
		if o.Policy == "easy" {
			continue
		}
		a, err := shared.Parse(strings.TrimPrefix(o.Policy, shared.Prefix))
		if err != nil {
			t.Fatal(err)
		}
		e, err := shared.New(shared.Config{Nodes: 8, Jobs: jobs, Algorithm: a, Penalty: shared.DefaultPenalty})
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Run(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
		kept := o.Detail.(*shared.Run)
		if !slices.Equal(e.Outcomes(), kept.Outcomes) || !slices.Equal(jobs, kept.Tasks) || kept.Stretches != nil {
			t.Errorf("%s is not the engine's run", o.Policy)
		}
		for i, want := range e.Metrics()[:len(metrics.All)+len(metrics.Sharing)] {
			name := metrics.Every[i].Name
			switch name {
			case "fairness_users": // tasks have no users
				continue
			case "pause_bandwidth", "migration_bandwidth":
				want *= 1000. / (shared.MemoryGB << 20)
			}
			if got := o.Metric(name); !(math.Abs(got-want) <= 1e-12*want) {
				t.Errorf("%s: %s is %v, package shared has %v", o.Policy, name, got, want)
			}
		}
		for i, p := range o.Placed {
			if s := kept.Outcomes[i]; p.Start*shared.Second > s.Start || p.End*shared.Second < s.End || o.Jobs[i].Procs != jobs[i].Tasks ||
				o.Jobs[i].ID != jobs[i].ID {
				t.Fatalf("%s: job %d at %+v is placed at %+v", o.Policy, jobs[i].ID, s, p)
			}
		}
	}
}

// Every policy for one machine runs the batch jobs of package shared on whole nodes,
// and is judged by the CPU that they need.
func TestABatchPolicyOnACluster(t *testing.T) {
	spec := Spec{
		Workload:  Source{File: "memory.swf"},
		Policies:  []string{"easy", "cons", "dynp-simple"},
		Platforms: Platforms{Shared: &shared.Nodes{Nodes: 7, Cores: 2, MemoryKiB: 1000}},
	}
	w := loaded(t, spec)
	played, _, err := spec.Tasks(w)
	if err != nil {
		t.Fatal(err)
	}
	batch, left := shared.Batch(played, 7)
	var jobs, steps, shares result.Collect
	outcomes, err := Execute(
		context.Background(), spec, w,
		Options{Tables: result.Set{result.Jobs: &jobs, result.Steps: &steps, result.Shares: &shares}, Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	if left == 0 || shares.Table() != nil || steps.Table().Rows == 0 {
		t.Fatalf("%d jobs are left out; shares %v", left, shares.Table())
	}
	machine := Spec{Policies: spec.Policies}
	on := *w
	on.Jobs, on.Procs = trace.Hold(batch), 7
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
		at := slices.IndexFunc(w.Jobs.Held(), func(j job.Job) bool { return j.ID == batch[i].ID })
		j := &w.Jobs.Held()[at]
		if table.Col("user").GetText(i) != w.Users.Name(j.User) ||
			table.Col("asked_procs").Int[i] != int64(batch[i].Procs) || table.Col("procs").Int[i] != int64(batch[i].Procs) ||
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
		context.Background(), spec, w, Options{Tables: result.Set{result.Jobs: &jobs, result.Shares: &shares, result.Runs: &runs}, Keep: true})
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
		changes := make([][]cpuChange, 8)
		work, first, last := map[int64]float64{}, map[int64]float64{}, map[int64]float64{}
		byID := map[int64]shared.Job{}
		for _, t := range o.Detail.(*shared.Run).Tasks {
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
				changes[node] = append(changes[node], cpuChange{from, part}, cpuChange{to, -part})
			}
			if tasks != int(task.Tasks) {
				t.Fatalf("row %d has %d tasks, job %d %d", row, tasks, id, task.Tasks)
			}
		}
		for i := range w.Jobs.Held() {
			id, at := w.Jobs.Held()[i].ID, k*w.Len()+i
			if run := j.Col("alone_s").Float[at]; math.Abs(work[id]-run) > 2e-6 {
				t.Errorf("%s: the shares of job %d amount to %v s of work, it has %v", o.Policy, id, work[id], run)
			}
			if run := w.Jobs.Held()[i].Run; run > 0 && (first[id] != j.Col("start_s").Float[at] || last[id] != j.Col("end_s").Float[at]) {
				t.Errorf(
					"%s: job %d is there from %v to %v, its shares from %v to %v", o.Policy, id, j.Col("start_s").Float[at], j.Col("end_s").Float[at],
					first[id], last[id])
			}
		}
		checkNodes(t, o.Policy, changes)
	}
	if row != s.Rows || penalties == 0 {
		t.Errorf("%d of %d rows belong to no run; %d are penalties", s.Rows-row, s.Rows, penalties)
	}
}

// A cpuChange is CPU of a node that is taken, or given back, at a second.
type cpuChange struct{ at, cpu float64 }

// checkNodes tells whether a node ever gives more than its CPU.
func checkNodes(t *testing.T, policy string, changes [][]cpuChange) {
	t.Helper()
	for node, list := range changes {
		slices.SortFunc(list, func(a, b cpuChange) int {
			if a.at != b.at {
				return cmp.Compare(a.at, b.at)
			}
			return cmp.Compare(a.cpu, b.cpu)
		})
		held := 0.0
		for _, c := range list {
			if held += c.cpu; held > 1+1e-9 {
				t.Fatalf("%s: node %d gives %v of its CPU at %v", policy, node, held, c.at)
			}
		}
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
		places []shared.Place
		want   string
	}{
		{[]shared.Place{{Node: 3, Count: 1}}, "3"},
		{[]shared.Place{{Node: 0, Count: 1}, {Node: 1, Count: 1}, {Node: 2, Count: 1}, {Node: 5, Count: 2}}, "0-2,5*2"},
		{[]shared.Place{{Node: 0, Count: 2}, {Node: 1, Count: 2}, {Node: 2, Count: 1}, {Node: 9, Count: 1}, {Node: 10, Count: 1}},
			"0-1*2,2,9-10"},
	} {
		if got := shared.NodeList(c.places); got != c.want {
			t.Errorf("%v is %q, not %q", c.places, got, c.want)
		}
	}
}

func TestResultsOfAClusterDoNotDependOnHowManyRunsGoAtOnce(t *testing.T) {
	spec := clusterOf()
	w := loaded(t, spec)
	if one, four := digestsOf(t, spec, w, 1), digestsOf(t, spec, w, 4); one != four {
		t.Fatalf("one run at a time gives %v, four %v", one, four)
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
	if err != context.Canceled || last.Total != w.Len() || last.Policy != spec.Policies[0] {
		t.Errorf("%v after %+v", err, last)
	}
}
