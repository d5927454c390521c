package accounting

import (
	"strings"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/internal/doubt"
)

// four is a cluster of four nodes of 8 cores and 32000 MiB; more changes its description.
func four(t *testing.T, more func(*cluster.Description)) *cluster.System {
	t.Helper()
	d := &cluster.Description{Format: cluster.Format, Nodes: []cluster.NodeType{{Names: "n[1-4]", Cores: 8, MemoryMiB: 32000}},
		Partitions: []cluster.Partition{{Name: "p", Nodes: "ALL", Default: true, DefMemPerCoreMiB: 100}}}
	if more != nil {
		more(d)
	}
	s, err := cluster.New(d)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// logOf reads rows below their names, and returns the log and the sentences of its doubts.
func logOf(t *testing.T, s *cluster.System, names string, rows ...string) (l *Log, said string) {
	t.Helper()
	l, err := ReadLog("log", strings.NewReader(names+"\n"+strings.Join(rows, "\n")+"\n"), "", time.UTC, nil, s)
	if err != nil {
		t.Fatal(err)
	}
	return l, strings.Join(doubt.Sentences(l.Doubts), "\n")
}

// A job that asks for no memory asks for all of each node: as much as its row has, or else as its nodes have.
func TestAllMemoryOfANode(t *testing.T) {
	const names = "JobID|User|Partition|AllocCPUS|ReqCPUS|NNodes|ReqMem|AllocTRES|Submit|Start|End|TimelimitRaw|State|SubmitLine"
	for _, c := range []struct {
		name, fields, line string // fields: AllocCPUS, ReqCPUS, NNodes, ReqMem, AllocTRES
		mib                int64
		said               string
	}{
		{"line", "1|1|1|32000M|mem=32000M", "sbatch --mem=0 -n 1", 32000, ""},
		{"per core", "8|8|1|32000M|mem=32000M", "sbatch --mem-per-cpu=0 -n 8", 32000, ""},
		{"two nodes", "2|2|2|64000M|mem=64000M", "sbatch --mem=0G -N 2 -n 2", 32000, ""},
		{"row", "1|1|1|0n|mem=32000M", "sbatch", 32000, ""},
		{"row alone", "1|1|1|0n|", "", 32000, ""},
		{"whole nodes", "8|1|1|32000M|mem=32000M", "salloc --mem=0 --exclusive -n1", 32000, ""},
		{"less than a node", "1|1|1|1000M|mem=1000M", "sbatch --mem=0 -n 1", 1000, "memory of 1 (such as job 7)"},
		{"more than a node", "1|1|1|0n|mem=33000M", "sbatch -n 1", 32000, ""},
		{"some memory", "1|1|1|1000M|mem=1000M", "sbatch --mem=1000 -n 1", 1000, ""},
	} {
		l, said := logOf(t, four(t, nil), names, "7|ada|p|"+c.fields+"|1000|1010|1100|10|COMPLETED|"+c.line)
		if j := l.Jobs[0]; j.MemoryMiB != c.mib || j.MemoryPerCore {
			t.Errorf("%s: %d MiB, per core %t, want %d", c.name, j.MemoryMiB, j.MemoryPerCore, c.mib)
		}
		if !strings.Contains(said, c.said) || c.said == "" && strings.Contains(said, "disagree") {
			t.Errorf("%s: said %q, want %q", c.name, said, c.said)
		}
	}
}

// Where nodes differ, a job without a row that says its memory has as much as most of them, and that is said.
func TestAllMemoryOfNodesThatDiffer(t *testing.T) {
	const names = "JobID|User|Partition|AllocCPUS|NNodes|ReqMem|AllocTRES|Submit|Start|End|TimelimitRaw|State|SubmitLine"
	s := four(t, func(d *cluster.Description) {
		d.Nodes = append(d.Nodes, cluster.NodeType{Names: "small", Cores: 8, MemoryMiB: 4000},
			cluster.NodeType{Names: "big", Cores: 8, MemoryMiB: 512000})
	})
	l, said := logOf(t, s, names, "7|ada|p|1|1|0n||1000|1010|1100|10|COMPLETED|", "8|ada|p|1|1|0n|mem=512000M|1000|1010|1100|10|COMPLETED|")
	if l.Jobs[0].MemoryMiB != 32000 || l.Jobs[1].MemoryMiB != 512000 {
		t.Errorf("%d and %d MiB", l.Jobs[0].MemoryMiB, l.Jobs[1].MemoryMiB)
	}
	if !strings.Contains(said, "2 jobs ask for all memory of nodes that have different amounts") {
		t.Error(said)
	}
	free := four(t, func(d *cluster.Description) { d.Scheduling.Memory = new(bool) })
	if l, _ := logOf(t, free, names, "7|ada|p|1|1|0n||1000|1010|1100|10|COMPLETED|"); l.Jobs[0].MemoryMiB != 0 {
		t.Errorf("%d MiB where memory is not counted", l.Jobs[0].MemoryMiB)
	}
}

// The memory in a request of the simulator's events is read alike.
func TestAllMemoryOfARequest(t *testing.T) {
	asked, err := ReadRequests("events", strings.NewReader("-dt 0 -e submit_batch_job | -J a -n 1 --mem=0 -sim-walltime 5 x\n"))
	if err != nil {
		t.Fatal(err)
	}
	var j cluster.Job
	j.Partitions = []int32{0}
	if why := ask(&j, asked["a"], four(t, nil)); why != "" || j.MemoryMiB != 32000 || j.MemoryPerCore {
		t.Errorf("%s: %d MiB", why, j.MemoryMiB)
	}
}
