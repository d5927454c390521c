package twin_test

import (
	"path/filepath"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/truth"
	"github.com/backfill-lab/backfill/core/system"
	"github.com/backfill-lab/backfill/core/system/slurm"
)

const truths = "testdata/truth"

func TestTruth(t *testing.T) {
	names, err := truth.Scenarios(truths)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			r, err := truth.Read(filepath.Join(truths, name))
			if err != nil {
				t.Fatal(err)
			}
			tw := slurm.New(r.System)
			tw.Looks, tw.Cycles, tw.CalcUs = r.Looks, r.Cycles, r.CalcUs
			l := r.Log
			e, err := system.NewEngine(system.Config{System: r.System, Jobs: l.Jobs, Scheduler: tw, UnixStart: l.UnixStart, Exact: true})
			if err != nil {
				t.Fatal(err)
			}
			if err := e.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			near := 0
			for i := range l.Jobs {
				off := e.Placed[i].Start - l.Recorded[i].Recorded
				if off >= -6 && off <= 6 {
					near++
				}
				t.Logf("%d submit %d %s recorded %d twin %d off %d", l.Recorded[i].ID, l.Jobs[i].Submit, l.Recorded[i].User, l.Recorded[i].Recorded, e.Placed[i].Start, off)
			}
			t.Logf("%d of %d near, left %v", near, len(l.Jobs), l.Left)
		})
	}
}
