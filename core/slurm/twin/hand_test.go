package twin

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// A busyDay is jobs, what happens to them, and the starts of their runs, worked out by hand: - for none.
// Sixteen cores on four nodes, priorities by submission, no backfilling: passes are 3 s apart at
// least, and full ones at multiples of 60 s.
type busyDay struct {
	name    string
	change  func(*cluster.Description)
	jobs    []cluster.Job
	changes []cluster.Change
	want    string
}

// handmade returns a job of some cores.
func handmade(submit, run, limit int64, cores int32, change ...func(*cluster.Job)) cluster.Job {
	j := cluster.Job{Submit: submit, Run: run, Limit: limit, Begin: cluster.None, MinNodes: 1, Tasks: cores, CoresPerTask: 1,
		GPUType: cluster.None, QOS: cluster.None, Partitions: []int32{0}}
	for _, c := range change {
		c(&j)
	}
	return j
}

// play plays the day.
func (c *busyDay) play(t *testing.T) *cluster.Engine {
	t.Helper()
	no := false
	d := &cluster.Description{
		Format: cluster.Format, Nodes: []cluster.NodeType{{Names: "n[1-4]", Cores: 4, MemoryMiB: 1}},
		Partitions: []cluster.Partition{{Name: "all", Nodes: "ALL"}}, Priority: cluster.Priority{Type: "basic"},
		Scheduling: cluster.Scheduling{Backfill: &no},
	}
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
	e, err := cluster.NewEngine(cluster.Config{System: s, Jobs: c.jobs, Changes: c.changes, Cut: true, Scheduler: New(s)})
	if err != nil {
		t.Fatal(err)
	}
	_ = e.Run(context.Background()) // some never start
	return e
}

func (c *busyDay) check(t *testing.T) {
	t.Helper()
	e := c.play(t)
	var all []string
	for _, starts := range e.Starts() {
		text := strings.Trim(strings.ReplaceAll(fmt.Sprint(starts), " ", ","), "[]")
		if text == "" {
			text = "-"
		}
		all = append(all, text)
	}
	if got := strings.Join(all, " "); got != c.want {
		t.Errorf("%s: starts %s, want %s", c.name, got, c.want)
	}
}

func TestLimitsOverTimeAndPreemptionByHand(t *testing.T) {
	job, no := handmade, false
	limit := func(l cluster.Limits) func(*cluster.Description) {
		return func(d *cluster.Description) {
			d.Accounts = []cluster.Account{{Name: "x", Limits: l}}
			d.Priority.HalfLifeS = ptr(0)
		}
	}
	preempt := func(mode string, grace int64) func(*cluster.Description) {
		return func(d *cluster.Description) {
			d.QOS = []cluster.QOS{{Name: "low", GraceS: grace}, {Name: "high", Preempt: []string{"low"}}}
			d.Preemption = cluster.Preemption{Type: "qos", Mode: mode}
			d.Scheduling.RequeueDelayS = ptr(10)
		}
	}
	qos := func(q int32) func(*cluster.Job) { return func(j *cluster.Job) { j.QOS = q } }
	over := func(d *cluster.Description) { d.Scheduling.OverTimeS = 5 }
	least := func(d *cluster.Description) { d.Scheduling.LeastLoaded = true }
	oneNode := func(j *cluster.Job) { j.MaxNodes = 1 }
	four := []cluster.Job{job(0, 50, 60, 1), job(0, 50, 60, 1), job(0, 50, 60, 1), job(0, 50, 60, 1), job(5, 10, 20, 4, oneNode)}
	for _, c := range []busyDay{
		{"two core minutes: what has been used and what could be", limit(cluster.Limits{GrpTRESMins: cluster.TRES{"cpu": 2}}),
			[]cluster.Job{job(0, 20, 20, 4), job(0, 20, 20, 4)}, nil, "0 -"},
		{"and less if the first needs less", limit(cluster.Limits{GrpTRESMins: cluster.TRES{"cpu": 2}}),
			[]cluster.Job{job(0, 5, 20, 4), job(0, 20, 20, 4)}, nil, "0 5"},
		{"four core minutes that running jobs may still use", limit(cluster.Limits{GrpTRESRunMins: cluster.TRES{"cpu": 4}}),
			[]cluster.Job{job(0, 12, 60, 4), job(0, 12, 60, 4)}, nil, "0 12"},
		{"a minute of wall-clock time: the second job may use all of it, since less than one was used; the third may not",
			limit(cluster.Limits{GrpWallS: ptr(60)}), []cluster.Job{job(0, 10, 60, 1), job(11, 55, 60, 1), job(70, 1, 60, 1)}, nil, "0 13 -"},
		{"without safe limits, 15 s", func(d *cluster.Description) {
			limit(cluster.Limits{GrpWallS: ptr(15)})(d)
			d.Scheduling.SafeLimits = &no
		},
			[]cluster.Job{job(0, 10, 20, 1), job(11, 10, 20, 1), job(25, 1, 20, 1)}, nil, "0 13 -"},
		{"a job takes the nodes of another, which comes back", preempt("requeue", 0),
			[]cluster.Job{job(0, 100, 200, 16, qos(0)), job(5, 20, 30, 16, qos(1))}, nil, "0,28 8"},
		{"or does not", preempt("cancel", 0),
			[]cluster.Job{job(0, 100, 200, 16, qos(0)), job(5, 20, 30, 16, qos(1))}, nil, "0 8"},
		{"after a grace of 10 s", preempt("requeue", 10),
			[]cluster.Job{job(0, 100, 200, 16, qos(0)), job(5, 20, 30, 16, qos(1))}, nil, "0,35 15"},
		{"of several it takes as few as suffice", preempt("cancel", 0),
			[]cluster.Job{job(0, 100, 200, 8, qos(0)), job(0, 100, 200, 4, qos(0)), job(0, 100, 200, 4, qos(0)), job(5, 20, 30, 4, qos(1))},
			nil, "0 0 0 8"},
		{"a limit of 10 s", nil, []cluster.Job{job(0, 30, 10, 16), job(1, 1, 1, 1)}, nil, "0 10"},
		{"with 5 s over it for all", over, []cluster.Job{job(0, 30, 10, 16), job(1, 1, 1, 1)}, nil, "0 15"},
		{"of which a job needs 2", over, []cluster.Job{job(0, 12, 10, 16), job(1, 1, 1, 1)}, nil, "0 12"},
		{"four small jobs share a node, and leave room for a large one", nil, four, nil, "0 0 0 0 5"},
		{"on the least loaded nodes they leave none", least, four, nil, "0 0 0 0 50"},
	} {
		c.check(t)
	}
}

