package experiment

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/golden"
)

// A change of any result makes caches of results useless, and cannot be
// forgotten: the version is the digest of the golden file of digests. -update
// rewrites it after TestDigests has rewritten that.
func TestVersionIsThatOfTheDigests(t *testing.T) {
	kept, err := os.ReadFile(digests)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(kept)
	want := hex.EncodeToString(sum[:6])
	if *golden.Update {
		if err := os.WriteFile("version.txt", []byte(want+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if Version() != want {
		t.Errorf("version.txt says %s, the digests %s: run go test ./core/experiment -update", Version(), want)
	}
}
