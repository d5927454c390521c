package bases

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/backfill-lab/backfill/core/learn/train"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/trace/builtin"
)

// The files are the results of these trainings, and better than EASY in the order of
// submission on their workload.
func TestFilesAreWhatIsTrainedHere(t *testing.T) {
	w, err := builtin.Load("")
	if err != nil {
		t.Fatal(err)
	}
	_, alone, err := train.Strategies(context.Background(), w, train.Options{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	easy := alone[rules.Combine(rules.BySubmit, rules.EASY)]
	for _, e := range examples {
		got, objective, err := e.train()
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join("../../../..", folder, e.file))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what its training gives: go run ./wasm/build bases", e.file)
		}
		if objective >= easy {
			t.Errorf("%s has the objective %.0f, EASY %.0f", e.name, objective, easy)
		}
		t.Logf("%s: %.0f, EASY %.0f, all strategies %.0f", e.name, objective, easy, alone)
	}
}
