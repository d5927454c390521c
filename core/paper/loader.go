package paper

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"github.com/backfill-lab/backfill/core/workload"
)

// A Loader makes job sets from traces where they are given. It notes what a
// job set was made from; that becomes its Origin.
type Loader struct {
	Scale  Scale
	traces fs.FS // nil: none are given
	set    func(name string) (*workload.Workload, Origin, error)
	origin Origin
}

// An Origin says what a job set was made from.
type Origin struct {
	JobSet     string   `json:"job_set"`
	Title      string   `json:"title"`
	Doc        string   `json:"doc"`
	Substitute bool     `json:"substitute"`       // a trace was not given, something else stands in
	Traces     []Trace  `json:"traces,omitempty"` // read
	Seeds      []uint64 `json:"seeds,omitempty"`
	Notes      []string `json:"notes,omitempty"`
	Jobs       int      `json:"jobs"`
	Procs      int      `json:"procs"`
	SHA256     string   `json:"sha256"` // of the job set: workload.SHA256
}

// A Trace is a log that was read.
type Trace struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"` // of the file
}

// Loader returns a loader of the paper's job sets at a scale, from traces, which
// may be nil.
func (p *Paper) Loader(scale Scale, traces fs.FS) *Loader {
	w := &work{opt: Options{Scale: scale, Traces: traces}, sets: map[string]*jobSet{}}
	return w.loader(p)
}

// Origin returns what has been noted so far.
func (l *Loader) Origin() Origin { return l.origin }

// Trace reads a log of that name from the folder of traces; ok is false, and
// nothing is noted, where it is not given. Whoever then makes something else
// calls Substitute.
func (l *Loader) Trace(name string, opt workload.Options) (w *workload.Workload, ok bool, err error) {
	if l.traces == nil {
		return nil, false, nil
	}
	f, err := l.traces.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	} else if err != nil {
		return nil, false, fmt.Errorf("the trace %s cannot be opened: %w", name, err)
	}
	defer f.Close()
	h := sha256.New()
	w, err = workload.ReadFrom(name, io.TeeReader(f, h), opt)
	if err != nil {
		return nil, false, err
	}
	if _, err := io.Copy(h, f); err != nil { // what a reader may leave at the end
		return nil, false, fmt.Errorf("the trace %s cannot be read: %w", name, err)
	}
	l.origin.Traces = append(l.origin.Traces, Trace{Name: name, SHA256: hex.EncodeToString(h.Sum(nil))})
	return w, true, nil
}

// JobSet returns another job set of the paper, whose origin becomes part of
// this one's.
func (l *Loader) JobSet(name string) (*workload.Workload, error) {
	w, o, err := l.set(name)
	if err != nil {
		return nil, err
	}
	l.origin.Substitute = l.origin.Substitute || o.Substitute
	for _, t := range o.Traces {
		if !slices.Contains(l.origin.Traces, t) {
			l.origin.Traces = append(l.origin.Traces, t)
		}
	}
	for _, s := range o.Seeds {
		l.Seed(s)
	}
	l.origin.Notes = append(l.origin.Notes, o.Notes...)
	return w, nil
}

// Seed notes a seed and returns it.
func (l *Loader) Seed(seed uint64) uint64 {
	if !slices.Contains(l.origin.Seeds, seed) {
		l.origin.Seeds = append(l.origin.Seeds, seed)
	}
	return seed
}

// Substitute notes that something stands in for a trace that is not given, and
// in a sentence what.
func (l *Loader) Substitute(format string, args ...any) {
	l.origin.Substitute = true
	l.Note(format, args...)
}

// Note notes a sentence about how the job set was made.
func (l *Loader) Note(format string, args ...any) {
	l.origin.Notes = append(l.origin.Notes, fmt.Sprintf(format, args...))
}
