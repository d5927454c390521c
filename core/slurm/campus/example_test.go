package campus

import (
	"io"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/internal/golden"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/slurm/twin"
	"github.com/backfill-lab/backfill/core/trace/sacct"
	"github.com/backfill-lab/backfill/core/verify"
	referee "github.com/backfill-lab/backfill/core/verify/cluster"
)

func text(t testing.TB) string {
	t.Helper()
	b, err := io.ReadAll(Log())
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestTheLogIsWhatTheTwinMakesOfTheJobs(t *testing.T) {
	got := generate(t)
	if golden.Read(t, LogFile, got) != got {
		t.Error("the log would be another one: run go test with -update, and say in CHANGELOG.md why")
	}
}

// The description is as cluster.Write writes it, and as it is embedded.
func TestTheDescription(t *testing.T) {
	var b strings.Builder
	if err := cluster.Write(&b, Description()); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(DescriptionFile)
	if err != nil {
		t.Fatal(err)
	}
	var w strings.Builder
	if err := WriteDescription(&w); err != nil || w.String() != string(file) || b.String() != w.String() {
		t.Errorf("the file, what is embedded and what is written differ (%v)", err)
	}
	w.Reset()
	if err := WriteLog(&w); err != nil || w.String() != text(t) {
		t.Errorf("the log that is written is not that which is read (%v)", err)
	}
}

// What the documentation says of the log.
func TestTheLogIsWhatItSays(t *testing.T) {
	all, err := accounting.ReadAccounting(LogFile, Log(), "", time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	if len(all.Counts) > 0 {
		t.Errorf("odd rows: %v", all.Counts)
	}
	seen := map[string]int{}
	for i := range all.Jobs {
		r := &all.Jobs[i]
		seen[r.State.String()]++
		if seen["jobs"]++; r.Task != sacct.None {
			seen["tasks"]++
		}
		if r.GPUs > 0 {
			seen["with GPUs"]++
		}
		if r.Dependent {
			seen["dependent"]++
		}
		if r.Features != sacct.None {
			seen["with a feature"]++
		}
	}
	for what, want := range map[string]int{"jobs": 318, "tasks": 48, "dependent": 2, "with GPUs": 52} {
		if seen[what] != want {
			t.Errorf("%d %s, want %d", seen[what], what, want)
		}
	}
	for _, what := range []string{"TIMEOUT", "FAILED", "with a feature"} {
		if seen[what] == 0 {
			t.Errorf("no jobs %s", what)
		}
	}
	if len(all.Names.Users) != 8 || len(all.Names.Accounts) != 4 || len(all.Names.Partitions) != 2 {
		t.Errorf("%v", all.Names)
	}
}

// The twin finds every start again, and the schedule is legal.
func TestTheTwinIsExact(t *testing.T) {
	l, e := play(t, Description(), text(t))
	for i, starts := range e.Starts() {
		if r := &l.Recorded[i]; len(starts) != 1 || starts[0] != r.Recorded {
			t.Errorf("job %d starts at %v, in the log at %d", r.ID, starts, r.Recorded)
		}
	}
	cfg := cluster.Config{System: e.System, Jobs: l.Jobs, Scheduler: twin.New(e.System), Changes: l.Changes, UnixStart: l.UnixStart}
	if err := verify.Err(referee.Check(cluster.Retold(cfg, e.Placed, e.Earlier...))); err != nil {
		t.Error(err)
	}
}

// With all options in scripts, and without command lines, the jobs are the same, and wait about as long as with them: their rows have
// what they asked for. The bound is for what no row has, such as the limit of an array.
func TestOptionsInScriptsChangeLittle(t *testing.T) {
	mean := func(change func(line string) string) float64 {
		head, rows, _ := strings.Cut(strings.TrimSpace(text(t)), "\n")
		if !strings.HasSuffix(head, "|SubmitLine") {
			t.Fatal(head)
		}
		changed := []string{head}
		for row := range strings.SplitSeq(rows, "\n") {
			at := strings.LastIndexByte(row, '|')
			changed = append(changed, row[:at+1]+change(row[at+1:]))
		}
		l, e := play(t, Description(), strings.Join(changed, "\n")+"\n")
		for i, starts := range e.Starts() {
			l.Recorded[i].Twin = starts[0]
		}
		return accounting.Compare(l.Recorded).Mean.Twin
	}
	whole := mean(func(line string) string { return line })
	scripts := mean(func(string) string { return "sbatch run.sh" })
	none := mean(func(string) string { return "" })
	if scripts != none || math.Abs(scripts/whole-1) > 0.05 {
		t.Errorf("mean waits %.0f s with lines, %.0f s with scripts, %.0f s without", whole, scripts, none)
	}
	t.Logf("mean waits %.0f s with lines, %.0f s without", whole, none)
}

// waits returns the mean waits of all jobs ("") and of the accounts, in minutes, on a changed cluster.
func waits(t *testing.T, change func(d *cluster.Description)) map[string]float64 {
	t.Helper()
	d := Description()
	change(d)
	l, e := play(t, d, text(t))
	for i, starts := range e.Starts() {
		l.Recorded[i].Twin = starts[0]
	}
	c := accounting.Compare(l.Recorded)
	all := map[string]float64{"": c.Mean.Twin / 60}
	for _, g := range c.Accounts {
		all[g.Name] = g.Twin / 60
	}
	return all
}

// What one learns from the example: with fair share, the account that has used much waits for those that
// have not; and a backfill that tests few jobs leaves nodes empty, which all pay for.
func TestWhoWaits(t *testing.T) {
	depth := func(n int64) func(*cluster.Description) {
		return func(d *cluster.Description) { d.Scheduling.BfMaxJobTest = &n }
	}
	fair := func(weight int64) func(*cluster.Description) {
		return func(d *cluster.Description) { d.Priority.WeightFair = weight }
	}
	for _, c := range []struct {
		name   string
		change func(*cluster.Description)
		want   map[string]float64 // minutes
	}{
		{"as it is", fair(5000), map[string]float64{"": 189, "physics": 706, "chemistry": 39, "biology": 17, "vision": 27}},
		{"without fair share", fair(0), map[string]float64{"": 334, "physics": 490, "chemistry": 359, "biology": 352, "vision": 32}},
		{"with a fifth of its weight", fair(1000), map[string]float64{"": 199, "physics": 662, "chemistry": 148, "biology": 19, "vision": 27}},
		{"backfill tests 10 jobs", depth(10), map[string]float64{"": 215, "physics": 810, "chemistry": 34, "biology": 17, "vision": 31}},
		{"backfill tests 1 job", depth(1), map[string]float64{"": 274, "physics": 1047, "chemistry": 43, "biology": 19, "vision": 31}},
	} {
		got := waits(t, c.change)
		for who, want := range c.want {
			if d := got[who] - want; d > 1 || d < -1 {
				t.Errorf("%s: %q waits for %.1f minutes on average, want %.0f", c.name, who, got[who], want)
			}
		}
	}
}
