package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/slurm/campus"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/notebooks/lab"
	"github.com/backfill-lab/backfill/wasm/bridge"
	"github.com/backfill-lab/backfill/wasm/service"
)

// specsWithTables leave every usual table.
var specsWithTables = map[string]experiment.Spec{
	"machine": {Policies: []string{"easy", "dynp-advanced", "rules:group-easy"}},
	"sites": {Policies: []string{"grid-independent", "grid-multisite"}, Platforms: experiment.Platforms{Grid: &grid.Grid{Home: "user",
		Sites: []grid.Site{{Name: "a", Procs: 256}, {Name: "b", Procs: 128, Speed: 2}}}}},
	"nodes": {Workload: experiment.Source{Model: &experiment.Model{Name: "lublin", Jobs: 60, Procs: 16, Load: 1.1, Seed: 4}},
		Policies: []string{"easy", "dfrs:GreedyPM*/per/OPT=MIN"}, Platforms: experiment.Platforms{Shared: &shared.Nodes{Nodes: 16}}},
	"cluster": {Workload: experiment.Source{Builtin: campus.Name}, Policies: []string{"slurm", "easy"},
		Platforms: experiment.Platforms{Cluster: campus.Description()}},
}

// One Spec gives the same tables, with the same rows, from every caller: Execute,
// the command, a notebook's lab, the bridge of the page, and the papers, whose runs
// have a policy each.
func TestOneSpecGivesTheSameTablesFromEveryCaller(t *testing.T) {
	all := map[string]bool{}
	for name, spec := range specsWithTables {
		t.Run(name, func(t *testing.T) {
			w, err := spec.Load(nil, trace.Options{})
			if err != nil {
				t.Fatal(err)
			}
			set := result.Collecting(result.Usual()...)
			if _, err := experiment.Execute(t.Context(), spec, w, experiment.Options{Tables: set}); err != nil {
				t.Fatal(err)
			}
			want := sumsOf(t, set.Tables())
			for table := range want {
				all[table] = true
			}
			for caller, tables := range map[string]result.Tables{
				"command": byCommand(t, spec), "lab": byLab(t, spec), "bridge": byBridge(t, spec)} {
				delete(tables, result.Shares) // the page needs them, others ask for them
				if diff := cmp.Diff(want, sumsOf(t, tables)); diff != "" {
					t.Errorf("by Execute and by %s:\n%s", caller, diff)
				}
			}
			delete(want, result.Runs.Name) // RunsTable has it
			if diff := cmp.Diff(want, sumsOf(t, byPaper(t, spec, w))); diff != "" {
				t.Errorf("by Execute and by a paper:\n%s", diff)
			}
		})
	}
	for _, s := range result.Usual() {
		if !all[s.Name] {
			t.Errorf("no Spec leaves the table of %s", s.Name)
		}
	}
}

func sumsOf(t *testing.T, tables result.Tables) map[string]string {
	t.Helper()
	sums := map[string]string{}
	for s, table := range tables {
		d := result.NewDigest(s)
		if err := d.Write(table); err != nil {
			t.Fatal(err)
		}
		sums[s.Name] = d.Sum()
	}
	return sums
}

func byCommand(t *testing.T, spec experiment.Spec) result.Tables {
	t.Helper()
	file, out := filepath.Join(t.TempDir(), "spec.json"), filepath.Join(t.TempDir(), "out")
	if err := os.WriteFile(file, spec.JSON(), 0o666); err != nil {
		t.Fatal(err)
	}
	if said, err := exec.Command("backfill", "run", file, "--out", out).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	r, err := arrowio.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	return r.Tables
}

func byLab(t *testing.T, spec experiment.Spec) result.Tables {
	t.Helper()
	e := lab.Experiment{Dir: filepath.Join(t.TempDir(), "out"), Spec: spec}
	e.Run()
	r, err := arrowio.Open(e.Dir)
	if err != nil {
		t.Fatal(err)
	}
	return r.Tables
}

// byPaper returns the rows of a paper with one experiment that has a run for each policy.
func byPaper(t *testing.T, spec experiment.Spec, w *trace.Workload) result.Tables {
	t.Helper()
	x := paper.Experiment{ID: "own/table1", Kind: paper.Table, Title: "Every policy"}
	for _, name := range spec.Policies {
		one := spec
		one.Policies = []string{name}
		x.Runs = append(x.Runs, paper.Run{Label: w.Name + "/" + name, Spec: one})
	}
	own := &paper.Paper{Key: "own", Title: "A paper", Authors: "Its authors", Venue: "2026",
		JobSets:     func(paper.Setting) []paper.JobSet { return nil },
		Experiments: func(paper.Setting) []paper.Experiment { return []paper.Experiment{x} }}
	all, err := paper.Catalogue{own}.Evaluate(t.Context(), paper.Options{Scale: paper.Quick})
	if err != nil {
		t.Fatal(err)
	}
	set := result.Collecting(paper.RowTables()...)
	if err := all[0].Rows(t.Context(), paper.Options{}, set, nil); err != nil {
		t.Fatal(err)
	}
	return set.Tables()
}

func byBridge(t *testing.T, spec experiment.Spec) result.Tables {
	t.Helper()
	tables := result.Tables{}
	request := fmt.Sprintf(`{"version": %d, "id": 1, "op": "run", "spec": %s}`, service.Version, spec.JSON())
	bridge.New(bridge.Options{}).Handle(service.Message{JSON: []byte(request)}, service.Whole(func(m service.Message) {
		for _, file := range m.Blobs {
			table, _, err := ipc.Read(file)
			if err != nil {
				t.Fatal(err)
			}
			tables[table.Schema] = table
		}
	}))
	return tables
}
