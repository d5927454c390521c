package trace

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace/swf"
)

// head is the header of the logs in these tests: a machine of 8 processors.
const head = "; MaxProcs: 8\n"

// plain are two rows that no rule applies to.
const plain = "1 0 5 60 4 -1 -1 4 90 -1 1 1 1 -1 1 -1 -1 -1\n2 10 5 60 4 -1 -1 4 90 -1 1 1 1 -1 1 -1 -1 -1\n"

// An example is a row after plain.
type example struct {
	rule  string // that applies, or ""
	field int    // that a strict reading blames
	row   string
	want  *job.Job // nil: left out
}

// examples are rows for every rule.
func examples() []example {
	second := job.Job{
		ID: 3, Submit: 20, Run: 60, Estimate: 90, Wait: 5, Procs: 4, User: 0, Group: 0, Queue: 0, Partition: job.None, App: job.None,
		MemoryKiB: job.None, RequestedMemoryKiB: job.None, Status: 1, Row: job.None,
	}
	is := func(f func(*job.Job)) *job.Job { j := second; f(&j); return &j }
	return []example{
		{"", 0, "3 20 5 60 4 -1 -1 4 90 -1 1 1 1 -1 1 -1 -1 -1", is(func(j *job.Job) {})},
		{"", 0, "3 20 -1 0 8 -1 -1 8 90 -1 1 1 1 -1 1 -1 -1 -1", is(func(j *job.Job) { j.Wait, j.Run, j.Procs = job.None, 0, 8 })},
		{"", 0, "3 20 5 60 4 59.25 -1 8 30 -1 5 1 1 -1 1 -1 -1 -1", is(func(j *job.Job) { j.Estimate, j.Status = 30, 5 })},

		{"malformed", 3, "3 20 x 60 4 -1 -1 4 90 -1 1 1 1 -1 1 -1 -1 -1", nil},
		{"malformed", 0, "3 20 5 60", nil},
		{"malformed", 5, "3 20 5 60 2.5 -1 -1 4 90 -1 1 1 1 -1 1 -1 -1 -1", nil},
		{"malformed", 2, "3 1e30 5 60 4 -1 -1 4 90 -1 1 1 1 -1 1 -1 -1 -1", nil},
		{"malformed", 1, "\x00\x00\x00", nil},
		{"partial", 11, "3 20 5 60 4 -1 -1 4 90 -1 2 1 1 -1 1 -1 -1 -1", nil},
		{"partial", 11, "3 20 5 60 4 -1 -1 4 90 -1 3 1 1 -1 1 -1 -1 -1", nil},
		{"partial", 11, "3 -1 5 60 4 -1 -1 4 90 -1 4 1 1 -1 1 -1 -1 -1", nil},
		{"no-submit", 2, "3 -1 5 60 4 -1 -1 4 90 -1 1 1 1 -1 1 -1 -1 -1", nil},
		{"no-submit", 2, "3 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1", nil},
		{"not-started", 4, "3 20 5 -1 0 -1 -1 4 90 -1 5 1 1 -1 1 -1 -1 -1", nil},
		{"no-width", 5, "3 20 5 60 0 -1 -1 -1 90 -1 1 1 1 -1 1 -1 -1 -1", nil},
		{"no-width", 5, "3 20 5 60 -4 -1 -1 0 90 -1 1 1 1 -1 1 -1 -1 -1", nil},
		{"out-of-range", 2, "3 100000000001 5 60 4 -1 -1 4 90 -1 1 1 1 -1 1 -1 -1 -1", nil},
		{"out-of-range", 4, "3 20 5 1e18 4 -1 -1 4 90 -1 1 1 1 -1 1 -1 -1 -1", nil},
		{"out-of-range", 9, "3 20 5 60 4 -1 -1 4 1000000000000000000 -1 1 1 1 -1 1 -1 -1 -1", nil},
		{"out-of-range", 5, "3 20 5 60 1073741825 -1 -1 4 90 -1 1 1 1 -1 1 -1 -1 -1", nil},
		{"too-wide", 5, "3 20 5 60 9 -1 -1 4 90 -1 1 1 1 -1 1 -1 -1 -1", nil},
		{"too-wide", 8, "3 20 5 60 -1 -1 -1 1000000000 90 -1 1 1 1 -1 1 -1 -1 -1", nil},

		{"short", 0, "3 20 5 60 4 -1 -1 4 90 -1 1 1 1 -1 1", is(func(j *job.Job) {})},
		{"long", 0, "3 20 5 60 4 -1 -1 4 90 -1 1 1 1 -1 1 -1 -1 -1 19 twenty", is(func(j *job.Job) {})},
		{"rounded", 0, "3 19.5 5 60 4 -1 -1 4 90 -1 1 1 1 -1 1 -1 -1 -1", is(func(j *job.Job) {})},
		{"rounded", 0, "3 20 5 60.49 4 -1 -1 4 90 -1 1 1 1 -1 1 -1 -1 -1", is(func(j *job.Job) {})},
		{"unusable", 3, "3 20 -60 60 4 -1 -1 4 90 -1 1 1 1 -1 1 -1 -1 -1", is(func(j *job.Job) { j.Wait = job.None })},
		{"unusable", 3, "3 20 1e18 60 4 -1 -1 4 90 -1 1 1 1 -1 1 -1 -1 -1", is(func(j *job.Job) { j.Wait = job.None })},
		{"unusable", 7, "3 20 5 60 4 -1 -2 4 90 -1 1 1 1 -1 1 -1 -1 -1", is(func(j *job.Job) {})},
		{"unusable", 10, "3 20 5 60 4 -1 -1 4 90 -7 1 1 1 -1 1 -1 -1 -1", is(func(j *job.Job) {})},
		{"unusable", 11, "3 20 5 60 4 -1 -1 4 90 -1 259 1 1 -1 1 -1 -1 -1", is(func(j *job.Job) { j.Status = job.None })},
		{"unusable", 12, "3 20 5 60 4 -1 -1 4 90 -1 1 -3 1 -1 1 -1 -1 -1", is(func(j *job.Job) { j.User = job.None })},
		{"unusable", 16, "3 20 5 60 4 -1 -1 4 90 -1 1 1 1 -1 1 -9 -1 -1", is(func(j *job.Job) {})},
		{"raised-estimate", 9, "3 20 5 60 4 -1 -1 4 0 -1 1 1 1 -1 1 -1 -1 -1", is(func(j *job.Job) { j.Estimate = 1 })},
		{"renumbered", 1, "2 20 5 60 4 -1 -1 4 90 -1 1 1 1 -1 1 -1 -1 -1", is(func(j *job.Job) {})},
		{"renumbered", 1, "-1 20 5 60 4 -1 -1 4 90 -1 1 1 1 -1 1 -1 -1 -1", is(func(j *job.Job) {})},
		{"renumbered", 1, "9223372036854775807 20 5 60 4 -1 -1 4 90 -1 1 1 1 -1 1 -1 -1 -1", is(func(j *job.Job) {})},
		{"unsorted", 2, "3 5 5 60 4 -1 -1 4 90 -1 1 1 1 -1 1 -1 -1 -1", is(func(j *job.Job) { j.Submit = 5 })},
		{"other-width", 0, "3 20 5 60 -1 -1 -1 4 90 -1 1 1 1 -1 1 -1 -1 -1", is(func(j *job.Job) {})},
		{"run-as-estimate", 0, "3 20 5 60 4 -1 -1 4 -1 -1 1 1 1 -1 1 -1 -1 -1", is(func(j *job.Job) { j.Estimate = 60 })},
		{"run-as-estimate", 0, "3 20 5 0 4 -1 -1 4 -1 -1 1 1 1 -1 1 -1 -1 -1", is(func(j *job.Job) { j.Run, j.Estimate = 0, 1 })},
	}
}

