package accounting

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/internal/doubt"
)

// wide is a cluster of four nodes of 16 cores in two partitions, one of them with 4 GPUs of two types.
func wide(t *testing.T) *cluster.System {
	t.Helper()
	s, err := cluster.New(&cluster.Description{Format: cluster.Format,
		Nodes: []cluster.NodeType{{Names: "n[1-3]", Cores: 16, MemoryMiB: 64000, Features: []string{"hsw"}},
			{Names: "g1", Cores: 16, MemoryMiB: 64000, GPUs: map[string]int{"a100": 2, "v100": 2}, Features: []string{"hsw", "ib"}}},
		Partitions: []cluster.Partition{{Name: "p", Nodes: "ALL", Default: true, DefMemPerCoreMiB: 1000}, {Name: "q", Nodes: "n[1-3]"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What the row says a job got is what it asks for, however the line that submitted it is written: with its options in a script, with
// values that have spaces, with options that this program does not know. A line that comes to the same lays it out.
func TestTheRowIsTakenBeforeTheLine(t *testing.T) {
	const plain = "batch|8|8|1|8000M|cpu=8,mem=8000M,node=1|cpu=8,mem=8000M,node=1|"
	type size struct {
		nodes, tasks, perNode, perTask int32
		mib                            int64
		perCore                        bool
		gpus                           int32
	}
	row := size{1, 8, 8, 1, 0, false, 0} // the memory is what the partition gives a core
	for _, c := range []struct {
		name, fields, line string // fields: partition, AllocCPUS, ReqCPUS, nodes, ReqMem, ReqTRES, AllocTRES, Constraints
		want               size
		said               string
	}{
		{"script", plain, "sbatch job.sh", row, "1 of 1 jobs have several cores and no command line"},
		{"wrap", plain, "sbatch --time 60 --wrap sleep 30 && true --ntasks 8", row, "no command line that says"},
		{"name with a space", plain, "sbatch -J my job -n 8 job.sh", row, "no command line that says"},
		{"the same", plain, "sbatch -n 8 job.sh", size{1, 8, 0, 1, 0, false, 0}, ""},
		{"cores of tasks", plain, "sbatch -n2 -c 4 --mem-per-cpu=1000 job.sh", size{1, 2, 0, 4, 1000, true, 0}, ""},
		{"memory of nodes", plain, "sbatch -N 1 -n 8 --mem=8000 job.sh", size{1, 8, 0, 1, 8000, false, 0}, ""},
		{"cores in the script", plain, "sbatch -n 4 job.sh", size{1, 4, 0, 2, 0, false, 0}, "the number of cores of 1 (such as job 7)"},
		{"unknown option", plain, "sbatch -n 4 --tres-per-task=cpu=2 job.sh", size{1, 4, 0, 2, 0, false, 0}, "--tres-per-task of 1"},
		{"no divisor", plain, "sbatch -n 3 job.sh", row, "the number of cores"},
		{"nodes in the line", "batch|32|32|2|32000M|cpu=32,mem=32000M,node=2|cpu=32,mem=32000M,node=2|", "sbatch -N 2 job.sh",
			size{2, 32, 16, 1, 0, false, 0}, "the number of cores"},
		{"memory in the script", "batch|8|8|1|40000M|cpu=8,mem=40000M,node=1|cpu=8,mem=40000M,node=1|", "sbatch -n 8 job.sh",
			size{1, 8, 0, 1, 5000, true, 0}, ""},
		{"other memory", "batch|8|8|1|40000M|cpu=8,mem=40000M,node=1|cpu=8,mem=40000M,node=1|", "sbatch -n 8 --mem=100 job.sh",
			size{1, 8, 0, 1, 5000, true, 0}, "memory of 1"},
		{"whole nodes", "batch|16|1|1|1000M|cpu=1,mem=1000M,node=1|cpu=16,mem=16000M,node=1,gres/gpu=4|", "sbatch --exclusive -N 1 job.sh",
			size{1, 1, 0, 1, 0, false, 0}, ""},
		{"any GPU", "batch|2|2|1|2000M|cpu=2,mem=2000M,node=1,gres/gpu=1|cpu=2,mem=2000M,node=1,gres/gpu=1,gres/gpu:v100=1|",
			"sbatch job.sh", size{1, 2, 2, 1, 0, false, 1}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			log := "JobID|User|Account|Partition|AllocCPUS|ReqCPUS|NNodes|ReqMem|ReqTRES|AllocTRES|Constraints|Submit|Start|End|" +
				"TimelimitRaw|State|SubmitLine\n7|ada|x|" + strings.Replace(c.fields, "batch", "p", 1) + "|1000|1010|1100|10|COMPLETED|" + c.line + "\n"
			l, err := ReadLog("log", strings.NewReader(log), "", time.UTC, nil, wide(t))
			if err != nil {
				t.Fatal(err)
			}
			j := l.Jobs[0]
			if got := (size{j.MinNodes, j.Tasks, j.TasksPerNode, j.CoresPerTask, j.MemoryMiB, j.MemoryPerCore, j.GPUs}); got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
			if j.GPUType != cluster.None {
				t.Errorf("GPUs of type %d", j.GPUType)
			}
			said := strings.Join(doubt.Sentences(l.Doubts), "\n")
			if !strings.Contains(said, c.said) || c.said == "" && strings.Contains(said, "disagree") {
				t.Errorf("said %q, want %q", said, c.said)
			}
		})
	}
}

// Constraints of the row are read as those of a line, and a job that waits may have several partitions.
func TestWhatTheRowSaysOfPlaces(t *testing.T) {
	s := wide(t)
	read := func(partition, constraints, state, line string) (*Log, error) {
		start := "1010|1100"
		if state == "PENDING" {
			start = "Unknown|Unknown"
		}
		all, err := ReadAccounting("log", strings.NewReader(fmt.Sprintf("JobID|User|Partition|AllocCPUS|ReqCPUS|NNodes|Constraints|Submit|"+
			"Start|End|TimelimitRaw|State|SubmitLine\n7|ada|%s|8|8|1|%s|1000|%s|10|%s|%s\n", partition, constraints, start, state,
			line)), "", time.UTC)
		if err != nil {
			t.Fatal(err)
		}
		return FromQueue(all, nil, s)
	}
	for expression, want := range map[string]string{"": "[]", "ib": "[2]", "hsw&ib": "[3]", "hsw|ib": "[1 2]",
		"(hsw|ib)&hsw": "[1 3]", "hsw|ib&hsw": "[1 3]", "gone|ib": "[2]", "[hsw|ib]": "[1 2]"} {
		if l, err := read("p", expression, "COMPLETED", ""); err != nil || fmt.Sprint(l.Jobs[0].Features) != want {
			t.Errorf("%q: %v, %v, want %s", expression, l, err, want)
		}
	}
	for _, expression := range []string{"gone", "hsw&gone", "ib*", "(hsw|ib", "hsw||ib", "(hsw|ib)*2"} {
		if _, err := read("p", expression, "COMPLETED", ""); err == nil || !strings.Contains(err.Error(), unmet) {
			t.Errorf("%q: %v", expression, err)
		}
	}
	if l, err := read("p", "ib", "COMPLETED", "sbatch -n 8 -C hsw job.sh"); err != nil || fmt.Sprint(l.Jobs[0].Features) != "[2]" ||
		!strings.Contains(strings.Join(doubt.Sentences(l.Doubts), " "), "--constraint of 1 (such as job 7)") {
		t.Errorf("a constraint that was changed: %+v, %v", l, err)
	}
	if l, err := read("q,p", "", "PENDING", ""); err != nil || fmt.Sprint(l.Jobs[0].Partitions) != "[1 0]" {
		t.Errorf("a list of partitions: %+v, %v", l, err)
	}
	if l, err := read("q", "", "COMPLETED", "sbatch -p p,q -n 8 job.sh"); err != nil || fmt.Sprint(l.Jobs[0].Partitions) != "[0 1]" {
		t.Errorf("a list of partitions on the line: %+v, %v", l, err)
	}
	if l, err := read("q", "", "COMPLETED", "sbatch -p p -n 8 job.sh"); err != nil || fmt.Sprint(l.Jobs[0].Partitions) != "[1]" ||
		!strings.Contains(strings.Join(doubt.Sentences(l.Doubts), " "), "--partition of 1") {
		t.Errorf("a partition that was changed: %+v, %v", l, err)
	}
}

// GPUs that the description does not have are simulated as others, which is said, with their types.
func TestGPUsOfOtherTypesAreSaid(t *testing.T) {
	const names = "JobID|User|Partition|AllocCPUS|NNodes|AllocTRES|Submit|Start|End|TimelimitRaw|State|SubmitLine"
	for c, want := range map[string]string{
		"gres/gpu=2,gres/gpu:h100=2|sbatch --gres=gpu:h100:2": "h100 of 1 (such as job 7)",
		"gres/gpu=2|sbatch --gres=gpu:h100:2":                 "h100 of 1",
		"gres/gpu=2,gres/gpu:h100=2|":                         "h100 of 1",
		"gres/gpu:a100=1,gres/gpu:v100=1|":                    "several types of 1",
		"gres/gpu=2|sbatch --gres=gpu:a100:1,gpu:v100:1":      "several types of 1",
		"gres/gpu=2,gres/gpu:a100=2|sbatch --gres=gpu:a100:2": "",
		"gres/gpu=2|sbatch --gres=gpu:2":                      "",
		"gres/gpu=2,gres/gpu:a100=2|sbatch --gres=gpu:2":      "",
		"cpu=1|sbatch": "",
	} {
		tres, line, _ := strings.Cut(c, "|")
		_, said := logOf(t, wide(t), names, "7|ada|p|1|1|"+tres+"|1000|1010|1100|10|COMPLETED|"+line)
		if !strings.Contains(said, want) || strings.Contains(said, "GPUs of a type") != (want != "") {
			t.Errorf("%s: said %q, want %q", c, said, want)
		}
	}
}

// The GPUs of a line are taken where the row has none, which is said.
func TestGPUsThatTheAccountingDoesNotCount(t *testing.T) {
	const names = "JobID|User|Partition|AllocCPUS|NNodes|AllocTRES|Submit|Start|End|TimelimitRaw|State|SubmitLine"
	l, said := logOf(t, wide(t), names, "7|ada|p|1|1|cpu=1|1000|1010|1100|10|COMPLETED|sbatch --gres=gpu:2",
		"8|ada|p|1|1|cpu=1,gres/gpu=1|1000|1010|1100|10|COMPLETED|sbatch --gres=gpu:2")
	if l.Jobs[0].GPUs != 2 || l.Jobs[1].GPUs != 1 || !strings.Contains(said, "1 job asked for GPUs that the accounting does not have") ||
		!strings.Contains(said, "GPUs of 1 (such as job 8)") {
		t.Errorf("%d and %d GPUs; %s", l.Jobs[0].GPUs, l.Jobs[1].GPUs, said)
	}
}

// A row without a number for the limit may mean that there is none, which is as long as the partition allows, or the partition's default.
func TestLimitsOfRowsWithoutANumber(t *testing.T) {
	const names = "JobID|User|Partition|AllocCPUS|NNodes|Submit|Start|End|State|TimelimitRaw|SubmitLine"
	const day, hour = 86400, 3600
	for row, want := range map[string]int64{
		"UNLIMITED|sbatch":        2 * day,
		"UNLIMITED|sbatch -t 60":  2 * day, // somebody has changed it
		"Partition_Limit|sbatch":  hour,
		"|sbatch":                 hour,
		"|sbatch -t 0":            2 * day,
		"|sbatch -t 90":           90 * 60,
		"30|sbatch -t 90":         30 * 60,
		"|sbatch --time=infinite": 2 * day,
	} {
		s := four(t, func(d *cluster.Description) { d.Partitions[0].MaxTimeS, d.Partitions[0].DefaultTimeS = 2*day, hour })
		l, _ := logOf(t, s, names, "7|ada|p|1|1|1000|1000|1010|COMPLETED|"+row)
		if l.Jobs[0].Limit != want {
			t.Errorf("%s: a limit of %d s, want %d", row, l.Jobs[0].Limit, want)
		}
	}
}

// A job that completed long after its limit is said: its limit was another.
func TestJobsThatCompletedAfterTheirLimitsAreSaid(t *testing.T) {
	const names = "JobID|User|Partition|AllocCPUS|NNodes|Submit|Start|End|TimelimitRaw|State"
	rows := []string{"7|ada|p|1|1|1000|1000|1900|5|COMPLETED",
		"8|ada|p|1|1|1000|1000|1900|5|TIMEOUT", "9|ada|p|1|1|1000|1000|1330|5|COMPLETED"}
	if _, said := logOf(t, four(t, nil), names, rows...); !strings.Contains(said, "1 job completed more than 120 s after the limit") {
		t.Error(said)
	}
	late := four(t, func(d *cluster.Description) { d.Scheduling.OverTimeS = 600 })
	if _, said := logOf(t, late, names, rows...); strings.Contains(said, "after the limit") {
		t.Error(said)
	}
}

// Jobs of the cluster that the description is named after are taken, of all if it has another name, which is said.
func TestALogOfTwoClusters(t *testing.T) {
	const log = "Cluster|JobID|User|Partition|AllocCPUS|NNodes|Submit|Start|End|TimelimitRaw|State\n" +
		"alpha|7|ada|p|1|1|1000|1010|1100|10|COMPLETED\nbeta|7|ada|p|2|1|1000|1010|1100|10|COMPLETED\n" +
		"beta|8|bob|p|3|1|1000|1010|1100|10|COMPLETED\n"
	for name, want := range map[string]int{"alpha": 1, "beta": 2, "": 3} {
		s := wide(t)
		s.Description.Name = name
		l, err := ReadLog("log", strings.NewReader(log), "", time.UTC, nil, s)
		if err != nil {
			t.Fatal(err)
		}
		said := strings.Join(doubt.Sentences(l.Doubts), " ")
		if len(l.Jobs) != want || strings.Contains(said, "2 clusters (alpha, beta)") != (name == "") {
			t.Errorf("%q: %d jobs, want %d; %s", name, len(l.Jobs), want, said)
		}
	}
}
