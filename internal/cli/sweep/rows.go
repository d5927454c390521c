package sweep

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/backfill-lab/backfill/core/study/sweep"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/numeral"
	"github.com/backfill-lab/backfill/internal/sealed"
)

// badRows are the files of rows that are not what was written.
type badRows struct {
	first string // the name of the first
	runs  map[sweep.Digest]bool
}

// copy copies a file of rows, of which the run's record has the SHA-256. One that is damaged is set aside, and its run
// noted. A copy, unlike a link, may be changed and leaves the sweep as it is.
func (b *badRows) copy(d sweep.Digest, from, to, sum string) error {
	f, err := os.Open(from)
	if errors.Is(err, fs.ErrNotExist) {
		b.note(d, from)
		return nil
	}
	if err != nil {
		return console.ReadError(from, err)
	}
	defer f.Close()
	w, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %w", to, atomicfile.Cause(err))
	}
	h := sha256.New()
	_, err = io.Copy(io.MultiWriter(w, h), f)
	if err = errors.Join(err, w.Close()); err != nil {
		return fmt.Errorf("%s: the rows of a run cannot be copied: %w", from, atomicfile.Cause(err))
	}
	if hex.EncodeToString(h.Sum(nil)) != sum {
		b.note(d, sealed.SetAside(from))
	}
	return nil
}

func (b *badRows) note(d sweep.Digest, name string) {
	if b.first == "" {
		b.first = name
	}
	b.runs[d] = true
}

// forget removes the records of runs with bad rows, so that they are done again. It is an error if there are any.
func (b *badRows) forget(p *sweep.Plan, store *sweep.Store) error {
	if len(b.runs) == 0 {
		return nil
	}
	if err := store.Clean(func(d sweep.Digest, _ *sweep.Result) bool { return !b.runs[d] }); err != nil {
		return err
	}
	return fmt.Errorf("%s: the rows of %s, as in this file, are damaged or missing: backfill sweep run %s does just these again",
		b.first, numeral.Plural(len(b.runs), "run"), sweep.ShellWord(p.Dir))
}
