package experiment

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"path"

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
// the Spec's own, and the log's SHA-256. Of a log that is to be anonymous only the ending of the
// file's name stays, and by its SHA-256 who has the log finds it.
func (s Spec) Kept(by, sha256 string) Spec {
	s.Workload.SHA256 = sha256
	switch {
	case s.Workload.Anonymize:
		if log := s.Workload.Log(); log != "-" { // standard input
			s.Workload = s.Workload.moved(trace.Anonymous + path.Ext(log))
		}
	case by != "":
		s.Workload = s.Workload.moved(by)
	}
	return s
}

// SHA256Of returns the SHA-256, in hexadecimal, of what r reads.
func SHA256Of(r io.Reader) (string, error) {
	h := sha256.New()
	_, err := io.Copy(h, r)
	return hex.EncodeToString(h.Sum(nil)), err
}
