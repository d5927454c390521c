package sweep

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/atomicfile"
)

// cacheFolder has what the runs of experiments computed.
const cacheFolder = "cache"

// Experiments are tables and figures of papers, whose runs make a plan. A run's results are in
// the plan's cache, from which paper.Catalogue.Evaluate takes them.
type Experiments struct {
	IDs      []string        `json:"ids"`
	Scale    paper.Scale     `json:"scale"`
	Seed     uint64          `json:"seed"`
	Seeds    int             `json:"seeds"`
	Reading  paper.Reading   `json:"reading,omitempty"`
	Factors  []float64       `json:"factors,omitempty"`
	Policies []string        `json:"policies,omitempty"`
	Logs     bool            `json:"logs,omitempty"` // there was a folder of logs, whether or not it has those that are read
	Runs     []paper.Planned `json:"runs"`           // each after those that it comes after

	once  sync.Once
	kinds map[string]int
}

// NewPaperPlan is NewPlan for experiments of papers, in place of a study. The logs that they
// read in opt.Traces are copied into the folder; what is not there then has its substitute on
// every machine. opt's Cache, Parallel and Progress are not the plan's.
func NewPaperPlan(ctx context.Context, dir string, papers paper.Catalogue, opt paper.Options, ids []string) (*Plan, error) {
	if err := atomicfile.MakeFolder(filepath.Join(dir, listFolder)); err != nil {
		return nil, err
	}
	e := &Experiments{IDs: ids, Scale: opt.Scale, Seed: opt.Seed, Seeds: opt.Seeds, Reading: opt.Reading, Factors: opt.Factors,
		Policies: opt.Policies, Logs: opt.Traces != nil}
	p := &Plan{Dir: dir, Experiments: e}
	var read noted
	if opt.Traces != nil {
		read.folder = opt.Traces
		opt.Traces = &read
	}
	opt.Cache = p.Cache()
	batch, err := papers.Batch(opt, ids...)
	if err != nil {
		return nil, err
	}
	if e.Runs, err = batch.List(ctx); err != nil {
		return nil, err
	}
	for i := range e.Runs {
		if p.list, err = hex.AppendDecode(p.list, []byte(e.Runs[i].Digest)); err != nil {
			return nil, err
		}
	}
	open := func(name string) (io.ReadCloser, error) { return read.folder.Open(name) }
	slices.Sort(read.names)
	if err := p.keepLogs(open, read.names); err != nil {
		return nil, err
	}
	return p, p.write()
}

// Cache is where the runs of the plan's experiments keep their results.
func (p *Plan) Cache() paper.Cache { return paper.Folder(p.CacheFolder(), p.Damaged) }

// CacheFolder is the folder of Cache.
func (p *Plan) CacheFolder() string { return filepath.Join(p.Dir, cacheFolder) }

// CacheIn is the folder of Cache if dir is a sweep's folder, and otherwise dir.
func CacheIn(dir string) string {
	if info, err := os.Stat(filepath.Join(dir, planFile)); err == nil && info.Mode().IsRegular() {
		return filepath.Join(dir, cacheFolder)
	}
	return dir
}

// PaperOptions are those with which the plan's experiments find their runs' results.
func (p *Plan) PaperOptions() paper.Options {
	return p.paperOptions(&loads{plan: p, checked: map[string]*once[struct{}]{}})
}

func (p *Plan) paperOptions(from *loads) paper.Options {
	e := p.Experiments
	opt := paper.Options{Scale: e.Scale, Seed: e.Seed, Seeds: e.Seeds, Reading: e.Reading, Factors: e.Factors, Policies: e.Policies,
		Cache: stopping{p.Cache()}}
	if e.Logs || p.ReadsLogs() {
		opt.Traces = copies{from}
	}
	return opt
}

// ReadsLogs tells whether the plan has copies of logs.
func (p *Plan) ReadsLogs() bool { return len(p.kept) > 0 }

// Ready returns those of the runs whose results need no run that has none.
func (p *Plan) Ready(store *Store, runs []int) (ready []int) {
	for _, i := range runs {
		waits := false
		if p.Experiments != nil {
			for _, k := range p.Experiments.Runs[i].After {
				waits = waits || !store.Has(p.Digest(k))
			}
		}
		if !waits {
			ready = append(ready, i)
		}
	}
	return ready
}

// check is an error if a run comes after one that is not before it.
func (e *Experiments) check() error {
	for i := range e.Runs {
		for _, k := range e.Runs[i].After {
			if k < 0 || k >= i {
				return fmt.Errorf("the plan's run %d comes after run %d, which is not before it: plan the sweep again; its results stay", i+1, k+1)
			}
		}
	}
	return nil
}

func (e *Experiments) kind(i int) int {
	e.once.Do(func() {
		e.kinds = map[string]int{}
		for _, r := range e.Runs {
			if _, is := e.kinds[r.Kind]; !is {
				e.kinds[r.Kind] = len(e.kinds)
			}
		}
	})
	return e.kinds[e.Runs[i].Kind]
}

func (e *Experiments) valuesAt(i int) []Value {
	name, _ := json.Marshal(e.Runs[i].Name) // a text
	return []Value{{"experiment", string(name)}}
}

// keeps tells which files of the cache the plan's runs may read.
func (p *Plan) keeps() func(name string) bool {
	mine := map[string]bool{}
	if p.Experiments != nil {
		for i := range p.Experiments.Runs {
			for _, digest := range p.Experiments.Runs[i].Kept() {
				mine[digest] = true
			}
		}
	}
	return func(name string) bool { return mine[strings.TrimSuffix(name, ".json")] }
}

// compute does a run of the plan's experiments, and those that it comes after if they are missing.
func (x *working) compute(ctx context.Context, i int) (*Result, error) {
	seconds, err := x.batch.Compute(ctx, x.Plan.Experiments.Runs[i], x.cores)
	if errors.Is(err, paper.ErrNotPlanned) {
		return nil, &stopError{fmt.Errorf("run %d (%s): %w", i+1, where(x.Plan.ValuesAt(i)), err)}
	}
	if err != nil {
		return nil, err
	}
	return &Result{Seconds: seconds, Cached: true}, nil
}

// noted is a folder of logs that notes which are read.
type noted struct {
	folder fs.FS

	mu    sync.Mutex
	names []string
}

func (n *noted) Open(name string) (fs.File, error) {
	f, err := n.folder.Open(name)
	if err != nil {
		return nil, err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if !slices.Contains(n.names, name) {
		n.names = append(n.names, name)
	}
	return f, nil
}

// copies is the folder of a plan's copies of logs.
type copies struct{ *loads }

func (c copies) Open(name string) (fs.File, error) {
	if c.plan.kept[name] == "" {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	f, err := c.file(name)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// stopping is a cache whose faults end the work: they are the machine's, not a run's.
type stopping struct{ paper.Cache }

func (s stopping) Put(digest string, data []byte) error {
	if err := s.Cache.Put(digest, data); err != nil {
		return &stopError{continues(err)}
	}
	return nil
}
