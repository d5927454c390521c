package sweep

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/bounded"
	"github.com/backfill-lab/backfill/internal/scratch"
	"github.com/backfill-lab/backfill/internal/sealed"
)

// A Store keeps results by their digest, in a folder that any number of processes on any number
// of machines may use at once. Results are collected in memory and written together, as a pack:
// a file that appears whole or not at all, is named by the SHA-256 of its content and never
// changes. (A file for each result would cost two syncs, 4 ms, for each.) It is safe for
// concurrent use.
type Store struct {
	dir string

	mu      sync.Mutex
	at      map[Digest]place
	packs   map[string]bool // names that have been read
	mine    []string        // those that this store has written
	damaged []string
	waiting []byte // the next pack
	fresh   map[Digest]place
	since   time.Time     // when the first result of waiting came
	patient time.Duration // how long it may wait
}

// A place is where the JSON of a result is.
type place struct {
	pack     string // "" is waiting
	from, to int64
}

const (
	packFolder = "results"
	packEnding = ".pack"
	packTitle  = "backfill results 1\n"

	// A result stays in memory for packSoon at first and twice as long after each pack, up to
	// packAfter: that is what a killed process loses. packBytes bounds the memory.
	packSoon  = 20 * time.Millisecond
	packAfter = 500 * time.Millisecond
	packBytes = 8 << 20
)

// OpenStore opens the store of a sweep's folder; the first result makes its own folder.
func OpenStore(dir string) (*Store, error) {
	s := &Store{dir: filepath.Join(dir, packFolder), at: map[Digest]place{}, packs: map[string]bool{}, fresh: map[Digest]place{},
		patient: packSoon}
	scratch.Sweep(s.dir)
	return s, s.Refresh()
}

// Refresh finds the results that other processes have written meanwhile.
func (s *Store) Refresh() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.refresh()
}

func (s *Store) refresh() error {
	gone := map[string]bool{} // files that were joined with others after the folder was listed: list it again
	for {
		entries, err := os.ReadDir(s.dir)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: the results cannot be read: %w", s.dir, atomicfile.Cause(err))
		}
		again := false
		for _, e := range entries {
			if name := e.Name(); strings.HasSuffix(name, packEnding) && !s.packs[name] {
				err := s.read(name)
				if err != nil && !isGone(err) {
					return err
				}
				if err != nil && !gone[name] {
					again, gone[name] = true, true
				}
			}
		}
		if !again {
			return nil
		}
	}
}

// read reads a pack. A damaged one is set aside: its runs are done again.
func (s *Store) read(name string) error {
	data, err := bounded.ReadFile(filepath.Join(s.dir, name), bounded.Most)
	if err != nil {
		return fmt.Errorf("%s: the results cannot be read: %w", filepath.Join(s.dir, name), atomicfile.Cause(err))
	}
	s.packs[name] = true
	found, err := parsePack(data)
	if err != nil || packName(data) != name {
		s.damaged = append(s.damaged, sealed.SetAside(filepath.Join(s.dir, name)))
		return nil
	}
	for d, p := range found {
		p.pack = name
		s.at[d] = p
	}
	return nil
}

func packName(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16]) + packEnding
}

// parsePack returns where the results of a pack are: a line has a digest, a space, and JSON.
func parsePack(data []byte) (map[Digest]place, error) {
	if !bytes.HasPrefix(data, []byte(packTitle)) {
		return nil, errors.New("not the results of a sweep")
	}
	found := map[Digest]place{}
	for from := len(packTitle); from < len(data); {
		end := bytes.IndexByte(data[from:], '\n')
		const head = 2*sha256.Size + 1
		if end < head || data[from+head-1] != ' ' {
			return nil, errors.New("a line of the results is cut off")
		}
		var d Digest
		if _, err := hex.Decode(d[:], data[from:from+head-1]); err != nil {
			return nil, err
		}
		found[d] = place{from: int64(from + head), to: int64(from + end)}
		from += end + 1
	}
	return found, nil
}

// Has tells whether there is a result.
func (s *Store) Has(d Digest) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, is := s.find(d)
	return is
}

func (s *Store) find(d Digest) (place, bool) {
	if p, is := s.fresh[d]; is {
		return p, true
	}
	p, is := s.at[d]
	return p, is
}

// Put keeps a result. It is in a file within packAfter of the next Put, or after Flush. An
// error, such as a full disk, leaves it in memory: a later call tries again.
func (s *Store) Put(d Digest, r *Result) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.append(d, text)
	if r.Seconds >= s.patient.Seconds() || time.Since(s.since) >= s.patient || len(s.waiting) >= packBytes {
		return s.flush()
	}
	return nil
}

