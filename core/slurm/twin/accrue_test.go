package twin

import (
	"fmt"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// One job holds the node until 1,000. The ages of those that wait at 600, of 1,000 s of age for 1,000 points, by hand: priorities are
// calculated every minute, and limits on ages are looked at when the queue is.
func TestAgesByHand(t *testing.T) {
	begin := func(at int64) func(*cluster.Job) { return func(j *cluster.Job) { j.Begin = at } }
	three := []cluster.Job{handmade(0, 1000, 2000, 1), handmade(100, 10, 60, 1), handmade(200, 10, 60, 1),
		handmade(300, 10, 60, 1, begin(500))}
	one := ptr(1)
	for _, c := range []struct {
		name   string
		change func(d *cluster.Description)
		want   string
	}{
		{"since they could start", func(*cluster.Description) {}, "500 400 100"},
		{"ACCRUE_ALWAYS: since they came", func(d *cluster.Description) { d.Priority.AccrueAlways = true }, "500 400 300"},
		{"one of an account", func(d *cluster.Description) { d.Accounts[0].GrpJobsAccrue = one }, "500 1 1"},
		{"of a user", func(d *cluster.Description) {
			d.Accounts[0].Users = []cluster.User{{Name: "u", Limits: cluster.Limits{MaxJobsAccrue: one}}}
		},
			"500 1 1"},
		{"inherited", func(d *cluster.Description) { d.Accounts[0].MaxJobsAccrue = ptr(2) }, "500 400 1"},
		{"of a user in a QOS", func(d *cluster.Description) { d.QOS[0].MaxJobsAccruePerUser = one }, "500 1 1"},
		{"not of the partition's QOS; that the third is ready at 500 the cycle at 510 finds out", func(d *cluster.Description) {
			d.QOS = append(d.QOS, cluster.QOS{Name: "p", Limits: cluster.Limits{GrpJobsAccrue: one}})
			d.Partitions[0].QOS = "p"
		}, "500 400 90"},
		{"and not with ACCRUE_ALWAYS", func(d *cluster.Description) { d.Priority.AccrueAlways, d.QOS[0].GrpJobsAccrue = true, one },
			"500 400 300"},
	} {
		d := &cluster.Description{Format: cluster.Format, Nodes: []cluster.NodeType{{Names: "n", Cores: 1, MemoryMiB: 1}},
			Partitions: []cluster.Partition{{Name: "p", Nodes: "n"}}, QOS: []cluster.QOS{{Name: "q"}}, Accounts: []cluster.Account{{Name: "x"}},
			Priority: cluster.Priority{WeightAge: 1000, MaxAgeS: ptr(1000), CalcPeriodS: ptr(60)}}
		c.change(d)
		s, err := cluster.New(d)
		if err != nil {
			t.Fatal(err)
		}
		jobs := append([]cluster.Job(nil), three...)
		for i := range jobs {
			jobs[i].ID, jobs[i].User, jobs[i].QOS = int64(i+1), s.User("u", "x", ""), 0
		}
		tw := New(s)
		e, err := cluster.NewEngine(cluster.Config{System: s, Jobs: jobs, Scheduler: tw})
		if err != nil {
			t.Fatal(err)
		}
		for e.Now < 601 && e.Step() {
		}
		got := map[int32]int64{}
		for _, n := range tw.entries {
			got[n.job] = n.priority
		}
		if text := fmt.Sprint(got[1], got[2], got[3]); text != c.want {
			t.Errorf("%s: %s, want %s", c.name, text, c.want)
		}
	}
}

// A priority that would fall as others use less stays with INCR_ONLY.
func TestPrioritiesMayNeverFall(t *testing.T) {
	for _, only := range []bool{false, true} {
		s := shop(t, cluster.Priority{WeightFair: 1000, CalcPeriodS: ptr(60), IncreaseOnly: only})
		job := func(id, submit int64, user, account string) cluster.Job {
			j := handmade(submit, 1000, 2000, 100)
			j.ID, j.QOS, j.User = id, 0, s.User(user, account, "")
			return j
		}
		tw := New(s)
		e, err := cluster.NewEngine(cluster.Config{System: s, Jobs: []cluster.Job{job(1, 0, "ann", "a"), job(2, 0, "ann", "a")}, Scheduler: tw})
		if err != nil {
			t.Fatal(err)
		}
		for e.Now < 300 && e.Step() {
		}
		if p := tw.entries[0].priority; (p == 1000) != only { // it came before anybody had used anything
			t.Errorf("%t: %d", only, p)
		}
	}
}
