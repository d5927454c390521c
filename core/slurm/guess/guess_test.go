package guess

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/slurm/campus"
	"github.com/backfill-lab/backfill/core/slurm/internal/truth"
	"github.com/backfill-lab/backfill/core/trace/sacct"
)

func read(t testing.TB, text string) *sacct.Records {
	t.Helper()
	all, err := accounting.ReadAccounting("log", strings.NewReader(text), "", time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func from(t testing.TB, text string) *cluster.System {
	t.Helper()
	g, err := From(read(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return resolve(t, g)
}

func resolve(t testing.TB, g *Guess) *cluster.System {
	t.Helper()
	s, err := cluster.New(g.Description())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func partition(s *cluster.System, name string) *cluster.Part {
	for i := range s.Partitions {
		if s.Partitions[i].Name == name {
			return &s.Partitions[i]
		}
	}
	return nil
}

// A guess from the accounting of a real Slurm finds the nodes that its slurm.conf has, their cores and GPUs, and
// the nodes of the partitions. Where it does not, the log does not show it.
func TestOnRealRuns(t *testing.T) {
	const folder = "../accounting/testdata/truth"
	hidden := map[string]bool{ // jobs asked for 4 of its 8 cores at most; one job was sent there
		"resources g2": true, "partitions owner": true,
	}
	names, err := truth.Scenarios(folder)
	if err != nil || len(names) < 8 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		for _, data := range []string{"data", "held-out"} {
			real, err := truth.Read(filepath.Join(folder, name), data)
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(filepath.Join(folder, name, data, "sacct.txt"))
			if err != nil {
				t.Fatal(err)
			}
			compare(t, name, from(t, string(text)), real.System, hidden)
		}
	}
}

func compare(t *testing.T, name string, got, want *cluster.System, hidden map[string]bool) {
	t.Helper()
	if len(got.Nodes) != len(want.Nodes) {
		t.Errorf("%s: %d nodes, the cluster has %d", name, len(got.Nodes), len(want.Nodes))
		return
	}
	gpus := func(s *cluster.System, n *cluster.Node) (has string) {
		for k, count := range n.GPUs {
			has += strings.Repeat(s.GPUTypes[k]+" ", int(count))
		}
		return has
	}
	for i := range want.Nodes {
		g, w := &got.Nodes[i], &want.Nodes[i]
		if g.Name != w.Name || gpus(got, g) != gpus(want, w) {
			t.Errorf("%s: node %s with GPUs %q, want %s with %q", name, g.Name, gpus(got, g), w.Name, gpus(want, w))
		}
		if g.Cores > w.Cores || g.Cores < w.Cores != hidden[name+" "+w.Name] {
			t.Errorf("%s: %s has %d cores, want %d", name, w.Name, g.Cores, w.Cores)
		}
	}
	for i := range want.Partitions {
		w := &want.Partitions[i]
		g := partition(got, w.Name)
		if g == nil {
			t.Errorf("%s: there is no partition %s", name, w.Name)
			continue
		}
		if (g.Bits.Within(w.Bits) && w.Bits.Within(g.Bits)) == hidden[name+" "+w.Name] {
			t.Errorf("%s: partition %s has nodes %s, want %s", name, w.Name, g.Partition.Nodes, w.Partition.Nodes)
		}
		if g.Partition.WholeNodes != w.Partition.WholeNodes || w.MaxTimeS > 0 && g.MaxTimeS > w.MaxTimeS {
			t.Errorf("%s: partition %s: whole nodes %t, limit %d s; want %t, %d s", name, w.Name, g.Partition.WholeNodes, g.MaxTimeS,
				w.Partition.WholeNodes, w.MaxTimeS)
		}
	}
}

func TestOnTheExample(t *testing.T) {
	all, err := accounting.ReadAccounting("", campus.Log(), "", time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	g, err := From(all)
	if err != nil {
		t.Fatal(err)
	}
	real, err := cluster.New(campus.Description())
	if err != nil {
		t.Fatal(err)
	}
	s := resolve(t, g)
	compare(t, campus.Name, s, real, nil)
	if len(s.Accounts) != len(real.Accounts) || len(s.QOS) != 1 || !partition(s, "batch").Default || partition(s, "gpu").Default {
		t.Errorf("accounts %v, QOS %v", s.Accounts, s.QOS)
	}
	l, err := accounting.FromAccounting(all, nil, s)
	if err != nil || len(l.Left) > 0 {
		t.Errorf("left out: %v, %v", l.Left, err)
	}
}

const columns = "JobID|User|Account|Partition|Submit|Start|End|ElapsedRaw|TimelimitRaw|" +
	"AllocCPUS|ReqCPUS|AllocNodes|State|NodeList|Constraints\n"

// What a log shows of one node: ends come before starts, a job on two nodes has at least one processor on each, and
// a node that jobs of different widths fill again and again is no larger.
func TestCoresByHand(t *testing.T) {
	for _, c := range []struct {
		name, log string
		want      map[string]int32
	}{
		{"one after the other", `1|a|x|p|0|0|10|10|1|3|3|1|COMPLETED|n1|
2|a|x|p|0|10|20|10|1|2|2|1|COMPLETED|n1|
`, map[string]int32{"n1": 3}},
		{"at the same time", `1|a|x|p|0|0|11|11|1|3|3|1|COMPLETED|n1|
2|a|x|p|0|10|20|10|1|2|2|1|COMPLETED|n1|
`, map[string]int32{"n1": 5}},
		{"7 processors on two nodes", `1|a|x|p|0|0|10|10|1|7|7|2|COMPLETED|n[1-2]|
2|a|x|p|0|0|10|10|1|1|1|1|COMPLETED|n1|
`, map[string]int32{"n1": 4, "n2": 4}},
		{"an idle node is like the others", `1|a|x|p|0|0|10|10|1|4|4|1|COMPLETED|n1|
2|a|x|p|0|0|10|10|1|1|1|1|COMPLETED|n2|
3|a|x|p|0|0|10|10|1|1|1|1|COMPLETED|m1|
`, map[string]int32{"n1": 4, "n2": 4, "m1": 1}},
		{"a node that is full again and again", `1|a|x|p|0|0|10|10|1|4|4|1|COMPLETED|n1|
2|a|x|p|0|0|10|10|1|2|2|1|COMPLETED|n2|
3|a|x|p|0|10|20|10|1|1|1|1|COMPLETED|n2|
4|a|x|p|0|10|20|10|1|1|1|1|COMPLETED|n2|
5|a|x|p|0|20|30|10|1|2|2|1|COMPLETED|n2|
6|a|x|p|0|20|30|10|1|1|1|1|COMPLETED|n3|
`, map[string]int32{"n1": 4, "n2": 2, "n3": 2}},
		{"of another feature", `1|a|x|p|0|0|10|10|1|8|8|1|COMPLETED|n1|big
2|a|x|p|0|0|10|10|1|2|2|1|COMPLETED|n2|small
3|a|x|p|0|10|20|10|1|2|2|1|COMPLETED|n2|small
4|a|x|p|0|10|20|10|1|8|8|1|COMPLETED|n1|big
`, map[string]int32{"n1": 8, "n2": 2}},
		{"nobody ran", `1|a|x|p|0|Unknown|Unknown|0|1|8|8|1|PENDING||
2|a|x|p|0|0|10|10|1|8|8|1|COMPLETED|n1|
`, map[string]int32{"n1": 8}},
	} {
		s := from(t, columns+c.log)
		for _, n := range s.Nodes {
			if want, there := c.want[n.Name]; n.Cores != want || !there {
				t.Errorf("%s: %s has %d cores, want %d", c.name, n.Name, n.Cores, want)
			}
		}
		if len(s.Nodes) != len(c.want) {
			t.Errorf("%s: %d nodes", c.name, len(s.Nodes))
		}
	}
}

// Without names of nodes there are as many as jobs had at one time.
func TestALogWithoutNodes(t *testing.T) {
	s := from(t, `JobID|User|Submit|Start|End|ElapsedRaw|AllocCPUS|AllocNodes|State
1|a|0|0|10|10|8|2|COMPLETED
2|a|0|5|20|15|4|1|COMPLETED
3|a|0|15|20|5|4|1|COMPLETED
`)
	if len(s.Nodes) != 3 || s.Nodes[0].Cores != 4 || len(s.Partitions) != 1 || s.Partitions[0].MaxTimeS != 15 ||
		*s.Description.Scheduling.Memory {
		t.Errorf("%+v, %+v", s.Nodes, s.Description)
	}
	text := strings.Join(s.Description.Assumed, "\n")
	if !strings.Contains(text, "does not name nodes") || !strings.Contains(text, "memory is not") {
		t.Errorf("assumed:\n%s", text)
	}
}

// Priorities that fall from 2^32 with the jobs' numbers are those of priority/basic.
func TestPriorityBasic(t *testing.T) {
	rows := "JobID|Priority|Submit|Start|End|ElapsedRaw|AllocCPUS|State|NodeList\n" +
		"1|4294901759|0|0|9|9|1|COMPLETED|n1\n2|%|0|0|9|9|1|COMPLETED|n1\n"
	for priority, want := range map[string]string{"4294901758": "basic", "4294901760": "", "1000": ""} {
		if got := from(t, strings.Replace(rows, "%", priority, 1)).Description.Priority.Type; got != want {
			t.Errorf("after priority %s: %q, want %q", priority, got, want)
		}
	}
}

func TestLogsThatShowNothing(t *testing.T) {
	for log, want := range map[string]string{
		columns + "1|a|x|p|0|Unknown|Unknown|0|1|8|8|1|PENDING||\n":     ErrNoRuns.Error(),
		columns + "1|a|x|p|0|0|10|10|1|8|8|1|COMPLETED|n[1-9999999]|\n": ErrSize.Error(),
		columns + "1|a|x|p|0|0|10|10|1|8|8|1|COMPLETED|n[1-|\n":         "line 2: NodeList",
		"JobID|Submit|Start|End|AllocCPUS|AllocNodes|State\n" +
			"1|0|0|9|999999999|999999999|COMPLETED\n": ErrSize.Error(),
	} {
		if _, err := From(read(t, log)); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %s", log, err, want)
		}
	}
	if _, err := From(&sacct.Records{}); !errors.Is(err, ErrNoRuns) {
		t.Errorf("no jobs: %v", err)
	}
}

// Whatever a log says, its guess is a cluster that can be simulated.
func FuzzFrom(f *testing.F) {
	f.Add(columns + "1|a|x|p|0|0|10|10|1|7|7|2|COMPLETED|n[1-2]|a&b\n2|b|root|p,q|0|0|10|10|UNLIMITED|99999999999|7|2|RUNNING|g1.x|c\n")
	f.Add("JobID|Submit|Start|End|AllocCPUS|AllocTRES|State|NodeList\n1|0|0|9|9|gres/gpu:a=99999999999,cpu=4|COMPLETED|n,n,m\n")
	f.Fuzz(func(t *testing.T, log string) {
		all, err := accounting.ReadAccounting("log", strings.NewReader(log), "", time.UTC)
		if err != nil {
			return
		}
		g, err := From(all)
		if err != nil {
			return
		}
		for _, q := range g.Questions() {
			if err := q.Answer("12 7 3"); err != nil && strings.Contains(err.Error(), "\n") {
				t.Error(err)
			}
		}
		d := g.Description()
		Fill(d, all)
		if _, err := cluster.New(d); err != nil {
			t.Error(err)
		}
	})
}
