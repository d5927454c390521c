package paper

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/internal/pool"
	"github.com/backfill-lab/backfill/core/trace"
)

// work is everything that an evaluation has to compute, each run once.
type work struct {
	opt    Options
	chosen []Chosen
	units  [][]*unit // by experiment and run; equal runs share a unit
	lazy   *lazy     // nil: all runs are done before an evaluation
	sets   map[string]*jobSet

	todo  []*unit // not in the cache, each once, in the order of work
	hits  int     // units in the cache
	total int
	begin time.Time // of computing

	mu   sync.Mutex // guards sets, done, every share, and the calls of Progress
	done int
}

// unit is one run, shared by all experiments that need it.
type unit struct {
	run    *Run
	name   string // for the user
	set    *jobSet
	after  []*unit
	key    []byte
	digest string

	needed  bool
	wave    int // above that of every uncached run it comes after
	summary *Summary
	cached  bool
	seconds float64
	share   float64 // done, 0..1
}

// jobSet is a job set, made when first needed.
type jobSet struct {
	drawn  bool
	once   sync.Once
	make   func() (*trace.Workload, Origin, error)
	w      *trace.Workload
	origin Origin
	err    error
}

func (s *jobSet) get() (*trace.Workload, Origin, error) {
	s.once.Do(func() { s.w, s.origin, s.err = s.make() })
	return s.w, s.origin, s.err
}

func newWork(chosen []Chosen, opt Options) (*work, error) {
	return newWorkOn(map[string]*jobSet{}, chosen, opt)
}

// newWorkOn is newWork with job sets that others of the same scale and reading have made.
func newWorkOn(sets map[string]*jobSet, chosen []Chosen, opt Options) (*work, error) {
	w := &work{opt: opt, chosen: chosen, sets: sets}
	for _, c := range chosen {
		units := make([]*unit, len(c.Experiment.Runs))
		for k := range c.Experiment.Runs {
			u, err := w.unit(c, &c.Experiment.Runs[k])
			if err != nil {
				return nil, err
			}
			units[k] = u
		}
		w.units = append(w.units, units)
	}
	return w, nil
}

// unit returns a run and those it comes after, not yet looked up.
func (w *work) unit(c Chosen, r *Run) (*unit, error) {
	set, err := w.set(c, r)
	if err != nil {
		return nil, fmt.Errorf("%s, run %s: %w", c.Experiment.ID, r.Label, err)
	}
	u := &unit{run: r, name: c.Experiment.ID + " " + r.Label, set: set}
	if r.Task == nil {
		return u, nil
	}
	for i := range r.Task.After {
		a, err := w.unit(c, &r.Task.After[i])
		if err != nil {
			return nil, err
		}
		u.after = append(u.after, a)
	}
	return u, nil
}

// set returns the job set of a run, not yet made.
func (w *work) set(c Chosen, r *Run) (*jobSet, error) {
	if r.JobSet != "" {
		return w.named(c.Paper, c.Setting, r.JobSet)
	}
	bare := experiment.Spec{Workload: r.Spec.Workload, Width: r.Spec.Width}
	return w.once(string(bare.JSON()), func() (*trace.Workload, Origin, error) {
		loaded, err := bare.Load(w.open, trace.Options{})
		if err != nil {
			return nil, Origin{}, err
		}
		o := Origin{JobSet: loaded.Name, Title: loaded.Name, Doc: loaded.Source, Group: loaded.Name}
		o.describe(loaded)
		return loaded, o, nil
	}), nil
}

// named returns the paper's job set of that name, not yet made.
func (w *work) named(p *Paper, at Setting, name string) (*jobSet, error) {
	all := p.JobSets(at)
	k := slices.IndexFunc(all, func(s JobSet) bool { return s.Name == name })
	if k < 0 {
		return nil, fmt.Errorf("paper %s has no job set %q", p.Key, name)
	}
	set := all[k]
	if !set.Drawn {
		at.Seed = 1 // the same for all
	}
	key := fmt.Sprint(p.Key, "\x00", name, "\x00", at.Seed)
	s := w.once(key, func() (*trace.Workload, Origin, error) { return w.make(p, at, set) })
	s.drawn = set.Drawn
	return s, nil
}

