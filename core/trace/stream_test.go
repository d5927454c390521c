package trace

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/drawn"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace/table"
)

// oddTable writes a table of n jobs, some without a number, with another's or below their place.
func oddTable(r *rand.Rand, n int, dates bool) string {
	var b strings.Builder
	b.WriteString("id,submit,start,end,cores,limit,user,gpus,queue\n")
	at := int64(1_600_000_000)
	for i := range n {
		at += r.Int64N(100)
		submit := at - int64(r.IntN(9)/8*r.IntN(300))
		id := fmt.Sprint(i + 1 - r.IntN(30)/29*r.IntN(5))
		switch r.IntN(60) {
		case 0:
			id = fmt.Sprint(i, "_", r.IntN(9))
		case 1:
			id = ""
		case 2:
			id = fmt.Sprint(int64(1)<<r.IntN(62) + r.Int64N(9))
		}
		start := submit + r.Int64N(500) - 5
		end, limit := fmt.Sprint(start+r.Int64N(1000)), fmt.Sprint(r.IntN(90)*20)
		switch r.IntN(20) {
		case 0:
			end = ""
		case 1:
			limit = ""
		case 2:
			end = "soon"
		}
		when := fmt.Sprint(submit)
		if dates {
			when = fmt.Sprintf("2026-06-%02d %02d:%02d:%02d", 1+i/400%30, i/17%24, i%60, r.IntN(60))
			end, start = fmt.Sprintf("2027-01-01 00:%02d:%02d", r.IntN(60), r.IntN(60)), 0
		}
		begun := fmt.Sprint(start)
		if dates {
			begun = "2026-12-31 23:59:00"
		}
		fmt.Fprintf(&b, "%s,%s,%s,%s,%d,%s,%s,%d,%d\n", id, when, begun, end, r.IntN(20), limit,
			[]string{"ada", "bob", "", "eve"}[r.IntN(4)], r.IntN(2), r.IntN(3))
	}
	return b.String()
}

func TestStreamIsReadFrom(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 18))
	streams := func(name, text string, opt Options) {
		t.Run(name, func(t *testing.T) {
			if !streamed(t, text, opt) {
				t.Error("it is read as a whole")
			}
		})
	}
	for seed := range uint64(6) {
		text := generated(seed, 300) // some numbers are used twice, some are missing
		streams(fmt.Sprint("swf ", seed), text, Options{Width: []string{"", "requested"}[seed%2]})
		w := mustRead(t, text, Options{})
		streams(fmt.Sprint("table of it ", seed), tableOfJobs(w, 1, 1_700_000_000),
			Options{Map: "job=id,submit=at,run=ran,procs=cores,estimate=asked,wait=waited,user=who,group=proj,queue=q," +
				"partition=part,name=prog,status=how"})
		streams(fmt.Sprint("table ", seed), oddTable(r, 50+int(seed)*200, false), Options{})
		streams(fmt.Sprint("dates ", seed), oddTable(r, 50+int(seed)*200, true), Options{TimeZone: []string{"", "Europe/Berlin"}[seed%2]})
		streams(fmt.Sprint("machine ", seed), oddTable(r, 300, false), Options{Procs: 12})
	}
	streams("names for numbers", "job,submit,run,procs\na,5,3,1\nb,5,4,2\nc,4,1,1\n", Options{})
	streams("no number", "submit,run,procs\n5,3,1\n5,4,2\n4,1,1\n", Options{})
	streams("falling", "job,submit,run,procs\n3,1,3,1\n2,5,4,2\n1,6,1,1\n", Options{})
	late := strings.Builder{}
	late.WriteString("job,submit,run,procs\n")
	for i := range 50_000 {
		at := 100_000 + i
		if i%3 == 0 {
			at = r.IntN(100_000)
		}
		fmt.Fprintf(&late, "%d,%d,1,1\n", i, at)
	}
	streams("late rows", late.String(), Options{})
	streams("a mistake", "job,submit,run,procs\n3,1,3,x\n", Options{})
	streams("no table", "a,b,c\n3,1,3\n", Options{})
	streams("no job", "job,submit,run,procs\n", Options{})
	streams("a cut quote", "job,submit,run,procs\n1,1,1,1\n\"2,3,4,5\n", Options{})
	streams("a map for none", generated(1, 5), Options{Map: "submit=a,run=b,procs=c"})
	streams("another width", "1", Options{Width: "wide"})
}

