package trace

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// logOfManager returns a log of two jobs in testdata: 8 processors from second 60 to 1,860, limit an hour, and 4 from 1,860 to
// 2,400, submitted at 100, limit 20 minutes.
func logOfManager(t *testing.T, name string) string {
	t.Helper()
	log, err := os.ReadFile("testdata/managers/" + name + ".log")
	if err != nil {
		t.Fatal(err)
	}
	return string(log)
}

func TestLogsOfManagersAreTheSameJobs(t *testing.T) {
	for _, name := range []string{"pbs", "sge", "lsf", "gwf", "flux"} {
		log := logOfManager(t, name)
		for how, read := range map[string]func() (*Workload, error){
			"plain": func() (*Workload, error) { return Read(name, []byte(log), Options{}) },
			"gzip":  func() (*Workload, error) { return Read(name, zipped(t, log), Options{}) },
			"spooled": func() (*Workload, error) {
				w, err := Read(name, []byte(log), Options{Scratch: scratch(t)})
				if err == nil {
					t.Cleanup(func() { w.Jobs.Close() })
				}
				return w, err
			},
		} {
			w, err := read()
			if err != nil {
				t.Errorf("%s, %s: %v", name, how, err)
				continue
			}
			var jobs []job.Job
			for j, err := range w.Jobs.All() {
				if err != nil {
					t.Fatal(err)
				}
				j := *j
				if at := strings.Split(log, "\n")[j.Line-1]; !strings.Contains(at, strconv.FormatInt(j.ID, 10)) && name != "flux" {
					t.Errorf("%s, %s: line %d is not of job %d: %s", name, how, j.Line, j.ID, at)
				}
				j.MemoryKiB, j.Traits, j.Row, j.Line, j.Partition = job.None, 0, job.None, 0, job.None
				if j.ID == 1002 && j.Status == 5 { // only PBS tells that a job was cancelled
					j.Status = 0
				}
				jobs = append(jobs, j)
			}
			want := []job.Job{
				{ID: 1001, Run: 1800, Estimate: 3600, Wait: 60, Procs: 8, Status: 1},
				{ID: 1002, Submit: 100, Run: 540, Estimate: 1200, Wait: 1760, Procs: 4, User: 1, App: 1},
			}
			for i := range want {
				want[i].MemoryKiB, want[i].RequestedMemoryKiB, want[i].Row, want[i].Partition = job.None, job.None, job.None, job.None
			}
			if d := cmp.Diff(want, jobs); d != "" {
				t.Errorf("%s, %s: %s", name, how, d)
			}
			if others := w.Count("other-record"); others > 0 != (name == "pbs") { // which has a submission
				t.Errorf("%s, %s: %d other records", name, how, others)
			}
			names := []Names{w.Users, w.Groups, w.Queues, w.Apps}
			if d := cmp.Diff([]Names{{"u1", "u2"}, {"g1"}, {"workq"}, {"j1", "j2"}}, names); d != "" || w.UnixStart != 1711965600 || w.Procs != 8 {
				t.Errorf("%s, %s: starts at %d on %d processors: %s", name, how, w.UnixStart, w.Procs, d)
			}
		}
	}
}

// What is recognised but cannot be read is refused in one line that names it.
func TestLogsOfManagersAreRefusedInWords(t *testing.T) {
	for _, c := range []struct {
		data, want string
		opt        Options
	}{
		{"             JOBID PARTITION     NAME     USER ST       TIME  NODES NODELIST(REASON)\n", "squeue", Options{}},
		{logOfManager(t, "pbs"), "leave out --map", Options{Map: "auto"}},
		{logOfManager(t, "gwf"), "leave out --columns", Options{Columns: "JobID,Submit"}},
		{"04/01/2024 10:00:00;Q;1.pbs;queue=workq\n", "there is no job in it that has ended, only records of other kinds (1)", Options{}},
		{"04/01/2024 10:00:00;E;1.pbs;ctime=5\n", "not-started", Options{}},
		{string(zipped(t, logOfManager(t, "pbs"))[:200]), "cut off", Options{}},
		{string(zipped(t, logOfManager(t, "flux"))[:200]), "cut off", Options{}},
		{logOfManager(t, "pbs") + "x\n", "not a record of this log", Options{Strict: true}},
	} {
		w, err := Read("a.log", []byte(c.data), c.opt)
		if err == nil || w != nil || !strings.HasPrefix(err.Error(), "a.log:") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: %v; want %s", c.data, err, c.want)
		}
	}
	// A map of columns reads what else looks like the output of squeue: here, a table of a database.
	table := "JOBID|SUBMIT_TIME|START_TIME|END_TIME|CPUS\n1|1000|1010|1100|4\n"
	if w, err := Read("a.log", []byte(table), Options{Map: "auto"}); err != nil || w.Len() != 1 {
		t.Error(w, err)
	}
}

// What managers say of jobs and simulations leave out is counted.
func TestLogsOfManagersSayWhatIsIgnored(t *testing.T) {
	files := corpus(t)
	for name, keys := range map[string][]string{
		"pbs-openpbs-select": {"exclusive", "gpus", "memory"}, "lsf-10": {"exclusive", "dependencies"}, "slurm-jobcomp": {"reservations", "gpus"},
		"pbs-requeued": {"interrupted"}, "oar-stat": {"reservations"},
	} {
		w, err := Read(name, []byte(files[name]), Options{})
		if err != nil {
			t.Fatal(err)
		}
		ignored := w.Ignored()
		for _, key := range keys {
			if !slices.ContainsFunc(ignored, func(i Ignored) bool { return i.Key == key && i.Jobs > 0 }) {
				t.Errorf("%s: %v, without %s", name, ignored, key)
			}
		}
	}
}

// Names in Latin-1 become UTF-8, which results need.
func TestNamesAreUTF8(t *testing.T) {
	log := strings.NewReplacer("user=u1", "user=M\xfcller", "user=u2", "user=M\xf6ller").Replace(logOfManager(t, "pbs"))
	w, err := Read("pbs", []byte(log), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(Names{"Müller", "Möller"}, w.Users); d != "" {
		t.Error(d)
	}
}

// Local times are those of the time zone that the options give, else of UTC, and then are called local.
func TestLocalTimesOfManagersAreInTheirZone(t *testing.T) {
	for _, name := range []string{"sge-qacct", "slurm-jobcomp"} {
		file := []byte(corpus(t)[name])
		for _, c := range []struct {
			zone  string
			start int64
			local bool
		}{{"", 1711965600, true}, {"UTC", 1711965600, false}, {"America/Chicago", 1711965600 + 5*3600, false}} {
			w, err := Read(name, file, Options{TimeZone: c.zone})
			if err != nil {
				t.Fatal(err)
			}
			if w.UnixStart != c.start || w.LocalTimes != c.local {
				t.Errorf("%s in %q starts at %d, local %t", name, c.zone, w.UnixStart, w.LocalTimes)
			}
		}
	}
}

// scratch makes temporary files of a test.
func scratch(t testing.TB) *Scratch {
	n := 0
	return &Scratch{Create: func() (ScratchFile, error) {
		n++
		return os.Create(filepath.Join(t.TempDir(), fmt.Sprint(n)))
	}}
}