// once returns the job set with that key; make makes it when it is first needed.
func (w *work) once(key string, make func() (*trace.Workload, Origin, error)) *jobSet {
	if w.sets[key] == nil {
		w.sets[key] = &jobSet{make: make}
	}
	return w.sets[key]
}

func (w *work) open(name string) (io.ReadCloser, error) {
	if w.opt.Traces == nil {
		return nil, fmt.Errorf("the log %s is needed: give the folder it is in", name)
	}
	return w.opt.Traces.Open(name)
}

func (w *work) make(p *Paper, at Setting, def JobSet) (*trace.Workload, Origin, error) {
	l := w.loader(p, at, def.Drawn)
	o := &l.origin
	o.JobSet, o.Title, o.Doc, o.Group = def.Name, def.Title, def.Doc, cmp.Or(def.Group, def.Name)
	made, err := def.Make(l)
	if err != nil {
		return nil, *o, fmt.Errorf("job set %s of paper %s: %w", def.Name, p.Key, err)
	}
	o.describe(made)
	return made, *o, nil
}

func (w *work) loader(p *Paper, at Setting, drawn bool) *Loader {
	return &Loader{Setting: at, drawn: drawn, traces: w.opt.Traces, set: func(name string) (*trace.Workload, Origin, error) {
		w.mu.Lock()
		s, err := w.named(p, at, name)
		w.mu.Unlock()
		if err != nil {
			return nil, Origin{}, err
		}
		if s.drawn && !drawn {
			panic("paper: a job set that is not Drawn is made from " + name + ", which is")
		}
		return s.get()
	}}
}

func (o *Origin) describe(w *trace.Workload) {
	o.Jobs, o.Procs, o.SHA256 = w.Len(), w.Procs, w.SHA256()
}

// do gets every unit's summary, from the cache or by computing it.
func (w *work) do(ctx context.Context) error {
	if err := w.lookUp(ctx); err != nil {
		return err
	}
	w.begin = time.Now()
	w.report(nil, 0)
	for todo := w.todo; len(todo) > 0; {
		n := 1
		for n < len(todo) && todo[n].wave == todo[0].wave {
			n++
		}
		workers := max(1, w.opt.parallel()/n)
		err := w.each(ctx, n, func(ctx context.Context, i int) error { return w.compute(ctx, todo[i], workers) })
		if err != nil {
			return err
		}
		todo = todo[n:]
	}
	return nil
}

// lookUp joins equal runs, and takes summaries from the cache.
func (w *work) lookUp(ctx context.Context) error {
	if err := w.join(ctx); err != nil {
		return err
	}
	for _, units := range w.units {
		for _, u := range units {
			w.need(u)
		}
	}
	// The order of digests is as good as random: the finished runs are a fair sample,
	// from which the time left is estimated.
	slices.SortFunc(w.todo, func(a, b *unit) int {
		return cmp.Or(cmp.Compare(a.wave, b.wave), strings.Compare(a.digest, b.digest))
	})
	w.done, w.total = w.hits, w.hits+len(w.todo)
	return ctx.Err()
}

// join makes the job sets and joins equal runs.
func (w *work) join(ctx context.Context) error {
	var sets []*jobSet // of the units; making one may add others to w.sets
	for _, key := range slices.Sorted(maps.Keys(w.sets)) {
		sets = append(sets, w.sets[key])
	}
	err := w.each(ctx, len(sets), func(_ context.Context, i int) error {
		_, _, err := sets[i].get()
		return err
	})
	if err != nil {
		return err
	}
	first := map[string]*unit{}
	for _, units := range w.units {
		for k, u := range units {
			if units[k], err = w.joined(u, first); err != nil {
				return err
			}
		}
	}
	return nil
}

