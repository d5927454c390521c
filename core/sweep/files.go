package sweep

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"

	"github.com/backfill-lab/backfill/core/atomicfile"
)

// copyAs copies a log to a file. It is an error if its SHA-256 is another.
func copyAs(path string, from io.Reader, sum string) error {
	h := sha256.New()
	return atomicfile.Write(path, func(w io.Writer) error {
		if _, err := io.Copy(io.MultiWriter(w, h), from); err != nil {
			return err
		}
		if hex.EncodeToString(h.Sum(nil)) != sum {
			return errors.New("the log changed while it was copied: plan the sweep again")
		}
		return nil
	})
}
