package trace

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/sim/job"
)

const accounting = `JobID|JobIDRaw|JobName|User|Account|Partition|Submit|Start|End|ElapsedRaw|TimelimitRaw|State|AllocCPUS|ReqCPUS
11|11|relax|ada|phys|batch|1000|1030|1130|100|10|COMPLETED|64|64
11.batch|11.batch|batch||phys||1030|1030|1130|100||COMPLETED|64|64
12|12|oops|bob|chem|batch|1010|None|1020|0|10|CANCELLED by 7|0|8
13|13|serve|bob|chem|long|1020|1040|Unknown|500|100|RUNNING|8|8
14|14|late|ada|phys|long|1015|1050|1060|10|UNLIMITED|TIMEOUT|32|32
15|15|wait|ada|phys|long|1030|Unknown|Unknown|0|10|PENDING|0|4
16|16|again|ada|phys|long|1040|1041|1042|1|10|REQUEUED|4|4
16|16|again|ada|phys|long|1050|1051|1052|1|10|FAILED|4|4
99.0|99.0|lost||phys||1000|1000|1001|1||COMPLETED|1|1
x|x|bad|ada|phys|long|1000|1000|1001|1|10|COMPLETED|1|1
`

func TestSacctBecomesAWorkload(t *testing.T) {
	for name, log := range map[string][]byte{"plain": []byte(accounting), "gzip": zipped(t, accounting)} {
		w, err := Read("dir/jobs.txt.gz", log, Options{})
		if err != nil {
			t.Fatal(name, err)
		}
		checkWorkload(t, w)
		row, lines := int32(-1), []int32{2, 6, 8, 9}
		is := func(id, submit, run, estimate, wait int64, procs, user, queue, app int32, status int8, traits job.Traits) job.Job {
			row++
			return job.Job{
				ID: id, Submit: submit, Run: run, Estimate: estimate, Wait: wait, Procs: procs, User: user, Group: user,
				Queue: queue, Partition: queue, App: app, MemoryKiB: job.None, RequestedMemoryKiB: job.None, Status: status, Row: row,
				Line: lines[row], Traits: traits,
			}
		}
		want := []job.Job{
			is(11, 0, 100, 600, 30, 64, 0, 0, 0, 1, 0),
			is(14, 15, 10, 10, 35, 32, 0, 1, 1, 0, 0),
			is(17, 40, 1, 600, 1, 4, 0, 1, 2, 0, job.Interrupted), // the first run of 16
			is(16, 50, 1, 600, 1, 4, 0, 1, 2, 0, 0),
		}
		if d := cmp.Diff(want, w.Jobs.Held()); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		names := []Names{{"ada"}, {"phys"}, {"batch", "long"}, {"batch", "long"}, {"relax", "late", "again"}}
		if got := []Names{w.Users, w.Groups, w.Queues, w.Partitions, w.Apps}; !cmp.Equal(got, names) {
			t.Errorf("%s: names %q", name, got)
		}
		// Jobs 11, 14 and 16 overlap from 1051: 64 + 32 + 4.
		if w.Name != "jobs" || w.UnixStart != 1000 || w.Procs != 100 || w.ProcsFrom != "busiest moment" {
			t.Errorf("%s: %s, start %d, %d processors from the %s", name, w.Name, w.UnixStart, w.Procs, w.ProcsFrom)
		}
	}
}

func TestSacctRules(t *testing.T) {
	w := mustRead(t, accounting, Options{Procs: 50})
	want := []Count{
		{"malformed", 1}, {"not-started", 2}, {"unfinished", 1}, {"too-wide", 1}, {"renumbered", 1}, {"run-as-estimate", 1},
		{"sacct-step", 1}, {"sacct-orphan-step", 1}, {"sacct-earlier-run", 1},
	}
	if d := cmp.Diff(want, w.Counts); d != "" {
		t.Error(d)
	}
	if w.ProcsFrom != "option" || w.Procs != 50 {
		t.Errorf("%d from %s", w.Procs, w.ProcsFrom)
	}
	lines := strings.SplitAfter(accounting, "\n")
	for _, c := range []struct {
		line string
		want string
	}{
		{lines[3], "test.swf:4: not-started: "},
		{lines[4], "test.swf:4: unfinished: "},
		{lines[5], "test.swf:4: unsorted: "},
		{lines[9], "sacct-orphan-step: "},
		{lines[10], "test.swf:4: "},
	} {
		log := lines[0] + strings.Replace(lines[1], "1000", "1018", 1) + lines[2] + c.line
		if _, err := Read("test.swf", []byte(log), Options{Strict: true}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.line, err, c.want)
		}
		if _, err := Read("test.swf", []byte(log), Options{}); err != nil {
			t.Errorf("%q: %v", c.line, err)
		}
	}
	if _, err := Read("test.swf", []byte(lines[0]+lines[1]+lines[2]), Options{Strict: true}); err != nil {
		t.Errorf("a tidy log, strictly: %v", err)
	}
}

func TestSacctIsWrittenAsSWF(t *testing.T) {
	for _, opt := range []Options{{}, {KeepRecords: true}, {Anonymize: true, KeepRecords: true}} {
		w := mustRead(t, accounting, opt)
		log := written(t, w)
		again := mustRead(t, log, Options{})
		for i := range again.Jobs.Held() {
			a, b := again.Jobs.Held()[i], w.Jobs.Held()[i]
			a.Row, b.Row, a.Line, b.Line, a.Traits, b.Traits = 0, 0, 0, 0, 0, 0 // SWF has no field for them
			if a != b {
				t.Errorf("%+v became %+v", b, a)
			}
		}
		if again.Procs != w.Procs || again.UnixStart != w.UnixStart {
			t.Errorf("%d processors, start %d", again.Procs, again.UnixStart)
		}
		if named := strings.Contains(log, "; User: 1 ada\n"); named == opt.Anonymize {
			t.Errorf("%+v: names told: %t\n%s", opt, named, log)
		}
	}
}

