package result

import (
	"math"
	"testing"

	"github.com/backfill-lab/backfill/core/job"
)

func TestJobRowsSayWhatSlurmsAccountingSays(t *testing.T) {
	names := Names{
		Partitions: []string{"batch", "gpu"}, Apps: []string{"relax"},
		Slurm: []job.Slurm{
			{Base: 12, Task: 3, Held: 60, Parts: 1, Nodes: 2, GPUs: 4, State: 1, Account: 0, QOS: 1, NodeList: 0, GPUType: 0},
			{Base: 14, Task: job.None, Held: job.None, Parts: 1, Nodes: job.None, State: 0, Account: job.None, QOS: 0,
				NodeList: job.None, GPUType: job.None},
			{Base: 15, Task: job.None, Parts: 2, Earlier: 1, State: 0, Account: 1, NodeList: job.None, GPUType: job.None},
		},
		SlurmNames: job.SlurmNames{
			States: []string{"FAILED", "TIMEOUT"}, Accounts: []string{"phys", "chem"}, QOS: []string{"normal", "high"},
			NodeLists: []string{"c[1-2]"}, GPUTypes: []string{"a100"},
		},
	}
	// The workload sorts jobs, so that rows are not those of its accounting.
	jobs := []job.Job{
		{ID: 14, Submit: 0, Run: 5, Estimate: 9, Procs: 1, Row: 1, App: job.None, RequestedMemoryKiB: 1024},
		{ID: 13, Submit: 10, Run: 5, Estimate: 9, Procs: 1, Row: 0, Partition: 1, RequestedMemoryKiB: job.None},
		{ID: 16, Submit: 20, Run: 5, Estimate: 9, Procs: 1, Row: 2},
	}
	placed := []job.Placement{{Start: 0, End: 5}, {Start: 40, End: 45}, {Start: 50, End: 55}}
	kept := NewCollect(Jobs)
	if err := NewJobRows(names).Write(kept, "w/easy", "easy", jobs, placed, Notes{}); err != nil {
		t.Fatal(err)
	}
	for column, want := range map[string][3]string{
		"id": {"", "12_3", "15+0#1"}, "partition": {"batch", "gpu", "batch"}, "job_name": {"", "relax", "relax"},
		"account": {"", "phys", "chem"}, "qos": {"normal", "high", "normal"}, "state": {"FAILED", "TIMEOUT", "FAILED"},
		"node_list": {"", "c[1-2]", ""}, "gpu_type": {"", "a100", ""},
	} {
		for i := range want {
			if got := kept.Table().Col(column).GetText(i); got != want[i] {
				t.Errorf("%s of row %d is %q, want %q", column, i, got, want[i])
			}
		}
	}
	none := math.NaN()
	for column, want := range map[string][3]float64{
		"nodes": {none, 2, 0}, "gpus": {none, 4, none}, "memory_kib": {1024, none, 0},
		"eligible_s": {none, 70, 20}, "eligible_wait_s": {none, -30, 30},
	} {
		for i, got := range kept.Table().Col(column).Float {
			if got != want[i] && !(math.IsNaN(got) && math.IsNaN(want[i])) {
				t.Errorf("%s of row %d is %v, want %v", column, i, got, want[i])
			}
		}
	}
}
