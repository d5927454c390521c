package sacct

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

func sample(tb testing.TB, name string) []byte {
	tb.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

func read(tb testing.TB, text string) *Records {
	tb.Helper()
	all, err := Read("log", strings.NewReader(text))
	if err != nil {
		tb.Fatal(err)
	}
	return all
}

// TestSmallReadsAndLineEndingsDoNotMatter reads byte by byte, with CRLF, with a
// byte order mark, with a bar at the end of each line, and without the last
// line ending.
func TestSmallReadsAndLineEndingsDoNotMatter(t *testing.T) {
	for _, name := range []string{"modern.sacct", "epoch.sacct"} {
		log := sample(t, name)
		want := transcript(NewReader(bytes.NewReader(log)))
		for what, r := range map[string]io.Reader{
			"byte by byte": iotest.OneByteReader(bytes.NewReader(log)),
			"CRLF":         bytes.NewReader(bytes.ReplaceAll(log, []byte("\n"), []byte("\r\n"))),
			"mark":         io.MultiReader(strings.NewReader("\ufeff"), bytes.NewReader(log)),
			"bars":         bytes.NewReader(bytes.ReplaceAll(log, []byte("\n"), []byte("|\n"))),
			"no last LF":   bytes.NewReader(bytes.TrimSpace(log)),
			"early EOF":    iotest.DataErrReader(bytes.NewReader(log)),
		} {
			if d := cmp.Diff(want, transcript(NewReader(r))); d != "" {
				t.Errorf("%s, %s: %s", name, what, d)
			}
		}
		blank := transcript(NewReader(bytes.NewReader(bytes.ReplaceAll(log, []byte("\n"), []byte("\n\n")))))
		if strings.Count(blank, "\n") != strings.Count(want, "\n") {
			t.Errorf("%s: empty lines matter", name)
		}
	}
}

func TestColumnsMayComeInAnyOrder(t *testing.T) {
	log := string(sample(t, "modern.sacct"))
	var turned strings.Builder
	for line := range strings.Lines(log) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "|")
		if len(f) > 27 {
			f = append(f[:2], append([]string{"a|b|c.sh"}, f[5:]...)...)
		}
		for i := range f {
			turned.WriteString(f[len(f)-1-i])
			if i < len(f)-1 {
				turned.WriteByte('|')
			}
		}
		turned.WriteByte('\n')
	}
	if d := cmp.Diff(transcript(NewReader(strings.NewReader(log))), transcript(NewReader(strings.NewReader(turned.String())))); d != "" {
		t.Error(d)
	}
}

// TestTheSecondOutputMayRepeatJobsOfTheFirst joins two months: the job that
// crosses the border is in both.
func TestTheSecondOutputMayRepeatJobsOfTheFirst(t *testing.T) {
	all := read(t, "JobID|Submit|Start|End|NCPUS|State\n"+
		"1|100|100|200|4|COMPLETED\n"+
		"2|150|160|Unknown|4|RUNNING\n"+
		"3|160|170|300|4|NODE_FAIL\n"+
		"4_[1-2]|170|Unknown|Unknown|0|PENDING\n"+
		"JobID|Submit|State|Start|End|NCPUS\n"+
		"2|150|COMPLETED|160|999|4\n"+
		"2.batch|160|COMPLETED|160|999|4\n"+
		"3|310|COMPLETED|320|900|4\n"+
		"4_1|170|COMPLETED|400|500|4\n"+
		"3|160|NODE_FAIL|170|300|4\n")
	var got []string
	for i := range all.Jobs {
		j := &all.Jobs[i]
		got = append(got, fmt.Sprint(j.Job, " ", j.Task, " ", j.Submit, " ", j.End, " ", j.State, " ", j.Earlier))
	}
	want := []string{
		"1 -1 100 200 COMPLETED 0", "4 -1 170 -1 PENDING 0", "2 -1 150 999 COMPLETED 0", "3 -1 310 900 COMPLETED 0",
		"4 1 170 500 COMPLETED 0", "3 -1 160 300 NODE_FAIL 1",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]Count{{"step", 1}, {"earlier-run", 1}, {"array-rest", 1}, {"header", 1}, {"repeated", 2}}, all.Counts); d != "" {
		t.Error(d)
	}
}

