package twin

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// A member is a user of a tree of accounts, and the factor that Slurm's own tests expect.
type member struct {
	shares    int64
	use, want float64
}

// tree makes accounts of users; the order is that of the lists.
type branch struct {
	name, parent string
	shares       int64
	users        []string
}

func checkTree(t *testing.T, branches []branch, members map[string]member, p cluster.Priority) {
	t.Helper()
	d := &cluster.Description{Format: cluster.Format, Nodes: []cluster.NodeType{{Names: "n[1-10]", Cores: 10, MemoryMiB: 1000}},
		Partitions: []cluster.Partition{{Name: "p", Nodes: "ALL"}}, Priority: p}
	for _, b := range branches {
		a := cluster.Account{Name: b.name, Parent: b.parent, Shares: ptr(b.shares)}
		for _, u := range b.users {
			a.Users = append(a.Users, cluster.User{Name: u, Shares: ptr(members[u].shares)})
		}
		d.Accounts = append(d.Accounts, a)
	}
	s, err := cluster.New(d)
	if err != nil {
		t.Fatal(err)
	}
	s.Users = slices.DeleteFunc(s.Users, func(u cluster.Assoc) bool { return u.Name == "root" }) // whom Slurm's tests lack
	f := newFairness(s)
	for i := range s.Users {
		f.add(int32(i), members[s.Users[i].Name].use)
	}
	if f.forget(); f.tree {
		f.rank()
	}
	if len(s.Users) != len(members) {
		t.Fatal(len(s.Users))
	}
	for i := range s.Users {
		if m := members[s.Users[i].Name]; math.Abs(f.factor(int32(i))-m.want) > 6e-7 {
			t.Errorf("%s: %.6f, want %.6f", s.Users[i].Name, f.factor(int32(i)), m.want)
		}
	}
}

// The tree and the numbers of Slurm's test24.4. Users with shares of their parent are first of their level, and those below an account
// with shares of its parent are of the level of that account.
func TestFairTreeOfSlurmsOwnTest(t *testing.T) {
	checkTree(t, []branch{
		{"aA", "", 40, nil}, {"aAA", "aA", 30, []string{"uAA1"}}, {"aAB", "aA", 10, []string{"uAB1", "uAB2"}},
		{"aB", "", 60, nil}, {"aBA", "aB", 25, []string{"uBA1"}}, {"aBB", "aB", 35, []string{"uBB1"}},
		{"aC", "", 0, []string{"uC1"}}, {"aD", "", 50, []string{"uD1", "uD2", "uD3"}}, {"aDA", "aD", -1, []string{"uDA1", "uDA2", "uDA3"}},
		{"aE", "", 10, []string{"aE1", "aE2"}}, {"aF", "", 20, []string{"uF1", "uF2"}}, {"aG", "", 8, []string{"uG1"}},
		{"aGA", "aG", 10, []string{"uGA1", "uGA2"}}, {"root", "", 1, []string{"u1", "u2"}},
	}, map[string]member{
		"uAA1": {1, 20, 0.619048}, "uAB1": {1, 25, 0.523810}, "uAB2": {1, 0, 0.571429}, "uBA1": {1, 25, 0.714286}, "uBB1": {1, 0, 0.761905},
		"uC1": {0, 30, 0.047619}, "uD1": {-1, 20, 0.476190}, "uD2": {40, 20, 0.238095}, "uD3": {50, 25, 0.333333},
		"uDA1": {-1, 10, 0.476190}, "uDA2": {30, 10, 0.380952}, "uDA3": {50, 25, 0.333333}, "aE1": {10, 0, 1}, "aE2": {10, 0, 1},
		"uF1": {10, 0, 1}, "uF2": {20, 0, 1}, "uG1": {10, 10, 0.190476}, "uGA1": {20, 4, 0.190476}, "uGA2": {20, 6, 0.095238},
		"u1": {10, 0, 1}, "u2": {10, 10, 0.666667},
	}, cluster.Priority{HalfLifeS: ptr(0)})
}

// The tree and the numbers of test24.1.
func TestClassicFairShareOfSlurmsOwnTest(t *testing.T) {
	checkTree(t, []branch{
		{"A", "", 40, nil}, {"B", "A", 30, []string{"User1"}}, {"C", "A", 10, []string{"User2", "User3"}},
		{"D", "", 60, nil}, {"E", "D", 25, []string{"User4"}}, {"F", "D", 35, []string{"User5"}}, {"G", "", 0, []string{"User6"}},
	}, map[string]member{
		"User1": {1, 20, 0.408479}, "User2": {1, 25, 0.022097}, "User3": {1, 0, 0.125}, "User4": {1, 25, 0.5}, "User5": {1, 0, 0.749154},
		"User6": {0, 30, 0},
	}, cluster.Priority{HalfLifeS: ptr(0), FairTree: new(bool)})
}

