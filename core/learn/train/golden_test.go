package train

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"testing"
)

// TestGoldenTrainings: the rule bases and all that led to them are the same bits on
// every build. They change only with a decision, a draw or the file's form, and then
// every training has to be done again.
func TestGoldenTrainings(t *testing.T) {
	const want = "2cd251cc35e7a8c6c0215839f500cd84"
	h := sha256.New()
	w := small(t, 150)
	var names []string
	for name := range trainings {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintln(h, name, outcome(t, mustRun(t, w, trainings[name], Control{})))
	}
	if got := hex.EncodeToString(h.Sum(nil)[:16]); got != want {
		t.Errorf("the digest is %s, not %s", got, want)
	}
}
