package twin

import (
	"encoding/csv"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/verify"
	referee "github.com/backfill-lab/backfill/core/verify/cluster"
)

// micro is the cluster of the real run: what its slurm.conf, topology.conf and the commands of
// its sacctmgr say. That Slurm is older than 19.05, in which the fair tree became the default.
func micro() *cluster.Description {
	account := func(name string, users ...string) cluster.Account {
		a := cluster.Account{Name: name, Shares: ptr(100)}
		for _, u := range users {
			a.Users = append(a.Users, cluster.User{Name: u})
		}
		return a
	}
	classic := false
	return &cluster.Description{
		Format: cluster.Format, SlurmVersion: "17.11",
		Nodes: []cluster.NodeType{
			{Names: "n[1-4]", Cores: 12, MemoryMiB: 48000, Features: []string{"IB", "CPU-N"}},
			{Names: "m[1-4]", Cores: 12, MemoryMiB: 48000, Features: []string{"IB", "CPU-M"}},
			{Names: "g1", Cores: 12, MemoryMiB: 48000, GPUs: map[string]int{"": 2}, Features: []string{"IB", "CPU-G"}},
			{Names: "b1", Cores: 12, MemoryMiB: 512000, Features: []string{"IB", "CPU-G", "BigMem"}},
		},
		Switches: []cluster.Switch{{Name: "IBN", Nodes: "n[1-4]"}, {Name: "IBM", Nodes: "m[1-4]"}, {Name: "IBG", Nodes: "g1,b1"}},
		Partitions: []cluster.Partition{{Name: "normal", Nodes: "ALL", DefMemPerCoreMiB: 2800},
			{Name: "debug", Nodes: "n[1-2]", DefMemPerCoreMiB: 2800}},
		QOS: []cluster.QOS{{Name: "normal"}, {Name: "supporters", Priority: 100}},
		Accounts: []cluster.Account{account("account0", "admin"), account("account1", "user1", "user2", "user3"),
			account("account2", "user4", "user5")},
		Scheduling: cluster.Scheduling{QueueDepth: ptr(1200), BfIntervalS: ptr(30), BfWindowS: ptr(4320 * 60), BfMaxJobTest: ptr(1200),
			BfMaxJobUser: ptr(20), BfContinue: true, Topology: true},
		Priority: cluster.Priority{WeightFair: 50000, WeightAge: 50000, WeightPart: 1000000, WeightJobSize: 200000, WeightQOS: 20000,
			MaxAgeS: ptr(18000), HalfLifeS: ptr(14400), DampeningFact: ptr(5), FairTree: &classic},
	}
}

func ptr(n int64) *int64 { return &n }

// rows reads a table whose first line names the columns.
func rows(t *testing.T, path string, comma rune) (all []map[string]string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.FieldsPerRecord = comma, -1
	lines, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, name := range lines[0][:min(len(line), len(lines[0]))] {
			row[name] = line[i]
		}
		all = append(all, row)
	}
	return all
}

