package twin

import (
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/slurmconf"
	"github.com/backfill-lab/backfill/core/system"
	"github.com/backfill-lab/backfill/core/system/queue"
	"github.com/backfill-lab/backfill/core/system/slurm"
)

// What an administrator gets from the files of a real cluster alone, without the daemon's statistics: the
// twin is near the record, and schedulers that know no priorities and limits are not.
func TestARealClusterFromItsFiles(t *testing.T) {
	traces := os.Getenv("BACKFILL_TRACES")
	if traces == "" {
		t.Skip("the real run is not in the repository: BACKFILL_TRACES names the folder of logs beside it")
	}
	open := func(folder, name string) *slurmconf.File {
		f, err := os.Open(filepath.Join(traces, "..", "slurm", folder, name))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return &slurmconf.File{Name: name, Data: f}
	}
	for _, c := range []struct {
		name     string
		off, per float64 // of the mean wait in percent, as found in 2026, and how far from that it may be
	}{{"slurm", 0.5, 2}, {"easy", -64.9, 5}, {"fcfs", 95.3, 5}} {
		d, err := slurmconf.Read(slurmconf.Files{SlurmConf: open("real-run", "slurm.conf"), Topology: open("real-run", "topology.conf"),
			Gres: open("micro", "gres.conf"), Sacctmgr: open("micro", "sacctmgr.script")})
		if err != nil {
			t.Fatal(err)
		}
		classic := false // as before Slurm 19.05
		d.Priority.FairTree, d.Scheduling.WindowPerGroup = &classic, true
		s, err := system.New(d)
		if err != nil {
			t.Fatal(err)
		}
		asked, err := ReadRequests("jobs500.events", open("micro", "jobs500.events").Data)
		if err != nil {
			t.Fatal(err)
		}
		l, err := ReadLog("slurm_acct.out", open("real-run", "slurm_acct.out").Data, "", time.UTC, asked, s)
		if err != nil {
			t.Fatal(err)
		}
		scheduler := system.Scheduler(slurm.New(s))
		if c.name != "slurm" {
			if scheduler, err = queue.New(s, c.name); err != nil {
				t.Fatal(err)
			}
		}
		got, err := l.Play(t.Context(), s, scheduler)
		if err != nil {
			t.Fatal(err)
		}
		off := 100 * (got.Mean.Twin/got.Mean.Recorded - 1)
		t.Logf("%s: mean wait %.0f s, recorded %.0f s (%+.1f %%), correlation %.3f",
			c.name, got.Mean.Twin, got.Mean.Recorded, off, got.Correlation)
		if math.Abs(off-c.off) > c.per {
			t.Errorf("%s: off by %+.1f %%, want %+.1f", c.name, off, c.off)
		}
	}
}
