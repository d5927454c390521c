package paper

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/bounded"
	"github.com/backfill-lab/backfill/internal/sealed"
)

// A Cache keeps the summaries of runs by their digest. It must be safe for
// concurrent use.
type Cache interface {
	Get(digest string) ([]byte, bool)
	Put(digest string, data []byte) error
}

// identity is what a run's result depends on. Its JSON is the run's key, whose hash is
// the digest.
type identity struct {
	Version    string          `json:"version"`
	Workload   string          `json:"workload_sha256"` // of the job set, before the Spec's changes
	Spec       json.RawMessage `json:"spec"`
	Statistics []string        `json:"statistics,omitempty"`
	Task       string          `json:"task,omitempty"`
	Params     any             `json:"params,omitempty"`
	After      []string        `json:"after,omitempty"` // digests
}

// specJSON is the run's Spec without the workload, which its hash identifies better.
func (r *Run) specJSON() []byte {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(r.Spec.JSON(), &fields); err != nil {
		panic(err) // cannot happen: it was just encoded
	}
	delete(fields, "workload")
	if len(r.Spec.Policies) == 0 {
		delete(fields, "policies")
	}
	b, err := json.Marshal(fields)
	if err != nil {
		panic(err)
	}
	return b
}

// identity returns the run's key and digest; after are the digests of the runs before it.
func (r *Run) identity(workloadSHA256 string, after ...string) (key []byte, digest string, err error) {
	id := identity{Version: experiment.Version(), Workload: workloadSHA256, Spec: r.specJSON(), After: after}
	for _, s := range r.Statistics {
		id.Statistics = append(id.Statistics, fmt.Sprintf("%s@%d", s.Name, s.Version))
	}
	if r.Task != nil {
		id.Task, id.Params = fmt.Sprintf("%s@%d", r.Task.Name, r.Task.Version), r.Task.Params
	}
	if key, err = json.Marshal(id); err != nil {
		return nil, "", fmt.Errorf("run %s: its parameters cannot be written as JSON: %w", r.Label, err)
	}
	return key, digestOf(key), nil
}

func digestOf(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }

// An entry is a run in a cache.
type entry struct {
	Run     json.RawMessage `json:"run"`
	Summary json.RawMessage `json:"summary"`
	Seconds float64         `json:"seconds"` // that it took
}

// cached returns the cache's summary of the run with that key. An entry that cannot
// be read or belongs to another run does not count.
func cached(c Cache, key []byte, digest string) (s *Summary, seconds float64, ok bool) {
	if c == nil {
		return nil, 0, false
	}
	var e entry
	if data, ok := c.Get(digest); !ok || json.Unmarshal(data, &e) != nil || !bytes.Equal(e.Run, key) {
		return nil, 0, false
	}
	s, err := decode(e.Summary)
	return s, e.Seconds, err == nil
}

// keep puts a summary into the cache and returns what it would read from there, so that
// no result depends on whether it was cached.
func keep(c Cache, key []byte, digest string, s *Summary, seconds float64) (*Summary, error) {
	summary, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	if c != nil {
		data, err := json.Marshal(entry{Run: key, Summary: summary, Seconds: seconds})
		if err != nil {
			return nil, err
		}
		if err := c.Put(digest, append(data, '\n')); err != nil {
			return nil, err
		}
	}
	return decode(summary)
}

func decode(summary []byte) (*Summary, error) {
	s := NewSummary()
	return s, json.Unmarshal(summary, s)
}

// Memory returns a Cache that lives as long as the program.
func Memory() Cache { return &memory{} }

type memory struct{ m sync.Map }

func (c *memory) Get(digest string) ([]byte, bool) {
	v, ok := c.m.Load(digest)
	data, _ := v.([]byte)
	return data, ok
}

func (c *memory) Put(digest string, data []byte) error {
	c.m.Store(digest, data)
	return nil
}

// Folder returns a Cache of files in a folder, which the first one creates. Files appear
// complete or not at all, so that an interrupted evaluation can continue, and several
// programs can share a folder. A file has a checksum, which Get looks at: a damaged file gets
// another name, is as if it were not there, and is told to damaged, which may be nil. A file of
// before has none, and gets one when it is read.
func Folder(path string, damaged func(file string)) Cache { return &folder{path, damaged} }

type folder struct {
	path    string
	damaged func(file string)
}

func (f *folder) file(digest string) string {
	return filepath.Join(f.path, digest[:2], digest+".json")
}

func (f *folder) Get(digest string) ([]byte, bool) {
	name := f.file(digest)
	data, err := bounded.ReadFile(name, bounded.Most)
	if err != nil {
		return nil, false
	}
	content, isSealed, err := sealed.Open(data)
	if err != nil {
		if name = sealed.SetAside(name); f.damaged != nil {
			f.damaged(name)
		}
		return nil, false
	}
	if !isSealed {
		f.Put(digest, content) // if that fails, as in a folder that cannot be written to, the next one tries
	}
	return content, true
}

func (f *folder) Put(digest string, data []byte) error {
	name := f.file(digest)
	err := os.MkdirAll(filepath.Dir(name), 0o777)
	if err == nil {
		err = atomicfile.WriteBytes(name, sealed.Seal(data))
	}
	if err != nil {
		return fmt.Errorf("the cache %s cannot be written: %w; name another folder", f.path, cmp.Or(errors.Unwrap(err), err))
	}
	return nil
}
