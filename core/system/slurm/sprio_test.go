package slurm

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/slurmconf"
	"github.com/backfill-lab/backfill/core/system"
	"github.com/backfill-lab/backfill/core/twin"
)

// truth has what real Slurms did.
const truth = "../../twin/testdata/truth"

// truthSystem reads the description of a real run.
func truthSystem(t *testing.T, name string) *system.System {
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
	log, _ := os.ReadFile(filepath.Join(truth, name, "data/log.txt"))
	at, _ := time.Parse("2006-01-02T15:04:05.000", strings.Fields(string(log))[0])
	started := at.Unix() + 1
	d.Scheduling.StartedUnixS = &started
	s, err := system.New(d)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A forced Twin starts jobs at the seconds at which they were recorded to start, so that its
// priorities can be held against those of the record. In the noted seconds it calls look.
type forced struct {
	*Twin
	starts []int64
	noted  map[int64]bool
	look   func(e *system.Engine)
}

func (f *forced) Pass(e *system.Engine) int64 {
	f.calculate(e, e.NowUs)
	f.admit(e)
	for _, n := range f.entries {
		if f.starts[n.job] <= e.Now && e.Placed[n.job].Start == system.None {
			if a, ok := e.Free.Place(&e.Jobs[n.job], n.part, f.sys.Partitions[n.part].Bits); ok {
				f.start(e, n.job, n.part, a)
			}
		}
	}
	f.drop(e)
	if f.noted[e.Now] {
		delete(f.noted, e.Now)
		f.look(e)
	}
	return (e.Now + 1) * system.Second
}

func TestPrioritiesAreThoseOfSprio(t *testing.T) {
	for _, name := range []string{"priority", "classic"} {
		t.Run(name, func(t *testing.T) {
			s := truthSystem(t, name)
			f, err := os.Open(filepath.Join(truth, name, "data/sacct.txt"))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			l, err := twin.ReadLog("sacct.txt", f, "", nil, nil, s)
			if err != nil {
				t.Fatal(err)
			}
			p, err := os.Open(filepath.Join(truth, name, "data/sprio.txt"))
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			said := map[int64]map[int64][]string{}
			noted := map[int64]bool{}
			for in := bufio.NewScanner(p); in.Scan(); {
				words := strings.Fields(in.Text())
				at, err := strconv.ParseInt(words[0], 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				at -= l.UnixStart
				id, _ := strconv.ParseInt(words[1], 10, 64)
				if said[at] == nil {
					said[at] = map[int64][]string{}
				}
				said[at][id] = words
				noted[at] = true
			}
			w := &forced{Twin: New(s), noted: noted}
			for i := range l.Recorded {
				w.starts = append(w.starts, l.Recorded[i].Recorded)
			}
			w.look = func(e *system.Engine) {
				for u := range s.Users {
					t.Logf("usage %d %s %.1f", e.Now, s.Users[u].Name, w.fair.usage[u])
				}
				for _, n := range w.entries {
					j := &e.Jobs[n.job]
					t.Logf("%d: job %d of %s: %d (fair %v), sprio: %v", e.Now, j.ID, s.Users[j.User].Name, n.priority, w.fair.Factor[j.User], said[e.Now][j.ID])
				}
			}
			e, err := system.NewEngine(system.Config{System: s, Jobs: l.Jobs, Scheduler: w, UnixStart: l.UnixStart})
			if err != nil {
				t.Fatal(err)
			}
			if err := e.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
		})
	}
}
