//go:build !page

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

func TestSpooledIsHeld(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 18))
	spools := func(name, text string, opt Options) {
		t.Run(name, func(t *testing.T) {
			if !spooled(t, text, opt) {
				t.Error("it is read as a whole")
			}
		})
	}
	for seed := range uint64(6) {
		text := generated(seed, 300) // some numbers are used twice, some are missing
		spools(fmt.Sprint("swf ", seed), text, Options{Width: []string{"", "requested"}[seed%2]})
		w := mustRead(t, text, Options{})
		spools(fmt.Sprint("table of it ", seed), tableOfJobs(w, 1, 1_700_000_000),
			Options{Map: "job=id,submit=at,run=ran,procs=cores,estimate=asked,wait=waited,user=who,group=proj,queue=q," +
				"partition=part,name=prog,status=how"})
		spools(fmt.Sprint("table ", seed), oddTable(r, 50+int(seed)*200, false), Options{})
		spools(fmt.Sprint("dates ", seed), oddTable(r, 50+int(seed)*200, true), Options{TimeZone: []string{"", "Europe/Berlin"}[seed%2]})
		spools(fmt.Sprint("machine ", seed), oddTable(r, 300, false), Options{Procs: 12})
	}
	spools("names for numbers", "job,submit,run,procs\na,5,3,1\nb,5,4,2\nc,4,1,1\n", Options{})
	spools("no number", "submit,run,procs\n5,3,1\n5,4,2\n4,1,1\n", Options{})
	spools("falling", "job,submit,run,procs\n3,1,3,1\n2,5,4,2\n1,6,1,1\n", Options{})
	late := strings.Builder{}
	late.WriteString("job,submit,run,procs\n")
	for i := range 50_000 {
		at := 100_000 + i
		if i%3 == 0 {
			at = r.IntN(100_000)
		}
		fmt.Fprintf(&late, "%d,%d,1,1\n", i, at)
	}
	spools("late rows", late.String(), Options{})
	spools("a mistake", "job,submit,run,procs\n3,1,3,x\n", Options{})
	spools("no table", "a,b,c\n3,1,3\n", Options{})
	spools("no job", "job,submit,run,procs\n", Options{})
	spools("a cut quote", "job,submit,run,procs\n1,1,1,1\n\"2,3,4,5\n", Options{})
	spools("a map for none", generated(1, 5), Options{Map: "submit=a,run=b,procs=c"})
	spools("another width", "1", Options{Width: "wide"})
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
		c.opt.Scratch = scratch(t)
		if _, err := ReadFrom("t.csv", strings.NewReader(c.text), c.opt); !errors.Is(err, c.why) || !errors.Is(err, ErrWhole) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if !spooled(t, scattered, Options{}) || !spooledAs(t, scattered, Options{Strict: true}) {
		t.Error("scattered numbers that rise cannot be spooled")
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

// operations are those that do the same to held and spooled jobs.
var operations = map[string]func(w *Workload) *Workload{
	"none":     func(w *Workload) *Workload { return w.ScaleInterarrival(1) },
	"gathered": func(w *Workload) *Workload { return w.ScaleInterarrival(0) },
	"nearly":   func(w *Workload) *Workload { return w.ScaleInterarrival(1e-6) },
	"merged":   func(w *Workload) *Workload { return w.ScaleInterarrival(0.01) },
	"shrunk":   func(w *Workload) *Workload { return w.ScaleInterarrival(0.5) },
	"grown":    func(w *Workload) *Workload { return w.ScaleInterarrival(3) },
	"far":      func(w *Workload) *Workload { return w.ScaleInterarrival(1e6) },
	"runtime":  func(w *Workload) *Workload { return w.ScaleRuntime(0.3) },
	"shaken":   func(w *Workload) *Workload { return w.Shake(3000, 7) },
	"cut":      func(w *Workload) *Workload { from, to := w.Span(); return w.Cut(from+1, from+(to-from)/2) },
	"head":     func(w *Workload) *Workload { return w.Head(w.Len() / 3) },
	"shifted":  func(w *Workload) *Workload { return w.Shift(1e6) },
	"resized":  func(w *Workload) *Workload { return w.Resize(1 + w.Procs/2) },
	"machine":  func(w *Workload) *Workload { return w.ScaleMachine(3 * w.Procs) },
	"estimates": func(w *Workload) *Workload {
		return w.ReplaceEstimates("doubled", func(j *job.Job) int64 { return 2 * j.Estimate })
	},
	"loaded": func(w *Workload) *Workload {
		loaded, err := w.ScaleLoad(0.7)
		if err != nil {
			panic(err)
		}
		return loaded
	},
	"cleaned": func(w *Workload) *Workload {
		clean, _, err := w.Clean(Cleaning{Filters: []string{"procs>2 and run<500"}, Failed: true})
		if err != nil {
			panic(err)
		}
		return clean
	},
}

// sameOperations holds every operation on spooled jobs against that on held ones.
func sameOperations(t *testing.T, name, text string) {
	t.Helper()
	held, err := ReadFrom(name, strings.NewReader(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	from := spooledFrom(t, name, strings.NewReader(text), Options{})
	for what, operation := range operations {
		got, want := operation(from), operation(held)
		sameWorkload(t, got, want)
		if t.Failed() {
			t.Fatal(what)
		}
		if err := got.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// An unreadable file takes anything.
type unreadable struct {
	countedFile
	err error
}

func (unreadable) Write(p []byte) (int, error)         { return len(p), nil }
func (u unreadable) ReadAt([]byte, int64) (int, error) { return 0, u.err }
func (unreadable) Close() error                        { return nil }

func TestOperationsOnSpooledJobsAreThoseOnHeldOnes(t *testing.T) {
	for seed := range uint64(4) {
		sameOperations(t, "test.swf", generated(seed, 400))
	}
}

// An operation that cannot spool says why, and so does whatever reads its jobs.
func TestAnOperationThatCannotSpoolSaysWhy(t *testing.T) {
	gone := errors.New("the disk is gone")
	spool := newSpool(0, func() (ScratchFile, error) { return unreadable{countedFile{of: new(countedFiles)}, gone}, nil })
	for i := range 3 {
		if err := spool.Add(&job.Job{ID: int64(i), Procs: 1}, nil); err != nil {
			t.Fatal(err)
		}
	}
	jobs, err := spool.Jobs()
	if err != nil {
		t.Fatal(err)
	}
	w := &Workload{Procs: 1, Jobs: jobs}
	failed := w.ScaleRuntime(2).Head(1)
	if !errors.Is(failed.Jobs.Err(), gone) || failed.Len() != 0 || len(failed.Counts) > 0 {
		t.Errorf("error %v, %d jobs, %v", failed.Jobs.Err(), failed.Len(), failed.Counts)
	}
	for _, err := range failed.Jobs.All() {
		if !errors.Is(err, gone) {
			t.Errorf("error %v", err)
		}
	}
	if _, err := failed.Digest(); err == nil {
		t.Error("it has a digest")
	}
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
		w := Workload{Jobs: Hold(jobs)}
		if got, err := w.busiest(); err != nil || got != slices.Max(held[:]) {
			t.Fatalf("%d, by the second %d: %+v", got, slices.Max(held[:]), jobs)
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

// What a spooled table takes is about what the Spool does.
func TestASpooledTableHoldsNoJobs(t *testing.T) {
	const first, last = 50_000, 350_000
	var before, after int64
	w := spooledFrom(t, "t", &longTable{rows: last, each: func(made int) {
		switch made {
		case first:
			before = live()
		case last:
			after = live()
		}
	}}, Options{})
	if most, err := w.busiest(); err != nil || w.Procs != int(most) {
		t.Errorf("%d processors", w.Procs)
	}
	const most = 32 // bytes of a job, which has 100: the Spool's, and 16 of the first million for medians
	if each := float64(after-before) / (last - first); each > most {
		t.Errorf("%.1f bytes a job, more than %d", each, most)
	}
}

// A source that stops in the middle, as on Ctrl-C, is its error, and the temporary file is given back.
func TestASpooledReadingThatStopsLeavesNothing(t *testing.T) {
	stopped := errors.New("stopped")
	long := 5000
	if !testing.Short() {
		long = 6_000_000 // more than a Spool has in memory
	}
	for _, rows := range []int{0, long} {
		files := &countedFiles{dir: t.TempDir()}
		table := &longTable{rows: 2 * long, each: func(int) {}}
		if _, err := ReadFrom("t", stopping{table, rows, stopped}, Options{Scratch: &Scratch{Create: files.create}}); !errors.Is(err, stopped) {
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
