package twin_test

import (
	"bufio"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

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

// moments are what slurmctld's log says of a run, in microseconds of Unix time.
type moments struct {
	submit, start, done map[int64]int64 // by job
	loops, cycles       []int64
	started             int64
}

var logLine = regexp.MustCompile(`^(\S+?)\]? .*(Running job scheduler|attempt_backfill: beginning|submit_batch_job: JobId=|Allocate JobId=|Started JobId=|_job_complete: JobId=)(\d*)`)

func readLog(t *testing.T, name string) *moments {
	t.Helper()
	f, err := os.Open(filepath.Join(truth, name, "data/log.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m := &moments{map[int64]int64{}, map[int64]int64{}, map[int64]int64{}, nil, nil, 0}
	for in := bufio.NewScanner(f); in.Scan(); {
		w := logLine.FindStringSubmatch(in.Text())
		if w == nil {
			if at, ok := strings.CutSuffix(in.Text(), " slurmctld version 22.05.8 started on cluster lab"); ok {
				when, err := time.Parse("2006-01-02T15:04:05.000", at)
				if err != nil {
					t.Fatal(err)
				}
				m.started = when.UnixMicro()
			}
			continue
		}
		when, err := time.Parse("2006-01-02T15:04:05.000", w[1])
		if err != nil {
			t.Fatal(err)
		}
		at := when.UnixMicro()
		id, _ := strconv.ParseInt(w[3], 10, 64)
		switch w[2][:4] {
		case "Runn":
			m.loops = append(m.loops, at)
		case "atte":
			m.cycles = append(m.cycles, at)
		case "subm":
			m.submit[id] = at
		case "Allo", "Star":
			m.start[id] = at
		default:
			m.done[id] = at
		}
	}
	return m
}

// since returns the moments after an origin, from it.
func since(all []int64, origin int64) (later []int64) {
	for _, at := range all {
		if at >= origin {
			later = append(later, at-origin)
		}
	}
	return later
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
			m := readLog(t, name)
			origin := l.UnixStart * system.Second
			for i := range l.Jobs {
				j, id := &l.Jobs[i], l.Recorded[i].ID
				j.SubmitUs = m.submit[id] - origin - j.Submit*system.Second
				if length := m.done[id] - m.start[id]; m.done[id] > 0 && m.start[id] > 0 {
					j.Run, j.RunUs = length/system.Second, length%system.Second
				} else {
					t.Logf("%d: %d %d", id, m.start[id], m.done[id])
				}
			}
			sch := &s.Description.Scheduling
			calculates := m.started + system.Second
			sec := calculates / system.Second
			sch.StartedUnixS = &sec
			tw := slurm.New(s)
			tw.Looks, tw.Cycles, tw.CalcUs = since(m.loops, origin), since(m.cycles, origin), calculates%system.Second
			e, err := system.NewEngine(system.Config{System: s, Jobs: l.Jobs, Scheduler: tw, UnixStart: l.UnixStart, Exact: true})
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