func number(t *testing.T, s string, otherwise int64) int64 {
	t.Helper()
	if s == "" {
		return otherwise
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// realRun reads the 500 jobs as submitted and as recorded.
func realRun(t *testing.T, s *cluster.System) (jobs []cluster.Job, compared []accounting.Job, unixStart int64) {
	traces := os.Getenv("BACKFILL_TRACES")
	if traces == "" {
		t.Skip("the real run is not in the repository: BACKFILL_TRACES names the folder of logs beside it")
	}
	dir := filepath.Join(traces, "..", "slurm")
	at := func(x string) int64 {
		v, err := time.Parse("2006-01-02T15:04:05", x)
		if err != nil {
			t.Fatal(err)
		}
		return v.Unix()
	}
	recorded := map[string]map[string]string{}
	unixStart = math.MaxInt64
	for _, r := range rows(t, filepath.Join(dir, "real-run", "slurm_acct.out"), '|') {
		recorded[r["JobID"]] = r
		unixStart = min(unixStart, at(r["Submit"]))
	}
	for _, r := range rows(t, filepath.Join(dir, "micro", "jobs500.csv"), ';') {
		a := recorded[r["job_id"]]
		j := cluster.Job{
			ID: number(t, r["job_id"], 0), Submit: at(a["Submit"]) - unixStart, Run: at(a["End"]) - at(a["Start"]), Begin: cluster.None,
			Limit: 60 * number(t, r["wall_limit"], 0), MinNodes: 1, Tasks: int32(number(t, r["n_tasks"], 1)),
			TasksPerNode: int32(number(t, r["ntasks_per_node"], 0)), CoresPerTask: 1, MemoryMiB: number(t, r["mem"], 0),
			GPUType: cluster.None, Partitions: []int32{0}, User: s.User(r["user"], r["account"], ""),
		}
		if g := r["gres"]; g != "" {
			j.GPUs = int32(number(t, g[len(g)-1:], 0))
		}
		if f := r["constraint"]; f != "" {
			j.Features = []uint64{1 << slices.Index(s.Features, f)}
		}
		jobs = append(jobs, j)
		compared = append(compared, accounting.Job{Submit: j.Submit, Recorded: at(a["Start"]) - unixStart,
			User: r["user"], Account: r["account"]})
	}
	return jobs, compared, unixStart
}

// The twin does what a real Slurm did with 500 jobs in 14 hours: the first hundred start within
// a cycle of the record. Three numbers beside the configuration are from
// that run's own statistics (sdiag), which were not used to fit anything: when slurmctld
// started, when a backfill cycle began (both 2021-02-11: 22:36:12 and 22:45:59; the first
// submission is at 22:36:19), and 969 microseconds for each job that a cycle tries (a mean cycle
// of 130,818 over a mean depth of 135).
func TestTheTwinOfARealRun(t *testing.T) {
	d := micro()
	s, err := cluster.New(d)
	if err != nil {
		t.Fatal(err)
	}
	jobs, compared, unixStart := realRun(t, s)
	d.Scheduling.StartedUnixS, d.Scheduling.BfCycleUnixS, d.Scheduling.BfJobUs = ptr(unixStart-7), ptr(unixStart+580), 969
	cfg := cluster.Config{System: s, Jobs: jobs, Scheduler: New(s), UnixStart: unixStart}
	e := run(t, cfg)
	if err := verify.Err(referee.Check(cluster.Retold(cfg, e.Placed))); err != nil {
		t.Error(err)
	}
	for i, p := range e.Placed {
		compared[i].Twin = p.Start
	}
	faithful := slices.SortedFunc(slices.Values(compared), func(a, b accounting.Job) int { return int(a.Recorded - b.Recorded) })
	if k := slices.IndexFunc(faithful, func(j accounting.Job) bool { return j.Twin-j.Recorded < -30 || j.Twin-j.Recorded > 30 }); k >= 0 {
		t.Logf("the first %d jobs start within a cycle (30 s) of the record, until second %d", k, faithful[k].Recorded)
		if k < 100 {
			t.Errorf("only the first %d jobs start within a cycle (30 s) of the record, want 100", k)
		}
	}
	c := accounting.Compare(compared)
	t.Logf("%d jobs: mean wait %.0f s recorded, %.0f s in the twin; correlation %.3f, %.0f s off on average, %.0f %% within a minute",
		c.Jobs, c.Mean.Recorded, c.Mean.Twin, c.Correlation, c.MeanAbsDiff, 100*c.Within60s)
	if off := c.Mean.Twin/c.Mean.Recorded - 1; math.Abs(off) > 0.02 || c.Correlation < 0.9 || c.MeanAbsDiff > 2000 {
		t.Errorf("mean wait off by %.1f %%, want at most 2; correlation %.3f, want 0.9; %.0f s off on average, want at most 2,000",
			100*off, c.Correlation, c.MeanAbsDiff)
	}
	for _, u := range c.Users {
		t.Logf("%s: %d jobs, %.0f s recorded, %.0f s in the twin", u.Name, u.Jobs, u.Recorded, u.Twin)
		if off := u.Twin/u.Recorded - 1; math.Abs(off) > 0.1 {
			t.Errorf("%s: off by %.1f %%, want at most 10", u.Name, 100*off)
		}
	}
}

// Without the daemon's clocks the twin is one of many runs that the same Slurm might have had:
// a job that starts a cycle earlier changes all that follow. With clocks drawn at random the mean
// wait is off by up to 5 %, and single jobs by more.
func TestTheTwinWithoutTheDaemonsClocks(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 8 {
		d := micro()
		s, err := cluster.New(d)
		if err != nil {
			t.Fatal(err)
		}
		jobs, compared, unixStart := realRun(t, s)
		d.Scheduling.StartedUnixS, d.Scheduling.BfCycleUnixS = ptr(unixStart-int64(r.IntN(300))), ptr(unixStart+int64(r.IntN(30)))
		d.Scheduling.BfJobUs = 969
		e := run(t, cluster.Config{System: s, Jobs: jobs, Scheduler: New(s), UnixStart: unixStart})
		for i, p := range e.Placed {
			compared[i].Twin = p.Start
		}
		c := accounting.Compare(compared)
		off := c.Mean.Twin/c.Mean.Recorded - 1
		t.Logf("mean wait off by %.1f %%, correlation %.3f, %.0f s off on average", 100*off, c.Correlation, c.MeanAbsDiff)
		if math.Abs(off) > 0.1 || c.Correlation < 0.8 || c.MeanAbsDiff > 3000 {
			t.Error("off by more than a draw of the clocks explains")
		}
	}
}