func TestEveryRule(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range examples() {
		seen[c.rule] = true
		checkExample(t, c)
	}
	for _, key := range []string{"wider-than-home", // TestOnSitesLeavesOutWhatIsWiderThanItsHome
		"beyond-system",                                              // TestOnSystemKeepsWhatItIsTold
		"beyond-cluster", "beyond-tasks", "no-memory", "over-memory", // TestOnClusterLeavesOutWhatDoesNotFit
		"not-chosen",   // TestOneRunOfSeveralIsRead
		"step",         // TestStepsInAnyTableAreNoJobs
		"early-start",  // TestJobsThatStartBeforeTheyAreSubmitted
		"other-record", // TestLogsOfManagersAreTheSameJobs
		"repeated",     // TestJoiningALogWithItselfChangesNoJob
		"unfinished"} { // and those of sacct: TestSacctRules
		seen[key] = true
	}
	for _, r := range Rules {
		if !seen[r.Key] && !strings.HasPrefix(r.Key, "sacct-") {
			t.Errorf("no row shows the rule %s", r.Key)
		}
		if !strings.HasSuffix(r.Doc, ".") {
			t.Errorf("the rule %s is not documented by a sentence: %q", r.Key, r.Doc)
		}
	}
	if Rules[numRules-1].Key != "other-record" || !strings.HasPrefix(Rules[numRules].Key, "sacct-") {
		t.Errorf("the constants are not those of Rules, up to %q", Rules[numRules-1].Key)
	}
}

