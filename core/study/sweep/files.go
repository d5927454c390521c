package sweep

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"syscall"

	"github.com/backfill-lab/backfill/internal/atomicfile"
)

// continues says how to go on after an error of the disk.
func continues(err error) error {
	do := "mend that"
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		do = "make room"
	}
	return fmt.Errorf("%w: %s, then the same command continues: every run but those of the last moment is kept", err, do)
}

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