// joined returns the first unit with u's digest, which stands for all equal runs.
func (w *work) joined(u *unit, first map[string]*unit) (_ *unit, err error) {
	var after []string
	for i, a := range u.after {
		if u.after[i], err = w.joined(a, first); err != nil {
			return nil, err
		}
		after = append(after, u.after[i].digest)
	}
	if u.key, u.digest, err = u.run.identity(u.set.origin.SHA256, after...); err != nil {
		return nil, err
	}
	if f, ok := first[u.digest]; ok {
		return f, nil
	}
	first[u.digest] = u
	return u, nil
}

// need takes u from the cache, or adds it to todo after the runs it depends on.
func (w *work) need(u *unit) {
	if u.needed {
		return
	}
	u.needed = true
	if u.summary, u.seconds, u.cached = cached(w.opt.Cache, u.key, u.digest); u.cached {
		w.hits++
		return
	}
	for _, a := range u.after {
		w.need(a)
		if !a.cached {
			u.wave = max(u.wave, a.wave+1)
		}
	}
	w.todo = append(w.todo, u)
}

// spent notes by digest the seconds that u took and all that it comes after, which nobody
// looked up if u was cached.
func (u *unit) spent(c Cache, seconds map[string]float64) {
	if u.summary == nil {
		_, u.seconds, _ = cached(c, u.key, u.digest)
	}
	seconds[u.digest] = u.seconds
	for _, a := range u.after {
		a.spent(c, seconds)
	}
}

// each calls f for 0..n-1 in parallel. It returns the first error. After that, or when
// ctx is done, f's context is done and no further calls begin.
func (w *work) each(ctx context.Context, n int, f func(ctx context.Context, i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	err := pool.Each(ctx, n, w.opt.parallel(), func(i int) error {
		err := f(ctx, i)
		if err != nil {
			cancel(err)
		}
		return err
	})
	if err != nil {
		return context.Cause(ctx) // the first error, not those it caused
	}
	return nil
}

func (w *work) compute(ctx context.Context, u *unit, workers int) error {
	begin := time.Now()
	aid := NewAid(workers, w.opt.Cache, u.digest)
	aid.progress = every(100*time.Millisecond, func(done, total int) { w.report(u, float64(done)/float64(max(1, total))) })
	for _, a := range u.after {
		aid.After = append(aid.After, a.summary)
	}
	s, err := u.run.Compute(ctx, u.set.w, aid)
	u.seconds = time.Since(begin).Seconds()
	if err == nil {
		s, err = keep(w.opt.Cache, u.key, u.digest, s, u.seconds)
	}
	if err == nil {
		err = aid.done()
	}
	switch {
	case err == nil:
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	default:
		return fmt.Errorf("%s: %w", u.name, err)
	}
	u.summary = s
	w.mu.Lock()
	w.done++
	w.mu.Unlock()
	w.report(u, 1)
	return nil
}

// report notes the share of u that is done, and calls Progress.
func (w *work) report(u *unit, share float64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := Progress{Done: w.done, Total: w.total, Cached: w.hits, Left: -1, Share: 1}
	if u != nil {
		u.share, p.Run = share, u.name
	}
	if w.opt.Progress == nil {
		return
	}
	var done, all float64 // in jobs
	for _, t := range w.todo {
		size := float64(1 + t.set.origin.Jobs)
		done += size * t.share
		all += size
	}
	if all > 0 {
		p.Share = done / all
	}
	const sample = 0.02 // share of the work needed for an estimate
	if spent := time.Since(w.begin); p.Share >= sample && spent > time.Second {
		p.Left = time.Duration(float64(spent) * (1 - p.Share) / p.Share).Round(time.Second)
	}
	w.opt.Progress(p)
}