func TestReservationsOutagesAndPeopleByHand(t *testing.T) {
	job := handmade
	reserve := func(nodes string, flags ...string) func(*cluster.Description) {
		return func(d *cluster.Description) {
			d.Reservations = []cluster.Reservation{{Name: "r", Nodes: nodes, BeginS: 50, EndS: 100, Flags: flags}}
		}
	}
	outage := func(o cluster.Outage) func(*cluster.Description) {
		return func(d *cluster.Description) {
			d.Outages, d.Scheduling.RequeueDelayS = []cluster.Outage{o}, ptr(10)
		}
	}
	after := func(k cluster.DependencyKind, other int32) func(*cluster.Job) {
		return func(j *cluster.Job) { j.After = append(j.After, cluster.Dependency{Job: other, Kind: k}) }
	}
	task := func(j *cluster.Job) { j.Array, j.ArrayLimit = 1, 1 }
	for _, c := range []busyDay{
		{"a job would run into the reservation of its nodes, and has others", reserve("n[1-2]"),
			[]cluster.Job{job(0, 10, 60, 8), job(0, 10, 60, 8), job(0, 10, 40, 4)}, nil, "0 10 10"},
		{"which end at 100: the next full pass is at 120", reserve("ALL"), []cluster.Job{job(0, 10, 60, 4)}, nil, "120"},
		{"a job of the reservation waits for its begin at 50, which nobody notices before 60", reserve("n[1-2]"),
			[]cluster.Job{job(0, 10, 60, 4, func(j *cluster.Job) { j.Reservation = 1 })}, nil, "60"},
		{"every day at the same time", reserve("ALL", "daily"), []cluster.Job{job(86_400, 10, 60, 4)}, nil, "86520"},
		{"a node fails, and its job starts again from the beginning", outage(cluster.Outage{Nodes: "ALL", BeginS: 30, EndS: 45}),
			[]cluster.Job{job(0, 100, 200, 16)}, nil, "0,45"},
		{"or is only drained", outage(cluster.Outage{Nodes: "ALL", BeginS: 30, EndS: 45, Drain: true}),
			[]cluster.Job{job(0, 40, 200, 16), job(0, 10, 20, 1)}, nil, "0 45"},
		{"dependencies, which a pass finds out as it begins", nil, []cluster.Job{
			job(0, 10, 20, 1), job(0, 20, 20, 1, func(j *cluster.Job) { j.Fails = true }),
			job(0, 5, 20, 1, after(cluster.AfterOK, 0)), job(0, 5, 20, 1, after(cluster.AfterOK, 1)),
			job(0, 5, 20, 1, after(cluster.AfterNotOK, 1)),
			job(0, 5, 20, 1, after(cluster.AfterAny, 0), after(cluster.AfterAny, 1)), job(0, 5, 20, 1, after(cluster.AfterStart, 1)),
			job(0, 5, 20, 1, after(cluster.AfterOK, 0), after(cluster.AfterOK, 1), func(j *cluster.Job) { j.AnyOf = true }),
		}, nil, "0 0 10 - 20 20 10 10"},
		{"one task of an array at a time", nil, []cluster.Job{job(0, 10, 20, 1, task), job(0, 10, 20, 1, task), job(0, 10, 20, 1, task)},
			nil, "0 10 20"},
		{"released at 7 and requeued at 8: the pass at 10 has a core for the first, whose end the third awaits; the fourth is cancelled",
			func(d *cluster.Description) { d.Scheduling.RequeueDelayS = ptr(10) },
			[]cluster.Job{job(0, 10, 20, 1, func(j *cluster.Job) { j.Held = true }), job(0, 50, 60, 14),
				job(1, 10, 20, 2), job(1, 10, 20, 2)},
			[]cluster.Change{{At: 7, Kind: cluster.Release, Job: 0}, {At: 8, Kind: cluster.Requeue, Job: 2}, {At: 9, Kind: cluster.Cancel, Job: 3}},
			"10 0 3,20 -"},
	} {
		c.check(t)
	}
}
