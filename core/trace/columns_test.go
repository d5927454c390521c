package trace

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// readCSV reads a table of which a test says that it can be read.
func readCSV(t testing.TB, text string, opt Options) *Workload {
	t.Helper()
	w, err := Read("t.csv", []byte(text), opt)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// tableOfJobs writes jobs as CSV with times in a unit of which a second has so many.
func tableOfJobs(w *Workload, unit int64, start int64) string {
	var b strings.Builder
	b.WriteString("id,at,ran,cores,asked,waited,who,proj,q,part,prog,how\n")
	name := func(n Names, i int32) string { return n.Name(i) }
	for _, j := range w.Jobs.Held() {
		wait := ""
		if j.Wait >= 0 {
			wait = fmt.Sprint(j.Wait * unit)
		}
		how := map[int8]string{1: "COMPLETED", 0: "FAILED", 5: "CANCELLED", -1: ""}[j.Status]
		fmt.Fprintf(&b, "%d,%d,%d,%d,%d,%s,%s,%s,%s,%s,%s,%s\n", j.ID, (start+j.Submit)*unit, j.Run*unit, j.Procs, j.Estimate*unit, wait,
			name(w.Users, j.User), name(w.Groups, j.Group), name(w.Queues, j.Queue), name(w.Partitions, j.Partition), name(w.Apps, j.App), how)
	}
	return b.String()
}

// The jobs of a log are the same in a table, in whatever unit and however rows are ordered.
func TestATableOfALogsJobsIsTheLog(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	at := int64(0)
	for i := range 300 {
		run := r.Int64N(5000)
		fmt.Fprintf(&b, "%d %d %d %d %d -1 -1 -1 %d -1 %d %d %d %d %d %d -1 -1\n", i+1, at, r.Int64N(50)-1, run, 1+r.IntN(64),
			1+run+r.Int64N(900), []int{1, 0, 5}[r.IntN(3)], 1+r.IntN(9), 1+r.IntN(3), 1+r.IntN(4), 1+r.IntN(3), 1+r.IntN(2))
		at += r.Int64N(90)
	}
	opt := Options{Procs: 64}
	want, err := Read("t.swf", []byte(b.String()), opt)
	if err != nil {
		t.Fatal(err)
	}
	for unit, name := range map[int64]string{1: "s", 1000: "ms", 1e6: "us"} {
		for _, start := range []int64{0, 1_700_000_000} {
			text := tableOfJobs(want, unit, start)
			head, rows, _ := strings.Cut(text, "\n")
			lines := strings.SplitAfter(strings.TrimSuffix(rows, "\n"), "\n")
			lines[len(lines)-1] += "\n"
			r.Shuffle(len(lines), func(i, k int) { lines[i], lines[k] = lines[k], lines[i] })
			opt.Map = fmt.Sprintf("job=id,submit=at:%[1]s,run=ran:%[1]s,procs=cores,estimate=asked:%[1]s,wait=waited:%[1]s,user=who,group=proj,"+
				"queue=q,partition=part,name=prog,status=how", name)
			got := readCSV(t, head+"\n"+strings.Join(lines, ""), opt)
			if got.SHA256() != want.SHA256() || got.UnixStart != start {
				t.Errorf("in %s from %d: another workload, from %d", name, start, got.UnixStart)
			}
		}
	}
}

func TestStartAndEndGiveRunAndWait(t *testing.T) {
	w := readCSV(t, `job,submit,start,end,procs
1,2026-06-01 12:00:00,2026-06-01 12:00:10,2026-06-01 12:01:10,4
2,2026-06-01 12:00:05,,,4
3,2026-06-01 12:00:20,2026-06-01 12:00:15,2026-06-01 12:00:25,4
4,2026-06-01 12:00:30,2026-06-01 12:00:30.7,2026-06-01 12:00:40,4
5,2026-06-01 12:00:31,2026-06-01 12:00:32,,4
6,2026-06-01 12:00:32,yesterday,2026-06-01 12:00:40,4
7,2026-06-01 12:00:33,2026-06-01 12:00:33,2026-06-01 12:00:34,0
`, Options{})
	var got []job.Job
	for _, j := range w.Jobs.Held() {
		got = append(got, job.Job{ID: j.ID, Submit: j.Submit, Wait: j.Wait, Run: j.Run, Procs: j.Procs, Estimate: j.Estimate})
	}
	want := []job.Job{
		{ID: 1, Submit: 0, Wait: 10, Run: 60, Procs: 4, Estimate: 60},
		{ID: 3, Submit: 20, Wait: 0, Run: 10, Procs: 4, Estimate: 10},
		{ID: 4, Submit: 30, Wait: 1, Run: 9, Procs: 4, Estimate: 9},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	counts := []Count{{"malformed", 1}, {"not-started", 2}, {"no-width", 1}, {"rounded", 1}, {"early-start", 1}, {"run-as-estimate", 3}}
	if d := cmp.Diff(counts, w.Counts); d != "" {
		t.Error(d)
	}
	if w.UnixStart != 1780315200 || !w.LocalTimes || w.Procs != 8 || w.ProcsFrom != "busiest moment" {
		t.Errorf("from %d (local %t), %d processors by the %s", w.UnixStart, w.LocalTimes, w.Procs, w.ProcsFrom)
	}
	if _, err := w.Find("2"); err == nil || !strings.Contains(err.Error(), "never started") {
		t.Errorf("job 2: %v", err)
	}
}

func TestNodesAreTheWidthWithoutProcessors(t *testing.T) {
	w := readCSV(t, "submit,run,procs,nodes,gpus,mem\n1,1,,3,1,\n2,1,8,2,0,16\n3,1,,,,\n", Options{Map: "auto,memory=mem:MiB"})
	if w.Len() != 2 || w.Jobs.Held()[0].Procs != 3 || w.Jobs.Held()[1].Procs != 8 || w.Jobs.Held()[1].RequestedMemoryKiB != 2048 {
		t.Errorf("%+v", w.Jobs.Held())
	}
	if w.Jobs.Held()[0].Traits != job.AskedGPUs || w.Jobs.Held()[1].Traits != 0 {
		t.Error("one job asked for GPUs")
	}
}

// Results with several runs have each job several times.
func TestOneRunOfSeveralIsRead(t *testing.T) {
	text := `run,policy,job,submit_s,start_s,run_s,estimate_s,procs,killed
a/fcfs,fcfs,7,10,10,5,9,2,false
a/fcfs,fcfs,8,20,21,5,9,2,false
a/easy,easy,7,10,12,5,9,2,false
a/easy,easy,8,20,20,5,9,2,false
`
	w := readCSV(t, text, Options{})
	if w.Len() != 2 || w.Jobs.Held()[1].Wait != 1 || w.Count("not-chosen") != 2 || w.Jobs.Held()[0].Submit != 10 || w.Reading.Preset != ours {
		t.Errorf("%+v, %v", w.Jobs.Held(), w.Counts)
	}
	if w = readCSV(t, text, Options{Map: "backfill,only=policy:easy"}); w.Jobs.Held()[0].Wait != 2 || w.Count("not-chosen") != 2 {
		t.Errorf("of easy: %+v", w.Jobs.Held())
	}
	if _, err := Read("t.csv", []byte(text), Options{Map: "backfill,only=policy:sjf"}); err == nil {
		t.Error("a run that there is none of is read")
	}
}

// A table may have texts instead of numbers. Jobs get numbers, and keep the texts as what users know them by.
func TestTextsOfNumbersAreKept(t *testing.T) {
	text := `job,submit,run,procs,user
app-b,30,5,2,ada
7,20,5,2,ada
app-a,10,5,2,eve
app-b,40,5,2,eve
,50,5,2,eve
`
	for _, opt := range []Options{{}, {KeepRecords: true}} {
		w := readCSV(t, text, opt)
		var got []string
		for i := range w.Jobs.Held() {
			got = append(got, w.Label(&w.Jobs.Held()[i]))
		}
		if want := []string{"app-a", "7", "app-b", "app-b", strconv.FormatInt(w.Jobs.Held()[4].ID, 10)}; !slices.Equal(got, want) {
			t.Errorf("%+v: jobs are known as %q, want %q", opt, got, want)
		}
		for id, want := range map[string]int{"app-a": 0, "7": 1, "app-b": 2, strconv.FormatInt(w.Jobs.Held()[0].ID, 10): 0} {
			if j, err := w.Find(id); err != nil || j != &w.Jobs.Held()[want] {
				t.Errorf("%+v: job %s is %+v, %v", opt, id, j, err)
			}
		}
		if _, err := w.Find("app-c"); err == nil || err.Error() != "the log has no job app-c" {
			t.Errorf("%+v: a job that there is none of: %v", opt, err)
		}
		if a := w.Anonymize(); a.Label(&a.Jobs.Held()[0]) == "app-a" {
			t.Errorf("%+v: anonymous jobs have their texts", opt)
		}
	}
	if w := readCSV(t, "job,submit,run,procs\n1,0,5,2\n2,0,5,2\n", Options{}); w.Labels != nil {
		t.Errorf("numbers are kept as texts: %q", w.Labels)
	}
}

func TestOptionsThatAreNotForTables(t *testing.T) {
	table, log := "submit,run,procs\n1,1,1\n", "; MaxProcs: 4\n1 0 0 1 1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1\n"
	for _, c := range []struct {
		text, says string
		opt        Options
	}{
		{log, "leave out --map", Options{Map: "auto"}},
		{table, "--columns is for sacct output", Options{Map: "auto", Columns: "JobID,Submit"}},
		{table, "unknown map of columns", Options{Map: "x"}},
		{"PAR1xxxx", "not read from here", Options{}},
		{"ARROW1xx", "not read from here", Options{}},
		{"submit,run,procs\n1,1,1\n\n2,1\n", "t.csv:4: the row has another number of cells", Options{Strict: true}},
		{"submit,run,procs\nx,1,1\n", "(the only row cannot be used)", Options{}},
		{"submit,run,procs\n", "there is no job in it", Options{}},
	} {
		_, err := Read("t.csv", []byte(c.text), c.opt)
		if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.20q: %v; it should say %q in a line", c.text, err, c.says)
		}
	}
}

// jobsIn writes a table of 40 jobs that run for an hour and ask for two, with times multiplied.
func jobsIn(submit, run, estimate float64) string {
	var b strings.Builder
	b.WriteString("submit,run,estimate,procs\n")
	for i := range 40 {
		fmt.Fprintf(&b, "%d,%d,%d,1\n", int64(float64(600*i)*submit), int64(float64(3600+i)*run), int64(float64(7200+i)*estimate))
	}
	return b.String()
}

// Times in a unit that cannot be right are told with a map, and as it reads them all is well.
func TestWrongUnitsAreToldWithTheFix(t *testing.T) {
	if d := said(readCSV(t, jobsIn(1, 1, 1), Options{})); len(d) > 0 {
		t.Errorf("right units are doubted: %q", d)
	}
	for _, c := range []struct {
		text, before, says string
	}{
		{jobsIn(1, 1, 1./60), "auto", "limits look like minutes read as seconds: give --map auto,estimate=estimate:min"},
		{jobsIn(1, 1, 1000), "auto", "limits look like milliseconds read as seconds: give --map auto,estimate=estimate:ms"},
		{jobsIn(1, 1000, 1), "auto",
			"all run times are multiples of 1,000 s: they look like milliseconds read as seconds: give --map auto,run=run:ms"},
		{jobsIn(1, 721.5, 1), "auto", "half of the jobs run for more than 30 days: run times look like milliseconds"},
		{jobsIn(1e6, 1, 1), "auto", "submissions span 742 years: they look like milliseconds read as seconds: give --map auto,submit=submit:ms"},
		{jobsIn(1, 0.001, 1), "auto,run=run:ms", "run times look like seconds read in a finer unit: give --map auto,run=run:s"},
		{jobsIn(1, 1, 1./60), "submit=submit,run=run,procs=procs,estimate=estimate", "give estimate=estimate:min in --map"},
	} {
		doubts := said(readCSV(t, c.text, Options{Map: c.before}))
		if len(doubts) != 1 || !strings.Contains(doubts[0], c.says) {
			t.Errorf("%q; they should say %q", doubts, c.says)
			continue
		}
		if _, fix, ok := strings.Cut(doubts[0], "give --map "); ok {
			if d := said(readCSV(t, c.text, Options{Map: fix})); len(d) > 0 && c.before == "auto" {
				t.Errorf("with %s: %q", fix, d)
			}
		}
	}
}

func TestALogTellsWhatItLacks(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{"submit,run,procs,user\n1,1,1,a\n", "no estimates: policies that plan;no waits: what"},
		{"submit,run,procs,user,wait,estimate\n1,1,1,a,1,1\n2,1,1,a,1,1\n", ""},
		{"submit,run,procs,user,wait,estimate\n1,1,1,a,,1\n2,1,1,a,1,1\n", "no waits for 1 of 2 jobs"},
		{"submit,run,procs,wait,estimate\n1,1,1,1,1\n", "no users"},
	} {
		missing := readCSV(t, c.text, Options{}).Missing()
		if c.says == "" && len(missing) == 0 {
			continue
		}
		for i, want := range strings.Split(c.says, ";") {
			if i >= len(missing) || !strings.HasPrefix(missing[i], want) {
				t.Errorf("%q lacks %q; it should say %q", c.text, missing, want)
			}
		}
	}
}