// TestHeterogeneousJobsAreOneJob takes more parts than Slurm allows apart, so
// that a hostile log cannot make one job grow for ever.
func TestHeterogeneousJobsAreOneJob(t *testing.T) {
	var log strings.Builder
	log.WriteString("JobID|Submit|Start|End|NCPUS|State\n")
	for i := range 300 {
		fmt.Fprintf(&log, "5+%d|%d|%d|%d|2|COMPLETED\n", i, 100, 200+i, 400+i)
	}
	all := read(t, log.String())
	if len(all.Jobs) != 1 || all.Jobs[0].Parts != 300-2*maxParts {
		// The three jobs have one number, so that Read keeps the last.
		t.Fatalf("%d jobs, the first of %d parts", len(all.Jobs), all.Jobs[0].Parts)
	}
	r := NewReader(strings.NewReader(log.String()))
	var rec Record
	if err := r.Read(&rec); err != nil || rec.Parts != maxParts || rec.Procs != 2*maxParts || rec.Start != 200 || rec.End != 400+maxParts-1 {
		t.Errorf("%+v, %v", rec, err)
	}
}

func TestBadRowsAreErrorsAndTheRestIsRead(t *testing.T) {
	const head = "JobID|JobIDRaw|Submit|Start|End|ElapsedRaw|Elapsed|TimelimitRaw|Timelimit|NCPUS|ReqTRES\n"
	const good = "8|8|100|110|120|10|00:00:10|5|00:05:00|4|cpu=4\n"
	for _, c := range []struct {
		row, field string
		err        error
	}{
		{"x|8|100|110|120|10|00:00:10|5|00:05:00|4|cpu=4", "JobID", ErrID},
		{"7|y|100|110|120|10|00:00:10|5|00:05:00|4|cpu=4", "JobIDRaw", ErrID},
		{"7|7|soon|110|120|10|00:00:10|5|00:05:00|4|cpu=4", "Submit", ErrTime},
		{"7|7|Unknown|110|120|10|00:00:10|5|00:05:00|4|cpu=4", "Submit", ErrTime},
		{"7|7|100|2024-99-99T00:00:00|120|10|00:00:10|5|00:05:00|4|cpu=4", "Start", ErrTime},
		{"7|7|100|110|-120|10|00:00:10|5|00:05:00|4|cpu=4", "End", ErrTime},
		{"7|7|100|110|120|1e3|00:00:10|5|00:05:00|4|cpu=4", "ElapsedRaw", ErrNumber},
		{"7|7|100|110|120||10 s|5|00:05:00|4|cpu=4", "Elapsed", ErrDuration},
		{"7|7|100|110|120|10|00:00:10|1:xx|00:05:00|4|cpu=4", "TimelimitRaw", ErrNumber},
		{"7|7|100|110|120|10|00:00:10||5 min|4|cpu=4", "Timelimit", ErrDuration},
		{"7|7|100|110|120|10|00:00:10|5|00:05:00|1000000000000000000|cpu=4", "NCPUS", ErrNumber},
		{"7|7|100|110|120|10|00:00:10|5|00:05:00|4|cpu=-4", "ReqTRES", ErrNumber},
		{"7|7|100", "", ErrFields},
		{good[:len(good)-1] + "|one|too|many", "", ErrFields},
		{"\x00\x01\x02", "", ErrFields},
		{strings.Repeat("7", maxLine+1), "", ErrLine},
		{strings.Repeat("7|", 3*maxLine), "", ErrLine},
	} {
		r := NewReader(strings.NewReader(head + c.row + "\n" + good))
		r.File = "log"
		var rec Record
		err := r.Read(&rec)
		var at *ParseError
		if !errors.As(err, &at) || r.Fatal(err) || !errors.Is(err, c.err) || at.Line != 2 || at.Field != c.field || at.File != "log" {
			t.Errorf("%.60q: error %v, want line 2, column %q, %v", c.row, err, c.field, c.err)
			continue
		}
		if msg := err.Error(); len(msg) > 200 || strings.ContainsAny(msg, "\n\x00") {
			t.Errorf("%q", msg)
		}
		if err := r.Read(&rec); err != nil || rec.Job != 8 || rec.Limit != 300 || rec.Line != 3 {
			t.Errorf("after %.60q: %+v, %v", c.row, rec, err)
		}
		if err := r.Read(&rec); err != io.EOF {
			t.Errorf("at the end: %v", err)
		}
	}
	all := read(t, head+"x\n"+good+"y\n")
	if d := cmp.Diff([]Count{{"malformed", 2}}, all.Counts); d != "" || all.First == nil || all.First.Line != 2 {
		t.Errorf("%s, first %v", d, all.First)
	}
}