func checkExample(t *testing.T, c example) {
	w, err := Read("a.swf", []byte(head+plain+c.row+"\n"), Options{})
	if err != nil {
		t.Errorf("%q: %v", c.row, err)
		return
	}
	var counts []Count
	if c.rule != "" {
		counts = []Count{{c.rule, 1}}
	}
	if !cmp.Equal(w.Counts, counts) {
		t.Errorf("%q: counts %v, want %v", c.row, w.Counts, counts)
	}
	var got *job.Job
	for i := range w.Jobs.Held() {
		if w.Jobs.Held()[i].ID == 3 {
			got = &w.Jobs.Held()[i]
		}
	}
	if want := c.want; want != nil {
		want.Line = int32(strings.Count(head+plain, "\n") + 1)
	}
	if !cmp.Equal(got, c.want) {
		t.Errorf("%q: %s", c.row, cmp.Diff(c.want, got))
	}
	checkWorkload(t, w)

	_, err = Read("a.swf", []byte(head+plain+c.row+"\n"), Options{Strict: true})
	refused := c.rule != "" && ruleOf(c.rule).Effect != Notes
	var p *swf.ParseError
	switch {
	case !refused && err != nil:
		t.Errorf("%q: a strict reading says %v", c.row, err)
	case refused && (!errors.As(err, &p) || p.File != "a.swf" || p.Line != 4 || p.Field != swf.Numbered(c.field)):
		t.Errorf("%q: a strict reading says %v; want file a.swf, line 4, field %d", c.row, err, c.field)
	case refused && c.rule != "malformed" && c.rule != "short" && c.rule != "long" && !strings.Contains(err.Error(), c.rule+": "):
		t.Errorf("%q: a strict reading says %q, which does not name the rule %s", c.row, err, c.rule)
	}
}

func ruleOf(key string) Rule {
	for _, r := range Rules {
		if r.Key == key {
			return r
		}
	}
	panic(key)
}

// checkWorkload is the law: what a Workload promises of its jobs.
func checkWorkload(t testing.TB, w *Workload) {
	t.Helper()
	if w.Procs < 1 || w.Procs > job.MaxProcs {
		t.Fatalf("%d processors", w.Procs)
	}
	checkCauses(t, w)
	ids := map[int64]bool{}
	for i, j := range w.Jobs.Held() {
		if i > 0 && inOrder(w.Jobs.Held()[i-1], j) >= 0 {
			t.Fatalf("jobs %d and %d are not in order", w.Jobs.Held()[i-1].ID, j.ID)
		}
		if ids[j.ID] || j.ID < 0 {
			t.Fatalf("the number %d is not unique", j.ID)
		}
		ids[j.ID] = true
		ok := j.Submit >= 0 && j.Submit <= job.MaxSeconds && j.Run >= 0 && j.Run <= job.MaxSeconds &&
			j.Estimate >= 1 && j.Estimate <= job.MaxSeconds && j.Wait >= job.None && j.Wait <= job.MaxSeconds &&
			j.Procs >= 1 && int(j.Procs) <= w.Procs && j.MemoryKiB >= job.None && j.RequestedMemoryKiB >= job.None &&
			j.Status >= job.None && j.Status <= 5
		for _, n := range []struct {
			index int32
			names Names
		}{{j.User, w.Users}, {j.Group, w.Groups}, {j.Queue, w.Queues}, {j.Partition, w.Partitions}, {j.App, w.Apps}} {
			ok = ok && n.index >= job.None && int(n.index) < len(n.names)
		}
		if !ok || int(j.Row) >= max(len(w.Records), len(w.Slurm)) || j.Row < job.None {
			t.Fatalf("out of its ranges: %+v", j)
		}
	}
}

func TestWidthOption(t *testing.T) {
	rows := "1 0 -1 60 4 -1 -1 6 90\n2 0 -1 60 4 -1 -1 -1 90\n3 0 -1 60 -1 -1 -1 6 90\n"
	for _, c := range []struct {
		width string
		want  [3]int32
	}{{"", [3]int32{4, 4, 6}}, {"allocated", [3]int32{4, 4, 6}}, {"requested", [3]int32{6, 4, 6}}} {
		w, err := Read("a", []byte(rows), Options{Width: c.width})
		if err != nil {
			t.Fatal(err)
		}
		if got := [3]int32{w.Jobs.Held()[0].Procs, w.Jobs.Held()[1].Procs, w.Jobs.Held()[2].Procs}; got != c.want || w.Count("other-width") != 1 {
			t.Errorf("width %q: %v, other-width %d; want %v, 1", c.width, got, w.Count("other-width"), c.want)
		}
	}
	for _, opt := range []Options{{Width: "wide"}, {Procs: -1}, {Procs: job.MaxProcs + 1}} {
		if _, err := Read("a", []byte(rows), opt); err == nil {
			t.Errorf("%+v is taken", opt)
		}
	}
}

