package accounting_test

import (
	"path/filepath"
	"testing"

	"github.com/backfill-lab/backfill/core/slurm/internal/truth"
	"github.com/backfill-lab/backfill/core/slurm/twin"
)

func TestTurns(t *testing.T) {
	for _, data := range []string{"data", "held-out"} {
		t.Run(data, func(t *testing.T) {
			r, err := truth.Read(filepath.Join(truths, "turns"), data)
			if err != nil {
				t.Fatal(err)
			}
			tw := twin.New(r.System)
			tw.Looks, tw.Cycles, tw.CalcUs, tw.Calcs, tw.Turns = r.Looks, r.Cycles, r.CalcUs, r.Calcs, r.Turns
			e := play(t, r.Exactly(tw))
			count(t, r, e)
			for i := range e.Jobs {
				t.Log(r.Log.Recorded[i].ID, e.Placed[i].Start, e.Placed[i].End, e.Placed[i].Held.Nodes, e.Placed[i].Held.Cores, e.Placed[i].Pauses)
			}
		})
	}
}