// append adds a result to those in memory.
func (s *Store) append(d Digest, text []byte) {
	if len(s.waiting) == 0 {
		s.waiting, s.since = append(s.waiting, packTitle...), time.Now() // a monotonic clock
	}
	s.waiting = append(hex.AppendEncode(s.waiting, d[:]), ' ')
	from := int64(len(s.waiting))
	s.waiting = append(append(s.waiting, text...), '\n')
	s.fresh[d] = place{from: from, to: int64(len(s.waiting) - 1)}
}

// Flush writes what is in memory.
func (s *Store) Flush() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.flush()
}

func (s *Store) flush() error {
	if len(s.waiting) == 0 {
		return nil
	}
	if err := atomicfile.MakeFolder(s.dir); err != nil {
		return err
	}
	name := packName(s.waiting)
	if err := atomicfile.WriteBytes(filepath.Join(s.dir, name), s.waiting); err != nil {
		return continues(err)
	}
	s.packs[name], s.mine = true, append(s.mine, name)
	s.patient = max(s.patient, min(2*s.patient, packAfter))
	for d, p := range s.fresh {
		p.pack = name
		s.at[d] = p
	}
	clear(s.fresh)
	s.waiting = s.waiting[:0]
	return nil
}

// Damaged returns the files of results that are damaged and count as if they were not there, by the names that they have now.
func (s *Store) Damaged() []string { return s.damaged }

// Each calls f with the result of every digest of list that has one, in the order of list. It
// reads a pack at a time if that order allows it.
func (s *Store) Each(n int, list func(i int) Digest, f func(i int, r *Result) error) error {
	open := reader{dir: s.dir}
	defer open.close()
	for i := range n {
		d := list(i)
		s.mu.Lock()
		_, is := s.find(d)
		var text []byte
		var err error
		if is {
			text, err = s.text(&open, d)
		}
		s.mu.Unlock()
		if !is {
			continue
		}
		if err != nil {
			return err
		}
		r, err := parseResult(text)
		if err != nil {
			return fmt.Errorf("%s: the result of run %d cannot be read: %w", s.dir, i+1, err)
		}
		if err := f(i, r); err != nil {
			return err
		}
	}
	return nil
}

// text returns the JSON of a result that there is, until the next call. If its file is gone because
// another process has joined it with others, all are read again: it may be in one that is known
// already.
func (s *Store) text(open *reader, d Digest) ([]byte, error) {
	for tries := 0; ; tries++ {
		p, is := s.find(d)
		switch {
		case !is:
			return nil, fmt.Errorf("%s: another command has removed results: try again", s.dir)
		case p.pack == "":
			return s.waiting[p.from:p.to], nil
		}
		text, err := open.text(p)
		if !isGone(err) || tries == mostTries {
			return text, err
		}
		clear(s.packs)
		clear(s.at)
		s.damaged = nil
		if err := s.refresh(); err != nil {
			return nil, err
		}
	}
}

// isGone tells whether a file was removed; on NFS also after it was opened.
func isGone(err error) bool { return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ESTALE) }

// mostTries bounds how often a result is looked for.
const mostTries = 10

// A reader reads results from packs and keeps the last files open.
type reader struct {
	dir   string
	files map[string]*os.File
	buf   []byte
}

// mostFiles bounds the packs that are open at once.
const mostFiles = 256

func (r *reader) text(p place) ([]byte, error) {
	f := r.files[p.pack]
	if f == nil {
		if len(r.files) >= mostFiles {
			r.close()
		}
		var err error
		if f, err = bounded.Open(filepath.Join(r.dir, p.pack)); err != nil {
			return nil, fmt.Errorf("%s: the results cannot be read: %w; try again", filepath.Join(r.dir, p.pack), atomicfile.Cause(err))
		}
		if r.files == nil {
			r.files = map[string]*os.File{}
		}
		r.files[p.pack] = f
	}
	if n := int(p.to - p.from); n > cap(r.buf) {
		r.buf = make([]byte, 2*n)
	}
	r.buf = r.buf[:p.to-p.from]
	_, err := f.ReadAt(r.buf, p.from)
	return r.buf, err
}

func (r *reader) close() {
	for _, f := range r.files {
		f.Close()
	}
	clear(r.files)
}

// Size returns the bytes of all packs, and when the oldest and newest were written.
func (s *Store) Size() (bytes int64, oldest, newest time.Time) {
	entries, _ := os.ReadDir(s.dir) // none: no results
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			continue
		}
		bytes += info.Size()
		at := info.ModTime()
		if oldest.IsZero() || at.Before(oldest) {
			oldest = at
		}
		if at.After(newest) {
			newest = at
		}
	}
	return bytes, oldest, newest
}
