package accounting_test

import (
	"path/filepath"
	"testing"

	"github.com/backfill-lab/backfill/core/slurm/internal/truth"
)

// GPUs whole and in shards, parts of GPUs by type, MPS and counted resources.
func TestShards(t *testing.T) {
	for _, data := range []string{"data", "held-out", "later"} {
		t.Run(data, func(t *testing.T) {
			r, err := truth.Read(filepath.Join(truths, "shards"), data)
			if err != nil {
				t.Fatal(err)
			}
			t.Log(r.Log.Left, r.Log.Doubts, r.System.Description.Ignored)
			if c := count(t, r, anHour(t, r)); c.near < c.all {
				t.Error("want all")
			}
		})
	}
}
