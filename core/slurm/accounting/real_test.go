package accounting

import (
	"bytes"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/platform/cluster/queue"
	"github.com/backfill-lab/backfill/core/slurm/conf"
	"github.com/backfill-lab/backfill/core/slurm/guess"
	"github.com/backfill-lab/backfill/core/slurm/twin"
)

// What an administrator gets from the files of a real cluster alone, without the daemon's statistics: the
// twin is near the record, and schedulers that know no priorities and limits are not.
func TestARealClusterFromItsFiles(t *testing.T) {
	traces := os.Getenv("BACKFILL_TRACES")
	if traces == "" {
		t.Skip("the real run is not in the repository: BACKFILL_TRACES names the folder of logs beside it")
	}
	open := func(folder, name string) *conf.File {
		f, err := os.Open(filepath.Join(traces, "..", "slurm", folder, name))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return &conf.File{Name: name, Data: f}
	}
	for _, c := range []struct {
		name     string
		phases   int64   // of the daemon's clocks, which nobody knows
		off, per float64 // of the mean wait in percent, as found in 2026, and how far from that it may be
	}{{"slurm", 15, 0, 2}, {"easy", 1, -66.8, 5}, {"fcfs", 1, 96, 5}} {
		var off, correlation float64
		for k := range c.phases {
			d, err := conf.Read(conf.Files{SlurmConf: open("real-run", "slurm.conf"), Topology: open("real-run", "topology.conf"),
				Gres: open("micro", "gres.conf"), Sacctmgr: open("micro", "sacctmgr.script")})
			if err != nil {
				t.Fatal(err)
			}
			classic := false // as before Slurm 19.05
			d.Priority.FairTree, d.SlurmVersion = &classic, "17.11"
			started, cycle := 37*k, 7*k
			d.Scheduling.StartedUnixS, d.Scheduling.BfCycleUnixS = &started, &cycle
			s, err := cluster.New(d)
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
			scheduler := cluster.Scheduler(twin.New(s))
			if c.name != "slurm" {
				if scheduler, err = queue.New(s, c.name); err != nil {
					t.Fatal(err)
				}
			}
			got, err := l.Play(t.Context(), s, scheduler)
			if err != nil {
				t.Fatal(err)
			}
			off += 100 * (got.Mean.Twin/got.Mean.Recorded - 1) / float64(c.phases)
			correlation += got.Correlation / float64(c.phases)
		}
		t.Logf("%s: the mean wait is %+.1f %% off, correlation %.3f", c.name, off, correlation)
		if math.Abs(off-c.off) > c.per {
			t.Errorf("%s: off by %+.1f %%, want %+.1f", c.name, off, c.off)
		}
	}
}

// A cluster of which nothing but the accounting is known: four days of a group's nodes. They are taken to be those that the
// jobs filled, so that the mean wait says less than it seems: the few jobs of others are far off.
func TestARealClusterGuessedFromItsAccounting(t *testing.T) {
	traces := os.Getenv("BACKFILL_TRACES")
	if traces == "" {
		t.Skip("the log is not in the repository: BACKFILL_TRACES names the folder of logs beside it")
	}
	var both []io.Reader
	for _, name := range []string{"header.txt", "phillips.sacct.noheader.txt"} {
		data, err := os.ReadFile(filepath.Join(traces, "..", "datasets", "xdmod", name))
		if err != nil {
			t.Fatal(err)
		}
		both = append(both, bytes.NewReader(data))
	}
	records, err := ReadAccounting("phillips", io.MultiReader(both...), "", time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	g, err := guess.From(records)
	if err != nil {
		t.Fatal(err)
	}
	s, err := cluster.New(g.Description())
	if err != nil {
		t.Fatal(err)
	}
	l, err := FromAccounting(records, nil, s)
	if err != nil {
		t.Fatal(err)
	}
	c, err := l.Play(t.Context(), s, twin.New(s))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d jobs, mean wait %.0f s, recorded %.0f s", c.Jobs, c.Mean.Twin, c.Mean.Recorded)
	if c.Jobs != 4040 || math.Abs(c.Mean.Twin/c.Mean.Recorded-1) > 0.02 {
		t.Errorf("%d jobs, mean wait %.0f s, recorded %.0f s", c.Jobs, c.Mean.Twin, c.Mean.Recorded)
	}
	for _, u := range c.Users { // one has nearly all jobs
		if u.Jobs < 100 && math.Abs(u.Twin/u.Recorded-1) < 0.3 {
			t.Errorf("%s is near, %.0f s for %.0f: say so in docs/decisions", u.Name, u.Twin, u.Recorded)
		}
	}
}
