package sweep

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/sealed"
)

// small is a study of 24 runs.
const small = `{"workload":{"model":{"name":"lublin","jobs":60,"procs":[16,32],"seed":{"from":1,"to":3}}},
	"shrink":[1,0.7],"policies":["fcfs","easy"]}`

func noLog(name string) (io.ReadCloser, error) {
	return nil, errors.New(name + ": there is no such file")
}

func plan(t testing.TB, dir, study string, tables ...*result.Schema) *Plan {
	t.Helper()
	if _, err := NewPlan(t.Context(), dir, parse(t, study), tables, noLog); err != nil {
		t.Fatal(err)
	}
	p, err := Open(dir) // what was written is what is used
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// do runs runs of the plan, and returns what its Worker did.
func do(t testing.TB, p *Plan, runs []int) Progress {
	t.Helper()
	w := Worker{Plan: p, Store: openStore(t, p.Dir), Keep: keepText}
	at, err := w.Do(t.Context(), runs)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// keepText writes rows as CSV: the command writes Parquet.
func keepText(path string, t *result.Table) (string, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return "", err
	}
	f, err := os.Create(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	csv := result.NewCSV(f, t.Schema)
	return "sum", errors.Join(csv.Write(t), csv.Close())
}

// collect returns the sweep's table and its digest.
func collect(t testing.TB, p *Plan) (*result.Table, string, Collected) {
	t.Helper()
	schema := p.Schema()
	all, digest := result.NewCollect(schema), result.NewDigest(schema)
	c, err := Collect(p, openStore(t, p.Dir), schema, result.Tee(all, digest), nil)
	if err != nil {
		t.Fatal(err)
	}
	return all.Table(), digest.Sum(), c
}

// Each row is that of the runs table when its Spec is executed alone.
func TestARowIsWhatTheRunAloneGives(t *testing.T) {
	p := plan(t, t.TempDir(), small)
	if at := do(t, p, p.All()); at != (Progress{Done: 24, Total: 24, Now: 24}) {
		t.Errorf("the worker says %+v", at)
	}
	got, _, c := collect(t, p)
	if c.Done != 24 || c.Missing != 0 || len(c.Failed) != 0 || got.Rows != 24 {
		t.Fatalf("%+v, %d rows", c, got.Rows)
	}
	for i := range p.Len() {
		r, err := p.Run(i)
		if err != nil {
			t.Fatal(err)
		}
		w, err := r.Spec.Load(nil, trace.Options{})
		if err != nil {
			t.Fatal(err)
		}
		alone := result.Collecting(result.Runs)
		if _, err := experiment.Execute(t.Context(), r.Spec, w, experiment.Options{
			Tables: alone, Name: func(string) string { return r.Digest.Name() }}); err != nil {
			t.Fatal(err)
		}
		want := alone.Tables()[result.Runs]
		row := got.Pick([]int{i})
		row.Schema, row.Cols = result.Runs, row.Cols[:len(result.Runs.Columns)]
		a, b := result.NewDigest(result.Runs), result.NewDigest(result.Runs)
		if a.Write(row) != nil || b.Write(want) != nil || a.Sum() != b.Sum() {
			t.Errorf("run %d differs from the same Spec alone", i)
		}
	}
}

// The order of runs, chunks, workers, and what was done twice do not show in the table.
func TestTheTableDoesNotDependOnHowRunsWereDone(t *testing.T) {
	p := plan(t, t.TempDir(), small)
	do(t, p, p.All())
	_, want, _ := collect(t, p)

	backwards := plan(t, t.TempDir(), small)
	order := backwards.All()
	slices.Reverse(order)
	for chunk := range slices.Chunk(order, 5) {
		do(t, backwards, chunk)
	}
	if _, got, _ := collect(t, backwards); got != want {
		t.Error("backwards, in chunks, the table is another")
	}

	together := plan(t, t.TempDir(), small)
	var group sync.WaitGroup
	for range 4 { // stores that do not know of each other
		w := Worker{Plan: together, Store: openStore(t, together.Dir), Parallel: 2}
		group.Go(func() {
			if _, err := w.Do(t.Context(), together.All()); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if _, got, c := collect(t, together); got != want || c.Done != 24 {
		t.Errorf("four workers at once: %+v, or the table is another", c)
	}
}

func TestWhatIsDoneIsNotRepeated(t *testing.T) {
	dir := t.TempDir()
	p := plan(t, dir, small)
	if at := do(t, p, p.All()[:10]); at.Now != 10 {
		t.Errorf("first %+v", at)
	}
	if at := do(t, p, p.All()); at.Now != 14 || at.Done != 24 {
		t.Errorf("then %+v", at)
	}
	larger := plan(t, dir, strings.Replace(small, `"to":3`, `"to":4`, 1))
	if at := do(t, larger, larger.All()); at.Now != 8 || at.Done != 32 {
		t.Errorf("with another seed %+v", at)
	}
	if at := do(t, plan(t, dir, small), p.All()); at.Now != 0 {
		t.Errorf("without it again %+v", at)
	}
}

// recorded replays what happened, which a model does not say.
func TestAFailingRunIsRecordedAndTheOthersGoOn(t *testing.T) {
	study := strings.Replace(small, `"fcfs"`, `"recorded"`, 1)
	p := plan(t, t.TempDir(), study)
	if at := do(t, p, p.All()); at.Failed != 12 || at.Now != 24 {
		t.Errorf("%+v", at)
	}
	table, _, c := collect(t, p)
	if c.Done != 12 || len(c.Failed) != 12 || c.Missing != 0 || table.Rows != 12 {
		t.Fatalf("%+v, %d rows", c, table.Rows)
	}
	f := c.Failed[1]
	const want = "workload.model.procs 16, workload.model.seed 1, shrink 0.7, policies recorded"
	if f.Where() != want || !strings.HasPrefix(f.Error, "policy recorded: ") {
		t.Errorf("%s: %s", f.Where(), f.Error)
	}
	if at := do(t, p, p.All()); at.Now != 0 {
		t.Errorf("failed runs are tried again: %+v", at)
	}
	store := openStore(t, p.Dir)
	if err := p.Clean(store, func(_ Digest, r *Result) bool { return r.Error == "" }); err != nil {
		t.Fatal(err)
	}
	if at := do(t, p, p.All()); at.Now != 12 || at.Failed != 12 {
		t.Errorf("after Clean %+v", at)
	}
}

// A panic is a mistake of the program: it is the failure of its run, and the others go on.
func TestAPanicIsTheFailureOfItsRun(t *testing.T) {
	p := plan(t, t.TempDir(), small, result.Jobs)
	calls := 0
	w := Worker{Plan: p, Store: openStore(t, p.Dir), Parallel: 1, Keep: func(path string, t *result.Table) (string, error) {
		if calls++; calls == 3 {
			panic("a mistake")
		}
		return keepText(path, t)
	}}
	if at, err := w.Do(t.Context(), p.All()); err != nil || at.Now != 24 || at.Failed != 1 {
		t.Errorf("%+v, %v", at, err)
	}
	if _, _, c := collect(t, p); len(c.Failed) != 1 || c.Failed[0].Error != "a mistake in backfill, please report it: a mistake" {
		t.Errorf("%+v", c)
	}
}

// A study plays a policy of its author where there is its code; elsewhere the work ends, and nothing is recorded.
func TestAStudyPlaysItsAuthorsPolicy(t *testing.T) {
	const study = `{"workload":{"model":{"name":"lublin","jobs":60,"procs":16,"seed":[1,2]}},"policies":["easy","mine"],
		"own":[{"name":"mine","version":"1"}]}`
	mine := experiment.Own{Name: "mine", Version: "1", Make: func() sim.Policy {
		p, err := policy.All.Parse("easy")
		if err != nil {
			t.Error(err)
		}
		return p
	}}
	s, err := Parse([]byte(study), mine)
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlan(t.Context(), t.TempDir(), s, nil, noLog)
	if err != nil {
		t.Fatal(err)
	}
	elsewhere, err := Open(p.Dir)
	if err != nil {
		t.Fatal(err)
	}
	w := Worker{Plan: elsewhere, Store: openStore(t, p.Dir)}
	if _, err := w.Do(t.Context(), []int{1}); err == nil || !strings.Contains(err.Error(), "lacks its code") || w.Store.Has(p.Digest(1)) {
		t.Errorf("without its code: %v, recorded: %t", err, w.Store.Has(p.Digest(1)))
	}
	if at := do(t, p, p.All()); at.Now != 4 || at.Failed != 0 {
		t.Errorf("done: %+v", at)
	}
	table, _, _ := collect(t, elsewhere)
	waits, policies := table.Col("wait_mean_s").Float, table.Col("policy")
	for i := 0; i < 4; i += 2 {
		if policies.GetText(i+1) != "mine" || waits[i] != waits[i+1] {
			t.Errorf("mine waits %v s, and easy, which it is, %v s", waits[i+1], waits[i])
		}
	}
}

// What is stopped continues; nothing of the runs that were cut off is there.
func TestStoppingLosesOnlyWhatIsNotOver(t *testing.T) {
	p := plan(t, t.TempDir(), small)
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	w := Worker{Plan: p, Store: openStore(t, p.Dir), Parallel: 1, Progress: func(at Progress) {
		if at.Done == 7 {
			cancel(enough)
		}
	}}
	if at, err := w.Do(ctx, p.All()); !errors.Is(err, enough) || at.Now != 7 {
		t.Errorf("%+v, %v", at, err)
	}
	if at := do(t, p, p.All()); at.Now != 17 {
		t.Errorf("then %+v", at)
	}
}

// The rows of tables that the plan names are kept for every run; without them, the run counts
// as another.
func TestRowsAreKeptWhereThePlanSaysSo(t *testing.T) {
	dir := t.TempDir()
	p := plan(t, dir, small)
	do(t, p, p.All())
	p = plan(t, dir, small, result.Jobs)
	if at := do(t, p, p.All()); at.Now != 24 {
		t.Errorf("%+v", at)
	}
	for i := range p.Len() {
		if text, err := os.ReadFile(p.RowsFile(p.Digest(i), result.Jobs)); err != nil || strings.Count(string(text), "\n") < 50 {
			t.Errorf("run %d: %.100s, %v", i, text, err)
		}
	}
	if p = plan(t, dir, small); p.Clean(openStore(t, dir), func(Digest, *Result) bool { return true }) != nil {
		t.Fatal("Clean failed")
	}
	if files, _ := filepath.Glob(filepath.Join(dir, rowsFolder, "*", "*", "*")); len(files) != 0 {
		t.Errorf("Clean leaves %v", files)
	}
}

func TestAPlanOfAnotherVersionIsRefusedInWords(t *testing.T) {
	p := plan(t, t.TempDir(), small)
	file := filepath.Join(p.Dir, planFile)
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text, _, err := sealed.Open(kept)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(kept), `"to": 3`, `"to": 2`, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(p.Dir); err == nil || !strings.Contains(err.Error(), "the plan is damaged") {
		t.Errorf("a changed plan: %v", err)
	}
	for old, new := range map[string]string{
		experiment.Version(): "0123456789ab",
		`"runs": 24`:         `"runs": 25`,
		`"to": 3`:            `"to": 4`,
		`"list": "`:          `"list": "..`,
		`"study": {`:         `"study": [`,
	} {
		if !strings.Contains(string(text), old) {
			t.Fatalf("the plan has no %s", old)
		}
		if err := os.WriteFile(file, []byte(strings.Replace(string(text), old, new, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := Open(p.Dir)
		if err == nil || strings.Contains(err.Error(), "\n") ||
			old == experiment.Version() && !strings.Contains(err.Error(), "use that program, or plan the sweep again") {
			t.Errorf("%s: %v", new, err)
		}
	}
	if _, err := Open(t.TempDir()); err == nil || !strings.Contains(err.Error(), "no sweep in this folder") {
		t.Errorf("an empty folder: %v", err)
	}
}

func TestTwoRunsThatAreTheSameAreRefused(t *testing.T) {
	_, err := NewPlan(t.Context(), t.TempDir(), parse(t, `{"policies":["easy","EASY"],"shrink":[0.5,2]}`), nil, noLog)
	want := "runs 1 and 2 of the study (shrink 0.5, policies easy; and policies EASY) are the same: " +
		"leave out one of two values that mean the same"
	if fmt.Sprint(err) != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

const tiny = `{"workload":{"model":{"name":"lublin","jobs":10,"procs":16}},"shrink":{"from":1,"to":%d},"policies":["easy"]}`

// BenchmarkOverhead does runs of ten jobs, which take no time themselves.
func BenchmarkOverhead(b *testing.B) {
	const runs = 2000
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		p := plan(b, b.TempDir(), fmt.Sprintf(tiny, runs))
		b.StartTimer()
		do(b, p, p.All())
	}
	b.ReportMetric(b.Elapsed().Seconds()*1e6/float64(b.N*runs), "µs/run")
}

// BenchmarkCollect collects 10,000 runs.
func BenchmarkCollect(b *testing.B) {
	p := plan(b, b.TempDir(), fmt.Sprintf(tiny, 10000))
	do(b, p, p.All())
	b.ReportAllocs()
	b.ResetTimer()
	for b.Loop() {
		if table, _, _ := collect(b, p); table.Rows != 10000 {
			b.Fatal(table.Rows)
		}
	}
}
