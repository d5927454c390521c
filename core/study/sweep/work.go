package sweep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/internal/pool"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/bounded"
)

// A Worker runs what is missing of a plan.
type Worker struct {
	Plan     *Plan
	Store    *Store
	Parallel int                                      // runs at once; 0 is one per core
	Reading  trace.Options                            // how a study's logs are read
	Open     func(path string) (io.ReadCloser, error) // opens the copy of a log; nil if all are text
	Papers   paper.Catalogue                          // has the plan's experiments
	Progress func(Progress)                           // called after every run, never concurrently; or nil

	// Start starts a program that plays a policy of the plan; it is asked once for each run. nil starts none.
	Start func(ctx context.Context, p *Program) (Played, error)

	// Keep writes the rows of a table that the plan keeps and returns the SHA-256 of the file.
	Keep func(path string, t *result.Table) (sha256 string, err error)
}

// Progress of a Worker.
type Progress struct {
	Done   int // runs of those to do that are done, also before and by others
	Total  int
	Now    int // of Done, by this Worker
	Failed int // of Now
}

// Do runs the runs of these numbers that have no result. A run that fails is recorded with its
// error, and the others go on. Do itself fails if a result cannot be kept or a log cannot be
// read: what has been done stays, and the same call continues. When ctx is done, the runs that
// are not over are given up.
func (w *Worker) Do(ctx context.Context, runs []int) (p Progress, err error) {
	x := &working{Worker: w, loads: newLoads(w)}
	x.progress.Total = len(runs)
	if e := w.Plan.Experiments; e != nil {
		if x.batch, err = w.Papers.Batch(w.Plan.paperOptions(x.loads), e.IDs...); err != nil {
			return x.progress, err
		}
		x.cores = max(1, w.parallel()/max(1, len(runs)))
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	err = pool.Each(ctx, len(runs), w.Parallel, func(k int) error {
		err := x.one(ctx, runs[k])
		if err != nil {
			cancel(err)
		}
		return err
	})
	if err != nil {
		err = context.Cause(ctx) // the first error, not those it caused
	}
	if flushed := w.Store.Flush(); err == nil {
		err = flushed
	}
	if err == nil {
		w.Store.Join() // what cannot be joined, on a full disk, stays as it is
	}
	return x.progress, err
}

type working struct {
	*Worker
	loads   *loads
	checked sync.Map     // programs whose code has been looked at, by name
	batch   *paper.Batch // of the plan's experiments
	cores   int          // that a run of it may use

	mu       sync.Mutex // guards the others
	progress Progress
	look     time.Time // at what others have done, not before
}

// one does a run, unless it has been done.
func (x *working) one(ctx context.Context, i int) error {
	d := x.Plan.Digest(i)
	if err := x.refresh(); err != nil {
		return err
	}
	if x.Store.Has(d) {
		x.report(nil)
		return nil
	}
	begin := time.Now()
	r, err := x.result(ctx, i)
	var stop *stopError
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(err, &stop):
		return stop.error
	case err != nil:
		r = &Result{Error: err.Error()}
	}
	if r.Seconds == 0 {
		r.Seconds = time.Since(begin).Seconds()
	}
	if err := x.Store.Put(d, r); err != nil {
		return err
	}
	x.report(r)
	return nil
}

// A stopError is one of the machine, not of a run: it is not recorded, and ends the work.
type stopError struct{ error }

// A worker looks at what others have done every refreshEvery, and less often where that would
// take more than refreshShare of its time: a thousand workers on a network's disk write
// thousands of files in a second.
const (
	refreshEvery = time.Second
	refreshShare = 0.02
)

func (x *working) refresh() error {
	begin := time.Now()
	x.mu.Lock()
	due := !begin.Before(x.look)
	if due {
		x.look = begin.Add(refreshEvery) // no other goroutine looks meanwhile
	}
	x.mu.Unlock()
	if !due {
		return nil
	}
	err := x.Store.Refresh()
	end := time.Now()
	x.mu.Lock()
	defer x.mu.Unlock()
	x.look = end.Add(max(refreshEvery, time.Duration(float64(end.Sub(begin))/refreshShare)))
	return err
}

func (x *working) report(r *Result) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.progress.Done++
	if r != nil {
		x.progress.Now++
		if r.Error != "" {
			x.progress.Failed++
		}
	}
	if x.Progress != nil {
		x.Progress(x.progress)
	}
}

// result does a run. A panic, which is a mistake of this program, is the run's failure.
func (x *working) result(ctx context.Context, i int) (r *Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("a mistake in backfill, please report it: %v", p)
		}
	}()
	if x.batch != nil {
		return x.compute(ctx, i)
	}
	run, err := x.Plan.Run(i)
	if err != nil {
		return nil, &stopError{err}
	}
	return x.play(ctx, &run)
}

