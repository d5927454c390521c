package cluster_test

import (
	"context"
	"errors"
	"strconv"
	"testing"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/platform/cluster/queue"
	"github.com/backfill-lab/backfill/core/platform/internal/stories"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/slurm/twin"
)

// onSystem plays jobs on a system and asks about one; around, if not nil, watches the run, too.
func onSystem(t testing.TB, c cluster.Config, name string, id int64,
	around func(cluster.Scheduler) cluster.Scheduler) (*cluster.Asked, platform.Answer, *cluster.Engine) {
	t.Helper()
	q := &cluster.Asked{Job: id, Number: func(i int32) int64 { return c.Jobs[i].ID }}
	c.Scheduler = q.Watch(scheduler(t, c.System, name))
	if around != nil {
		c.Scheduler = around(c.Scheduler)
	}
	e, err := cluster.NewEngine(c)
	if err != nil {
		t.Fatal(err)
	}
	_ = e.Run(context.Background()) // some may never start
	a, err := q.Answer()
	if left := platform.LeftOut(""); err != nil && !errors.As(err, &left) {
		t.Fatal(err)
	}
	if a.Job != 0 {
		a.Name(func(j int64) string { return strconv.FormatInt(j, 10) })
	}
	return q, a, e
}

func scheduler(t testing.TB, s *cluster.System, name string) cluster.Scheduler {
	t.Helper()
	if name == policy.Slurm {
		return twin.New(s)
	}
	made, err := queue.New(s, name)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// two is a system of two nodes of four cores and one GPU, and an account that may run one job.
func two(t *testing.T) *cluster.System {
	t.Helper()
	one := int64(1)
	s, err := cluster.New(&cluster.Description{Format: cluster.Format,
		Nodes:      []cluster.NodeType{{Names: "n[1-2]", Cores: 4, MemoryMiB: 8192, GPUs: map[string]int{"a100": 1}, Features: []string{"ib"}}},
		Partitions: []cluster.Partition{{Name: "p", Nodes: "ALL", DefMemPerCoreMiB: 1024}},
		Accounts: []cluster.Account{{Name: "free", Users: []cluster.User{{Name: "ann"}}},
			{Name: "tight", Users: []cluster.User{{Name: "bob"}}, Limits: cluster.Limits{GrpJobs: &one}}},
		Scheduling: cluster.Scheduling{BatchDelayS: new(int64)}, Priority: cluster.Priority{Type: "basic"}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// asks is a job of ann for some cores, with times in seconds.
func asks(s *cluster.System, id, submit, run int64, cores int32, set ...func(*cluster.Job)) cluster.Job {
	j := cluster.Job{ID: id, Submit: submit, Run: run, Limit: run, Begin: cluster.None, MinNodes: 1, Tasks: cores, CoresPerTask: 1,
		GPUType: cluster.None, QOS: cluster.None, Partitions: []int32{0}, User: s.User("ann", "free", "")}
	for _, f := range set {
		f(&j)
	}
	return j
}

func TestStoriesOnSystems(t *testing.T) {
	s := two(t)
	// Job 1 has all, 2 needs a whole node, 3 needs all, 4 is short, 5 depends on 2 and 4, 6 is held, 7 begins late.
	jobs := []cluster.Job{
		asks(s, 1, 0, 100, 8),
		asks(s, 2, 10, 50, 4, func(j *cluster.Job) { j.MinNodes, j.MaxNodes, j.GPUs = 1, 1, 1 }),
		asks(s, 3, 20, 50, 8),
		asks(s, 4, 30, 40, 1, func(j *cluster.Job) { j.MemoryMiB, j.Features = 1000, []uint64{1} }),
		asks(s, 5, 40, 10, 1, func(j *cluster.Job) {
			j.After = []cluster.Dependency{{Job: 1, Kind: cluster.AfterAny}, {Job: 3, Kind: cluster.AfterAny}}
		}),
		asks(s, 6, 50, 10, 1, func(j *cluster.Job) { j.Held = true }),
		asks(s, 7, 60, 10, 1, func(j *cluster.Job) { j.Begin = 70 }),
	}
	changes := []cluster.Change{{At: 200, Kind: cluster.Release, Job: 5}}
	for _, c := range []struct {
		policy    string
		job       int64
		want, ask string
	}{
		{"easy", 1, "Job 1 started at once on n[1-2] of partition p.", "8 cores with 1 GiB a core"},
		{"easy", 2, `
10-100 too few resources free (Resources): partition p has no room for it; this job is planned for 100
Job 2 waited 90 s: too few resources free; it started on n1 of partition p when job 1 ended.`,
			"4 cores on 1 node with 1 GiB a core, 1 GPU"},
		{"easy", 3, `
20-100 too few resources free (Resources): partition p has no room for it; before it stands job 2, planned for 100
100-150 too few resources free (Resources): partition p has room for 3 to 4 of its 8 tasks; this job is planned for 150
Job 3 waited 2.2 min: too few resources free; it started on n[1-2] of partition p when job 2 ended.`, "8 cores with 1 GiB a core"},
		{"easy", 4, `
30-100 too few resources free (Resources): partition p has no room for it; before it stand 2 jobs, first job 2, planned for 100
Job 4 waited 70 s: too few resources free; it started on n2 of partition p when job 1 ended.`,
			"1 core with 1,000 MiB a node, feature ib"},
		{"easy", 5, `
40-150 waiting for other jobs (Dependency): jobs 2 and 4, longest for job 2
150-200 too few resources free (Resources): partition p has no room for it; this job is planned for 200
Job 5 waited 2.7 min: waiting for other jobs (69 %), too few resources free (31 %);
	it started on n1 of partition p when job 3 ended.`, "1 core with 1 GiB a core"},
		{"cons", 6, `
50-200 held (JobHeldUser)
Job 6 waited 2.5 min: held; it started on n1 of partition p when job 3 ended.`, "1 core with 1 GiB a core"},
		{"fcfs", 7, `
60-70 before its begin time (BeginTime): it may start from second 70 on
70-100 too few resources free (Resources): partition p has no room for it; before it stand 3 jobs, first job 2
100-150 behind other jobs (Priority): partition p has room for it; before it stand 2 jobs, first job 3
150-200 too few resources free (Resources): partition p has no room for it; before it stands job 4
Job 7 waited 2.3 min: too few resources free (57 %), behind other jobs (36 %), before its begin time (7 %);
	it started on n1 of partition p when job 3 ended.`, "1 core with 1 GiB a core"},
		{policy.Slurm, 3, `
20-100 behind other jobs (Priority): partition p has no room for it; before it stands job 2
100-150 too few resources free (Resources): partition p has room for 4 of its 8 tasks
Job 3 waited 2.2 min: behind other jobs (62 %), too few resources free (38 %);
	it started on n[1-2] of partition p when job 2 ended.`, "8 cores with 1 GiB a core"},
	} {
		_, a, _ := onSystem(t, cluster.Config{System: s, Jobs: jobs, Changes: changes}, c.policy, c.job, nil)
		if got := stories.Told(&a); got != stories.Unfold(c.want) || a.Needs != c.ask {
			t.Errorf("%s, job %d: %s:\n%s\nnot %s:\n%s", c.policy, c.job, a.Needs, got, c.ask, stories.Unfold(c.want))
		}
	}
}

// What holds a job for an account's limit, sends it back to the queue, or keeps it from ever starting, is told.
func TestStoriesOfLimitsReturnsAndJobsThatNeverStart(t *testing.T) {
	s := two(t)
	tight := func(j *cluster.Job) { j.User = s.User("bob", "tight", "") }
	limited := []cluster.Job{asks(s, 1, 0, 100, 1, tight), asks(s, 2, 10, 50, 1, tight)}
	_, a, _ := onSystem(t, cluster.Config{System: s, Jobs: limited}, policy.Slurm, 2, nil)
	want := stories.Unfold(`
10-100 a limit of its account or user (AssocGrpJobsLimit): no more jobs of its account or user may run
Job 2 waited 90 s: a limit of its account or user; it started on n1 of partition p when job 1 ended.`)
	if got := stories.Told(&a); got != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}

	back := []cluster.Job{asks(s, 1, 0, 100, 8), asks(s, 2, 0, 300, 8)}
	requeue := []cluster.Change{{At: 40, Kind: cluster.Requeue, Job: 0}}
	_, a, _ = onSystem(t, cluster.Config{System: s, Jobs: back, Changes: requeue}, "fcfs", 1, nil)
	want = stories.Unfold(`
0-40 ran until somebody sent it back to the queue: on n[1-2] of partition p
40-161 before its begin time (BeginTime): it may start from second 161 on
161-340 too few resources free (Resources): partition p has no room for it
Job 1 waited 5 min and ran once, for 40 s, before its last start: too few resources free (53 %), before its begin time (36 %),
	ran until somebody sent it back to the queue (12 %); it started on n[1-2] of partition p when job 2 ended.`)
	if got := stories.Told(&a); got != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}

	held := []cluster.Job{asks(s, 1, 0, 10, 1), asks(s, 2, 5, 10, 1, func(j *cluster.Job) { j.Held = true })}
	for _, c := range []struct {
		want    string
		job     int64
		changes []cluster.Change
	}{
		{"it never started; when the run ended, it waited since second 5: held (JobHeldUser)", 2, nil},
		{"it was cancelled while it waited", 2, []cluster.Change{{At: 7, Kind: cluster.Cancel, Job: 1}}},
		{"it is not among the simulated jobs: the system has no place for it, or it is an earlier run of a job", 3, nil},
	} {
		for _, name := range []string{"easy", policy.Slurm} {
			q, a, _ := onSystem(t, cluster.Config{System: s, Jobs: held, Changes: c.changes}, name, c.job, nil)
			if got := q.Never(); got != c.want || a.Job != 0 {
				t.Errorf("%s: %q, not %q; job %d", name, got, c.want, a.Job)
			}
		}
	}
}

// A policy that cannot tell is an error, and does not hold up the run.
func TestAMuteSchedulerHasNoAnswer(t *testing.T) {
	s := two(t)
	q := &cluster.Asked{Job: 1, Number: func(i int32) int64 { return int64(i) + 1 }}
	w := q.Watch(struct{ cluster.Scheduler }{scheduler(t, s, "easy")})
	e, err := cluster.NewEngine(cluster.Config{System: s, Jobs: []cluster.Job{asks(s, 1, 0, 10, 1)}, Scheduler: w})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(context.Background()); err != nil || e.Placed[0].End != 10 {
		t.Errorf("%v; %+v", err, e.Placed[0])
	}
	if _, err := q.Answer(); err == nil || !q.Answered() {
		t.Error("a scheduler that hides its reasons has told one")
	}
}

// What a job asks for is told with the memory that its partition gives it, and each number with what it is of.
func TestNeedsOnASystem(t *testing.T) {
	s := two(t)
	for want, set := range map[string]func(*cluster.Job){
		"4 cores with 1 GiB a core":                             func(*cluster.Job) {},
		"4 cores on 1 node with 2 GiB":                          func(j *cluster.Job) { j.MaxNodes, j.MemoryMiB = 1, 2048 },
		"4 cores on 1 node with 1 GiB a core":                   func(j *cluster.Job) { j.TasksPerNode = 4 },
		"4 cores on 2 nodes (2 tasks a node) with 1 GiB a core": func(j *cluster.Job) { j.MinNodes, j.MaxNodes, j.TasksPerNode = 2, 2, 2 },
		"8 cores on 1 to 2 nodes with 1 GiB a core":             func(j *cluster.Job) { j.MaxNodes, j.CoresPerTask = 2, 2 },
		"4 cores on 2 nodes or more with 1,500 MiB a node, 1 GPU a node": func(j *cluster.Job) {
			j.MinNodes, j.MemoryMiB, j.GPUs = 2, 1500, 1
		},
		"4 cores on 1 node with 1 GiB a core, 1 a100 GPU, feature ib, alone on its nodes": func(j *cluster.Job) {
			j.MaxNodes, j.GPUs, j.GPUType, j.Features, j.WholeNodes = 1, 1, 0, []uint64{1}, true
		},
	} {
		_, a, _ := onSystem(t, cluster.Config{System: s, Jobs: []cluster.Job{asks(s, 1, 0, 10, 4, set)}}, "fcfs", 1, nil)
		if a.Needs != want {
			t.Errorf("%s, not %s", a.Needs, want)
		}
	}
	if got := cluster.FeaturesOf(&cluster.System{Features: []string{"big", "ib", "new"}}, []uint64{0b011, 0b100}); got != "big&ib|new" {
		t.Error(got)
	}
}
