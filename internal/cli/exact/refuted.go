package exact

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/cli/internal/solvers"
)

// keepRefuted saves the instance in the current folder if an answer is refuted, as a file
// that backfill exact reads.
func (x *exactRun) keepRefuted(s *solved) {
	if len(s.refuted()) == 0 {
		return
	}
	var text bytes.Buffer
	if s.lost = s.in.Write(&text); s.lost != nil {
		return
	}
	name := refutedFile(s.in, text.Bytes())
	if s.lost = atomicfile.WriteBytes(name, text.Bytes()); s.lost == nil {
		s.Refuted = &name
	}
}

// refutedFile names an instance's file by its name and a digest of its text, so that
// instances of the same name do not replace each other.
func refutedFile(in *exact.Instance, text []byte) string {
	name := strings.Map(func(r rune) rune {
		if r < 128 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("@._-", r)) {
			return r
		}
		return '-'
	}, nameOf(in))
	return fmt.Sprintf("refuted-%.100s-%.4x.json", name, sha256.Sum256(text))
}

// refuted returns the refuted answers.
func (s *solved) refuted() (list []*solvers.Answer) {
	for _, a := range s.Answers {
		if a.Status == solvers.Refuted {
			list = append(list, a.Answer)
		}
	}
	return list
}

// refutations returns a sentence for each refuted answer.
func refutations(all []*solved) (list []string) {
	for _, s := range all {
		for _, a := range s.refuted() {
			where := fmt.Sprintf("could not be saved: %v", s.lost)
			if s.Refuted != nil {
				where = "is saved in " + *s.Refuted
			}
			list = append(list, fmt.Sprintf("%s is refuted on %s: %s; the instance %s", a.Solver, nameOf(s.in), a.Says, where))
		}
	}
	return list
}

// errRefuted is the error of a call with refuted answers, after the table is printed; nil
// without one.
func errRefuted(all []*solved) error {
	switch list := refutations(all); len(list) {
	case 0:
		return nil
	case 1:
		return errors.New(list[0])
	default:
		return fmt.Errorf("%d answers are refuted; the first: %s", len(list), list[0])
	}
}
