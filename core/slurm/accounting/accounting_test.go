package accounting

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// A log of a cluster with two nodes of 4 cores, one with 2 GPUs: what is taken from each row.
const log = `JobIDRaw|User|Account|Partition|QOS|Submit|Eligible|Start|End|ElapsedRaw|TimelimitRaw|AllocCPUS|NNodes|ReqMem|AllocTRES|State
7|ada|x|p|q|1000|1000|1010|1100|90|10|4|2|500Mc||COMPLETED
8|bob|y|p|q|1005|1030|1030|1040|10||2|1|2G|cpu=2,gres/gpu=2|COMPLETED
9|bob|y|gone|q|1006|1006|1050|1060|10|5|1|1|||COMPLETED
10|bob|y|p|q|1007|1007|1050|1060|10|5|99|1|||COMPLETED
11|bob|y|p|q|1008|1008|Unknown|Unknown|0|5|1|1|||PENDING
6|ada|x|p|q|990|990|990|995|5|1|1|1|||COMPLETED
12|ada|x|p|q|1009|1009|1090|Unknown|20|5|1|1|||RUNNING
13|ada|x|p|q|1009|1009|1010|Unknown|900000|5|1|1|||RUNNING
`

func small(t *testing.T) *cluster.System {
	t.Helper()
	jobs := int64(0)
	s, err := cluster.New(&cluster.Description{Format: cluster.Format,
		Nodes: []cluster.NodeType{{Names: "a", Cores: 4, MemoryMiB: 8000},
			{Names: "b", Cores: 4, MemoryMiB: 8000, GPUs: map[string]int{"": 2}}},
		Partitions: []cluster.Partition{{Name: "p", Nodes: "ALL", DefaultTimeS: 3600}},
		QOS:        []cluster.QOS{{Name: "q"}, {Name: "never", Limits: cluster.Limits{GrpJobs: &jobs}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestJobsOfAccounting(t *testing.T) {
	s := small(t)
	l, err := ReadLog("log", strings.NewReader(log), "", time.UTC, nil, s)
	if err != nil {
		t.Fatal(err)
	}
	if l.UnixStart != 990 || len(l.Jobs) != 5 || l.Recorded[0].User != "ada" || l.Recorded[0].Recorded != 0 {
		t.Fatalf("%+v", l)
	}
	wide, gpu := l.Jobs[1], l.Jobs[2]
	if wide.Submit != 10 || wide.Run != 90 || wide.Limit != 600 || wide.Tasks != 4 || wide.TasksPerNode != 2 || wide.MemoryMiB != 500 ||
		!wide.MemoryPerCore {
		t.Errorf("the job on two nodes is %+v", wide)
	}
	if gpu.Begin != 40 || gpu.Limit != 3600 || gpu.GPUs != 2 || gpu.MemoryMiB != 1024 || gpu.QOS != 0 || s.Users[gpu.User].Name != "bob" {
		t.Errorf("the job with GPUs is %+v", gpu)
	}
	// Job 11 waits until the last second of the log, job 12 runs until then, and job 13 should have ended long ago.
	wait, runs := l.Jobs[3], l.Jobs[4]
	if wait.Submit != 18 || l.Recorded[3].Starts != nil || runs.Run != 20 || l.Recorded[4].Recorded != 100 {
		t.Errorf("the job that waits is %+v, and that which runs %+v", wait, runs)
	}
	if len(l.Changes) != 1 || l.Changes[0].Kind != cluster.Cancel || l.Changes[0].Job != 3 || l.Changes[0].At != 110 {
		t.Errorf("the changes are %+v", l.Changes)
	}
	want := map[string]int{notRun: 1, unplaced: 1, unable: 1}
	for _, left := range l.Left {
		if want[left.Why] != left.Jobs {
			t.Errorf("%d jobs %s, want %d", left.Jobs, left.Why, want[left.Why])
		}
		delete(want, left.Why)
	}
	if len(want) > 0 {
		t.Errorf("nobody was left out because they %v", want)
	}
}

// first starts every job as it comes, except those of the QOS that forbids it.
type first struct{ came []int32 }

func (f *first) Came(_ *cluster.Engine, i int32) { f.came = append(f.came, i) }
func (f *first) Ended(*cluster.Engine, int32)    {}

func (f *first) Changed(*cluster.Engine, *cluster.Change) {}

func (f *first) Pass(e *cluster.Engine) int64 {
	for _, i := range f.came {
		if a, ok := e.Free.Place(&e.Jobs[i], 0, e.System.Partitions[0].Bits); ok && e.Jobs[i].QOS == 0 {
			e.Start(i, 0, a)
		}
	}
	f.came = nil
	return cluster.None
}

func TestPlayComparesWhatRan(t *testing.T) {
	s := small(t)
	l, err := ReadLog("log", strings.NewReader(strings.Replace(log, "7|ada|x|p|q|", "7|ada|x|p|never|", 1)), "", time.UTC, nil, s)
	if err != nil {
		t.Fatal(err)
	}
	c, err := l.Play(context.Background(), s, &first{})
	if err != nil {
		t.Fatal(err)
	}
	if c.Jobs != 3 || c.Mean.Twin != 0 || math.Abs(c.Mean.Recorded-106.0/3) > 1e-9 || l.Left[len(l.Left)-1] != (Left{held, 1}) {
		t.Errorf("%+v, left out %v", c, l.Left)
	}
}

func TestALogThatDoesNotFit(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      "log",
		strings.ReplaceAll(log, "|p|", "|zzz|"): "no job of the log can be simulated",
	} {
		if _, err := ReadLog("log", strings.NewReader(text), "", time.UTC, nil, small(t)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// What a job asked for is taken from its command line, but its limit from the accounting, which
// knows of changes. A line that is no sbatch, srun or salloc says nothing.
func TestCommandLines(t *testing.T) {
	const log = `JobIDRaw|User|Account|Partition|Submit|Start|End|ElapsedRaw|TimelimitRaw|AllocCPUS|NNodes|State|SubmitLine
1|ada|x|p|1000|1010|1100|90|10|4|1|COMPLETED|/usr/bin/sbatch -p p -n 2 -c 2 -N 1 --exclusive -t 5 --wrap=sleep 90
2|ada|x|p|1000|1010|1100|90|10|4|2|COMPLETED|prun -n 1
3|ada|x|p|1000|1010|1100|90||4|2|COMPLETED|srun -t 7 --nice=5 -N 2 --ntasks-per-node=2 a.out -n 1
`
	l, err := ReadLog("log", strings.NewReader(log), "", time.UTC, nil, small(t))
	if err != nil {
		t.Fatal(err)
	}
	if j := l.Jobs[0]; j.Tasks != 2 || j.CoresPerTask != 2 || !j.WholeNodes || j.Limit != 600 {
		t.Errorf("of sbatch: %+v", j)
	}
	if j := l.Jobs[1]; j.Tasks != 4 || j.TasksPerNode != 2 || j.WholeNodes {
		t.Errorf("of another program: %+v", j)
	}
	if j := l.Jobs[2]; j.Tasks != 4 || j.MinNodes != 2 || j.Nice != 5 || j.Limit != 420 {
		t.Errorf("of srun: %+v", j)
	}
	if len(l.Doubts) != 1 || !strings.Contains(l.Doubts[0].What, "command line") {
		t.Errorf("doubts: %q", l.Doubts)
	}
}

// A limit that a script sets is in the accounting and not in the command line, and the partition may have none.
func TestRecordedLimitsCountWhereLinesNameNone(t *testing.T) {
	s, err := cluster.New(&cluster.Description{
		Format: cluster.Format, Nodes: []cluster.NodeType{{Names: "n1", Cores: 4}}, Partitions: []cluster.Partition{{Name: "p", Nodes: "ALL"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	read := func(limit string) (*Log, error) {
		all, err := ReadAccounting("log", strings.NewReader("JobID|User|Partition|Submit|Start|End|TimelimitRaw|AllocCPUS|State|SubmitLine\n"+
			"1|ada|p|1772438400|1772438400|1772438460|"+limit+"|4|COMPLETED|sbatch -n 4 job.sh\n"), "", time.UTC)
		if err != nil {
			t.Fatal(err)
		}
		return FromAccounting(all, nil, s)
	}
	if l, err := read("10"); err != nil || len(l.Jobs) != 1 || l.Jobs[0].Limit != 600 {
		t.Errorf("%v: %+v", err, l)
	}
	l, err := read("")
	if err != nil || l.Jobs[0].Limit != cluster.NoLimitS || len(l.Doubts) != 1 ||
		!strings.Contains(l.Doubts[0].What, "1 job has no time limit") {
		t.Errorf("%v: %+v", err, l)
	}
}
