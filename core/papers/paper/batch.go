package paper

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// A Batch is the runs of experiments one by one, for those who divide them among processes.
// What it computes goes into the cache of its Options, from which Evaluate takes it.
type Batch struct {
	w *work

	mu    sync.Mutex
	doing map[string]*sync.Mutex // by digest
}

// A Planned is a run of a Batch. The same options and ids give the same list, so that another
// process can compute a run of it.
type Planned struct {
	Name   string `json:"name"` // for people: the experiment's id and the run's label
	Digest string `json:"digest"`
	Kind   string `json:"kind"`            // runs of one kind take about equally long
	At     []int  `json:"at"`              // the experiment, its run, and on through Task.After
	After  []int  `json:"after,omitempty"` // the places in the list of the runs that it comes after, which are lower than its own
}

// Batch returns the runs of the experiments that Find finds. opt.Cache must not be nil.
func (c Catalogue) Batch(opt Options, ids ...string) (*Batch, error) {
	if opt.Cache == nil {
		return nil, errors.New("a batch needs a cache")
	}
	chosen, err := c.chosen(&opt, ids)
	if err != nil {
		return nil, err
	}
	w, err := newWork(chosen, opt)
	return newBatch(w), err
}

func newBatch(w *work) *Batch { return &Batch{w: w, doing: map[string]*sync.Mutex{}} }

// List makes every job set and returns the runs, each once, and before it those that it comes
// after.
func (b *Batch) List(ctx context.Context) ([]Planned, error) {
	// Joining changes the units, and with them where a run is found: it is done to others.
	opt := b.w.opt
	w, err := newWorkOn(b.w.sets, b.w.chosen, opt)
	if err != nil {
		return nil, err
	}
	if err := w.join(ctx); err != nil {
		return nil, err
	}
	var list []Planned
	place := map[*unit]int{}
	var add func(u *unit, kind string, at []int) int
	add = func(u *unit, kind string, at []int) int {
		if i, is := place[u]; is {
			return i
		}
		p := Planned{Name: u.name, Digest: u.digest, Kind: kind + u.run.kind(), At: at}
		for k, a := range u.after {
			if i := add(a, kind, append(slices.Clone(at), k)); !slices.Contains(p.After, i) {
				p.After = append(p.After, i)
			}
		}
		place[u] = len(list)
		list = append(list, p)
		return place[u]
	}
	for i, units := range w.units {
		for k, u := range units {
			add(u, w.chosen[i].Experiment.ID, []int{i, k})
		}
	}
	return list, nil
}

// Kept returns the digests under which the cache may have something of the run.
func (p *Planned) Kept() []string { return []string{p.Digest, savedDigest(p.Digest)} }

// kind names what the run's computing time depends on most.
func (r *Run) kind() string {
	kind := " " + r.JobSet
	if r.Task != nil {
		kind += " " + r.Task.Name
	}
	for _, p := range r.Spec.Policies {
		kind += " " + p
	}
	return kind
}

// Compute computes a run of the list, and before it those of the runs that it comes after which
// the cache lacks, on so many cores. It returns the seconds that the run itself took, whenever
// that was. It is safe for concurrent use; each run is computed once.
func (b *Batch) Compute(ctx context.Context, p Planned, workers int) (seconds float64, err error) {
	u := b.find(p.At)
	if u == nil {
		return 0, ErrNotPlanned
	}
	u, err = b.compute(ctx, u, p.Digest, workers)
	if err != nil {
		return 0, err
	}
	return u.seconds, nil
}

// ErrNotPlanned is Compute's error if the papers, the options or the logs have changed since List.
var ErrNotPlanned = errors.New("it is not the run that was planned: plan again")

// find returns the run at a place, or nil.
func (b *Batch) find(at []int) *unit {
	if len(at) < 2 || !in(at[0], len(b.w.units)) || !in(at[1], len(b.w.units[at[0]])) {
		return nil
	}
	u := b.w.units[at[0]][at[1]]
	for _, k := range at[2:] {
		if !in(k, len(u.after)) {
			return nil
		}
		u = u.after[k]
	}
	return u
}

func in(k, n int) bool { return k >= 0 && k < n }

// compute returns a copy of a run with its summary. The digest is that which was planned, or "".
func (b *Batch) compute(ctx context.Context, from *unit, planned string, workers int) (*unit, error) {
	if _, _, err := from.set.get(); err != nil {
		return nil, err
	}
	u := &unit{run: from.run, name: from.name, set: from.set}
	for _, a := range from.after {
		done, err := b.compute(ctx, a, "", workers)
		if err != nil {
			return nil, err
		}
		u.after = append(u.after, done)
	}
	var digests []string
	for _, a := range u.after {
		digests = append(digests, a.digest)
	}
	var err error
	if u.key, u.digest, err = u.run.identity(u.set.origin.SHA256, digests...); err != nil {
		return nil, err
	}
	if planned != "" && u.digest != planned {
		return nil, ErrNotPlanned
	}
	defer b.lock(u.digest).Unlock()
	if u.summary, u.seconds, u.cached = cached(b.w.opt.Cache, u.key, u.digest); u.cached {
		return u, nil
	}
	return u, b.w.compute(ctx, u, workers)
}

// lock locks the run of a digest and returns its lock.
func (b *Batch) lock(digest string) *sync.Mutex {
	b.mu.Lock()
	m := b.doing[digest]
	if m == nil {
		m = new(sync.Mutex)
		b.doing[digest] = m
	}
	b.mu.Unlock()
	m.Lock()
	return m
}
