package result

import (
	"math"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/sim/job"
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

// idsSink notes the texts that the Dict of each batch's ids has.
type idsSink struct{ texts []int }

func (s *idsSink) Write(t *Table) error {
	s.texts = append(s.texts, len(t.Col("id").Dict.Texts()))
	return nil
}
func (s *idsSink) Close() error { return nil }

// What the accounting says may come by row or with the jobs, in whatever parts.
func TestTheAccountingMayComeWithTheJobs(t *testing.T) {
	const n = 2*BatchRows + 1000
	jobs, placed := schedule(n)
	by := make([]job.Slurm, n)
	for i := range jobs {
		jobs[i].Row = int32(n - 1 - i)
		by[jobs[i].Row] = job.Slurm{Base: int64(i / 7), Task: int64(i % 7), Held: int64(i%9) - 1, Priority: int64(i), Parts: 1,
			Nodes: int32(i % 5), State: int32(i % 2), Account: int32(i%3) - 1, QOS: job.None, NodeList: job.None, GPUType: job.None}
	}
	names := sampleNames()
	names.SlurmNames = job.SlurmNames{States: []string{"FAILED", "TIMEOUT"}, Accounts: []string{"phys", "chem"}}
	with := NewDigest(Jobs)
	ids := new(idsSink)
	for _, sink := range []Sink{with, ids} {
		rows := NewJobRows(names)
		for from := 0; from < n; from += 999 {
			to := min(from+999, n)
			var s []job.Slurm
			for _, j := range jobs[from:to] {
				s = append(s, by[j.Row])
			}
			if err := rows.Add(sink, "w/easy", "easy", jobs[from:to], placed[from:to], Notes{Slurm: s}); err != nil {
				t.Fatal(err)
			}
		}
		if err := rows.Flush(sink); err != nil {
			t.Fatal(err)
		}
	}
	names.Slurm = by
	whole := NewDigest(Jobs)
	if err := NewJobRows(names).Write(whole, "w/easy", "easy", jobs, placed, Notes{}); err != nil {
		t.Fatal(err)
	}
	if with.Sum() != whole.Sum() {
		t.Error("the rows differ")
	}
	if want := []int{BatchRows, BatchRows, 1000}; !slices.Equal(ids.texts, want) { // older texts would fill the memory
		t.Errorf("the dictionaries of ids have %d texts, want %d", ids.texts, want)
	}
}
