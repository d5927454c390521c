package sweep

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
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

// copyAs copies a log to a file with at most these permissions. It is an error if its SHA-256 is another.
func copyAs(path string, perm fs.FileMode, from io.Reader, sum string) error {
	h := sha256.New()
	return atomicfile.WriteAtMost(path, perm, func(w io.Writer) error {
		if _, err := io.Copy(io.MultiWriter(w, h), from); err != nil {
			return err
		}
		if hex.EncodeToString(h.Sum(nil)) != sum {
			return errors.New("the log changed while it was copied: plan the sweep again")
		}
		return nil
	})
}

// permOf returns the permissions of a log: all if it is no file.
func permOf(log io.Reader) (fs.FileMode, error) {
	file, is := log.(interface{ Stat() (fs.FileInfo, error) })
	if !is {
		return fs.ModePerm, nil
	}
	info, err := file.Stat()
	if err != nil {
		return 0, err
	}
	return info.Mode().Perm(), nil
}

// atMost takes permissions from a file that are not among perm.
func atMost(path string, perm fs.FileMode) error {
	info, err := os.Stat(path)
	if err == nil && info.Mode().Perm()&^perm != 0 {
		err = os.Chmod(path, info.Mode().Perm()&perm)
	}
	if err != nil {
		return fmt.Errorf("%s: cannot be made as private as its log: %w", path, atomicfile.Cause(err))
	}
	return nil
}