func TestLogsThatAreNoneAreRefused(t *testing.T) {
	for text, want := range map[string]error{
		"":       ErrHeader,
		"\n\n\n": ErrHeader,
		"; SWF\n1 0 -1 5 1 -1 -1 1 5 -1 1 1 1 -1 -1 -1 -1 -1\n": ErrHeader,
		"1001|ada|100\n":                       ErrHeader,
		"JobID      JobName    Partition\n":    ErrPlain,
		"JobID|State\n1|COMPLETED\n":           ErrColumn,
		"\x1f\x8b\x08\x00\x00\x00\x00":         ErrHeader,
		strings.Repeat("JobID|", maxLine):      ErrLine,
		strings.Repeat("JobID|", maxColumns+2): ErrHeader,
	} {
		all, err := Read("log", strings.NewReader(text))
		var at *ParseError
		if all != nil || !errors.As(err, &at) || !errors.Is(err, want) || len(err.Error()) > 250 {
			t.Errorf("%.40q: %v, want %v", text, err, want)
		}
	}
	broken := io.MultiReader(strings.NewReader("JobID|Submit\n1|100\n2|1"), iotest.ErrReader(io.ErrUnexpectedEOF))
	if all, err := Read("log", broken); all != nil || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a log that breaks off: %v, %v", all, err)
	}
	if all, err := Read("log", strings.NewReader("JobID|Submit\n")); err != nil || len(all.Jobs) != 0 {
		t.Errorf("a log without jobs: %+v, %v", all, err)
	}
	if all, err := Read("log", strings.NewReader("JobID|Submit\nx|5\n")); err == nil {
		t.Errorf("a log without a row that can be read: %+v", all)
	}
}

// TestBarsAreGivenToFreeText puts bars into the texts of a row.
func TestBarsAreGivenToFreeText(t *testing.T) {
	const head = "JobID|Comment|Submit|JobName|NCPUS|State|SubmitLine|Start|WorkDir|End\n"
	for _, c := range []struct{ comment, name, line, dir string }{
		{"", "plain", "sbatch a.sh", "/home"},
		{"", "a|b", "sbatch a.sh", "/home"},
		{"", "||", "sbatch a.sh", "/home"},
		{"", "plain", "sbatch --wrap 'cat x | sort | uniq'", "/home"},
		{"", "a|b|c", "sbatch -J a|b|c --wrap 'cat x | sort | uniq'", "/home"},
		{"x|y", "plain", "sbatch a.sh", "/home"},
		{"", "plain", "sbatch a.sh", "/home|less"},
		{"x|", "a|b|", "sbatch", ""},
		{"a|b", "c|d", "e|f", "g|h"},
	} {
		all := read(t, head+"5|"+c.comment+"|100|"+c.name+"|4|COMPLETED|"+c.line+"|110|"+c.dir+"|120\n")
		if len(all.Jobs) != 1 {
			t.Errorf("%+v: %d jobs", c, len(all.Jobs))
			continue
		}
		j := &all.Jobs[0]
		if j.Submit != 100 || j.Start != 110 || j.End != 120 || j.Procs != 4 || j.State != StateCompleted || all.Names.Names[j.Name] != c.name {
			t.Errorf("%+v: %+v, name %q", c, *j, all.Names.Names[j.Name])
		}
	}
}

// TestTwoPrintsOfOneClusterAgree compares what a real Slurm (22.05) printed of
// the same jobs in two ways: ISO times with --duplicates, Unix times with bars
// at the ends of lines.
func TestTwoPrintsOfOneClusterAgree(t *testing.T) {
	load := func(name string) map[int64]Record {
		all, err := Read(name, bytes.NewReader(sample(t, name)))
		if err != nil || all.First != nil {
			t.Fatal(err, all.First)
		}
		jobs := map[int64]Record{}
		for _, j := range all.Jobs {
			if j.Waiting == 0 && j.Parts == 1 {
				jobs[j.Job] = j
			}
		}
		return jobs
	}
	iso, unix := load("slurm22.sacct"), load("slurm22-epoch.sacct")
	same := 0
	for id, a := range iso {
		b, ok := unix[id]
		if !ok {
			t.Errorf("job %d is in one only", id)
			continue
		}
		if a.Submit != b.Submit || a.Start != b.Start || a.End != b.End || a.Elapsed != b.Elapsed || a.Limit != b.Limit ||
			a.Procs != b.Procs || a.State != b.State || a.Steps != b.Steps || a.MemoryKiB != b.MemoryKiB || a.ReqMemoryKiB != b.ReqMemoryKiB {
			t.Errorf("job %d differs:\n%+v\n%+v", id, a, b)
		}
		same++
	}
	if same < 40 {
		t.Errorf("only %d jobs compared", same)
	}
}

