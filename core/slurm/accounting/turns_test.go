package accounting_test

import (
	"path/filepath"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/hostlist"
	"github.com/backfill-lab/backfill/core/slurm/internal/truth"
	"github.com/backfill-lab/backfill/core/slurm/twin"
)

func TestTurns(t *testing.T) {
	for _, data := range []string{"turns/data", "turns/held-out", "turns/later", "yields/data", "yields/later", "overlap/data"} {
		t.Run(data, func(t *testing.T) {
			r, err := truth.Read(filepath.Join(truths, filepath.Dir(data)), filepath.Base(data))
			if err != nil {
				t.Fatal(err)
			}
			tw := twin.New(r.System)
			tw.Looks, tw.Cycles, tw.CalcUs, tw.Calcs, tw.Turns = r.Looks, r.Cycles, r.CalcUs, r.Calcs, r.Turns
			e := play(t, r.Exactly(tw))
			count(t, r, e)
			for i := range e.Jobs {
				p, row := &e.Placed[i], r.Log.Recorded[i].Row
				us := int64(0)
				for _, s := range p.Pauses {
					us += s.Until - s.From
				}
				if off := row.End - row.Start - row.Elapsed - us/cluster.Second; off < -1 || off > 1 {
					t.Log(r.Log.Recorded[i].ID, "suspended", us, row.End-row.Start-row.Elapsed)
				}
				_ = hostlist.Compress
			}
		})
	}
}
