package experiment

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/slurm/twin"
	"github.com/backfill-lab/backfill/core/trace"
)

// played returns a log's starts under slurm by job, as a run has them and as the twin has the log that it is checked by, and the run's
// workload.
func played(t *testing.T, log string, change func(*Spec)) (run, checked map[int64]int64, w *trace.Workload) {
	t.Helper()
	s := Spec{Workload: Source{File: "log.txt"}, Platforms: Platforms{Cluster: fourNodes()}, Policies: []string{policy.Slurm}}
	if change != nil {
		change(&s)
	}
	w = must(s.Load(func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(log)), nil }, trace.Options{}))
	p := must(Play(context.Background(), Problem{Spec: &s, Workload: w}, policy.Slurm, platform.Hooks{}))
	run, checked = map[int64]int64{}, map[int64]int64{}
	for i := range p.Jobs {
		run[p.Jobs[i].ID] = p.Placed[i].Start
	}
	system := must(cluster.New(fourNodes()))
	l := must(accounting.ReadLog("log.txt", strings.NewReader(log), "", time.UTC, nil, system))
	cfg := cluster.Config{System: system, Jobs: l.Jobs, Scheduler: twin.New(system), Changes: l.Changes, UnixStart: l.UnixStart, Within: true}
	e := must(cluster.NewEngine(cfg))
	if err := e.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	for i, starts := range e.Starts() {
		if starts != nil && l.Recorded[i].Starts != nil {
			checked[l.Recorded[i].ID] = starts[0]
		}
	}
	return run, checked, w
}

// A run has the limits that the twin is checked by, also where the row of a job has none.
func TestARunHasTheLimitsOfTheTwin(t *testing.T) {
	const names = "JobID|User|Partition|Submit|Start|End|ElapsedRaw|TimelimitRaw|AllocCPUS|NNodes|State|SubmitLine\n"
	for row, fills := range map[string]bool{ // whether job 3 is short enough to start before job 2
		"UNLIMITED|8|1|COMPLETED|sbatch -n 8 -t UNLIMITED a.sh": false,
		"UNLIMITED|8|1|COMPLETED|sbatch a.sh":                   false,
		"|8|1|COMPLETED|sbatch -n 8 -t 1-0 a.sh":                false,
		"|8|1|COMPLETED|sbatch -n 8 -t 90 a.sh":                 true,
		"|8|1|COMPLETED|sbatch -n 8 a.sh":                       false, // nothing limits it
		"100|8|1|COMPLETED|sbatch -n 8 a.sh":                    true,
		"1440|8|1|COMPLETED|sbatch -n 8 a.sh":                   false,
	} {
		log := names + "1|ada|all|1000|1000|8200|7200|120|24|3|COMPLETED|sbatch -N 3 -n 24 a.sh\n" +
			"2|ada|all|1010|8200|11200|3000|60|32|4|COMPLETED|sbatch -N 4 -n 32 a.sh\n" +
			"3|ada|all|1020|11200|16200|5000|" + row + "\n"
		run, checked, _ := played(t, log, nil)
		if fmt.Sprint(run) != fmt.Sprint(checked) || run[3] < 7200 != fills {
			t.Errorf("%s: a run starts jobs at %v, the twin at %v", row, run, checked)
		}
		if exact, _, _ := played(t, log, func(s *Spec) { s.Estimates = "exact" }); exact[3] >= 7200 {
			t.Errorf("%s: starts %v with exact estimates", row, exact)
		}
	}
}

// The runs of a job that was requeued are one job on a cluster, which is requeued there, too.
func TestARequeuedJobIsOneJob(t *testing.T) {
	const log = "JobID|User|Partition|Submit|Start|End|ElapsedRaw|TimelimitRaw|AllocCPUS|NNodes|State|SubmitLine\n" +
		"7|ada|all|1000|1000|1500|500|60|8|1|NODE_FAIL|sbatch -n 8 a.sh\n" +
		"7|ada|all|1500|1621|2621|1000|60|8|1|COMPLETED|sbatch -n 8 a.sh\n" +
		"8|ada|all|1010|1010|1110|100|60|8|1|COMPLETED|sbatch -n 8 a.sh\n"
	run, checked, w := played(t, log, nil)
	if run[7] < 621 || run[7] > 660 || checked[7] > 30 {
		t.Errorf("the last run starts at %d, the first at %d", run[7], checked[7])
	}
	if w.Count("partial") != 1 || w.Count("beyond-system") != 0 {
		t.Errorf("counts: %v", w.Counts)
	}
	s := must(cluster.New(fourNodes()))
	l, _, err := accounting.FromWorkload(w, s, nil)
	if err != nil || !strings.Contains(fmt.Sprint(l.Doubts), "1 job ran several times") {
		t.Errorf("%v, %v", l.Doubts, err)
	}
}

// What people did to jobs is part of an experiment: here a job is held.
func TestEventsHappenInARun(t *testing.T) {
	const log = "JobID|User|Partition|Submit|Start|End|ElapsedRaw|TimelimitRaw|AllocCPUS|NNodes|State|SubmitLine\n" +
		"7|ada|all|1000|1000|1500|500|60|32|4|COMPLETED|sbatch -n 32 a.sh\n" +
		"8|ada|all|1010|1500|1600|100|60|8|1|COMPLETED|sbatch -n 8 a.sh\n"
	events := []accounting.Event{{UnixUs: 1_100_000_000, What: "hold", Job: "8"}, {UnixUs: 3_000_000_000, What: "Release", Job: "8"}}
	plain, _, _ := played(t, log, nil)
	held, _, _ := played(t, log, func(s *Spec) { s.Events = events })
	if plain[8] >= 2000 || held[8] < 2000 {
		t.Errorf("the job starts at %d, and at %d if it is held until 2000", plain[8], held[8])
	}
	spec := Spec{Policies: []string{"slurm"}, Platforms: Platforms{Cluster: fourNodes(), Events: events}}
	again, err := ParseSpec(must(json.Marshal(spec)))
	if err != nil || !slices.Equal(again.Events, events) {
		t.Errorf("read back as %v, %v", again.Events, err)
	}
	for want, broken := range map[string]Spec{
		"events are given, but no cluster": {Policies: []string{"easy"}, Platforms: Platforms{Events: events}},
		"unknown event": {Policies: []string{"slurm"},
			Platforms: Platforms{Cluster: fourNodes(), Events: []accounting.Event{{What: "fly"}}}},
	} {
		if err := broken.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// A job whose dependency cannot be met any more never starts for that reason, and for no limit's.
func TestAJobThatWaitsInVainSaysForWhat(t *testing.T) {
	const log = "JobID|User|Partition|Submit|Start|End|ElapsedRaw|TimelimitRaw|AllocCPUS|NNodes|State|SubmitLine\n" +
		"7|ada|all|1000|1000|1500|500|60|8|1|COMPLETED|sbatch -n 8 a.sh\n" +
		"8|ada|all|1010|1510|1610|100|60|8|1|COMPLETED|sbatch -n 8 -d afternotok:7 a.sh\n"
	s := must(cluster.New(fourNodes()))
	l := must(accounting.ReadLog("log.txt", strings.NewReader(log), "", time.UTC, nil, s))
	if ran := must(l.Run(context.Background(), s, twin.New(s))); len(ran) != 1 || len(l.Left) != 1 ||
		!strings.Contains(l.Left[0].Why, "a job that they depend on has ended there otherwise") {
		t.Errorf("%v, left out %v", ran, l.Left)
	}
}
