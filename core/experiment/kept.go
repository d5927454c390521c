package experiment

import (
	"crypto/sha256"
	"encoding/hex"
	"io"

	"github.com/backfill-lab/backfill/core/trace"
)

// Log returns the file of the log that the source reads or imitates, "" for none.
func (s Source) Log() string {
	if s.Model != nil {
		return s.Model.From
	}
	return s.File
}

// moved returns the source with its log in another file.
func (s Source) moved(file string) Source {
	switch {
	case s.Log() == "":
	case s.Model != nil:
		m := *s.Model
		m.From = file
		s.Model = &m
	default:
		s.File = file
	}
	return s
}

// Kept returns the Spec as results keep it: with the path by which they name its log, "" for
// the Spec's own, and the log's SHA-256. Of a log that is to be anonymous only the name of the
// file stays, because folders bear the names of people.
func (s Spec) Kept(path, sha256 string) Spec {
	s.Workload.SHA256 = sha256
	switch {
	case s.Workload.Anonymize:
		s.Workload = s.Workload.moved(trace.BaseName(s.Workload.Log()))
	case path != "":
		s.Workload = s.Workload.moved(path)
	}
	return s
}

// SHA256Of returns the SHA-256, in hexadecimal, of what r reads.
func SHA256Of(r io.Reader) (string, error) {
	h := sha256.New()
	_, err := io.Copy(h, r)
	return hex.EncodeToString(h.Sum(nil)), err
}