func TestWhatIsReadAsAWhole(t *testing.T) {
	scattered := "job,submit,run,procs\n"
	for i := range maxPages + 2 {
		scattered += fmt.Sprintf("%d,%d,1,1\n", (i+1)*pageNumbers, 10+i)
	}
	for name, c := range map[string]struct {
		text string
		opt  Options
		why  error
	}{
		"scattered numbers": {scattered + "9,9999999,1,1\n", Options{}, errScattered},
		"an option":         {scattered, Options{KeepRecords: true}, errOptions},
	} {
		if _, err := Stream("t.csv", strings.NewReader(c.text), c.opt, nil); !errors.Is(err, c.why) || !errors.Is(err, ErrWhole) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if !streamed(t, scattered, Options{}) || !streamedAs(t, scattered, Options{Strict: true}) {
		t.Error("scattered numbers that rise cannot be streamed")
	}
}

func TestNumbersAreKnownAgain(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		var s numberSet
		used := map[int64]bool{}
		for range 500 {
			n := r.Int64N(maxID) >> r.IntN(53)
			fresh, err := s.take(n)
			if err != nil || fresh == used[n] {
				t.Fatalf("number %d is new: %t, %v", n, fresh, err)
			}
			used[n] = true
		}
	}
}

func TestScaledOnATapeIsScaled(t *testing.T) {
	for seed := range uint64(4) {
		text := generated(seed, 400)
		for _, f := range []float64{0, 1e-6, 0.01, 0.5, 1, 3, 1e6} {
			sameScaled(t, "test.swf", text, f)
		}
	}
}