// play simulates a run of a study.
func (x *working) play(ctx context.Context, run *Run) (r *Result, err error) {
	w, err := x.loads.applied(&run.Spec)
	if err != nil {
		return nil, err
	}
	end, err := x.start(ctx, &run.Spec)
	if err != nil {
		return nil, err
	}
	defer end()
	name := run.Digest.Name()
	tables := result.Collecting(append([]*result.Schema{result.Runs}, x.Plan.Tables...)...)
	_, err = experiment.Execute(ctx, run.Spec, w.Workload, experiment.Options{
		Tables: tables, Parallel: 1, WorkloadSHA256: w.sha256(), Name: func(string) string { return name },
	})
	if err != nil {
		return nil, err
	}
	r = new(Result)
	if run.Spec.OfferedLoad > 0 {
		r.Load = w.OfferedLoad()
	}
	kept := tables.Tables()
	if r.Row, err = rowOf(kept[result.Runs]); err != nil {
		return nil, err
	}
	for _, s := range x.Plan.Tables {
		if kept[s] == nil {
			continue
		}
		if r.Files == nil {
			r.Files = map[string]string{}
		}
		if r.Files[s.Name], err = x.Keep(x.Plan.RowsFile(run.Digest, s), kept[s]); err != nil {
			return nil, &stopError{continues(err)}
		}
	}
	return r, nil
}

// Name is the run's name in tables: the first 16 characters of the digest.
func (d Digest) Name() string { return d.String()[:16] }

// loads keeps the workloads of the latest runs, because runs that follow one another share
// them.
type loads struct {
	plan *Plan
	opt  trace.Options
	from func(path string) (io.ReadCloser, error)

	mu      sync.Mutex
	sources shelf
	ready   shelf
	checked map[string]*once[struct{}] // logs
}

// parallel is the number of runs at once.
func (w *Worker) parallel() int { return cmp.Or(max(w.Parallel, 0), runtime.GOMAXPROCS(0)) }

func newLoads(w *Worker) *loads {
	n, open := w.parallel(), w.Open
	if open == nil {
		open = func(path string) (io.ReadCloser, error) { return bounded.Open(path) }
	}
	return &loads{plan: w.Plan, opt: w.Reading, from: open, sources: newShelf(n + 1), ready: newShelf(n + 1),
		checked: map[string]*once[struct{}]{}}
}

// A loaded is a workload and its digest.
type loaded struct {
	*trace.Workload
	sha256 func() string
}

// applied returns the workload of a Spec's runs.
func (l *loads) applied(spec *experiment.Spec) (loaded, error) {
	bare := *spec
	bare.Policies = nil
	return l.get(&l.ready, string(bare.JSON()), func() (loaded, error) {
		source := experiment.Spec{Workload: spec.Workload, Procs: spec.Procs, Width: spec.Width,
			Platforms: experiment.Platforms{Cluster: spec.Cluster}}
		from, err := l.get(&l.sources, string(source.JSON()), func() (loaded, error) {
			w, err := spec.Source(l.open, l.opt)
			return loaded{w, nil}, err
		})
		if err != nil {
			return loaded{}, err
		}
		w, err := spec.Apply(from.Workload)
		if err != nil {
			return loaded{}, err
		}
		return loaded{w, sync.OnceValue(w.SHA256)}, nil
	})
}

func (l *loads) get(in *shelf, key string, make func() (loaded, error)) (loaded, error) {
	l.mu.Lock()
	o := in.get(key)
	l.mu.Unlock()
	return o.do(make)
}

// open opens the sweep's copy of a log, after checking once that it is whole.
func (l *loads) open(name string) (io.ReadCloser, error) {
	path, err := l.path(name)
	if err != nil {
		return nil, err
	}
	f, err := l.from(path)
	return f, unreadable(path, err)
}

// file is open for a file of text.
func (l *loads) file(name string) (*os.File, error) {
	path, err := l.path(name)
	if err != nil {
		return nil, err
	}
	f, err := bounded.Open(path)
	return f, unreadable(path, err)
}

// unreadable is the error of a copy that cannot be opened, nil if err is.
func unreadable(path string, err error) error {
	if err == nil {
		return nil
	}
	return &stopError{fmt.Errorf("%s: this copy of the log cannot be read: %w", path, atomicfile.Cause(err))}
}

// path returns where the sweep's copy of a log is, after checking once that it is whole.
func (l *loads) path(name string) (string, error) {
	sum, is := l.plan.kept[name]
	if !is {
		return "", &stopError{fmt.Errorf("the plan has no log %s: plan the sweep again", name)}
	}
	path := l.plan.logFile(sum)
	l.mu.Lock()
	check := l.checked[sum]
	if check == nil {
		check = new(once[struct{}])
		l.checked[sum] = check
	}
	l.mu.Unlock()
	_, err := check.do(func() (struct{}, error) { return struct{}{}, checkLog(path, sum) })
	if err != nil {
		return "", &stopError{err}
	}
	return path, nil
}

func checkLog(path, sum string) error {
	f, err := bounded.Open(path)
	if err != nil {
		return fmt.Errorf("%s: this copy of the log cannot be read: %w; plan the sweep again", path, atomicfile.Cause(err))
	}
	defer f.Close()
	if got, err := experiment.SHA256Of(f); err != nil || got != sum {
		return fmt.Errorf("%s: this copy of the log is damaged: plan the sweep again", path)
	}
	return nil
}
