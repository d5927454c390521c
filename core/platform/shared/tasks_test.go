package shared_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/model/lublin"
)

// The rules of section 5.3.1, one job each, on 4 nodes of 2 cores and 1,000 KiB.
func TestFromLogFollowsTheRulesOfTheSection(t *testing.T) {
	node := shared.NodeSize{Cores: 2, MemoryKiB: 1000}
	for _, c := range []struct {
		name             string
		procs            int32
		used, asked      int64
		tasks, cpu, part int32 // of the only job; 0 tasks: left out
		counts           shared.TaskCounts
	}{
		{"even and small: threads, memory doubled", 4, 200, 300, 2, 1e6, 600_000, shared.TaskCounts{}},
		{"odd: a task per processor", 3, 300, 200, 3, 5e5, 300_000, shared.TaskCounts{}},
		{"even but half of the memory each", 4, 500, -1, 4, 5e5, 500_000, shared.TaskCounts{}},
		{"just below half", 4, 499, -1, 2, 1e6, 998_000, shared.TaskCounts{}},
		{"at least a tenth", 1, 1, 1, 1, 5e5, 100_000, shared.TaskCounts{}},
		{"unknown memory", 2, -1, -1, 1, 1e6, 200_000, shared.TaskCounts{NoMemory: 1}},
		{"used 0", 2, 0, -1, 1, 1e6, 200_000, shared.TaskCounts{NoMemory: 1}},
		{"all of a node", 1, 1000, -1, 1, 5e5, 1_000_000, shared.TaskCounts{}},
		{"more than a node", 1, 1001, -1, 1, 5e5, 1_000_000, shared.TaskCounts{Capped: 1}},
		{"does not fit: five whole nodes", 5, 600, -1, 0, 0, 0, shared.TaskCounts{TooWide: 1}},
		{"fits two by two", 8, 500, -1, 8, 5e5, 500_000, shared.TaskCounts{}},
	} {
		j := job.Job{ID: 7, Submit: 3, Run: 5, Estimate: 9, Procs: c.procs, MemoryKiB: c.used, RequestedMemoryKiB: c.asked}
		w := &trace.Workload{Procs: 8, Jobs: trace.Hold([]job.Job{j})}
		jobs, counts, err := shared.FromLog(w, node, 4)
		if err != nil || counts != c.counts {
			t.Errorf("%s: counts %+v, error %v; want %+v", c.name, counts, err, c.counts)
		}
		if c.tasks == 0 {
			if len(jobs) != 0 {
				t.Errorf("%s: %+v, want it left out", c.name, jobs)
			}
			continue
		}
		if want := (shared.Job{ID: 7, Submit: 3e6, Run: 5e6, Tasks: c.tasks, CPU: c.cpu, Memory: c.part}); len(jobs) != 1 || jobs[0] != want {
			t.Errorf("%s: %+v, want %+v", c.name, jobs, want)
		}
	}
}

// Jobs that package shared would refuse are left out and counted; those at its limits
// stay.
func TestFromLogLeavesOutWhatIsOutOfRange(t *testing.T) {
	const run, submit = shared.MaxMicros / shared.Second, shared.MaxSubmit / shared.Second
	w := &trace.Workload{Procs: 1 << 20}
	for i, j := range []job.Job{
		{Submit: 0, Run: run, Procs: 2},
		{Submit: 0, Run: run + 1, Procs: 2},
		{Submit: 0, Run: 1, Procs: shared.MaxTasks},
		{Submit: 0, Run: 1, Procs: shared.MaxTasks + 1},
		{Submit: 0, Run: 1, Procs: 2 * shared.MaxTasks, MemoryKiB: 1}, // two processors, one task
		{Submit: submit, Run: 0, Procs: 2},
		{Submit: submit + 1, Run: 0, Procs: 2},
	} {
		j.ID = int64(i + 1)
		w.Jobs = trace.Hold(append(w.Jobs.Held(), j))
	}
	jobs, counts, err := shared.FromLog(w, shared.NodeSize{Cores: 1, MemoryKiB: 1000}, shared.MaxNodes)
	if err != nil || counts.Beyond != 4 || counts.TooWide != 0 || len(jobs) != 3 {
		t.Fatalf("%d jobs are left, counts %+v, %v", len(jobs), counts, err)
	}
	jobs, counts, err = shared.FromLog(w, shared.NodeSize{Cores: 2, MemoryKiB: 1000}, shared.MaxNodes)
	if err != nil || counts.Beyond != 3 || len(jobs) != 4 {
		t.Fatalf("%d jobs are left of those with half the tasks, counts %+v, %v", len(jobs), counts, err)
	}
	for i := range jobs {
		if err := jobs[i].Check(); err != nil {
			t.Error(err)
		}
	}
}

func TestFromLogRefusesANodeOfNothing(t *testing.T) {
	for _, n := range []shared.NodeSize{{}, {Cores: 2}, {Cores: -1, MemoryKiB: 1}, {MemoryKiB: 1}} {
		if _, _, err := shared.FromLog(&trace.Workload{}, n, 4); err == nil {
			t.Errorf("%+v: no error", n)
		}
	}
}

