package accounting

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/internal/sbatch"
)

// zoo is a cluster of four nodes with GPUs, features, threads and licences.
func zoo(t *testing.T) *cluster.System {
	s, err := cluster.New(&cluster.Description{Format: cluster.Format,
		Nodes: []cluster.NodeType{
			{Names: "n[1-2]", Cores: 8, MemoryMiB: 8000, Features: []string{"a"}, GPUs: map[string]int{"x": 2}},
			{Names: "n[3-4]", Cores: 8, MemoryMiB: 8000, Features: []string{"b"}, ThreadsPerCore: 2}},
		Partitions: []cluster.Partition{{Name: "p", Nodes: "ALL", Default: true}, {Name: "smt", Nodes: "n[3-4]"}},
		Licenses:   []cluster.License{{Name: "lic", Count: 4}}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What a line asks for comes to what Slurm makes of it.
func TestAsksByHand(t *testing.T) {
	s := zoo(t)
	for _, c := range []struct{ line, size, asks string }{
		{"-n 3", "1-0 nodes 3x1 gpus 0", "none"},
		{"-w n[1,3]", "2-0 nodes 2x1 gpus 0", "named [0 2]"},
		{"-w n1 -N 2 -x n2", "2-2 nodes 2x1 gpus 0", "named [0] without [1]"},
		{"--contiguous -N 2", "2-2 nodes 2x1 gpus 0", "contiguous"},
		{"-C [a|b] -N 2", "2-2 nodes 2x1 gpus 0", "alike"},
		{"-C [a|b] -N 1", "1-1 nodes 1x1 gpus 0", "none"},
		{"-C [a*1&b*2]", "3-0 nodes 3x1 gpus 0", "counted [{1 1} {2 2}]"},
		{"--gpus=3 -n 2", "1-0 nodes 2x1 gpus 3", "all 3"},
		{"--gpus=2 -N 1", "1-1 nodes 1x1 gpus 2", "none"},
		{"--gpus=2 --cpus-per-gpu=3", "1-0 nodes 2x3 gpus 2", "each 1"},
		{"--gpus-per-task=2 -n 2", "1-0 nodes 2x1 gpus 4", "each 2"},
		{"--gpus=4 --ntasks-per-gpu=2", "1-0 nodes 4x2 gpus 4", "each 1"},
		{"--gpus=1 --mem-per-gpu=500", "1-0 nodes 1x1 gpus 1", "MiB 500"},
		{"-p smt -n 3 --hint=nomultithread", "1-0 nodes 3x2 gpus 0", "none"},
		{"-p smt -n 1 -B 2", "1-0 nodes 1x1 gpus 0", "sockets 2"},
		{"-L lic:3", "1-0 nodes 1x1 gpus 0", "licences [{0 3}]"},
		{"-s", "1-0 nodes 1x1 gpus 0", "shares"},
	} {
		req, err := sbatch.Parse(strings.Fields(c.line))
		if err != nil {
			t.Fatal(err)
		}
		part := int32(0)
		if req.Partitions != nil {
			part = 1
		}
		j := cluster.Job{Partitions: []int32{part}, GPUType: cluster.None}
		if why := ask(&j, &req, s); why != "" {
			t.Errorf("%s: %s", c.line, why)
		}
		if got := fmt.Sprintf("%d-%d nodes %dx%d gpus %d", j.MinNodes, j.MaxNodes, j.Tasks, j.CoresPerTask, j.AllGPUs()); got != c.size {
			t.Errorf("%s: %s, want %s", c.line, got, c.size)
		}
		if got := wordsOf(&j); got != c.asks {
			t.Errorf("%s: %s, want %s", c.line, got, c.asks)
		}
	}
}

func wordsOf(j *cluster.Job) string {
	var all []string
	note := func(is bool, format string, args ...any) {
		if is {
			all = append(all, fmt.Sprintf(format, args...))
		}
	}
	list := func(b cluster.Bits) (nodes []int) {
		for i := range b.All {
			nodes = append(nodes, i)
		}
		return nodes
	}
	note(j.Licenses != nil, "licences %v", j.Licenses)
	if a := j.Asks; a != nil {
		note(a.Nodes != nil, "named %v", list(a.Nodes))
		note(a.Not != nil, "without %v", list(a.Not))
		note(a.Contiguous, "contiguous")
		note(a.Alike, "alike")
		note(a.Counted != nil, "counted %v", a.Counted)
		note(a.GPUs > 0, "all %d", a.GPUs)
		note(a.TaskGPUs > 0, "each %d", a.TaskGPUs)
		note(a.GPUMiB > 0, "MiB %d", a.GPUMiB)
		note(a.Sockets > 0, "sockets %d", a.Sockets)
		note(a.Share, "shares")
	}
	if all == nil {
		return "none"
	}
	return strings.Join(all, " ")
}

// An events file gives what jobs asked for before, and when that changed; what is wrong in it is named by its line.
func TestEvents(t *testing.T) {
	s := zoo(t)
	log := "JobID|JobName|User|Partition|AllocCPUS|ReqCPUS|NNodes|ReqNodes|Submit|Start|End|TimelimitRaw|State|SubmitLine\n" +
		"7|a|ada|smt|2|2|1|1|1000|1100|1200|1|COMPLETED|sbatch -p p -t 5 -n 2 job.sh\n" +
		"8|b|ada|p|1|1|1|1|1000|1010|1400|10|COMPLETED|sbatch -n 1 job.sh\n"
	read := func(events string) (*Log, error) {
		l, err := ReadLog("log", strings.NewReader(log), "", time.UTC, nil, s)
		if err != nil {
			t.Fatal(err)
		}
		list, err := ReadEvents("events", strings.NewReader(events), time.UTC)
		if err != nil {
			return nil, err
		}
		return l, l.Apply(list, s)
	}
	l, err := read("time,what,job,value\n" +
		"1050.5,TimeLimit,7,1\n1970-01-01T00:17:20,partition,7,smt\n1020,Suspend,8,\n1030,Resume,8,\n1001,Top,9,\n")
	if err != nil {
		t.Fatal(err)
	}
	if j := l.Jobs[0]; j.Limit != 300 || fmt.Sprint(j.Partitions) != "[0]" {
		t.Errorf("before: limit %d in %v", j.Limit, j.Partitions)
	}
	var got []string
	for _, c := range l.Changes {
		got = append(got, fmt.Sprint(c.At, c.AtUs, c.Kind == cluster.SetLimit, c.Job, c.Value, c.Parts))
	}
	want := "20 0 false 1 0 [], 30 0 false 1 0 [], 40 0 false 0 0 [1], 50 500000 true 0 60 []"
	if text := strings.Join(got, ", "); text != want {
		t.Errorf("%s, want %s", text, want)
	}
	if len(l.Doubts) == 0 || l.Doubts[len(l.Doubts)-1].Key != "events" {
		t.Errorf("job 9 is not counted: %v", l.Doubts)
	}
	if j, err := read(`{"time":1050,"what":"Hold","job":7}` + "\n" +
		`{"time":1060,"what":"Release","job":"7"}` + "\n"); err != nil || len(j.Changes) != 2 {
		t.Errorf("JSON: %v, %v", j, err)
	}
	for text, want := range map[string]string{
		"a,b\n": "begins with the line",
		"time,what,job,value\nyesterday,Hold,7,\n":  `events:2: "yesterday": not a time`,
		"time,what,job,value\n1000,Frob,7,\n":       `"Frob": unknown event`,
		"time,what,job,value\n1000,TimeLimit,7,x\n": `events line 2: TimeLimit="x" of job 7`,
		"time,what,job,value\n1000,Partition,7,q\n": "does not have",
		"time,what,job,value\n1000,Priority,7,-1\n": "not a value",
	} {
		if _, err := read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
