package sweep

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/bounded"
)

// Join puts the packs that this store has written into few, so that long work leaves few files.
// Other processes may be using the sweep, and may have the same results in packs of theirs: all
// that is in these stays. Nothing is lost if it is killed: the new files are there before the
// old ones go.
func (s *Store) Join() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.flush(); err != nil || len(s.mine) < 2 {
		return err
	}
	var old []string
	mine := s.mine
	s.mine = nil
	for _, name := range mine {
		data, err := bounded.ReadFile(filepath.Join(s.dir, name), bounded.Most)
		if err != nil || packName(data) != name {
			continue // removed by a sweep clean, or damaged: the next one who reads it says so
		}
		found, err := parsePack(data)
		if err != nil {
			return err
		}
		order := slices.SortedFunc(maps.Keys(found), func(a, b Digest) int { return cmp.Compare(found[a].from, found[b].from) })
		for _, d := range order {
			if err := s.rewrite(d, data[found[d].from:found[d].to]); err != nil {
				return err
			}
		}
		old = append(old, name)
	}
	return s.replace(old)
}

// rewrite puts a result into a large pack.
func (s *Store) rewrite(d Digest, text []byte) error {
	if s.append(d, text); len(s.waiting) < packBytes {
		return nil
	}
	return s.flush()
}

// replace ends rewriting, and removes the old packs, of which new ones have the results.
func (s *Store) replace(old []string) error {
	if err := s.flush(); err != nil {
		return err
	}
	for _, name := range old {
		if slices.Contains(s.mine, name) {
			continue
		}
		if err := os.Remove(filepath.Join(s.dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: cannot be removed: %w", filepath.Join(s.dir, name), atomicfile.Cause(err))
		}
	}
	return nil
}

// Clean removes all results but those that keep wants, and joins what is left in few files. No
// other process should be running the sweep, because results that it writes meanwhile stay as
// they are. Nothing is lost if it is killed, as with Join.
func (s *Store) Clean(keep func(d Digest, r *Result) bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.flush(); err != nil {
		return err
	}
	old := slices.Collect(maps.Keys(s.packs))
	s.mine = nil
	open := reader{dir: s.dir}
	defer open.close()
	for _, d := range slices.SortedFunc(maps.Keys(s.at), compare) {
		text, err := s.text(&open, d)
		if err != nil {
			return err
		}
		if r, err := parseResult(text); err != nil || !keep(d, r) {
			delete(s.at, d)
			continue
		}
		if err := s.rewrite(d, text); err != nil {
			return err
		}
	}
	return s.replace(old)
}
