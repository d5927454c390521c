package twin

import (
	"path/filepath"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/internal/truth"
)

func TestZZ(t *testing.T) {
	r, err := truth.Read(filepath.Join(truths, "load"), "data")
	if err != nil {
		t.Fatal(err)
	}
	w := New(r.System)
	w.CalcUs, w.Looks, w.Cycles = r.CalcUs, r.Looks, r.Cycles
	e, _ := cluster.NewEngine(cluster.Config{System: r.System, Jobs: r.Log.Jobs, Changes: r.Log.Changes, Scheduler: w, UnixStart: r.Log.UnixStart, Exact: true})
	for e.Step() {
		if len(w.Plans) > 0 && e.NowUs >= 9702000 {
			for _, p := range w.Plans {
				n := ""
				for _, k := range p.Nodes {
					n += " " + r.System.Nodes[k].Name
				}
				t.Log(r.Log.Recorded[p.Job].ID, r.System.Partitions[p.Partition].Name, p.Start, p.End, n)
			}
			break
		}
	}
}
