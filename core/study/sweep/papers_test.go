package sweep

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/papers"
	"github.com/backfill-lab/backfill/core/papers/paper"
)

// experiments plans experiments of the real papers at their quick scale.
func experiments(t testing.TB, dir string, opt paper.Options, ids ...string) *Plan {
	t.Helper()
	opt.Scale = paper.Quick
	if _, err := NewPaperPlan(t.Context(), dir, papers.All(), opt, ids); err != nil {
		t.Fatal(err)
	}
	p, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// compute does runs of the plan as a process of its own would.
func compute(t testing.TB, dir string, runs []int) Progress {
	t.Helper()
	p, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	w := Worker{Plan: p, Store: openStore(t, dir), Papers: papers.All()}
	at, err := w.Do(t.Context(), runs)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// evaluated is all that the experiments say, without the seconds that the runs took.
func evaluated(t testing.TB, opt paper.Options, ids ...string) (text string, computed int) {
	t.Helper()
	opt.Scale = paper.Quick
	all, err := papers.All().Evaluate(context.Background(), opt, ids...)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, e := range all {
		for _, r := range e.Runs {
			if !r.Cached {
				computed++
			}
		}
		b.WriteString(e.Markdown())
	}
	return b.String(), computed
}

// Experiments whose runs were divided among processes, in any order, say what they say when one
// process evaluates them, and nothing is left to compute.
func TestDividedExperimentsSayTheSame(t *testing.T) {
	ids := []string{"rules/table3", "grid/fig2", "exact/table1"}
	dir := t.TempDir()
	p := experiments(t, dir, paper.Options{Seeds: 2}, ids...)
	order := p.All()
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(order), func(i, k int) { order[i], order[k] = order[k], order[i] })
	now := 0
	for part := range slices.Chunk(order, 1+len(order)/3) {
		slices.Sort(part)
		now += compute(t, dir, part).Now
	}
	if now != p.Len() {
		t.Errorf("%d runs were done, want each of the %d once", now, p.Len())
	}
	if again := compute(t, dir, p.All()); again.Now != 0 {
		t.Errorf("%d runs were done again", again.Now)
	}
	want, _ := evaluated(t, paper.Options{Seeds: 2}, ids...)
	got, computed := evaluated(t, p.PaperOptions(), ids...)
	if got != want || computed > 0 {
		t.Errorf("%d runs were computed; the experiments say\n%s\nwant\n%s", computed, got, want)
	}
	for i, r := range p.Experiments.Runs {
		for _, k := range r.After {
			if k >= i {
				t.Errorf("run %d comes after run %d, which is not before it", i, k)
			}
		}
	}
}

// What comes after others is not ready until these are done.
func TestReadyAreRunsWhoseOthersAreDone(t *testing.T) {
	dir := t.TempDir()
	p := experiments(t, dir, paper.Options{}, "rules/table3")
	store := openStore(t, dir)
	ready := p.Ready(store, p.All())
	if len(ready) == 0 || len(ready) == p.Len() {
		t.Fatalf("%d of %d runs are ready: the experiment has runs that come after others", len(ready), p.Len())
	}
	for len(ready) > 0 {
		for _, i := range ready {
			for _, k := range p.Experiments.Runs[i].After {
				if !store.Has(p.Digest(k)) {
					t.Fatalf("run %d is ready before run %d is done", i, k)
				}
			}
		}
		compute(t, dir, ready)
		store = openStore(t, dir)
		s, err := StatusOf(p, store)
		if err != nil {
			t.Fatal(err)
		}
		ready = p.Ready(store, s.Missing)
		if len(ready) == 0 && len(s.Missing) > 0 {
			t.Fatalf("%d runs never become ready", len(s.Missing))
		}
	}
}

// A log is copied, and read from there; what was not there when the sweep was planned has its
// substitute although it is there now.
func TestExperimentsReadThePlansCopies(t *testing.T) {
	const id, log = "dynp/table2", "KTH-SP2-1996-2.swf.gz"
	traces := os.Getenv(paper.TracesVariable)
	if _, err := os.Stat(filepath.Join(traces, log)); traces == "" || err != nil {
		t.Skip(paper.TracesVariable + " names no folder with " + log)
	}
	dir, folder := t.TempDir(), t.TempDir()
	data, err := os.ReadFile(filepath.Join(traces, log))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, log), data, 0o666); err != nil {
		t.Fatal(err)
	}
	opt := paper.Options{Traces: os.DirFS(folder)}
	want, _ := evaluated(t, opt, id)
	p := experiments(t, dir, opt, id)
	if len(p.kept) != 1 || p.kept[log] == "" {
		t.Fatalf("the copies are %v, want %s", p.kept, log)
	}
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	compute(t, dir, p.All())
	if got, computed := evaluated(t, p.PaperOptions(), id); got != want || computed > 0 {
		t.Errorf("%d runs were computed; the experiment says\n%s\nwant\n%s", computed, got, want)
	}
	copied := p.logFile(p.kept[log])
	if err := os.WriteFile(copied, bytes.ToUpper(data), 0o666); err != nil {
		t.Fatal(err)
	}
	w := Worker{Plan: p, Store: openStore(t, t.TempDir()), Papers: papers.All()}
	if _, err := w.Do(t.Context(), p.All()); err == nil || !strings.Contains(err.Error(), "damaged: plan the sweep again") {
		t.Errorf("a damaged copy: %v", err)
	}
}

// Another program, whose papers have other runs, does none of them.
func TestRunsThatAreNotThosePlannedAreNotDone(t *testing.T) {
	dir := t.TempDir()
	p := experiments(t, dir, paper.Options{}, "grid/fig2")
	p.Experiments.Seed = 7
	for i := range p.Experiments.Runs {
		p.Experiments.Runs[i].Digest = strings.Repeat("0", 64)
	}
	w := Worker{Plan: p, Store: openStore(t, dir), Papers: papers.All()}
	at, err := w.Do(t.Context(), p.All())
	if err == nil || !strings.Contains(err.Error(), "not the run that was planned") || at.Now != 0 {
		t.Errorf("%d runs were done, error %v", at.Now, err)
	}
}

// Cleaning keeps what the experiments' runs computed, and removes what others did.
func TestCleanKeepsTheResultsOfExperiments(t *testing.T) {
	dir := t.TempDir()
	p := experiments(t, dir, paper.Options{}, "grid/fig2", "grid/fig1")
	compute(t, dir, p.All())
	p = experiments(t, dir, paper.Options{}, "grid/fig2")
	if err := p.Clean(openStore(t, dir), func(Digest, *Result) bool { return true }); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(p.CacheFolder(), "*", "*.json"))
	if err != nil || len(files) != p.Len() {
		t.Errorf("%d files of results stay (%v), want those of %d runs", len(files), err, p.Len())
	}
	if again := compute(t, dir, p.All()); again.Now != 0 {
		t.Errorf("%d runs were done again", again.Now)
	}
}

// A sweep's folder stands for its cache, and any other folder for itself.
func TestTheCacheIsFoundInTheFolderOfItsSweep(t *testing.T) {
	dir := t.TempDir()
	if got := CacheIn(dir); got != dir {
		t.Errorf("%s, which is no sweep, has its cache in %s", dir, got)
	}
	if p := experiments(t, dir, paper.Options{}, "grid/fig2"); CacheIn(dir) != p.CacheFolder() || CacheIn(p.CacheFolder()) != p.CacheFolder() {
		t.Errorf("the cache of %s is in %s", dir, CacheIn(dir))
	}
}