func TestALineNamesColumns(t *testing.T) {
	modern, _, _ := strings.Cut(string(sample(t, "modern.sacct")), "\n")
	old, _, _ := strings.Cut(string(sample(t, "old.sacct")), "\n")
	for line, want := range map[string]bool{
		modern:              true,
		old:                 true,
		"User|jobid|State|": true,
		"JobIDRaw|Submit":   true,
		"":                  false,
		"JobID Submit":      false,
		"JobID":             false,
		"1|2|3":             false,
		"; JobID|Submit":    false,
		"a,b":               false,
	} {
		if _, err := parseLayout([]byte(line)); (err == nil) != want {
			t.Errorf("parseLayout(%.40q): %v", line, err)
		}
	}
}

// big returns a log of n jobs with a batch and an extern step each, as busy
// sites have them.
func big(n int) []byte {
	var b bytes.Buffer
	b.WriteString("JobID|JobIDRaw|JobName|User|Group|Account|Partition|QOS|Submit|Eligible|Start|End|" +
		"ElapsedRaw|TimelimitRaw|State|AllocCPUS|ReqCPUS|NNodes|NTasks|ReqMem|MaxRSS|AllocTRES\n")
	for i := range n {
		id, user := 100_000+i, i*7919%97
		fmt.Fprintf(&b, "%d|%d|job-%d|user%02d|group%d|acct%d|batch|normal|2024-01-%02dT%02d:%02d:00|"+
			"2024-01-31T12:00:00|2024-01-31T12:10:00|2024-01-31T13:10:00|3600|120|COMPLETED|64|64|2||256G||"+
			"billing=64,cpu=64,mem=256G,node=2\n",
			id, id, i%5000, user, user%9, user%13, 1+i%28, i%24, i%60)
		const times = "2024-01-31T12:10:00|2024-01-31T12:10:00|2024-01-31T12:10:00|2024-01-31T13:10:00|3600||COMPLETED|"
		fmt.Fprintf(&b, "%d.batch|%d.batch|batch||group%d|acct%d|||"+times+"32|32|1|1||%dK|cpu=32,mem=128G,node=1\n",
			id, id, user%9, user%13, 1000+i)
		fmt.Fprintf(&b, "%d.extern|%d.extern|extern||group%d|acct%d|||"+times+"64|64|2|2||0|billing=64,cpu=64,mem=256G,node=2\n",
			id, id, user%9, user%13)
	}
	return b.Bytes()
}

// drain reads all jobs of src, and returns how many there are and the memory before and after.
func drain(src io.Reader) (r *Reader, jobs int, before, after runtime.MemStats) {
	runtime.ReadMemStats(&before)
	r = NewReader(src)
	var rec Record
	for ; r.Read(&rec) == nil; jobs++ {
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	return r, jobs, before, after
}

// TestReadingStreams reads a log many times larger than what may be held.
func TestReadingStreams(t *testing.T) {
	log := big(200)
	header := bytes.IndexByte(log, '\n') + 1
	const times = 500 // 60 MB
	src := io.MultiReader(bytes.NewReader(log[:header]), &repeated{log[header:], times, 0})
	_, jobs, before, after := drain(src)
	if jobs != 200*times {
		t.Errorf("%d jobs, want %d", jobs, 200*times)
	}
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 1<<20 {
		t.Errorf("reading took %d bytes of memory", taken)
	}
}

// repeated reads the same text again and again.
type repeated struct {
	text  []byte
	times int
	at    int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.at == len(r.text) {
		if r.times--; r.times == 0 {
			return 0, io.EOF
		}
		r.at = 0
	}
	n := copy(p, r.text[r.at:])
	r.at += n
	return n, nil
}

func BenchmarkReader(b *testing.B) {
	log := big(5000)
	b.SetBytes(int64(len(log)))
	b.ReportAllocs()
	var rec Record
	for b.Loop() {
		r := NewReader(bytes.NewReader(log))
		n := 0
		for ; r.Read(&rec) == nil; n++ {
		}
		if n != 5000 {
			b.Fatal(n)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	log := big(5000)
	b.SetBytes(int64(len(log)))
	b.ReportAllocs()
	for b.Loop() {
		if all, err := Read("", bytes.NewReader(log)); err != nil || len(all.Jobs) != 5000 {
			b.Fatal(err)
		}
	}
}