// sameScaled scales a log on a Tape and as a whole.
func sameScaled(t *testing.T, name, text string, f float64) {
	t.Helper()
	taped, err := Stream(name, strings.NewReader(text), Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := taped.StreamInterarrival(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := ReadFrom(name, strings.NewReader(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	sameWorkload(t, got, want.ScaleInterarrival(f))
}

// busiest by the definition, second by second.
func TestBusiestIsTheMostAtASecond(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		var held [200]int32
		jobs := make([]job.Job, r.IntN(20))
		for i := range jobs {
			j := &jobs[i]
			j.Submit, j.Wait, j.Run, j.Procs = r.Int64N(50), r.Int64N(60)-1, r.Int64N(60), 1+r.Int32N(9)
			if j.Wait >= 0 {
				for s := j.Submit + j.Wait; s < j.Submit+j.Wait+j.Run; s++ {
					held[s] += j.Procs
				}
			}
		}
		putInOrder(jobs)
		if got, want := busiest(jobs), slices.Max(held[:]); got != want {
			t.Fatalf("%d, by the second %d: %+v", got, want, jobs)
		}
	}
}

// A longTable is a source of many rows that nobody holds.
type longTable struct {
	rows, made int
	each       func(made int)
	batch      table.Batch
}

func (l *longTable) Read([]byte) (int, error)    { return 0, io.EOF }
func (l *longTable) Table() (table.Table, error) { return longRows{l}, nil }

type longRows struct{ *longTable }

func (l longRows) Meta(string) string { return "" }
func (l longRows) Columns() []table.Column {
	return []table.Column{{Name: "submit", Type: table.Int}, {Name: "run", Type: table.Int}, {Name: "wait", Type: table.Int},
		{Name: "procs", Type: table.Int}}
}

func (l longRows) Read(asked []int) (*table.Batch, error) {
	if l.made == l.rows {
		return nil, io.EOF
	}
	l.batch.Rows = 1000
	l.batch.Cols = make([]table.Vector, len(asked))
	for k, i := range asked {
		for row := range 1000 {
			n := int64(l.made + row)
			l.batch.Cols[k].Int = append(l.batch.Cols[k].Int, [...]int64{10 * n, 1 + n%700, n % 13, 1 + n%8}[i])
		}
	}
	l.made += 1000
	l.each(l.made)
	return &l.batch, nil
}

// live returns the bytes of all that is in use.
func live() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// What a streamed table takes is about what the Tape does.
func TestAStreamedTableHoldsNoJobs(t *testing.T) {
	const first, last = 50_000, 350_000
	var before, after int64
	w, err := Stream("t", &longTable{rows: last, each: func(made int) {
		switch made {
		case first:
			before = live()
		case last:
			after = live()
		}
	}}, Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if w.Procs != busiestOf(t, w) {
		t.Errorf("%d processors", w.Procs)
	}
	const most = 32 // bytes of a job, which has 100: the Tape's, and 16 of the first million for medians
	if each := float64(after-before) / (last - first); each > most {
		t.Errorf("%.1f bytes a job, more than %d", each, most)
	}
}

// A source that stops in the middle, as on Ctrl-C, is its error, and the Tape's file is given back.
func TestAStreamThatStopsLeavesNothing(t *testing.T) {
	stopped := errors.New("stopped")
	long := 5000
	if !testing.Short() {
		long = 6_000_000 // more than a Tape has in memory
	}
	for _, rows := range []int{0, long} {
		files := &countedFiles{dir: t.TempDir()}
		table := &longTable{rows: 2 * long, each: func(int) {}}
		if _, err := Stream("t", stopping{table, rows, stopped}, Options{}, files.create); !errors.Is(err, stopped) {
			t.Errorf("after %d rows: error %v", rows, err)
		}
		if files.open != 0 || rows > 1e6 && files.made == 0 {
			t.Errorf("after %d rows: %d of %d files are open", rows, files.open, files.made)
		}
	}
}

// A stopping is a longTable with an error after some rows.
type stopping struct {
	*longTable
	after int
	err   error
}

func (s stopping) Table() (table.Table, error) { return stoppingRows{longRows{s.longTable}, s}, nil }

type stoppingRows struct {
	longRows
	stopping
}

func (s stoppingRows) Read(asked []int) (*table.Batch, error) {
	if s.longRows.made >= s.after {
		return nil, s.err
	}
	return s.longRows.Read(asked)
}

// countedFiles counts the files that are open.
type countedFiles struct {
	dir        string
	made, open int
}

func (c *countedFiles) create() (ScratchFile, error) {
	c.made, c.open = c.made+1, c.open+1
	f, err := os.Create(filepath.Join(c.dir, fmt.Sprint(c.made)))
	return &countedFile{f, c}, err
}

type countedFile struct {
	*os.File
	of *countedFiles
}

func (f *countedFile) Close() error {
	f.of.open--
	return f.File.Close()
}

func busiestOf(t *testing.T, w *Workload) int {
	var jobs []job.Job
	for j, err := range w.All() {
		if err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, *j)
	}
	return int(busiest(jobs))
}

// A stream never says otherwise than a whole reading.
func FuzzStream(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 1))
	f.Add(generated(1, 20), uint8(0))
	f.Add(oddTable(r, 20, false), uint8(0))
	f.Add(oddTable(r, 20, true), uint8(3))
	f.Add(accounting, uint8(0))
	f.Add(drawn.Accounting{Jobs: 20}.Draw(r), uint8(1))
	f.Add(drawn.Accounting{Jobs: 20, JSON: true}.Draw(r), uint8(0))
	f.Fuzz(func(t *testing.T, text string, how uint8) {
		streamed(t, text, Options{Width: []string{"", "requested"}[how&1], Procs: int(how>>2) * 8,
			TimeZone: []string{"", "Europe/Berlin"}[how>>1&1]})
	})
}