func drawnTasks(t *testing.T, jobs int, seed uint64) []shared.Job {
	w, err := lublin.Model{Jobs: jobs, Procs: 128, Type: "both", Seed: seed}.Generate()
	if err != nil {
		t.Fatal(err)
	}
	return shared.Synthetic(w, seed)
}

func TestSyntheticHasTheMemoryOfTheSection(t *testing.T) {
	jobs := drawnTasks(t, 20_000, 1)
	share := map[int32]float64{}
	for _, j := range jobs {
		share[j.Memory] += 1 / float64(len(jobs))
		if want := int32(shared.Whole); j.Tasks == 1 && j.CPU != want/4 || j.Tasks > 1 && j.CPU != want {
			t.Fatalf("%+v: the CPU need is wrong", j)
		}
	}
	for tenths := int32(1); tenths <= 10; tenths++ {
		want := 0.05
		if tenths == 1 {
			want = 0.55
		}
		if got := share[tenths*shared.Whole/10]; math.Abs(got-want) > 0.015 {
			t.Errorf("%.3f of the jobs need %d0 %% of a node's memory, want %.2f", got, tenths, want)
		}
	}
	if len(share) != 10 {
		t.Errorf("%d amounts of memory, want 10", len(share))
	}
}

func TestScaleLoadReachesTheLoadAndKeepsTheJobs(t *testing.T) {
	jobs := drawnTasks(t, 1000, 3)
	for _, load := range []float64{0.1, 0.5, 0.9} {
		scaled, err := shared.ScaleLoad(jobs, 128, load)
		if err != nil {
			t.Fatal(err)
		}
		if got := shared.Load(scaled, 128); math.Abs(got/load-1) > 1e-4 {
			t.Errorf("load %v, want %v", got, load)
		}
		for i, j := range scaled {
			if i > 0 && scaled[i].Submit < scaled[i-1].Submit {
				t.Fatalf("load %v: job %d arrives before the one before it", load, j.ID)
			}
			if want := jobs[i]; j.ID != want.ID || j.Run != want.Run || j.Tasks != want.Tasks || j.CPU != want.CPU || j.Memory != want.Memory {
				t.Fatalf("load %v: %+v became %+v", load, want, j)
			}
		}
	}
	if _, err := shared.ScaleLoad(jobs[:1], 128, 0.5); err == nil {
		t.Error("one job has no load that could be scaled, but there is no error")
	}
	if _, err := shared.ScaleLoad(jobs, 128, 1e-9); err == nil {
		t.Error("a load of 1e-9 takes centuries, but there is no error")
	}
}

func TestBatchTakesAWholeNodePerTask(t *testing.T) {
	batch, left := shared.Batch([]shared.Job{
		{ID: 1, Submit: 2e6, Run: 3e6, Tasks: 4, CPU: 5e5}, {ID: 2, Submit: 2e6, Run: 0, Tasks: 1, CPU: 5e5}, {ID: 3, Tasks: 5, CPU: 1},
	}, 4)
	if left != 1 || len(batch) != 2 {
		t.Fatalf("%d jobs and %d left out, want 2 and 1", len(batch), left)
	}
	if b := batch[0]; b.Submit != 2 || b.Run != 3 || b.Estimate != 3 || b.Procs != 4 {
		t.Errorf("job 1 became %+v", b)
	}
	if b := batch[1]; b.Run != 0 || b.Estimate != 1 {
		t.Errorf("job 2 became %+v", b)
	}
}

// The paper counts 202,876 jobs of HPC2N, 2,142 of them without any memory, and
// 182 weeks.
func TestHPC2NIsThePapersLog(t *testing.T) {
	dir := os.Getenv("BACKFILL_TRACES")
	if dir == "" {
		t.Skip("BACKFILL_TRACES is not set")
	}
	name := filepath.Join(dir, "HPC2N-2002-2.2-cln.swf.gz")
	f, err := os.Open(name)
	if os.IsNotExist(err) {
		t.Skip("the log is not there")
	} else if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w, err := trace.ReadFrom(filepath.Base(name), f, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	jobs, c, err := shared.FromLog(w, shared.HPC2N, 120)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d jobs, %d of them kept: %+v; load %.3f; %d weeks", w.Len(), len(jobs), c, shared.Load(jobs, 120), len(w.SplitWeek()))
	if len(w.SplitWeek()) != 182 {
		t.Errorf("%d weeks, want 182", len(w.SplitWeek()))
	}
	if len(jobs)+c.TooWide != w.Len() || c.TooWide > 20 {
		t.Errorf("%d of %d jobs are left out", c.TooWide, w.Len())
	}
	if c.NoMemory < 2000 || c.NoMemory > 2300 {
		t.Errorf("%d jobs without memory, the paper has 2,142", c.NoMemory)
	}
}
