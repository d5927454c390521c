package whatif

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/platform/cluster/queue"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/study/stats"
	"github.com/backfill-lab/backfill/core/trace"
)

// two is two nodes of four cores, of which b1 is in the partition long, too.
func two() *cluster.Description {
	return &cluster.Description{
		Format: cluster.Format,
		Nodes:  []cluster.NodeType{{Names: "a1", Cores: 4, MemoryMiB: 1000}, {Names: "b1", Cores: 4, MemoryMiB: 1000}},
		Partitions: []cluster.Partition{
			{Name: "all", Nodes: "ALL", Default: true},
			{Name: "long", Nodes: "b1", MaxTimeS: 1000},
		},
		Accounts:     []cluster.Account{{Name: "x", Users: []cluster.User{{Name: "ann"}}}},
		Switches:     []cluster.Switch{{Name: "s", Nodes: "a1,b1"}},
		Reservations: []cluster.Reservation{{Name: "maintenance", Nodes: "b1", BeginS: 90000, EndS: 90001}},
	}
}

// A row is a job: submission, run time, limit, cores, account.
type row struct {
	submit, run, limit int64
	cores              int32
	account            string
}

// ask asks about jobs in the first partition, under FCFS unless a change says otherwise.
func ask(t *testing.T, rows []row, changes ...string) *Answer {
	t.Helper()
	a, err := answer(rows, changes...)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func answer(rows []row, changes ...string) (*Answer, error) {
	q := &Question{Description: two(), Policy: "fcfs", Seed: 1, Scheduler: queue.New}
	q.Jobs = func(s *cluster.System) (*accounting.Log, error) {
		l := &accounting.Log{UnixStart: 1_000_000}
		empty, too := cluster.NewState(s), 0
		for i, r := range rows {
			j := cluster.Job{ID: int64(len(l.Jobs) + 1), Submit: r.submit, Run: r.run, Limit: r.limit, Begin: cluster.None,
				MinNodes: 1, Tasks: r.cores, CoresPerTask: 1, GPUType: cluster.None, QOS: cluster.None,
				Partitions: []int32{0}, User: s.User("ann", r.account, "")}
			if _, ok := empty.Could(&j, 0); !ok {
				too++
				l.Left = []accounting.Left{{Why: "are too big", Jobs: too}}
				continue
			}
			l.Jobs = append(l.Jobs, j)
			l.Recorded = append(l.Recorded, accounting.Job{ID: int64(i + 1), Submit: r.submit, Starts: []int64{r.submit},
				Account: r.account, Partition: "all"})
		}
		return l, nil
	}
	for _, text := range changes {
		c, err := Parse(text, trace.NewClock("1000000", ""))
		if err != nil {
			return nil, err
		}
		q.Changes = append(q.Changes, c)
	}
	return q.Ask(context.Background())
}

// Eight cores. Job 1 takes all for 100 s; 2 and 3 wait for it, and 3 (at 10, wants all) for 2 as well; job 4,
// of one core, waits behind 3 under FCFS.
var rows = []row{{0, 100, 100, 8, "x"}, {5, 50, 100, 4, "y"}, {10, 20, 20, 8, "x"}, {20, 10, 10, 1, "y"}}

func TestByHand(t *testing.T) {
	for _, c := range []struct {
		changes string // joined by spaces
		before  string // mean waits: all, account x, account y
		after   string
	}{
		// Starts 0, 100, 150, 170: waits 0, 95, 140, 150.
		{"name=other", "96.25 70 122.5", "96.25 70 122.5"},
		// Twelve cores: 2 starts at 5; 3 has room when 1 ends, at 100, and so has 4, with 8 of 12 cores taken.
		{"add=1:a1", "96.25 70 122.5", "42.5 45 40"},
		// Job 4 passes job 3, and starts with 2 at 100.
		{"policy=list", "96.25 70 122.5", "78.75 70 87.5"},
		// Nothing ends after 95 until 200: job 1 runs to 100, over the begin, and starts when it is over.
		{"maintenance=95/200", "96.25 70 122.5", "296.25 270 322.5"},
		{"maintenance=1970-01-12T13:48:15/1970-01-12T13:50:00", "96.25 70 122.5", "296.25 270 322.5"},
		{"estimates=exact", "96.25 70 122.5", "96.25 70 122.5"},
		// Without job 2 and 4.
		{"jobs=y:-100%", "45 45", "45 45"},
		// Two nodes of eight cores: job 2 does not wait, 3 takes its node at 55, and 4 follows at 75.
		{"nodes.a1.cores=8 nodes.b1.cores=8", "96.25 70 122.5", "25 22.5 27.5"},
	} {
		a := ask(t, rows, strings.Fields(c.changes)...)
		text := func(of func(*Difference) float64) string {
			all := []string{fmt.Sprint(of(&a.All))}
			slices.SortFunc(a.Accounts, func(x, y Difference) int { return strings.Compare(x.Name, y.Name) })
			for i := range a.Accounts {
				all = append(all, fmt.Sprint(of(&a.Accounts[i])))
			}
			return strings.Join(all, " ")
		}
		before, after := text(func(d *Difference) float64 { return d.Before }), text(func(d *Difference) float64 { return d.After })
		if c.changes == "jobs=y:-100%" {
			before, after = fmt.Sprint(a.All.After, a.Accounts[0].After), fmt.Sprint(a.All.After, a.Accounts[0].After)
		}
		if before != c.before || after != c.after {
			t.Errorf("%s: waits %s become %s, want %s and %s", c.changes, before, after, c.before, c.after)
		}
	}
}

func TestWhoIsNotCompared(t *testing.T) {
	a := ask(t, rows, "remove=a1")
	if len(a.Stopped) != 1 || a.Stopped[0].Jobs != 2 || a.All.Jobs != 2 {
		t.Errorf("%+v", a)
	}
	if a = ask(t, rows, "jobs=y:+200%"); a.Added != 4 || a.All.Jobs != 4 || a.All.After <= a.All.Before {
		t.Errorf("%+v", a)
	}
	if a = ask(t, rows, "jobs=y:-50%"); a.Removed != 1 || a.All.Jobs != 3 {
		t.Errorf("%+v", a)
	}
}

// The same question has the same answer, and an interval holds the difference that every block has.
func TestIntervals(t *testing.T) {
	var many []row
	for day := range int64(50) {
		for _, r := range rows {
			r.submit += day * 86400
			many = append(many, r)
		}
	}
	a := ask(t, many, "add=1:a1")
	if a.Block != "week" || a.Blocks != 8 || a.All.Low == nil || *a.All.Low > -53.75+1e-9 || *a.All.High < -53.75-1e-9 {
		t.Errorf("%s %d %+v", a.Block, a.Blocks, a.All)
	}
	one, _ := json.Marshal(a)
	two, _ := json.Marshal(ask(t, many, "add=1:a1"))
	if string(one) != string(two) {
		t.Error("another answer to the same question")
	}
	if a = ask(t, many[:4*8], "add=1:a1"); a.Block != "day" || a.Blocks != 8 {
		t.Errorf("%s %d", a.Block, a.Blocks)
	}
	if a = ask(t, rows, "add=1:a1"); a.Block != "" || a.All.Low != nil {
		t.Errorf("%s %+v", a.Block, a.All)
	}
}

// Weeks that depend on each other are merged as in every comparison of the same jobs, and the notes say so.
func TestDependentBlocksAreMerged(t *testing.T) {
	const weeks = 48
	for _, c := range []struct {
		name   string
		change func(week int) float64
		merged bool
	}{
		{"slow", func(week int) float64 { return 100 * math.Sin(float64(week)/6) }, true},
		{"fast", func(week int) float64 { return float64(week % 2) }, false},
	} {
		var pairs []pair
		before, after := stats.NewSums(weeks), stats.NewSums(weeks)
		for i := range 10 * weeks {
			p := pair{before: float64(1000 + i%7), block: int32(i / 10)}
			p.Account = "x"
			p.after = p.before + c.change(i/10)
			pairs = append(pairs, p)
			before.Add(p.block, p.before, 1)
			after.Add(p.block, p.after, 1)
		}
		want := stats.Resample(before, after, stats.Level, 3)
		got := differences(pairs, weeks, 3, func(p *pair) string { return p.Account })
		if len(got) != 1 || *got[0].Low != want.Interval.Low || *got[0].High != want.Interval.High || got[0].Merged != want.Merged ||
			got[0].Dependent != want.Dependent || got[0].Merged > 1 != c.merged {
			t.Errorf("%s: %+v, by stats %+v", c.name, got, want)
		}
		a := &Answer{Block: "week", Accounts: got}
		note := fmt.Sprintf("Neighbouring weeks that depend on each other are taken together as one: account x (%d each).", got[0].Merged)
		if slices.Contains(a.Notes(), note) != c.merged {
			t.Errorf("%s: %q", c.name, a.Notes())
		}
	}
	a := &Answer{Block: "day", All: Difference{Dependent: true}}
	for k := range 12 {
		a.Accounts = append(a.Accounts, Difference{Name: fmt.Sprint(k), Dependent: true})
	}
	text := strings.Join(a.Notes(), " ")
	if !strings.Contains(text, "too narrow: all, account 0, ") || !strings.Contains(text, "account 8, 3 more.") {
		t.Errorf("%q", text)
	}
}

func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"foo":                          "is no change",
		"=3":                           "is no change",
		"add=5":                        "write add=8:n1",
		"add=0:a1":                     "write add=8:n1",
		"add=1:zz":                     "unknown node zz",
		"remove=zz":                    "0 of these nodes are there, not 1",
		"remove=a[":                    "bracket",
		"remove=a1,b1":                 "no nodes",
		"remove=b1":                    "partition long has no nodes",
		"maintenance=5":                "write BEGIN/END",
		"maintenance=9/5":              "the end is not after the begin",
		"maintenance=x/5":              "neither a second nor a date",
		"maintenance=1/5:zz":           "zz",
		"policy=foo":                   "unknown policy",
		"estimates=2":                  "write estimates",
		"estimates=factor:-1":          "not a positive number",
		"jobs=x":                       "write ACCOUNT",
		"jobs=x:5":                     "write ACCOUNT",
		"jobs=x:-101%":                 "write ACCOUNT",
		"jobs=none:+5%":                "no job of account none ran",
		"partitions.none.nodes=a1":     "none with the name none",
		"partitions.long=3":            "say which field",
		"partitions.long.foo=3":        `unknown field "foo"`,
		"partitions.long.max_time_s=x": "a string cannot stand there",
		"foo.bar=3":                    `unknown field "foo"`,
		"name.x=1":                     "cannot stand there",
		"nodes=3":                      "a number cannot stand there",
		"backfill_cluster=null":        "format 1",
	} {
		if _, err := answer(rows, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// Whatever people write is a mistake or gives a cluster that can be made or is refused, and the
// description that they wrote it for stays as it is.
func FuzzChange(f *testing.F) {
	for _, text := range []string{"add=2:a1", "remove=b1", "partitions.long.max_time_s=5", `nodes.a1.gpus={"a":2}`, "maintenance=1/2:a1",
		"accounts.x.users.ann.shares=3", "jobs=x:+5%", "estimates=factor:2", "switches=null"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if c, err := Parse(text, trace.NewClock("1000000", "")); err == nil && c.describe != nil && !strings.HasPrefix(text, "add") {
			d := two()
			if c.describe(d) == nil {
				_, _ = cluster.New(d)
			}
		} else if err != nil && strings.Contains(err.Error(), "\n") && !strings.Contains(text, "\n") {
			t.Errorf("%q: %v", text, err)
		}
	})
}

// A change that no simulation would see is refused, instead of answered by 0.
func TestWhatChangesNothingIsRefused(t *testing.T) {
	for change, want := range map[string]string{
		"scheduling.bf_continue=true":                 "a cycle of the twin always goes on",
		"partitions.all.default=true":                 "has that already",
		`priority={"calculate_running":true}`:         "does not simulate calculate_running",
		"priority.calculate_running=true":             "does not simulate calculate_running",
		`accounts.x.users=[{"name":"ann","qos":[7]}]`: "cannot stand there",
		"maintenance=-50/-9":                          "before the log, whose jobs are there from second 0 (1970-01-12 13:46:40 UTC) to second",
		"maintenance=99999/100000":                    "after the log",
	} {
		if _, err := answer(rows, change); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", change, err)
		}
	}
}

