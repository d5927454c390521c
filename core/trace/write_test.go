package trace

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace/swf"
)

func written(t testing.TB, w *Workload) string {
	t.Helper()
	var b bytes.Buffer
	if err := w.WriteSWF(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// tidy is a log whose rows are all used, and written as Writer does.
const tidy = `; Version: 2.2
; Computer: test
; MaxJobs: 5000
; MaxNodes: 9 (3 by 3)
; UnixStartTime: 1000000000
;
    1        0      5     60    4     59    77    6     90    -1  1   1   2   3  1 -1 -1 -1
; in between
    2     10.5      5   60.5   -1  14.25    -1    4     -1    99  0  12  -1  14  0  1  1 77
    4       12     -1      0    9     -1    -1   -1      0    -1 -1  12  -1  14  0  1  1 -1
; at the end
`

func TestKeptRecordsAreWrittenAsTheyWere(t *testing.T) {
	for _, width := range []string{"allocated", "requested"} {
		w := mustRead(t, tidy, Options{KeepRecords: true, Width: width})
		if d := cmp.Diff(tidy, written(t, w)); d != "" {
			t.Errorf("width %s: %s", width, d)
		}
	}
}

// TestCommentsBetweenRowsNeverBecomeTheHeader leaves out the row that stood before a comment.
func TestCommentsBetweenRowsNeverBecomeTheHeader(t *testing.T) {
	const log = `; Computer: test
    1        0      5     -1    4     -1    -1    4     90    -1 -1  -1  -1  -1 -1 -1 -1 -1
; MaxNodes: 9 (3 by 3)
    2       10      5     60   -1     -1    -1    4     -1    -1 -1  -1  -1  -1 -1 -1 -1 -1
`
	for _, keep := range []bool{false, true} {
		w := mustRead(t, log, Options{KeepRecords: keep})
		text := written(t, w)
		again := mustRead(t, text, Options{})
		if w.Procs != 4 || again.Procs != w.Procs || again.ProcsFrom != w.ProcsFrom || strings.Count(text, "MaxNodes") != 1 {
			t.Errorf("records kept %t: %d processors (%s) became %d (%s):\n%s", keep, w.Procs, w.ProcsFrom, again.Procs, again.ProcsFrom, text)
		}
	}
}

func TestChangedFieldsAreOverwritten(t *testing.T) {
	rows := func(log string) (rows []string) {
		for line := range strings.Lines(log) {
			if !strings.HasPrefix(line, ";") {
				rows = append(rows, strings.Join(strings.Fields(line), " "))
			}
		}
		return rows
	}
	w := mustRead(t, tidy, Options{KeepRecords: true})
	for _, c := range []struct {
		name string
		w    *Workload
		want []string
	}{
		{"interarrival times", w.ScaleInterarrival(10), []string{
			"1 0 -1 60 4 59 77 6 90 -1 1 1 2 3 1 -1 -1 -1",
			"2 110 -1 60.5 -1 14.25 -1 4 -1 99 0 12 -1 14 0 1 1 77",
			"4 120 -1 0 9 -1 -1 -1 0 -1 -1 12 -1 14 0 1 1 -1"}},
		{"run times", w.ScaleRuntime(2), []string{
			"1 0 -1 120 4 59 77 6 180 -1 1 1 2 3 1 -1 -1 -1",
			"2 10.5 -1 122 -1 14.25 -1 4 -1 99 0 12 -1 14 0 1 1 77",
			"4 12 -1 0 9 -1 -1 -1 2 -1 -1 12 -1 14 0 1 1 -1"}},
		{"machine", w.ScaleMachine(18), []string{
			"1 0 -1 60 8 59 77 8 90 -1 1 1 2 3 1 -1 -1 -1",
			"2 10.5 -1 60.5 -1 14.25 -1 8 -1 99 0 12 -1 14 0 1 1 77",
			"4 12 -1 0 18 -1 -1 -1 0 -1 -1 12 -1 14 0 1 1 -1"}},
		{"head", w.Head(1), []string{"1 0 5 60 4 59 77 6 90 -1 1 1 2 3 1 -1 -1 -1"}},
		{"pseudonyms", w.Anonymize(), []string{
			"1 0 5 60 4 59 77 6 90 -1 1 1 1 1 1 -1 -1 -1",
			"2 10.5 5 60.5 -1 14.25 -1 4 -1 99 0 2 -1 2 2 1 1 77",
			"4 12 -1 0 9 -1 -1 -1 0 -1 -1 2 -1 2 2 1 1 -1"}},
	} {
		if d := cmp.Diff(c.want, rows(written(t, c.w))); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

func TestHeaderStaysTrue(t *testing.T) {
	w := mustRead(t, tidy, Options{KeepRecords: true})
	got := written(t, w.ScaleMachine(90).Head(2).Shift(100))
	for _, want := range []string{
		"; MaxProcs: 90\n", "; MaxJobs: 2\n", "; UnixStartTime: 999999900\n",
		"; Note: scaled from 9 to 90 processors", "; Note: cut to the first 2 jobs\n", "; Note: shifted by +100 s\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	cut := written(t, mustRead(t, "; MaxJobs: 3\n"+tidy[strings.Index(tidy, "    1"):]+"5 20 1 -1 4\n", Options{}))
	if !strings.Contains(cut, "; Note: rows of the source left out: not-started 1\n") {
		t.Errorf("a row was dropped in silence:\n%s", cut)
	}
}

// TestWriteAndReadAgain checks that a written log simulates like the one read, with
// records and without, also after operations.
func TestWriteAndReadAgain(t *testing.T) {
	laws(t, func(t *testing.T, w *Workload) {
		check := func(w *Workload) {
			t.Helper()
			log := written(t, w)
			again := mustRead(t, log, Options{KeepRecords: w.Records != nil})
			if again.SHA256() != w.SHA256() {
				t.Fatalf("another workload: %s", cmp.Diff(w.Jobs.Held(), again.Jobs.Held()))
			}
			if again.LeftOut() != 0 || again.UnixStart != w.UnixStart {
				t.Fatalf("counts %v, start %d, was %d", again.Counts, again.UnixStart, w.UnixStart)
			}
			if len(w.Changes) == 0 && w.Records != nil {
				// The note about rows left out is there once.
				if d := cmp.Diff(strings.Split(log, "\n"), strings.Split(written(t, again), "\n")); d != "" {
					t.Fatalf("written twice: %s", d)
				}
			}
		}
		check(w)
		check(w.ScaleInterarrival(0.3).ScaleRuntime(1.7).ScaleMachine(2*w.Procs + 1))
		check(w.Head(w.Len()/2 + 1).Shift(7))
		check(must(w.Split("user", nil))[0])
	})
	for seed := range uint64(5) {
		w := mustRead(t, generated(seed, 300), Options{KeepRecords: true})
		again := mustRead(t, written(t, w), Options{KeepRecords: true})
		if again.SHA256() != w.SHA256() || len(again.Header.Later) != len(w.Header.Later) {
			t.Errorf("seed %d: another workload", seed)
		}
	}
}

func TestTheArchivesLogsAreWrittenAsTheyAre(t *testing.T) {
	for _, log := range []string{"KTH-SP2-1996-2", "CTC-SP2-1996-3.1-cln", "SDSC-SP2-1998-4.2-cln"} {
		data := trace(t, log+".swf.gz")
		w, err := Read(log, data, Options{KeepRecords: true})
		if err != nil {
			t.Fatal(err)
		}
		source, err := swf.NewReader(bytes.NewReader(data)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		r := swf.NewReader(strings.NewReader(written(t, w)))
		rows, err := r.ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		kept := source[:0]
		for _, rec := range source {
			if rec.Run >= 0 { // the others are cancelled jobs, left out
				kept = append(kept, rec)
			}
		}
		if !reflect.DeepEqual(kept, rows) { // far faster than cmp
			t.Errorf("%s: %.1000s", log, cmp.Diff(kept, rows))
		}
		if h, _ := r.Header(); w.LeftOut() == 0 && !cmp.Equal(h.Lines, w.Header.Lines) {
			t.Errorf("%s: the header changed: %s", log, cmp.Diff(w.Header.Lines, h.Lines))
		}
	}
}

func TestGeneratedWorkloadsAndNamesAreWritten(t *testing.T) {
	w := &Workload{
		Name: "made", Source: "Made\nup.", Procs: 16, UnixStart: 0,
		Users: Names{"alice", "bob; drop"}, Queues: Names{"7", "3"}, Partitions: Names{"1", "gpu"},
		Jobs: Hold([]job.Job{
			{ID: 1, Submit: 5, Run: 6, Estimate: 7, Wait: job.None, Procs: 8, User: 1, Group: job.None,
				Queue: 1, Partition: 1, App: job.None, MemoryKiB: 9, RequestedMemoryKiB: 10, Status: 1, Row: job.None},
			{ID: 2, Submit: 5, Run: 0, Estimate: 1, Wait: 3, Procs: 16, User: job.None, Group: job.None,
				Queue: 0, Partition: 0, App: job.None, MemoryKiB: job.None, RequestedMemoryKiB: job.None, Status: job.None, Row: job.None},
		}),
	}
	want := `; Version: 2.2
; Computer: made
; MaxJobs: 2
; MaxRecords: 2
; Preemption: No
; MaxProcs: 16
; Note: Made up.
; User: 1 bob; drop
; User: 2 alice
; Partition: 1 gpu
; Partition: 2 1
    1        5     -1      6    8     -1     9    8      7    10  1   1  -1  -1  3  1 -1 -1
    2        5      3      0   16     -1    -1   16      1    -1 -1  -1  -1  -1  7  2 -1 -1
`
	if d := cmp.Diff(want, written(t, w)); d != "" {
		t.Error(d)
	}
}

func TestWriteErrorsAreReported(t *testing.T) {
	full := errors.New("the disk is full")
	if err := mustRead(t, tidy, Options{}).WriteSWF(broken{full}); !errors.Is(err, full) {
		t.Errorf("%v", err)
	}
}

type broken struct{ err error }

func (b broken) Write([]byte) (int, error) { return 0, b.err }