// A workload of Batsim has its machine and its jobs; the form is known with or without gzip, and by --map alone.
func TestJSONWorkloadsAreRead(t *testing.T) {
	const text = `{"nb_res": 16, "jobs": [{"id": "a", "subtime": 5, "res": 2, "walltime": 50, "profile": "p"},
		{"id": "7", "subtime": 9, "res": 4, "profile": "q"}, {"id": "x", "subtime": 9, "res": 4, "profile": "none"}],
		"profiles": {"p": {"type": "delay", "delay": 30}, "q": {"type": "parallel_homogeneous", "cpu": 2e9, "com": 0}}}`
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(text))
	z.Close()
	for _, data := range []string{text, packed.String()} {
		w, err := Read("b.json", []byte(data), Options{Map: "batsim,speed=1e9"})
		if err != nil {
			t.Fatal(err)
		}
		if w.Procs != 16 || w.Len() != 2 || w.Jobs.Held()[0].Run != 30 || w.Jobs.Held()[0].Estimate != 50 || w.Jobs.Held()[1].Run != 2 ||
			w.Jobs.Held()[1].Procs != 4 || w.Reading.Preset != "batsim" {
			t.Errorf("%d processors, %+v, %+v", w.Procs, w.Jobs.Held(), w.Reading)
		}
	}
	if _, err := Read("b.json", []byte(text), Options{}); err == nil || !strings.Contains(err.Error(), "b.json:2: its run time depends on") {
		t.Errorf("without a speed: %v", err)
	}
}