func TestAVersionIsAText(t *testing.T) {
	for _, text := range []string{"25.11", "25.11.7", `"25.11"`} {
		c, err := Parse("slurm_version="+text, trace.Clock{})
		if err != nil {
			t.Fatal(err)
		}
		d, err := Changed(two(), []Change{c})
		if err != nil || d.SlurmVersion != strings.Trim(text, `"`) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// A window is the same as seconds of the log, as Unix seconds and as dates.
func TestTimesInAnyForm(t *testing.T) {
	clock := trace.NewClock("1700000000", "Europe/Berlin")
	for _, text := range []string{"3600/7200", "1700003600/1700007200", "2023-11-15T00:13:20/2023-11-15 01:13:20", "3600/1700007200"} {
		c, err := Parse("maintenance="+text, clock)
		if err != nil || c.from != 3600 || c.to != 7200 {
			t.Errorf("%s: %d to %d, %v", text, c.from, c.to, err)
		}
	}
	if _, err := Parse("maintenance=1700003600/1700007200", trace.Clock{}); err == nil || !strings.Contains(err.Error(), "not from 1970") {
		t.Error(err)
	}
}

// Where no job starts any more, the answer says so, and has the waits of the cluster as it is.
func TestNoJobStartsWithTheChange(t *testing.T) {
	for _, change := range []string{"partitions.all.max_time_s=5", "nodes.a1.cores=1 nodes.b1.cores=1"} {
		a := ask(t, []row{{0, 100, 100, 8, "x"}, {5, 50, 100, 8, "y"}}, strings.Fields(change)...)
		if !a.None || a.All.Jobs != 0 || a.All.Before != 47.5 || len(a.Stopped) != 1 || a.Stopped[0].Jobs != 2 {
			t.Errorf("%s: %+v", change, a)
		}
	}
}
