package queue

import (
	"fmt"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// Starts worked out by hand, on four nodes of 4 cores, of which g1 has 2 GPUs and n3 is in the partition
// half with it.
func TestByHand(t *testing.T) {
	job := func(submit, run, limit int64, cores int32, change ...func(*cluster.Job)) cluster.Job {
		j := cluster.Job{Submit: submit, Run: run, Limit: limit, Begin: cluster.None, MinNodes: 1, Tasks: cores, CoresPerTask: 1,
			GPUType: cluster.None, QOS: cluster.None, Partitions: []int32{0}}
		for _, c := range change {
			c(&j)
		}
		return j
	}
	in := func(parts ...int32) func(*cluster.Job) { return func(j *cluster.Job) { j.Partitions = parts } }
	gpu := func(j *cluster.Job) { j.GPUs = 1 }
	whole := func(j *cluster.Job) { j.WholeNodes = true }
	for _, c := range []struct {
		name, policy string
		change       func(*cluster.Description)
		jobs         []cluster.Job
		want         string
	}{
		{"the wide job holds back what comes later", "fcfs", nil,
			[]cluster.Job{job(0, 100, 100, 8), job(1, 10, 10, 16), job(2, 10, 10, 4)}, "0 100 110"},
		{"but not on nodes of another partition", "fcfs", nil,
			[]cluster.Job{job(0, 100, 100, 4, in(1)), job(1, 10, 10, 8, in(1)), job(2, 10, 10, 4, in(2))}, "0 100 2"},
		{"first fit starts it at once", "list", nil,
			[]cluster.Job{job(0, 100, 100, 8), job(1, 10, 10, 16), job(2, 10, 10, 4)}, "0 100 2"},
		{"backfilling too, if it ends by the shadow time", "easy", nil,
			[]cluster.Job{job(0, 100, 100, 8), job(1, 10, 10, 16), job(2, 10, 98, 4), job(2, 10, 99, 4)}, "0 100 2 110"},
		{"or if the head has a place with it", "easy", nil,
			[]cluster.Job{job(0, 100, 100, 8), job(1, 10, 10, 12), job(2, 200, 200, 4)}, "0 100 2"},
		{"a job that would take the head's node takes another, unless it wants a GPU, too", "easy", nil,
			[]cluster.Job{job(0, 100, 100, 2, gpu), job(1, 10, 10, 4, gpu), job(2, 300, 300, 2, gpu), job(2, 300, 300, 2)}, "0 100 110 2"},
		{"the head of one partition does not hold the other", "easy", nil,
			[]cluster.Job{job(0, 100, 100, 4, in(1)), job(1, 10, 10, 8, in(1)), job(2, 300, 300, 4, in(2)), job(2, 50, 50, 4, in(1))},
			"0 100 2 2"},
		{"a job of two partitions starts in the first that has room", "easy", nil,
			[]cluster.Job{job(0, 100, 100, 8, in(1)), job(1, 10, 10, 4, in(1, 2))}, "0 1"},
		{"whole nodes are not shared", "easy", nil,
			[]cluster.Job{job(0, 100, 100, 1), job(0, 100, 100, 1, whole), job(1, 10, 10, 12), job(1, 10, 10, 8)}, "0 0 100 1"},
		{"the shadow time is after a reservation of the nodes", "easy", func(d *cluster.Description) {
			d.Reservations = []cluster.Reservation{{Name: "r", Nodes: "ALL", BeginS: 50, EndS: 90}}
		}, []cluster.Job{job(0, 10, 60, 16), job(1, 10, 40, 4), job(1, 10, 60, 4)}, "90 1 100"},
		{"shortest first", "sjf-fcfs", nil, []cluster.Job{job(0, 10, 10, 16), job(1, 30, 30, 16), job(2, 20, 20, 16)}, "0 30 10"},
	} {
		d := &cluster.Description{Format: cluster.Format, Nodes: []cluster.NodeType{{Names: "n[1-3]", Cores: 4},
			{Names: "g1", Cores: 4, GPUs: map[string]int{"": 2}}},
			Partitions: []cluster.Partition{{Name: "all", Nodes: "ALL"}, {Name: "half", Nodes: "n3,g1"}, {Name: "rest", Nodes: "n[1-2]"}}}
		if c.change != nil {
			c.change(d)
		}
		s, err := cluster.New(d)
		if err != nil {
			t.Fatal(err)
		}
		for i := range c.jobs {
			c.jobs[i].ID, c.jobs[i].User = int64(i+1), s.User("u", "x", "")
		}
		e := play(t, cluster.Config{System: s, Jobs: c.jobs}, c.policy)
		var starts []string
		for _, p := range e.Placed {
			starts = append(starts, fmt.Sprint(p.Start))
		}
		if got := strings.Join(starts, " "); got != c.want {
			t.Errorf("%s: starts %s, want %s", c.name, got, c.want)
		}
	}
}

func TestNamesThatAreNone(t *testing.T) {
	s, err := cluster.New(&cluster.Description{Format: cluster.Format, Nodes: []cluster.NodeType{{Names: "n", Cores: 1}},
		Partitions: []cluster.Partition{{Name: "p", Nodes: "ALL"}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"", "x-easy", "sjf", "easy-sjf", "sjf-easy-", "plan-opt"} {
		if _, err := New(s, name); err == nil {
			t.Errorf("there is a scheduler %q", name)
		}
	}
	if _, err := New(s, " SJF-Easy"); err != nil {
		t.Error(err)
	}
}