// The priorities that test24.6 (factors as they are) and test24.7 (of the largest) want. An account's priority is its users'.
func TestPrioritiesOfSlurmsOwnTests(t *testing.T) {
	all := []string{"assoc", "part", "qos", "tres"}
	for _, c := range []struct {
		p             cluster.Priority
		factors       [2]int
		qos, accounts [2]int64
		tasks         [2]int32
		part, qosOf   [2]int32
		want          [2]int64
		tests         string
	}{
		{p: cluster.Priority{WeightAssoc: 1, WeightPart: 1, WeightQOS: 1, WeightTRES: cluster.TRES{"CPU": 1}, NoNormal: all},
			factors: [2]int{10, 20}, qos: [2]int64{200, 0}, accounts: [2]int64{100, 0}, tasks: [2]int32{8, 8}, part: [2]int32{0, 1},
			want: [2]int64{100 + 10 + 200 + 8, 100 + 20 + 200 + 8}, tests: "24.6"},
		{p: cluster.Priority{WeightAssoc: 4000000, WeightPart: 60000, WeightQOS: 4000000, WeightTRES: cluster.TRES{"CPU": 4000000}},
			factors: [2]int{60000, 30000}, qos: [2]int64{4000000, 2000000}, accounts: [2]int64{4000000, 2000000}, tasks: [2]int32{8, 4},
			part: [2]int32{0, 1}, qosOf: [2]int32{0, 1}, want: [2]int64{4000000*3 + 60000, 2000000*3 + 30000}, tests: "24.7"},
	} {
		s, err := cluster.New(&cluster.Description{Format: cluster.Format,
			Nodes: []cluster.NodeType{{Names: "n1", Cores: 8, MemoryMiB: 1000}},
			Partitions: []cluster.Partition{{Name: "p1", Nodes: "ALL", PriorityFactor: c.factors[0]},
				{Name: "p2", Nodes: "ALL", PriorityFactor: c.factors[1]}},
			QOS: []cluster.QOS{{Name: "q1", Priority: c.qos[0]}, {Name: "q2", Priority: c.qos[1]}},
			Accounts: []cluster.Account{{Name: "a1", Priority: c.accounts[0], Users: []cluster.User{{Name: "u"}}},
				{Name: "a2", Priority: c.accounts[1], Users: []cluster.User{{Name: "u"}}}}, Priority: c.p})
		if err != nil {
			t.Fatal(err)
		}
		w := weigherOf(s)
		for k := range c.want {
			j := cluster.Job{MinNodes: 1, Tasks: c.tasks[k], CoresPerTask: 1, Limit: 300, QOS: c.qosOf[k], User: c.qosOf[k], GPUType: cluster.None}
			if got := w.priority(&j, c.part[k], j.Cores(), 0, 0, 0); got != c.want[k] {
				t.Errorf("%s: job %d has %d, want %d", c.tests, k+1, got, c.want[k])
			}
		}
	}
}

