package sacct

import (
	"slices"
	"strings"
	"testing"
)

func TestGPUsAreCountedOnce(t *testing.T) {
	for list, want := range map[string]struct {
		n    int64
		kind string
	}{
		"":                              {0, ""},
		"billing=4,cpu=4,mem=8G,node=1": {0, ""},
		"cpu=4,gres/gpu=2,node=1":       {2, ""},
		"billing=8,cpu=4,gres/gpu:a100=2,gres/gpu=2,mem=1G": {2, "a100"},
		"gres/gpu=6,gres/gpu:a100=2,gres/gpu:v100=4":        {6, "a100"},
		"gres/gpu:a100=0,gres/gpu:v100=4":                   {4, "v100"},
		"gres/gpumem=40G,gres/gpuutil=3":                    {0, ""},
		"gres/tmpfs=5,license/x=2":                          {0, ""},
		"gpu:2":                                             {2, ""},
		"GPU:2":                                             {2, ""},
		"gres/gpU:a=3":                                      {3, "a"},
		"gp":                                                {0, ""},
		"gpu:tesla:3":                                       {3, "tesla"},
		"gpu:tesla":                                         {1, "tesla"},
		"gpu":                                               {1, ""},
		"craynetwork:1,gpu:p100:2(S:0-1)":                   {2, "p100"},
		"gres/gpu=999999999999999999999":                    {0, ""},
	} {
		a := parseGPUs([]byte(list))
		mix := strings.Contains(list, "a100=2") && strings.Contains(list, "v100")
		if a.n != want.n || string(a.kind) != want.kind || a.mix != mix {
			t.Errorf("%s: %d GPUs of type %q, several %t", list, a.n, a.kind, a.mix)
		}
	}
}

// ReqGRES says what each node is to have, AllocGRES what the job had.
func TestGRESOfOlderVersions(t *testing.T) {
	for columns, want := range map[string][2]int64{ // of two nodes: the GPUs requested and those allocated
		"PER_NODE:gpu:4|gpu:8|":               {8, 8},
		"PER_NODE:gpu:a100:4|gpu:8|":          {8, 8},
		"gpu:4|gpu:8|":                        {8, 8},
		"PER_JOB:gpu:4|gpu:4|":                {4, 4},
		"PER_TASK:gpu:1|gpu:6|":               {None, 6},
		"gpu:4||":                             {8, 8},
		"|gpu:8|":                             {None, 8},
		"||":                                  {None, 0},
		"PER_NODE:craynetwork:1||":            {0, 0},
		"gpu:1|gpu:2|billing=2,cpu=2,node=2":  {2, 2},
		"gpu:1||cpu=2,node=2,gres/gpu:v100=2": {2, 2},
	} {
		all, err := Read("log", strings.NewReader("JobID|Submit|Start|End|State|AllocCPUS|NNodes|ReqGRES|AllocGRES|ReqTRES\n"+
			"1|1000|1000|1010|COMPLETED|2|2|"+columns+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		if r := &all.Jobs[0]; [2]int64{r.ReqGPUs, r.GPUs} != want {
			t.Errorf("%s: %d GPUs requested and %d allocated, want %v", columns, r.ReqGPUs, r.GPUs, want)
		}
	}
}

func TestDependenciesAreSeenInCommandLines(t *testing.T) {
	for line, want := range map[string]bool{
		"sbatch --dependency=afterok:12 job.sh":   true,
		"sbatch --dependency singleton job.sh":    true,
		"sbatch -d afterany:12:13 job.sh":         true,
		"sbatch -dafterok:12 job.sh":              true,
		"sbatch -N2 job.sh -d data":               false,
		"srun --deadline=now+1hour ./after --d=1": false,
		"": false,
	} {
		if dependent([]byte(line)) != want {
			t.Errorf("%q: dependent %t", line, !want)
		}
	}
}

func TestOtherGenericResourcesAreRead(t *testing.T) {
	for columns, want := range map[string]string{ // of two nodes
		"|||billing=4,cpu=4,gres/gpu:a100=2,gres/shard=4,node=2": "shard=4",
		"||gres/fpga=2,gres/shard:a100=4|":                       "fpga=2,shard:a100=4",
		"||gres/fpga=2|cpu=4,node=2":                             "", // it asked for none, and had its nodes alone
		"PER_NODE:shard:2|shard:4||":                             "shard=4",
		"PER_JOB:fpga:u250:3|||":                                 "fpga:u250=3",
		"PER_TASK:shard:1|shard:4||":                             "shard=4",
		"craynetwork:1,gpu:a100:2|||":                            "craynetwork=2",
		"|tmpdisk:100,gpu:2(S:0-1)||":                            "tmpdisk=100",
		"||gres/gpumem=40G,gres/gpuutil=3,fs/disk=4,license/x=2,gres/mps=x,gres/fpga=0|": "",
		"fpga|||": "fpga=2",
	} {
		all, err := Read("log", strings.NewReader("JobID|Submit|Start|End|State|AllocCPUS|NNodes|ReqGRES|AllocGRES|AllocTRES|ReqTRES\n"+
			"1|1000|1000|1010|COMPLETED|2|2|"+columns+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if g := all.Jobs[0].Gres; g != None {
			got = all.Names.Gres[g]
		}
		if got != want {
			t.Errorf("%s: %q, want %q", columns, got, want)
		}
	}
}

// A "|" in a cell moves those behind it: a job of 3 processors has no 12,582,912,000 nodes, and none says so.
func TestNodesThatAJobCannotHave(t *testing.T) {
	all := read(t, "JobID|Submit|Start|End|AllocCPUS|AllocNodes|ReqNodes|State\n1|0|0|9|3|12582912000|12582912000|COMPLETED\n"+
		"2|0|0|9|3|4|4|COMPLETED\n3|0|0|9|3|3|4|COMPLETED\n4|0|0|9|0|0|4|CANCELLED\n")
	want := [][2]int64{{None, None}, {None, 4}, {3, 4}, {0, 4}}
	if len(all.Jobs) != len(want) {
		t.Fatalf("%d jobs", len(all.Jobs))
	}
	for i, r := range all.Jobs {
		if r.Nodes != want[i][0] || r.ReqNodes != want[i][1] {
			t.Errorf("job %d has %d nodes and asked for %d", r.Job, r.Nodes, r.ReqNodes)
		}
	}
	if !slices.ContainsFunc(all.Counts, func(c Count) bool { return c.Rule == "unusable" && c.Rows == 3 }) {
		t.Errorf("counted: %+v", all.Counts)
	}
}
