package sacct

import (
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // also where the system has no zones

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/trace/internal/slurmdb"
)

// slurmRun is what sacct printed about a real run of Slurm, and Slurm's database.
const slurmRun = "testdata/slurm/data"

// An output is what one call of sacct printed about the run.
type output struct {
	file     string
	columns  string // Reader.Columns
	zone     string // of local times
	byNumber bool   // sacct was asked for every job by its number
	all      bool   // and for all runs
	lacks    string // fields of told without columns
}

var outputs = []output{
	{file: "epoch.txt"},
	{file: "every.txt", byNumber: true},
	{file: "every-duplicates.txt", byNumber: true, all: true},
	{file: "duplicates.txt", all: true},
	{file: "allocations.txt", lacks: "Steps"},
	{file: "noheader.txt", columns: "noheader-columns.txt"},
	{file: "semicolon.txt"},
	{file: "all.txt.gz", all: true},
	{file: "local.txt", zone: "America/New_York"},
	{file: "local-duplicates.txt", zone: "America/New_York", all: true},
	{file: "few.txt", lacks: "Eligible Nodes ReqMemoryKiB Name QOS Reservation"},
	{file: "json.txt.gz", all: true, lacks: "Reservation"}, // sacct 22.05 prints an address in memory as its name
	{file: "every-json.txt.gz", byNumber: true, all: true, lacks: "Reservation"},
}

// told is what the accounting tells of a job.
type told struct {
	Job, Base, Task, Waiting int64
	Earlier, Parts, Steps    int
	State, Phase             string

	Submit, Eligible, Start, End, Elapsed, Limit int64
	Procs, ReqProcs, Nodes, ReqMemoryKiB         int64

	Name, User, Account, Partition, QOS, Reservation string
}

// TestEveryOutputTellsWhatTheDatabaseHolds compares each job of a real run, as sacct printed
// it, with Slurm's database.
func TestEveryOutputTellsWhatTheDatabaseHolds(t *testing.T) {
	runs := slurmdb.Runs(t, slurmRun)
	before, after := slurmdb.Clock(t, slurmRun)
	for _, o := range outputs {
		t.Run(o.file, func(t *testing.T) {
			all, err := o.read(t)
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]told{}
			for i := range all.Jobs {
				job := tell(&all.Jobs[i], all.Names)
				got[job.key()] = job
			}
			if len(got) != len(all.Jobs) || count(all, "malformed") > 0 {
				t.Errorf("%d jobs of %d numbers, %v", len(all.Jobs), len(got), all.Counts)
			}
			want := map[string]told{}
			known := runs
			if !o.byNumber {
				known = slurmdb.Shown(runs, before)
			}
			earlier := map[int64]int{} // runs of a job
			for _, run := range slurmdb.Earlier(known) {
				if run.State != "RESIZING" && o.all {
					job := fromRun(&run, before)
					earlier[run.Job]++
					job.Earlier = earlier[run.Job]
					want[job.key()] = job
				}
			}
			for _, run := range slurmdb.Jobs(known) {
				job := fromRun(&run, before)
				if at := slurmdb.Resized(known, run.Job); at > 0 { // Slurm gives it a new submission while it runs
					job.Submit, job.Eligible = at, at
				}
				if g := got[job.key()]; job.Phase == "running" && g.Elapsed > job.Elapsed && g.Elapsed <= job.Elapsed+after-before {
					job.Elapsed = g.Elapsed // sacct was asked between before and after
				}
				want[job.key()] = job
			}
			for _, jobs := range []map[string]told{got, want} {
				for key, job := range jobs {
					jobs[key] = job.without(o.lacks)
				}
			}
			if d := gocmp.Diff(want, got); d != "" {
				t.Errorf("the database (-) and sacct (+) differ:\n%s", d)
			}
		})
	}
}

