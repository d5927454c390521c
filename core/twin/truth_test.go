package twin_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/backfill-lab/backfill/core/slurmconf"
	"github.com/backfill-lab/backfill/core/system"
	"github.com/backfill-lab/backfill/core/system/slurm"
	"github.com/backfill-lab/backfill/core/twin"
)

const truth = "testdata/truth"

// cluster reads the description of a real run.
func cluster(t *testing.T, name string) *system.System {
	t.Helper()
	open := func(file string) *slurmconf.File {
		f, err := os.Open(filepath.Join(truth, name, file))
		if os.IsNotExist(err) {
			return nil
		} else if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return &slurmconf.File{Name: file, Data: f}
	}
	d, err := slurmconf.Read(slurmconf.Files{SlurmConf: open("slurm.conf"), Gres: open("gres.conf"), Sacctmgr: open("data/sacctmgr.txt")})
	if err != nil {
		t.Fatal(err)
	}
	stats := open("data/sdiag.txt")
	if err := slurmconf.ReadSdiag(stats.Name, stats.Data, &d.Scheduling); err != nil {
		t.Fatal(err)
	}
	s, err := system.New(d)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTruth(t *testing.T) {
	for _, name := range []string{"priority", "classic", "backfill", "partitions", "resources"} {
		t.Run(name, func(t *testing.T) {
			s := cluster(t, name)
			f, err := os.Open(filepath.Join(truth, name, "data/sacct.txt"))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			l, err := twin.ReadLog("sacct.txt", f, "", nil, nil, s)
			if err != nil {
				t.Fatal(err)
			}
			e, err := system.NewEngine(system.Config{System: s, Jobs: l.Jobs, Scheduler: slurm.New(s), UnixStart: l.UnixStart, Release: 1})
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
				t.Logf("%d submit %d %s recorded %d twin %d off %d", l.Jobs[i].ID, l.Jobs[i].Submit, l.Recorded[i].User, l.Recorded[i].Recorded, e.Placed[i].Start, off)
			}
			t.Logf("%d of %d near, left %v", near, len(l.Jobs), l.Left)
		})
	}
}
