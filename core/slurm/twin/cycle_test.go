package twin

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// ask is a job by hand: submission, run, limit and cores, of a user and a partition.
type ask struct {
	submit, run, limit int64
	cores              int32
	user               string
	part               int32
}

// play returns the starts of jobs on four nodes of 4 cores, n1 to n4, with one user a
// basic priority by submission unless the description says otherwise.
func play(t *testing.T, asks []ask, change func(d *cluster.Description)) string {
	t.Helper()
	d := &cluster.Description{
		Format:     cluster.Format,
		Nodes:      []cluster.NodeType{{Names: "n[1-4]", Cores: 4, MemoryMiB: 1}},
		Partitions: []cluster.Partition{{Name: "all", Nodes: "ALL"}, {Name: "half", Nodes: "n[3-4]"}},
		Priority:   cluster.Priority{Type: "basic"},
	}
	if change != nil {
		change(d)
	}
	s, err := cluster.New(d)
	if err != nil {
		t.Fatal(err)
	}
	var jobs []cluster.Job
	for i, a := range asks {
		j := cluster.Job{ID: int64(i + 1), Submit: a.submit, Run: a.run, Limit: a.limit, Begin: cluster.None, MinNodes: 1, Tasks: a.cores,
			CoresPerTask: 1, GPUType: cluster.None, QOS: cluster.None, Partitions: []int32{a.part}, User: s.User(a.user, "x", "")}
		if len(s.QOS) > 0 {
			j.QOS = 0
		}
		jobs = append(jobs, j)
	}
	e, err := cluster.NewEngine(cluster.Config{System: s, Jobs: jobs, Scheduler: New(s)})
	if err != nil {
		t.Fatal(err)
	}
	e.Run(context.Background())
	var starts []string
	for _, p := range e.Placed {
		starts = append(starts, fmt.Sprint(p.Start))
	}
	return strings.Join(starts, " ")
}

