package sweep

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/scratch"
	"github.com/backfill-lab/backfill/internal/sealed"
)

// Clean removes from the sweep's folder what is not the plan's: results of other runs and those
// that keep does not want, damaged files, rows of runs without a result, logs and lists. Files
// that the sweep did not write stay. See Store.Clean.
func (p *Plan) Clean(store *Store, keep func(Digest, *Result) bool) error {
	order := make([]Digest, p.Len())
	for i := range order {
		order[i] = p.Digest(i)
	}
	slices.SortFunc(order, compare)
	planned := func(d Digest) bool {
		_, is := slices.BinarySearchFunc(order, d, compare)
		return is
	}
	if err := store.Clean(func(d Digest, r *Result) bool { return planned(d) && keep(d, r) }); err != nil {
		return err
	}
	for _, old := range []struct {
		folder string
		stays  func(name string) bool
	}{
		{rowsFolder, func(name string) bool {
			var d Digest
			n, err := hex.Decode(d[:], []byte(strings.TrimSuffix(name, ".parquet")))
			return err == nil && n == sha256.Size && store.Has(d)
		}},
		{logFolder, func(name string) bool {
			for _, sum := range p.kept {
				if sum == name {
					return true
				}
			}
			return false
		}},
		{cacheFolder, p.keeps()},
		{packFolder, func(name string) bool { return strings.HasSuffix(name, packEnding) }}, // store.Clean did the others
		{listFolder, func(name string) bool { return name == filepath.Base(p.listFile(p.listSHA256())) }},
	} {
		if err := removeOthers(filepath.Join(p.Dir, old.folder), old.stays); err != nil {
			return err
		}
	}
	return nil
}

func compare(a, b Digest) int { return bytes.Compare(a[:], b[:]) }

func (p *Plan) listSHA256() string {
	sum := sha256.Sum256(p.list)
	return hex.EncodeToString(sum[:])
}

// sweepFile matches the names of the files that a sweep writes: a SHA-256, or half of one, and an ending.
var sweepFile = regexp.MustCompile(`^([0-9a-f]{32}|[0-9a-f]{64})(\.parquet|\.json|\.list|\.pack)?(\` + sealed.Ending + `)?$`)

// removeOthers removes the sweep's files in a folder, and in those in it, that do not stay, and what dead
// processes left. The files of others stay.
func removeOthers(folder string, stays func(name string) bool) error {
	return filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil && d.IsDir() {
			scratch.Sweep(path)
		} else if err == nil && sweepFile.MatchString(d.Name()) && !stays(d.Name()) {
			err = os.Remove(path)
		}
		if err != nil {
			return fmt.Errorf("%s: cannot be removed: %w", path, atomicfile.Cause(err))
		}
		return nil
	})
}
