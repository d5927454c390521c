package accounting

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/conf"
	"github.com/backfill-lab/backfill/core/slurm/internal/sbatch"
	"github.com/backfill-lab/backfill/core/slurm/twin"
	"github.com/backfill-lab/backfill/core/verify"
	referee "github.com/backfill-lab/backfill/core/verify/cluster"
)

// university reads the configuration of a university's cluster, and the jobs of an events file.
func university(t testing.TB, file string) (*cluster.System, *Log) {
	t.Helper()
	traces := os.Getenv("BACKFILL_TRACES")
	if traces == "" {
		t.Skip("the university's files are not in the repository: BACKFILL_TRACES names the folder of logs beside them")
	}
	open := func(name string) *conf.File {
		f, err := os.Open(filepath.Join(traces, "..", "slurm", "medium", name))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return &conf.File{Name: name, Data: f}
	}
	d, err := conf.Read(conf.Files{SlurmConf: open("slurm.conf"), Gres: open("gres.conf"), Topology: open("topology.conf"),
		Sacctmgr: open("sacctmgr.script")})
	if err != nil {
		t.Fatal(err)
	}
	s, err := cluster.New(d)
	if err != nil {
		t.Fatal(err)
	}
	events, err := sbatch.ReadEvents(file, open(file).Data)
	if err != nil {
		t.Fatal(err)
	}
	l, err := fromEvents(events, s)
	if err != nil {
		t.Fatal(err)
	}
	return s, l
}

// fromEvents returns the jobs of an events file, which records no starts. Cancellations are
// left out.
func fromEvents(events []sbatch.Submission, s *cluster.System) (*Log, error) {
	l := &Log{}
	empty := cluster.NewState(s)
	for i := range events {
		e := &events[i]
		if e.Cancel != 0 {
			l.leave("are cancellations")
			continue
		}
		name := ""
		if len(e.Partitions) > 0 {
			name = e.Partitions[0]
		}
		part, why := partition(name, s)
		if why != "" {
			l.leave(why)
			continue
		}
		j := cluster.Job{Submit: int64(e.AtS), Run: int64(e.RunS), Begin: cluster.None, Partitions: []int32{part}, QOS: quality(e.QOS, s),
			User: s.User(e.User, e.Account, "")}
		if why = ask(&j, &e.Request, s); why == "" {
			if _, ok := empty.Could(&j, part); !ok {
				why = unable
			}
		}
		if why != "" {
			l.leave(why)
			continue
		}
		if e.RunS < 0 {
			j.Run = j.Limit
		}
		l.Jobs = append(l.Jobs, j)
		l.Recorded = append(l.Recorded, Job{Submit: j.Submit})
	}
	if len(l.Jobs) == 0 {
		return nil, errors.New("no job of the events can be simulated on the system: " + reasons(l.Left))
	}
	l.sort()
	return l, nil
}

// A university's configuration with 5,000 and 19,579 submissions runs, and its schedules are legal.
func TestAUniversitysCluster(t *testing.T) {
	for _, c := range []struct {
		file   string
		events int
	}{{"workload_5k.events", 5000}, {"workload_week.events.gz", 19_579}} {
		s, l := university(t, c.file)
		all := len(l.Jobs)
		for _, left := range l.Left {
			all += left.Jobs
		}
		if all != c.events {
			t.Errorf("%s: %d jobs and jobs left out, want %d", c.file, all, c.events)
		}
		cfg := cluster.Config{System: s, Jobs: l.Jobs, Scheduler: twin.New(s), Cut: true}
		e, err := cluster.NewEngine(cfg)
		if err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		if err := e.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d jobs, left out %v, in %s", c.file, len(l.Jobs), l.Left, time.Since(begun).Round(time.Millisecond))
		if err := verify.Err(referee.Check(cluster.Retold(cfg, e.Placed))); err != nil {
			t.Errorf("%s: %v", c.file, err)
		}
	}
}

// Figures are those of one core; the speed is how many times faster than the real cluster it runs.
func BenchmarkAUniversitysCluster(b *testing.B) {
	for _, file := range []string{"workload_5k.events", "workload_week.events.gz"} {
		b.Run(file, func(b *testing.B) {
			s, l := university(b, file)
			b.ReportAllocs()
			var seconds int64
			for b.Loop() {
				e, err := cluster.NewEngine(cluster.Config{System: s, Jobs: l.Jobs, Scheduler: twin.New(s), Cut: true})
				if err == nil {
					err = e.Run(context.Background())
				}
				if err != nil {
					b.Fatal(err)
				}
				seconds += e.Now
			}
			b.ReportMetric(float64(len(l.Jobs))*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
			b.ReportMetric(float64(seconds)/b.Elapsed().Seconds(), "times-real-time")
		})
	}
}
