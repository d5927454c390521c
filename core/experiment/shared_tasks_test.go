package experiment

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/trace"
)

// A Lublin model's jobs become tasks by package shared, with the model's seed, and
// what a job needs does not change with what is left out.
func TestTasksOfAModel(t *testing.T) {
	for _, source := range []Source{{}, {Model: &Model{Name: "lublin", Jobs: 400, Procs: 64, Seed: 5, Type: "both"}}} {
		spec := Spec{Workload: source, Policies: []string{"dfrs:Greedy*"}, Platforms: Platforms{Shared: &shared.Nodes{Nodes: 30}}}
		seed := uint64(1)
		if source.Model != nil {
			seed = source.Model.Seed
		}
		all := loaded(t, Spec{Workload: source, Policies: []string{"easy"}})
		w := loaded(t, spec)
		got, counts, err := spec.Tasks(w)
		if err != nil || counts.TooWide != 0 || len(got) != w.Len() {
			t.Fatalf("%d tasks of %d jobs, %+v, %v", len(got), w.Len(), counts, err)
		}
		want := slices.DeleteFunc(shared.Synthetic(all, seed), func(j shared.Job) bool { return !fits(&j, 30) })
		if !slices.Equal(got, want) || len(want) == all.Len() || w.Count("beyond-cluster") != all.Len()-len(want) || w.Procs != 30 {
			t.Errorf("%d of %d jobs are left on %d processors, counts %v; want %d", len(got), all.Len(), w.Procs, w.Counts, len(want))
		}
		again, err := spec.Apply(w)
		if err != nil || again.SHA256() != w.SHA256() || !slices.Equal(again.Counts, w.Counts) {
			t.Errorf("putting the jobs on the cluster twice changes them: %v", err)
		}
		if _, err := Execute(context.Background(), spec, all, Options{}); err == nil || !strings.Contains(err.Error(), "do not fit the memory") {
			t.Errorf("jobs that do not fit are run: %v", err)
		}
	}
}

func TestTasksOfALogAreCounted(t *testing.T) {
	spec := clusterOf()
	spec.Shrink, spec.Shared = 0, &shared.Nodes{Nodes: 3, MemoryKiB: 500}
	w := loaded(t, spec)
	_, counts, err := shared.FromLog(w, shared.NodeSize{Cores: 1, MemoryKiB: 500}, 3)
	if err != nil || counts.TooWide != 0 || counts.NoMemory == 0 || counts.Capped == 0 || w.Procs != 3 {
		t.Fatalf("%+v, %v", counts, err)
	}
	all := loaded(t, Spec{Workload: spec.Workload, Policies: []string{"easy"}})
	if w.Count("no-memory") != counts.NoMemory || w.Count("over-memory") != counts.Capped ||
		w.Count("beyond-cluster") != all.Len()-w.Len() {
		t.Errorf("counts %v; want %+v", w.Counts, counts)
	}
	again, err := spec.Apply(w)
	if err != nil || again.SHA256() != w.SHA256() || !slices.Equal(again.Counts, w.Counts) {
		t.Errorf("putting the jobs on the cluster twice changes them: %v", err)
	}
	spec.Workload.File, spec.Shared.MemoryKiB = "tight.swf", 0
	if w := loaded(t, spec); w.Count("no-memory") != w.Len() {
		t.Errorf("a log that knows no memory: counts %v", w.Counts)
	}
}

// A job that runs for longer than shared nodes count is left out by a rule of its
// own, and the others run.
func TestAJobBeyondTheEngineIsLeftOutAndCounted(t *testing.T) {
	open := func(string) (io.ReadCloser, error) {
		text := "; MaxProcs: 8\n"
		for i, run := range []int{100, shared.MaxMicros/shared.Second + 1, 200, shared.MaxMicros / shared.Second} {
			procs := 2
			if i == 2 {
				procs = 8 // tasks with all of a node's memory, for which there are too few
			}
			text += fmt.Sprintf("%d %d -1 %d %d -1 1000 %d -1 1000 1 1 1 1 1 1 -1 -1\n", i+1, i, run, procs, procs)
		}
		return io.NopCloser(strings.NewReader(text)), nil
	}
	spec := Spec{
		Workload:  Source{File: "long.swf"},
		Policies:  []string{"dfrs:GreedyPM*/per", "easy"},
		Platforms: Platforms{Shared: &shared.Nodes{Nodes: 4, Cores: 1, MemoryKiB: 1000}},
	}
	w, err := spec.Load(open, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if w.Len() != 2 || w.Count("beyond-tasks") != 1 || w.Count("beyond-cluster") != 1 {
		t.Fatalf("%d jobs are left, counts %v", w.Len(), w.Counts)
	}
	again, err := spec.Apply(w)
	if err != nil || again.SHA256() != w.SHA256() || !slices.Equal(again.Counts, w.Counts) {
		t.Errorf("putting the jobs on the cluster twice changes them: %v", err)
	}
	if _, err := Execute(context.Background(), spec, w, Options{}); err != nil {
		t.Error(err)
	}
}

// fits tells whether the memory of empty nodes holds the job's tasks.
func fits(j *shared.Job, nodes int) bool {
	return j.Memory == 0 || int64(j.Tasks) <= int64(nodes)*int64(shared.Whole/j.Memory)
}
