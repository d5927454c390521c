package paper

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"slices"

	"github.com/backfill-lab/backfill/core/trace"
)

// A Loader makes job sets, from traces where they are given. Its Origin says what from.
type Loader struct {
	Setting
	drawn  bool  // the job set may depend on the setting's seed
	traces fs.FS // nil: none
	set    func(name string) (*trace.Workload, Origin, error)
	origin Origin
}

// An Origin says what a job set was made from.
type Origin struct {
	JobSet     string   `json:"job_set"`
	Title      string   `json:"title"`
	Doc        string   `json:"doc"`
	Group      string   `json:"-"`
	Substitute bool     `json:"substitute"`        // something stands in for a trace that is not given
	Traces     []Trace  `json:"traces,omitempty"`  // the logs read
	Missing    []string `json:"missing,omitempty"` // logs that are not in the folder of logs, if one was given
	Seeds      []uint64 `json:"seeds,omitempty"`
	Notes      []string `json:"notes,omitempty"`
	Jobs       int      `json:"jobs"`
	Procs      int      `json:"procs"`
	SHA256     string   `json:"sha256"` // of the job set: trace.SHA256
}

// A Trace is a log that was read.
type Trace struct {
	Name         string `json:"name"`
	SHA256       string `json:"sha256"`       // of the file
	Uncompressed string `json:"uncompressed"` // SHA-256 of what is in it, if it is compressed; else the same
}

// Loader returns a loader of the paper's job sets; traces may be nil.
func (p *Paper) Loader(at Setting, traces fs.FS) *Loader {
	w := &work{opt: Options{Traces: traces}, sets: map[string]*jobSet{}}
	return w.loader(p, at, true)
}

// Origin returns the notes so far.
func (l *Loader) Origin() Origin { return l.origin }

// Trace reads a log from the folder of traces and notes it. If it is not there, or name
// is empty, ok is false; a caller that makes something else instead calls Substitute.
func (l *Loader) Trace(name string, opt trace.Options) (w *trace.Workload, ok bool, err error) {
	if l.traces == nil || name == "" {
		return nil, false, nil
	}
	f, err := l.traces.Open(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		l.missing(name)
		return nil, false, nil
	case err != nil:
		return nil, false, fmt.Errorf("the trace %s cannot be opened: %w", name, err)
	}
	defer f.Close()
	r, err := newHashing(f)
	if err == nil {
		w, err = trace.ReadFrom(name, r, opt)
	}
	if err != nil {
		return nil, false, err
	}
	t := Trace{Name: name}
	if t.SHA256, t.Uncompressed, err = r.sums(); err != nil {
		return nil, false, fmt.Errorf("the trace %s cannot be read: %w", name, err)
	}
	l.origin.Traces = append(l.origin.Traces, t)
	return w, true, nil
}

func (l *Loader) missing(name string) {
	if !slices.Contains(l.origin.Missing, name) {
		l.origin.Missing = append(l.origin.Missing, name)
	}
}

// hashing reads a file, which may be compressed with gzip, and hashes it as it is and
// uncompressed.
type hashing struct {
	io.Reader           // what is in the file
	file      io.Reader // as it is
	sum       [2]hash.Hash
}

func newHashing(file io.Reader) (*hashing, error) {
	r := &hashing{sum: [2]hash.Hash{sha256.New(), sha256.New()}}
	as := bufio.NewReader(io.TeeReader(file, r.sum[0]))
	r.file, r.Reader = as, as
	if magic, err := as.Peek(2); err == nil && string(magic) == "\x1f\x8b" {
		if r.Reader, err = gzip.NewReader(as); err != nil {
			return nil, err
		}
	}
	r.Reader = io.TeeReader(r.Reader, r.sum[1])
	return r, nil
}

// sums returns both hashes, after reading what is left.
func (r *hashing) sums() (file, content string, err error) {
	for _, rest := range []io.Reader{r.Reader, r.file} {
		if _, err := io.Copy(io.Discard, rest); err != nil {
			return "", "", err
		}
	}
	return fmt.Sprintf("%x", r.sum[0].Sum(nil)), fmt.Sprintf("%x", r.sum[1].Sum(nil)), nil
}

// JobSet returns another job set of the paper and adds its origin to this one's.
func (l *Loader) JobSet(name string) (*trace.Workload, error) {
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
	for _, name := range o.Missing {
		l.missing(name)
	}
	for _, s := range o.Seeds {
		l.Seed(s)
	}
	l.origin.Notes = append(l.origin.Notes, o.Notes...)
	return w, nil
}

// Draw returns the setting's seed, and notes it. It panics if the job set does not say that
// it is drawn: it would be shared between seeds.
func (l *Loader) Draw() uint64 {
	if !l.drawn {
		panic("paper: a job set that is not Drawn asks for the seed")
	}
	return l.Seed(l.Setting.Seed)
}

// Seed notes a seed and returns it.
func (l *Loader) Seed(seed uint64) uint64 {
	if !slices.Contains(l.origin.Seeds, seed) {
		l.origin.Seeds = append(l.origin.Seeds, seed)
	}
	return seed
}

// Substitute notes, in a sentence, what stands in for a trace that is not given.
func (l *Loader) Substitute(format string, args ...any) {
	l.origin.Substitute = true
	l.Note(format, args...)
}

// Note adds a sentence about how the job set was made.
func (l *Loader) Note(format string, args ...any) {
	l.origin.Notes = append(l.origin.Notes, fmt.Sprintf(format, args...))
}