// What the main scheduler and the backfill cycle do, with starts worked out by hand. Cycles are
// at multiples of 30 s, full passes at multiples of 60 s; a pass for what came or ended is at
// least 3 s after the last. Reservations are of whole minutes. Sixteen cores.
func TestCyclesByHand(t *testing.T) {
	none := false
	noBackfill := func(d *cluster.Description) { d.Scheduling.Backfill = &none }
	byHand(t, []hand{
		{"a job that fits starts as it comes", []ask{{5, 50, 100, 16, "u", 0}}, nil, "5"},
		{"the next starts in the pass after the end, at 100",
			[]ask{{0, 100, 200, 16, "u", 0}, {1, 10, 20, 16, "u", 0}}, noBackfill, "0 100"},
		{"two ends within 3 s are one pass later: the jobs end at 100 and 101, the passes are at 100 and 103",
			[]ask{{0, 100, 200, 8, "u", 0}, {0, 101, 200, 8, "u", 0}, {1, 10, 20, 16, "u", 0}}, noBackfill, "0 0 103"},
		{"a job that waits holds those behind it in its partition",
			[]ask{{0, 100, 200, 12, "u", 0}, {1, 10, 20, 16, "u", 0}, {2, 10, 20, 4, "u", 0}}, noBackfill, "0 100 110"},
		{"and those in another with its nodes",
			[]ask{{0, 100, 200, 12, "u", 0}, {1, 10, 20, 16, "u", 0}, {2, 10, 20, 4, "u", 1}}, noBackfill, "0 100 110"},
		{"a cycle starts what ends before the first must start, at 30",
			[]ask{{0, 100, 200, 12, "u", 0}, {1, 10, 20, 16, "u", 0}, {2, 10, 20, 4, "u", 0}}, nil, "0 100 30"},
		{"but not what may run beyond, by its limit",
			[]ask{{0, 100, 200, 12, "u", 0}, {1, 10, 60, 16, "u", 0}, {2, 10, 240, 4, "u", 0}}, nil, "0 100 110"},
		{"a reservation ends with a whole minute: less than that keeps nobody out",
			[]ask{{0, 100, 200, 12, "u", 0}, {1, 10, 20, 16, "u", 0}, {2, 10, 240, 4, "u", 0}}, nil, "0 100 30"},
		{"one job of a user in a cycle: the second waits for the next",
			[]ask{{0, 100, 200, 12, "u", 0}, {1, 10, 20, 16, "v", 0}, {2, 10, 20, 2, "u", 0}, {2, 10, 20, 2, "u", 0}},
			func(d *cluster.Description) { d.Scheduling.BfMaxJobUser = ptr(1) }, "0 100 30 60"},
		{"a start beyond the window reserves nothing: the long job starts at 30 and the wide one waits for it",
			[]ask{{0, 100, 7200, 12, "u", 0}, {1, 10, 20, 16, "u", 0}, {2, 500, 9000, 4, "u", 0}},
			func(d *cluster.Description) { d.Scheduling.BfWindowS = ptr(3600) }, "0 530 30"},
		{"a young job reserves nothing, and holds nobody",
			[]ask{{0, 100, 200, 12, "u", 0}, {1, 10, 20, 16, "u", 0}, {2, 300, 400, 4, "u", 0}},
			func(d *cluster.Description) { d.Scheduling.BfMinAgeReserveS = ptr(3600) }, "0 303 3"},
		{"a job of a QOS that reserves nothing keeps nobody out of a cycle, but of the passes between",
			[]ask{{0, 100, 200, 12, "u", 0}, {1, 10, 20, 16, "u", 0}, {2, 300, 400, 4, "u", 0}},
			func(d *cluster.Description) { d.QOS = []cluster.QOS{{Name: "q", NoReserve: true}} }, "0 330 30"},
		{"a partition of a higher tier goes first",
			[]ask{{0, 100, 200, 16, "u", 0}, {1, 10, 20, 16, "u", 0}, {2, 10, 20, 8, "u", 1}},
			func(d *cluster.Description) { d.Partitions[1].PriorityTier = 5; d.Scheduling.Backfill = &none }, "0 110 100"},
		{"defer: nothing starts before the first pass", []ask{{5, 10, 20, 1, "u", 0}},
			func(d *cluster.Description) { d.Scheduling.Defer = true; d.Scheduling.Backfill = &none }, "5"},
		{"two running jobs of a user at most",
			[]ask{{0, 50, 90, 1, "u", 0}, {0, 50, 90, 1, "u", 0}, {0, 50, 90, 1, "u", 0}, {0, 50, 90, 1, "v", 0}},
			func(d *cluster.Description) {
				d.QOS = []cluster.QOS{{Name: "q", Limits: cluster.Limits{MaxJobsPerUser: ptr(2)}}}
				d.Scheduling.Backfill = &none
			}, "0 0 50 0"},
		{"but a QOS with such a limit lifts that of the association, and of its kind only",
			[]ask{{0, 50, 90, 1, "u", 0}, {0, 50, 90, 1, "u", 0}, {0, 50, 90, 1, "u", 0}, {0, 50, 90, 1, "v", 0}},
			func(d *cluster.Description) {
				d.QOS = []cluster.QOS{{Name: "q", Limits: cluster.Limits{MaxJobsPerUser: ptr(2)}}}
				d.Accounts = []cluster.Account{{Name: "x", Limits: cluster.Limits{GrpTRES: cluster.TRES{"cpu": 2}},
					Users: []cluster.User{{Name: "u", Limits: cluster.Limits{MaxJobs: ptr(1)}}}}}
				d.Scheduling.Backfill = &none
			}, "0 0 50 50"},
		{"two cores of each account in a QOS at most",
			[]ask{{0, 50, 90, 2, "u", 0}, {0, 50, 90, 2, "v", 0}},
			func(d *cluster.Description) {
				d.QOS = []cluster.QOS{{Name: "q", Limits: cluster.Limits{MaxTRESPerAccount: cluster.TRES{"cpu": 2}, MaxJobsPerAccount: ptr(5)}}}
				d.Scheduling.Backfill = &none
			}, "0 50"},
		{"eight cores of an account at most", []ask{{0, 50, 90, 6, "u", 0}, {0, 50, 90, 6, "u", 0}},
			func(d *cluster.Description) {
				d.Accounts = []cluster.Account{{Name: "x", Limits: cluster.Limits{GrpTRES: cluster.TRES{"cpu": 8}}}}
				d.Scheduling.Backfill = &none
			}, "0 50"},
	})
}

