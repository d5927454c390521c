package accounting

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// Where the ended jobs of a partition got whole cores, jobs that wait get them, too.
func TestWaitingJobsGetWholeCores(t *testing.T) {
	const names = "JobID|User|Partition|AllocCPUS|ReqCPUS|NNodes|Submit|Start|End|TimelimitRaw|State|SubmitLine\n"
	ended := func(from, allocated, asked, n int, line string) (rows string) {
		for i := range n {
			rows += fmt.Sprintf("%d|ada|p|%d|%d|1|1000|1000|1100|10|COMPLETED|sbatch %s\n", from+i, allocated, asked, line)
		}
		return rows
	}
	for name, c := range map[string]struct {
		log    string
		asked  int // ReqCPUS of the job that waits
		line   string
		cores  int64
		differ bool
	}{
		"two threads":           {ended(1, 4, 3, 3, "-n 3"), 3, "-n 3", 4, false},
		"tasks of several":      {ended(1, 4, 3, 3, "-n 3"), 3, "-c 3", 4, false},
		"tasks of several, two": {ended(1, 4, 3, 3, "-n 3"), 6, "-n 2 -c 3", 8, false},
		"even":                  {ended(1, 4, 3, 3, "-n 3"), 4, "-n 4", 4, false},
		"four threads":          {ended(1, 4, 1, 3, "-n 1"), 5, "-n 5", 8, false},
		"one odd job":           {ended(1, 4, 3, 3, "-n 3") + ended(9, 5, 5, 1, "-n 5"), 3, "-n 3", 3, true},
		"too few":               {ended(1, 4, 3, 2, "-n 3"), 3, "-n 3", 3, true},
		"single cores":          {ended(1, 3, 3, 5, "-n 3"), 3, "-n 3", 3, false},
	} {
		all, err := ReadAccounting("log", strings.NewReader(names+c.log+
			fmt.Sprintf("99|ada|p|0|%d|1|1050|Unknown|Unknown|10|PENDING|sbatch %s\n", c.asked, c.line)), "", time.UTC)
		if err != nil {
			t.Fatal(err)
		}
		l, err := FromQueue(all, nil, four(t, nil))
		if err != nil {
			t.Fatal(err)
		}
		said := fmt.Sprint(l.Doubts)
		if j := &l.Jobs[len(l.Jobs)-1]; j.Cores() != c.cores || strings.Contains(said, "1 job waits for CPUs") != (int64(c.asked) != c.cores) {
			t.Errorf("%s: %d cores, want %d; %s", name, j.Cores(), c.cores, said)
		}
		if strings.Contains(said, "disagree") != c.differ {
			t.Errorf("%s: %s", name, said)
		}
	}
}

// With CR_ONE_TASK_PER_CORE each task has a core of its own unless the job says how many share one: the CPUs that Slurm 22.05.8 gave on two
// nodes of four cores with two threads each.
func TestOneTaskOnACore(t *testing.T) {
	const names = "JobID|User|Partition|AllocCPUS|ReqCPUS|NNodes|Submit|Start|End|TimelimitRaw|State|SubmitLine\n"
	s, err := cluster.New(&cluster.Description{Format: cluster.Format,
		Nodes:      []cluster.NodeType{{Names: "n[1-2]", Cores: 8, ThreadsPerCore: 2}},
		Partitions: []cluster.Partition{{Name: "p", Nodes: "ALL"}}, Scheduling: cluster.Scheduling{OneTaskPerCore: true}})
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string][2]int64{
		"-n 1": {1, 2}, "-n 2": {2, 4}, "-n 4": {4, 8}, "-n 5": {5, 10}, "-c 2": {2, 2}, "-c 3": {3, 4}, "-n 2 -c 3": {6, 8}, "-n 3 -c 2": {6, 6},
		"-N 2 -n 2": {2, 4}, "-N 2 -n 5": {5, 10}, "--ntasks-per-core=2 -n 4": {4, 4}, "--ntasks-per-core=2 -n 5": {5, 6},
		"--ntasks-per-core=1 -n 3": {3, 6}, "--ntasks-per-core=1 -n 2 -c 3": {6, 8},
		"--exclusive": {1, 8}, "-N 2": {2, 4}, "-n 4 --ntasks-per-node=2": {4, 8}, "-n 8": {8, 16},
	} {
		all, err := ReadAccounting("log", strings.NewReader(names+
			fmt.Sprintf("1|ada|p|0|%d|1|1050|Unknown|Unknown|10|PENDING|sbatch %s\n", want[0], line)), "", time.UTC)
		if err != nil {
			t.Fatal(err)
		}
		l, err := FromQueue(all, nil, s)
		if err != nil {
			t.Fatal(err)
		}
		if a, ok := cluster.NewState(s).Place(&l.Jobs[0], 0, s.Partitions[0].Bits); !ok || total(a.Cores) != want[1] {
			t.Errorf("%s: %v, want %d CPUs", line, a, want[1])
		}
	}
}
