package accounting_test

import (
	"path/filepath"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/internal/truth"
	"github.com/backfill-lab/backfill/core/trace/sacct"
)

// Where jobs take turns, or suspend others, each starts when it did in Slurm, and is suspended for as long. held-out was made before the
// rules stood, and later after that.
func TestTurnsOfRealRuns(t *testing.T) {
	for _, c := range []struct {
		run          string
		starts, most int // starts in all, and seconds by which the time for which a job is suspended may be off: Slurm counts whole ones
	}{
		{"turns/data", 69, 2}, {"turns/held-out", 69, 1}, {"turns/later", 69, 1}, {"yields/data", 59, 1}, {"yields/later", 59, 1},
		{"overlap/data", 7, 0},
	} {
		t.Run(c.run, func(t *testing.T) {
			r, err := truth.Read(filepath.Join(truths, filepath.Dir(c.run)), filepath.Base(c.run))
			if err != nil {
				t.Fatal(err)
			}
			e := anHour(t, r)
			if n := count(t, r, e); n.near != c.starts || n.all != c.starts {
				t.Errorf("want all of %d", c.starts)
			}
			suspended := 0
			for i := range e.Jobs {
				row, us := r.Log.Recorded[i].Row, int64(0)
				for _, s := range e.Placed[i].Pauses {
					us += s.Until - s.From
				}
				if suspended += int(us / cluster.Second); row.Phase() != sacct.Ended {
					continue
				}
				if off := us/cluster.Second - (row.End - row.Start - row.Elapsed); off < -int64(c.most) || off > int64(c.most) {
					t.Errorf("job %d is suspended for %d s, in Slurm for %d", row.Job, us/cluster.Second, row.End-row.Start-row.Elapsed)
				}
			}
			t.Logf("jobs are suspended for %d s", suspended)
		})
	}
}