// A hand is jobs with the starts that somebody has worked out.
type hand struct {
	name   string
	jobs   []ask
	change func(d *cluster.Description)
	want   string
}

func byHand(t *testing.T, all []hand) {
	for _, c := range all {
		if got := play(t, c.jobs, c.change); got != c.want {
			t.Errorf("%s: starts %s, want %s", c.name, got, c.want)
		}
	}
}

// And what parameters change of that.
func TestParametersByHand(t *testing.T) {
	none := false
	byHand(t, []hand{
		{"one job of a user in a partition and cycle",
			[]ask{{0, 100, 200, 12, "u", 0}, {1, 10, 20, 16, "v", 0}, {2, 10, 20, 2, "u", 0}, {2, 10, 20, 2, "u", 0}},
			func(d *cluster.Description) { d.Scheduling.BfMaxJobUserPart = ptr(1) }, "0 100 30 60"},
		{"one job of an association in a cycle",
			[]ask{{0, 100, 200, 12, "u", 0}, {1, 10, 20, 16, "v", 0}, {2, 10, 20, 2, "u", 0}, {2, 10, 20, 2, "u", 0}},
			func(d *cluster.Description) { d.Scheduling.BfMaxJobAssoc, d.Scheduling.BfMaxJobUser = ptr(1), ptr(9) }, "0 100 30 60"},
		{"a cycle that has time for one job never comes to the second",
			[]ask{{0, 100, 200, 12, "u", 0}, {1, 10, 20, 16, "v", 0}, {2, 10, 20, 2, "u", 0}},
			func(d *cluster.Description) { d.Scheduling.BfMaxTimeS, d.Scheduling.BfJobUs = ptr(1), 1_000_000 }, "0 100 110"},
		{"one job of a partition in a pass: that which a limit holds, until it starts, and then the other in the next full pass",
			[]ask{{0, 50, 90, 1, "u", 0}, {1, 50, 90, 1, "u", 0}, {2, 10, 20, 1, "v", 0}},
			func(d *cluster.Description) {
				d.QOS = []cluster.QOS{{Name: "q", Limits: cluster.Limits{MaxJobsPerUser: ptr(1)}}}
				d.Scheduling.PartitionJobDepth, d.Scheduling.Backfill = ptr(1), &none
			}, "0 50 60"},
		{"ten seconds between passes: what came at 5 has been looked at at 0 or waits until 10",
			[]ask{{0, 50, 90, 1, "u", 0}, {5, 10, 20, 1, "u", 0}},
			func(d *cluster.Description) {
				d.Scheduling.SchedMinIntervalUs, d.Scheduling.Backfill = ptr(10_000_000), &none
			}, "0 10"},
		{"the end of an epilog starts a pass at once, if ends are not deferred: at 50, before the pass that is due at 52",
			[]ask{{0, 50, 90, 16, "u", 0}, {49, 10, 20, 1, "u", 0}, {49, 10, 20, 1, "u", 0}},
			func(d *cluster.Description) { d.Scheduling.Epilog, d.Scheduling.Backfill = true, &none }, "0 50 50"},
		{"and with defer it is that of 52",
			[]ask{{0, 50, 90, 16, "u", 0}, {49, 10, 20, 1, "u", 0}, {49, 10, 20, 1, "u", 0}},
			func(d *cluster.Description) {
				d.Scheduling.Epilog, d.Scheduling.Defer, d.Scheduling.Backfill = true, true, &none
			}, "0 52 52"},
	})
}