// Of several partitions a job has the first that starts it at all (Slurm's test126_1), and waits for ever in one that does not.
func TestPartitionsThatRefuseAJob(t *testing.T) {
	for code, change := range map[string]func(p *cluster.Partition){
		"PartitionTimeLimit": func(p *cluster.Partition) { p.MaxTimeS = 59 },
		"PartitionNodeLimit": func(p *cluster.Partition) { p.MinNodes = 2 },
		"AccountNotAllowed":  func(p *cluster.Partition) { p.AllowAccounts = []string{"good"} },
		"AccountNotAllowed ": func(p *cluster.Partition) { p.DenyAccounts = []string{"bad"} },
		"QOSNotAllowed":      func(p *cluster.Partition) { p.AllowQOS = []string{"good"} },
		"QOSNotAllowed ":     func(p *cluster.Partition) { p.DenyQOS = []string{"bad"} },
	} {
		d := &cluster.Description{Format: cluster.Format, Nodes: []cluster.NodeType{{Names: "n[1-4]", Cores: 1, MemoryMiB: 10}},
			Partitions: []cluster.Partition{{Name: "p1", Nodes: "n[1-2]"}, {Name: "p2", Nodes: "n[3-4]"}},
			QOS:        []cluster.QOS{{Name: "good"}, {Name: "bad"}},
			Accounts:   []cluster.Account{{Name: "good", Users: []cluster.User{{Name: "u"}}}, {Name: "bad", Users: []cluster.User{{Name: "u"}}}},
			Priority:   cluster.Priority{Type: "basic"}}
		change(&d.Partitions[0])
		s, err := cluster.New(d)
		if err != nil {
			t.Fatal(err)
		}
		job := func(account string, qos int32, parts ...int32) cluster.Job {
			return cluster.Job{ID: 1, Run: 10, Limit: 60, Begin: cluster.None, MinNodes: 1, MaxNodes: 1, Tasks: 1, CoresPerTask: 1,
				GPUType: cluster.None, Partitions: parts, User: s.User("u", account, ""), QOS: qos}
		}
		tw := New(s)
		e, err := cluster.NewEngine(cluster.Config{System: s, Scheduler: tw,
			Jobs: []cluster.Job{job("bad", 1, 0, 1), job("bad", 1, 0), job("good", 0, 0)}})
		if err != nil {
			t.Fatal(err)
		}
		for e.Now < 40 && e.Step() {
		}
		if p := e.Placed[0].Partition; p != 1 {
			t.Errorf("%s: runs in partition %d", code, p)
		}
		if r := tw.Reasons(e); len(r) == 0 || r[0].Job != 1 || r[0].Code != strings.TrimSpace(code) {
			t.Errorf("%s: %v", code, r)
		}
		if p := e.Placed[2].Partition; p != 0 && code != "PartitionNodeLimit" && code != "PartitionTimeLimit" {
			t.Errorf("%s: the other job runs in partition %d", code, p)
		}
	}
}

// From 23.02 on an account that a partition names stands for those below it.
func TestPartitionsNameAccountsWithThoseBelow(t *testing.T) {
	for version, want := range map[string]bool{"22.05": false, "23.02": true} {
		s, err := cluster.New(&cluster.Description{Format: cluster.Format, SlurmVersion: version,
			Nodes: []cluster.NodeType{{Names: "n", Cores: 1, MemoryMiB: 10}},
			Partitions: []cluster.Partition{{Name: "p", Nodes: "n", AllowAccounts: []string{"top"}},
				{Name: "q", Nodes: "n", DenyAccounts: []string{"top"}}},
			Accounts: []cluster.Account{{Name: "top"}, {Name: "below", Parent: "top", Users: []cluster.User{{Name: "u"}}}}})
		if err != nil {
			t.Fatal(err)
		}
		j := cluster.Job{QOS: cluster.None, User: s.User("u", "below", "")}
		if s.Admits(&j, 0) != want || s.Admits(&j, 1) == want {
			t.Errorf("%s: %t, and denied %t", version, s.Admits(&j, 0), !s.Admits(&j, 1))
		}
	}
}

// Who has shares of the parent is before the others (failing in an earlier version: peers' 24.4, one user or all of an account).
func TestUsersWithSharesOfTheirParentGoFirst(t *testing.T) {
	for _, c := range []struct {
		shares [2]int64
		want   string
	}{{[2]int64{-1, 40}, "0 20 40 80 60"}, {[2]int64{-1, -1}, "0 20 40 60 80"}} {
		d := &cluster.Description{Format: cluster.Format, Nodes: []cluster.NodeType{{Names: "n", Cores: 1, MemoryMiB: 10}},
			Partitions: []cluster.Partition{{Name: "p", Nodes: "ALL"}},
			Accounts:   []cluster.Account{{Name: "a", Users: []cluster.User{{Name: "u", Shares: &c.shares[0]}, {Name: "v", Shares: &c.shares[1]}}}},
			Priority:   cluster.Priority{WeightFair: 10_000, HalfLifeS: ptr(0), CalcPeriodS: ptr(5)}}
		no := false
		d.Scheduling.Backfill = &no
		s, err := cluster.New(d)
		if err != nil {
			t.Fatal(err)
		}
		var jobs []cluster.Job
		for i, user := range []string{"u", "v", "u", "v", "u"} { // the last two come while the third runs: v has used less, and came first
			j := handmade(0, 20, 60, 1)
			if i > 2 {
				j.Submit = 40 + int64(i)
			}
			j.ID, j.User = int64(i+1), s.User(user, "a", "")
			jobs = append(jobs, j)
		}
		e := run(t, cluster.Config{System: s, Jobs: jobs, Scheduler: New(s)})
		var got []string
		for i := range jobs {
			got = append(got, fmt.Sprint(e.Placed[i].Start))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("shares %v: %s, want %s", c.shares, got, c.want)
		}
	}
}
