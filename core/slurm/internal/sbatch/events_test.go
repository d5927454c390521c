package sbatch

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/slurm/internal/amount"
)

const sample = `# a comment
-dt 0 -e submit_batch_job | -J a -sim-walltime 15 --uid=u1 -t 00:07:00 -n 12 --ntasks-per-node=12 -A x -p normal -q normal pseudo.job

-dt     10.50 -e submit_batch_job | -sim-walltime   0.00 --uid=u2 -N    1 -n     32 -t 3-00:00:00 --mem=500G pseudo.job
-dt 12 -e submit_batch_job | -J 'a|b' -t 5 pseudo.job
-dt 20 -e cancel_job | -jobid 1001
`

func TestReadEvents(t *testing.T) {
	got, err := ReadEvents("s.events", strings.NewReader(sample))
	if err != nil {
		t.Fatal(err)
	}
	script := []string{"pseudo.job"}
	want := []Submission{
		{Line: 2, Request: Request{Name: "a", User: "u1", TimeS: 420, Tasks: 12, TasksPerNode: 12, Account: "x",
			Partitions: []string{"normal"}, QOS: "normal", RunS: 15, Script: script}},
		{Line: 4, AtS: 10.5, Request: Request{User: "u2", MinNodes: 1, MaxNodes: 1, Tasks: 32, TimeS: 259200,
			MemoryMiB: 512000, MemoryPer: PerNode, Script: script}},
		{Line: 5, AtS: 12, Request: Request{Name: "a|b", TimeS: 300, RunS: -1, Script: script}},
		{Line: 6, AtS: 20, Cancel: 1001, Request: Request{RunS: -1}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestReadEventsRefuses(t *testing.T) {
	const first = "-dt 0 -e submit_batch_job | x\n"
	for _, c := range []struct {
		line string
		want error
	}{
		{"hello", ErrEvent},
		{"-dt 5 submit | x", ErrEvent},
		{"-dt 5 -e submit_batch_job", ErrEvent},
		{"-dt 5 -e reboot | x", ErrEvent},
		{"-dt -5 -e submit_batch_job | x", ErrWhen},
		{"-dt Inf -e submit_batch_job | x", ErrWhen},
		{"-dt 5 -e submit_batch_job | -n", ErrNoValue},
		{"-dt 5 -e submit_batch_job | -n x", ErrCount},
		{"-dt 5 -e submit_batch_job | 'x", ErrQuote},
		{"-dt 5 -e submit_batch_job | -t now", amount.ErrTime},
		{"-dt 5 -e cancel_job | 7", ErrJob},
		{"-dt 5 -e cancel_job | -jobid 0", ErrJob},
		{strings.Repeat("x", maxLine+1), ErrLong},
	} {
		_, err := ReadEvents("f", strings.NewReader(first+c.line+"\n"))
		var at *ParseError
		if !errors.Is(err, c.want) || !errors.As(err, &at) || at.Line != 2 || !strings.HasPrefix(err.Error(), "f:2: ") {
			t.Errorf("%.60s: %v, want %v", c.line, err, c.want)
		}
	}
	for _, none := range []string{"", "# nothing\n", "-dt 1 -e cancel_job | -jobid 3\n"} {
		if _, err := ReadEvents("f", strings.NewReader(none)); !errors.Is(err, ErrNoJobs) {
			t.Errorf("%q: %v", none, err)
		}
	}
}

// The published events: every line is a job, no option is unknown.
func TestPublishedEvents(t *testing.T) {
	traces := os.Getenv("BACKFILL_TRACES")
	if traces == "" {
		t.Skip("BACKFILL_TRACES is not set: it names the folder of the traces, and ../slurm beside it has the events of this test")
	}
	for _, c := range []struct {
		file            string
		jobs, users     int
		zero, limit     int // that run 0 s, that run up to their limit
		gpus, exclusive int // jobs
	}{
		{"medium/workload_5k.events", 5000, 54, 25, 0, 44, 97},
		{"medium/workload_week.events.gz", 19579, 64, 27, 0, 73, 177},
		{"micro/jobs500.events", 500, 5, 65, 63, 53, 0},
	} {
		data, err := os.ReadFile(filepath.Join(traces, "..", "slurm", c.file))
		if err != nil {
			t.Skip("no folder slurm beside that of the traces: ", err)
		}
		all, err := ReadEvents(c.file, bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		users := map[string]bool{}
		zero, limit, gpus, exclusive, last := 0, 0, 0, 0, 0.0
		for _, s := range all {
			users[s.User] = true
			switch s.RunS {
			case 0:
				zero++
			case -1:
				limit++
			}
			if s.NodeGPUs != nil {
				gpus++
			}
			if s.Exclusive {
				exclusive++
			}
			if len(s.Unknown) > 0 || s.TimeS <= 0 || s.Tasks == 0 || s.AtS < last || len(s.Script) != 1 ||
				len(s.Partitions) != 1 || s.Name == "" {
				t.Fatalf("%s:%d: %+v", c.file, s.Line, s)
			}
			last = s.AtS
		}
		t.Logf("%s: %d jobs of %d users in %.0f s; %d run 0 s, %d to their limit, %d have GPUs, %d whole nodes", c.file,
			len(all), len(users), last, zero, limit, gpus, exclusive)
		if len(all) != c.jobs ||
			zero != c.zero || limit != c.limit || gpus != c.gpus || exclusive != c.exclusive ||
			len(users) != c.users {
			t.Errorf("want %+v", c)
		}
	}
}

// FuzzReadEvents: no file makes it panic, every error has a place on one line, and no job
// comes from nowhere.
func FuzzReadEvents(f *testing.F) {
	f.Add([]byte(sample))
	f.Add([]byte("-dt 5 -e submit_batch_job | -n x\n"))
	f.Add([]byte("-dt 1e3 -e cancel_job | -jobid 9\r\n-dt 1 -e submit_batch_job | \\"))
	f.Fuzz(func(t *testing.T, data []byte) {
		all, err := ReadEvents("f", bytes.NewReader(data))
		if err != nil {
			var at *ParseError
			if all != nil || !errors.As(err, &at) || at.Line < 1 || strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q", err)
			}
			return
		}
		last := 0
		for _, s := range all {
			if s.Line <= last || !(s.AtS >= 0) || s.RunS < -1 || s.Cancel < 0 {
				t.Fatalf("%+v", s)
			}
			last = s.Line
		}
	})
}
