package predict

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
)

// A row is a job of one user on one node of four cores. Times before now (1,000) are what the accounting has.
type row struct {
	submit, start, run, limit int64 // start -1: it waits; run -1: it has not ended
	cores                     int32
	change                    func(*cluster.Job)
}

func ask(t *testing.T, rows []row, alone bool) *Answer {
	t.Helper()
	one := int64(1)
	q := Question{Now: 1_001_000, Draws: 20, Seed: 1, Alone: alone, System: func() (*cluster.System, *accounting.Log, error) {
		s, err := cluster.New(&cluster.Description{Format: cluster.Format, Nodes: []cluster.NodeType{{Names: "n1", Cores: 4}},
			Partitions: []cluster.Partition{{Name: "p", Nodes: "ALL", MaxTimeS: 10_000}}, Priority: cluster.Priority{Type: "basic"},
			QOS: []cluster.QOS{{Name: "few", Limits: cluster.Limits{MaxJobsPerUser: &one}}}})
		l := &accounting.Log{UnixStart: 1_000_000}
		for i, r := range rows {
			j := cluster.Job{ID: int64(i + 1), Submit: r.submit, Run: r.run, Limit: r.limit, Begin: cluster.None, MinNodes: 1, Tasks: r.cores,
				CoresPerTask: 1, GPUType: cluster.None, QOS: cluster.None, Partitions: []int32{0}, User: s.User("ann", "x", "")}
			if r.change != nil {
				r.change(&j)
			}
			rec := accounting.Job{ID: int64(i + 1), Base: int64(i + 1), Task: cluster.None, Submit: r.submit,
				User: "ann", Partition: "p", Nodes: "n1",
				Waits: r.start < 0, Runs: r.start >= 0 && r.run < 0}
			if r.start >= 0 {
				rec.Starts, rec.Recorded = []int64{r.start}, r.start
			}
			if r.run < 0 {
				j.Run = j.Limit
			}
			l.Jobs, l.Recorded = append(l.Jobs, j), append(l.Recorded, rec)
		}
		return s, l, err
	}}
	a, err := q.Ask(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Without any history every job runs until its limit: job 1 has the node until 1,100, and the others follow in
// order. What holds a job is Slurm's word for it.
func TestByHand(t *testing.T) {
	a := ask(t, []row{
		{0, 100, -1, 1000, 4, nil},
		{10, -1, -1, 500, 4, nil},
		{20, -1, -1, 200, 4, nil},
		{30, -1, -1, 100, 4, func(j *cluster.Job) { j.Held = true }},
		{40, -1, -1, 100, 4, func(j *cluster.Job) { j.Begin = 5000 }},
		{50, -1, -1, 100, 4, func(j *cluster.Job) { j.After = []cluster.Dependency{{Job: 0, Kind: cluster.AfterAny}} }},
		{60, -1, -1, 20_000, 4, nil},
	}, true)
	var got []string
	for _, s := range a.Starts {
		second := func(unix int64) int64 { return max(unix-1_000_000, 0) }
		got = append(got, fmt.Sprintf("%d %s %d-%d-%d %.0f", s.ID, s.Reason, second(s.Early), second(s.Median), second(s.Late), s.Never))
	}
	slices.Sort(got)
	// The main scheduler looks within three seconds of an end.
	want := []string{"2 Resources 1100", "3 Priority 1600", "4 JobHeldUser 0-0-0 1", "5 BeginTime 5", "6 Dependency 1",
		"7 PartitionTimeLimit 0-0-0 1"}
	for i, w := range want {
		if !strings.HasPrefix(got[i], w) {
			t.Errorf("%s, want %s ...", got[i], w)
		}
	}
	if a.Running != 1 || a.Waiting != 6 || a.Missed != 0 {
		t.Errorf("%+v", a)
	}
}

// Users who need a tenth of their limits end early, and others come before those who wait longer than theirs.
func TestHistoryMakesStartsEarlier(t *testing.T) {
	var rows []row
	for i := range int64(12) {
		rows = append(rows, row{10 * i, 10 * i, 10, 100, 1, nil})
	}
	rows = append(rows, row{900, 950, -1, 1000, 4, nil}, row{960, -1, -1, 100, 4, nil})
	a := ask(t, rows, true)
	if s := a.Starts[0]; s.Median > 1_001_060+60 || s.Limits < 1_001_950 || s.Late < s.Median || s.Early > s.Median {
		t.Errorf("%+v", s)
	}
}

func TestAMomentOfTheLog(t *testing.T) {
	// Job 1 has run since 100 and ends at 1,500; nobody knows at 1,000. Job 2 starts at 1,500 then, and job 3 has not come.
	a := ask(t, []row{{0, 100, 1400, 2000, 4, nil}, {500, 1500, 10, 10, 4, nil}, {1200, 1510, 10, 10, 4, nil}}, true)
	if a.Running != 1 || a.Waiting != 1 || a.Starts[0].Limits < 1_002_100 {
		t.Errorf("%+v", a)
	}
}

func TestHistoryIsConditional(t *testing.T) {
	h := &history{users: map[string][]float64{}}
	for i := range 100 {
		h.all = append(h.all, float64(i+1)/100)
	}
	h.users["few"] = []float64{0.01}
	r := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		if run := h.draw(r, "few", 1000, 500); run <= 500 || run > 1000 {
			t.Fatal(run)
		}
	}
	if run := h.draw(r, "few", 1000, 2000); run != 2001 {
		t.Errorf("a job beyond its limit runs for %d s", run)
	}
	if run := (&history{}).draw(r, "", 1000, -1); run != 1000 {
		t.Errorf("without history a job runs for %d s", run)
	}
}

// What comes again comes after now, as often as before, in order.
func TestArrivals(t *testing.T) {
	l := &accounting.Log{}
	for i := range int64(50) {
		l.Jobs = append(l.Jobs, cluster.Job{ID: i + 1, Submit: i * 20_000})
		l.Recorded = append(l.Recorded, accounting.Job{User: fmt.Sprint(i)})
	}
	arrive(l, 1_000_000, rand.New(rand.NewPCG(1, 1)))
	later := l.Jobs[50:]
	if len(later) != week/20_000 || later[0].Submit <= 1_000_000 || later[len(later)-1].Submit > 1_000_000+week ||
		!slices.IsSortedFunc(later, func(a, b cluster.Job) int { return int(a.Submit - b.Submit) }) || len(l.Recorded) != len(l.Jobs) {
		t.Errorf("%d jobs: %+v", len(later), later)
	}
}