// TestEarlierRunsAreCounted compares how many earlier runs there are with the database.
func TestEarlierRunsAreCounted(t *testing.T) {
	all, err := (output{file: "every-duplicates.txt"}).read(t)
	if err != nil {
		t.Fatal(err)
	}
	earlier := slurmdb.Earlier(slurmdb.Runs(t, slurmRun))
	if got := count(all, "earlier-run") + count(all, "resized"); got != len(earlier) {
		t.Errorf("%d runs, not %d: %v", got, len(earlier), all.Counts)
	}
}

func TestPlainOutputOfTheRunIsRefused(t *testing.T) {
	if _, err := (output{file: "plain.txt"}).read(t); !errors.Is(err, ErrPlain) {
		t.Error(err)
	}
}

// read reads the output.
func (o output) read(t *testing.T) (*Records, error) {
	t.Helper()
	f, err := os.Open(filepath.Join(slurmRun, o.file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var src io.Reader = f
	if strings.HasSuffix(o.file, ".gz") {
		if src, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	r := NewReader(src)
	r.File = o.file
	if o.columns != "" {
		columns, err := os.ReadFile(filepath.Join(slurmRun, o.columns))
		if err != nil {
			t.Fatal(err)
		}
		r.Columns = string(columns)
	}
	if r.Zone, err = time.LoadLocation(o.zone); err != nil {
		t.Fatal(err)
	}
	return r.All()
}

func (j told) key() string { return fmt.Sprintf("%d, %d waiting, run %d", j.Job, j.Waiting, j.Earlier) }

// without returns a job without some fields.
func (j told) without(fields string) told {
	for field := range strings.FieldsSeq(fields) {
		switch field {
		case "Steps":
			j.Steps = 0
		case "Eligible":
			j.Eligible = 0
		case "Nodes":
			j.Nodes = 0
		case "ReqMemoryKiB":
			j.ReqMemoryKiB = 0
		case "Name":
			j.Name = ""
		case "QOS":
			j.QOS = ""
		case "Reservation":
			j.Reservation = ""
		default:
			panic(field)
		}
	}
	return j
}

// tell returns what a record tells.
func tell(r *Record, names Names) told {
	name := func(table []string, i int32) string {
		if i == None {
			return ""
		}
		return table[i]
	}
	return told{
		Job: r.Job, Base: r.Base, Task: r.Task, Waiting: r.Waiting, Earlier: r.Earlier, Parts: r.Parts, Steps: r.Steps,
		State: r.State.String(), Phase: r.Phase().String(),
		Submit: r.Submit, Eligible: r.Eligible, Start: r.Start, End: r.End, Elapsed: r.Elapsed, Limit: r.Limit,
		Procs: r.Procs, ReqProcs: r.ReqProcs, Nodes: r.Nodes, ReqMemoryKiB: r.ReqMemoryKiB,
		Name: name(names.Names, r.Name), User: name(names.Users, r.User), Account: name(names.Accounts, r.Account),
		Partition: name(names.Partitions, r.Partition), QOS: name(names.QOS, r.QOS),
		Reservation: name(names.Reservations, r.Reservation),
	}
}

// fromRun returns what the database tells of a job.
func fromRun(r *slurmdb.Run, now int64) told {
	moment := func(at int64) int64 {
		if at == 0 {
			return None
		}
		return at
	}
	job := told{
		Job: r.Job, Base: cmp.Or(r.Array, r.Het, r.Job), Task: r.Task, Waiting: r.Waiting, Parts: r.Parts, Steps: r.Steps,
		State: r.State, Phase: r.Phase(),
		Submit: r.Submit, Eligible: moment(r.Eligible), Start: moment(r.Start), End: moment(r.End), Elapsed: r.Elapsed(now), Limit: None,
		Procs: r.CPUs, ReqProcs: r.ReqCPUs, Nodes: r.Nodes, ReqMemoryKiB: r.ReqMiB << 10 / cmp.Or(r.CPUs, r.ReqCPUs),
		Name: r.Name, User: r.User, Account: r.Account, Partition: r.Partition, QOS: r.QOS, Reservation: r.Reservation,
	}
	if r.Minutes >= 0 {
		job.Limit = r.Minutes * 60
	}
	return job
}