func TestMachineSizeIsTakenFrom(t *testing.T) {
	for _, c := range []struct {
		header string
		opt    int
		procs  int
		from   string
		jobs   int
	}{
		{"; MaxProcs: 8\n; MaxNodes: 2\n", 16, 16, "option", 2},
		{"; MaxProcs: 8\n; MaxNodes: 2\n", 3, 3, "option", 1},
		{"; MaxNodes: 2\n; MaxProcs: 8\n", 0, 8, "MaxProcs", 2},
		{"; MaxNodes: 3 (or so)\n", 0, 3, "MaxNodes", 1},
		{"; MaxProcs: -1\n; MaxNodes: 5\n", 0, 5, "MaxNodes", 2},
		{"; MaxProcs: 1000000000000\n", 0, 4, "widest job", 2},
		{"", 0, 4, "widest job", 2},
	} {
		w, err := Read("a", []byte(c.header+"1 0 -1 60 2 -1 -1 -1 90\n2 0 -1 60 4 -1 -1 -1 90\n"), Options{Procs: c.opt})
		if err != nil {
			t.Fatal(err)
		}
		if w.Procs != c.procs || w.ProcsFrom != c.from || w.Len() != c.jobs || w.Count("too-wide") != 2-c.jobs {
			t.Errorf("%q, option %d: %d from %s, %d jobs; want %d from %s, %d",
				c.header, c.opt, w.Procs, w.ProcsFrom, w.Len(), c.procs, c.from, c.jobs)
		}
	}
}

func TestRenumberingKeepsTheFirstOfEach(t *testing.T) {
	var b strings.Builder
	for i, id := range []int64{7, 3, 7, -1, 3, 9, 7} {
		fmt.Fprintf(&b, "%d %d -1 60 1\n", id, i)
	}
	w, err := Read("a", []byte(b.String()), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []int64
	for _, j := range w.Jobs.Held() {
		got = append(got, j.ID)
	}
	if want := []int64{7, 3, 10, 11, 12, 9, 13}; !cmp.Equal(got, want) || w.Count("renumbered") != 4 {
		t.Errorf("%v, renumbered %d; want %v, 4", got, w.Count("renumbered"), want)
	}
}

func TestRealLogsHaveTheirKnownCounts(t *testing.T) {
	for _, c := range []struct {
		log                           string
		rows, jobs, procs, widest     int
		overEstimate                  int // of the jobs with an estimate in the log
		notStarted, noWidth, estimate int
		unsorted                      int
	}{
		{"CTC-SP2-1996-3.1-cln", 77222, 77222, 338, 336, 7174, 0, 0, 0, 0},
		{"KTH-SP2-1996-2", 28489, 28489, 100, 100, 475, 0, 0, 0, 0},
		{"SDSC-SP2-1998-4.2-cln", 59715, 54044, 128, 128, 4134, 5671, 0, 0, 0},
		{"LANL-CM5-1994-4.1-cln", 122060, 122057, 1024, 1024, 40180, 0, 3, 0, 0},
		{"HPC2N-2002-2.2-cln", 202871, 202871, 240, 200, 14817, 0, 0, 0, 0},
		{"SDSC-Par-1996-3.1-cln", 32135, 32135, 400, 320, 0, 0, 0, 32135, 0},
	} {
		t.Run(c.log, func(t *testing.T) {
			data := trace(t, c.log+".swf.gz")
			w, err := Read(c.log+".swf.gz", data, Options{})
			if err != nil {
				t.Fatal(err)
			}
			checkWorkload(t, w)
			i := w.Info()
			if w.Len()+w.LeftOut() != c.rows || i.Jobs != c.jobs || i.Procs != c.procs || int(i.Width.Max) != c.widest ||
				i.OverEstimate != c.overEstimate || w.Count("not-started") != c.notStarted || w.Count("no-width") != c.noWidth ||
				w.Count("unsorted") != c.unsorted || c.estimate > 0 && w.Count("run-as-estimate") != c.estimate {
				t.Errorf("%d rows, %+v", w.Len()+w.LeftOut(), i)
			}
			if w.Name != c.log || w.ProcsFrom != "MaxProcs" {
				t.Errorf("name %q, processors from %q", w.Name, w.ProcsFrom)
			}
		})
	}
}

// trace returns a real log, or skips the test.
func trace(t testing.TB, name string) []byte {
	dir := os.Getenv("BACKFILL_TRACES")
	if dir == "" {
		t.Skip("BACKFILL_TRACES is not set to a folder of logs of the Parallel Workloads Archive")
	}
	data, err := os.ReadFile(dir + "/" + name)
	if errors.Is(err, os.ErrNotExist) {
		t.Skipf("%s is not in BACKFILL_TRACES", name)
	}
	if err != nil {
		t.Fatal(err)
	}
	return data
}