func TestSacctWithoutJobs(t *testing.T) {
	head, _, _ := strings.Cut(accounting, "\n")
	for _, log := range []string{head, "a|b|c\n1|2|3\n", "|\n", head + "\nx|y\n"} {
		if w, err := Read("a.txt", []byte(log), Options{}); err == nil || !strings.HasPrefix(err.Error(), "a.txt:") {
			t.Errorf("%q: %v, %v", log, w, err)
		}
	}
}

// TestSacctFormatsAreOneWorkload reads the same accounting with a header line, with its
// columns given, with other delimiters, and as JSON.
func TestSacctFormatsAreOneWorkload(t *testing.T) {
	head, rows, _ := strings.Cut(accounting, "\n")
	want := mustRead(t, accounting, Options{}).SHA256()
	for name, log := range map[string]struct {
		text string
		opt  Options
	}{
		"columns":   {rows, Options{Columns: strings.ReplaceAll(head, "|", ",")}},
		"tabs":      {strings.ReplaceAll(accounting, "|", "\t"), Options{}},
		"tab rows":  {strings.ReplaceAll(rows, "|", "\t"), Options{Columns: head}},
		"semicolon": {strings.ReplaceAll(accounting, "|", ";"), Options{}},
	} {
		if w := mustRead(t, log.text, log.opt); w.SHA256() != want {
			t.Errorf("%s: %+v", name, w.Jobs.Held())
		}
	}
	const one = `{"meta":{},"jobs":[{"job_id":11,"user":"ada","account":"phys","partition":"batch","name":"relax",` +
		`"state":{"current":["COMPLETED"]},"time":{"submission":1000,"start":1030,"end":1130,"elapsed":100,` +
		`"limit":{"set":true,"number":10}},"required":{"CPUs":64},"tres":{"allocated":[{"type":"cpu","count":64}]}}]}`
	lines := strings.SplitAfter(accounting, "\n")
	if a, b := mustRead(t, one, Options{}), mustRead(t, lines[0]+lines[1], Options{}); a.SHA256() != b.SHA256() {
		t.Errorf("JSON: %+v, text: %+v", a.Jobs.Held(), b.Jobs.Held())
	}
}

func TestColumnsAreForSacctAlone(t *testing.T) {
	for log, want := range map[string]string{
		head + plain:  "leave out --columns",
		plain:         "a.txt:1: ",
		`{"jobs":[]}`: "leave out --columns",
		"<html>":      "a web page",
		"":            "a.txt",
	} {
		if w, err := Read("a.txt", []byte(log), Options{Columns: "JobID,Submit"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, %v", log, w, err)
		}
	}
	const row = "11,ada,1000,1030,COMPLETED\n"
	if _, err := Read("a.txt", []byte(row), Options{}); err == nil || !strings.Contains(err.Error(), "--columns JobID") {
		t.Errorf("without a header line, commas: %v", err)
	}
	if _, err := Read("a.txt", []byte(accounting), Options{Columns: "User"}); err == nil || !strings.Contains(err.Error(), "--columns") {
		t.Errorf("columns without JobID: %v", err)
	}
}

// sacct's JSON without spaces and ends of lines has commas and names of columns, too.
func TestJSONInOneLineIsNoTable(t *testing.T) {
	w := mustRead(t, `{"jobs":[{"job_id":7, "job":"", "user":"ann", "partition": "", "state":{"current":["COMPLETED"]},`+
		`"time":{"submission":1000,"start":1010,"end":1100},"required":{"CPUs":4}}],"meta":{"slurm":{"release":"25.11.7"}}}`,
		Options{Accounting: true})
	if j := w.Jobs.Held()[0]; j.ID != 7 || j.Run != 90 || w.Accounting.Release != "25.11.7" {
		t.Errorf("%+v of Slurm %q", j, w.Accounting.Release)
	}
}

// Services write objects within objects. Their members are columns, and the last name is enough where only one column has it.
func TestMembersOfMembersAreColumns(t *testing.T) {
	const one = `{"job":{"id":"j-%d","owner":"ann"},"timestamps":{"submitted":%d000,"started":%[2]d060,"finished":%[2]d160},` +
		`"resources":{"cpus":4,"hosts":["n1","n2"]},"limits":{"walltime_s":600}}`
	first, second := fmt.Sprintf(one, 1, 1700000), fmt.Sprintf(one, 2, 1700001)
	for form, text := range map[string]string{"lines": first + "\n" + second + "\n", "list": "[" + first + ", " + second + "]",
		"list within": `{"data": [` + first + "," + second + "]}",
		"indented":    "[\n" + strings.ReplaceAll(first, ",", ",\n  ") + ",\n" + second + "]\n"} {
		w, err := Read("log.json", []byte(text), Options{})
		if err != nil {
			t.Errorf("%s: %v", form, err)
			continue
		}
		if all := w.Jobs.Held(); len(all) != 2 || all[1].Submit-all[0].Submit != 1000 || all[0].Wait != 60 || all[0].Run != 100 ||
			all[0].Procs != 4 || all[0].Estimate != 600 || w.Users[all[0].User] != "ann" {
			t.Errorf("%s: %+v", form, all)
		}
	}
	both := strings.NewReplacer(`"limits"`, `"asked":{"cpus":8},"limits"`).Replace(first + "\n" + second)
	if _, err := Read("log.json", []byte(both), Options{}); err == nil || !strings.Contains(err.Error(), "resources.cpus") ||
		!strings.Contains(err.Error(), "asked.cpus") {
		t.Errorf("two columns of one last name: %v", err)
	}
}
