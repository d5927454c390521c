package sacct

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/drawn"
	"github.com/backfill-lab/backfill/core/internal/spool"
)

// storedIsRead holds what Store keeps of a log against what All returns.
func storedIsRead(t testing.TB, log []byte, columns string) {
	t.Helper()
	reader := func() *Reader {
		r := NewReader(bytes.NewReader(log))
		r.Columns, r.SubmitLines = columns, true
		return r
	}
	stored, err := reader().store(len(log)%2<<20, func() (spool.File, error) { return new(memoryFile), nil })
	want, wantErr := reader().All()
	if err != nil || wantErr != nil {
		if fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Fatalf("stored: error %v; read: %v", err, wantErr)
		}
		return
	}
	defer stored.Close()
	if !reflect.DeepEqual(want.Summary, stored.Summary) {
		t.Fatalf("%+v, stored\n%+v", want.Summary, stored.Summary)
	}
	i := 0
	for rec, err := range stored.All() {
		if err != nil {
			t.Fatal(err)
		}
		if i == len(want.Jobs) {
			t.Fatalf("more than the %d jobs of the log", i)
		}
		if *rec != want.Jobs[i] {
			t.Fatalf("job %d:\n%+v, stored\n%+v", i, want.Jobs[i], *rec)
		}
		i++
	}
	if i != len(want.Jobs) {
		t.Fatalf("%d jobs, stored %d", len(want.Jobs), i)
	}
}

// samples returns all outputs of sacct in testdata, by their files.
func samples(t testing.TB) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	for _, pattern := range []string{"testdata/*.sacct", "testdata/slurm/data/*.txt", "testdata/slurm/data/*.txt.gz"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(file, ".gz") {
				r, err := gzip.NewReader(bytes.NewReader(b))
				if err != nil {
					t.Fatal(err)
				}
				if b, err = io.ReadAll(r); err != nil {
					t.Fatal(err)
				}
			}
			all[file] = b
		}
	}
	if len(all) < 20 {
		t.Fatalf("%d outputs", len(all))
	}
	return all
}

func TestStoredIsRead(t *testing.T) {
	r := rand.New(rand.NewPCG(26, 11))
	for file, log := range samples(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			storedIsRead(t, log, "")
			storedIsRead(t, append(slices.Clone(log), log...), "") // everything twice
			lines := bytes.SplitAfter(log, []byte("\n"))
			r.Shuffle(len(lines)-1, func(i, k int) { lines[i+1], lines[k+1] = lines[k+1], lines[i+1] })
			storedIsRead(t, bytes.Join(lines, nil), "")
		})
	}
	for n := range 24 {
		a := drawn.Accounting{Jobs: 10 << (n / 2), JSON: n%4 == 1, NoRaw: n%4 == 2, Tidy: n%3 == 0, Sparse: n%8 == 4}
		log := a.Draw(r)
		t.Run(fmt.Sprintf("%+v", a), func(t *testing.T) { storedIsRead(t, []byte(log), "") })
	}
	storedIsRead(t, []byte("1|100|relax\n1|101|a\n1|100|b\n"), "JobID,Submit,JobName")
	storedIsRead(t, []byte("JobID|Submit\n"), "")
	storedIsRead(t, []byte("JobID|Submit\nx|y\n"), "")
	storedIsRead(t, nil, "")
}

// naive returns the jobs of records by the definition in All, a number at a time.
func naive(all []Record) (jobs []Record, repeated, earlier, resized int) {
	gone := make([]bool, len(all))
	for i := range all {
		for k := i + 1; k < len(all); k++ {
			if all[k].number() == all[i].number() && all[k].Submit == all[i].Submit {
				gone[i] = true
			}
		}
		if gone[i] {
			repeated++
		}
	}
	seen := map[jobNumber]bool{}
	for i := range all {
		n := all[i].number()
		if seen[n] {
			continue
		}
		seen[n] = true
		var runs []int
		for k := range all {
			if !gone[k] && all[k].number() == n {
				runs = append(runs, k)
			}
		}
		slices.SortFunc(runs, func(a, b int) int { return int(all[a].Submit - all[b].Submit) })
		number := 0
		for at, k := range runs {
			if at == len(runs)-1 {
				break
			}
			next := &all[runs[at+1]]
			if all[k].State == StateResizing && all[k].Start != None && all[k].Start == next.Start {
				next.Submit, next.Eligible, gone[k] = all[k].Submit, all[k].Eligible, true
				resized++
				continue
			}
			number++
			all[k].Earlier = number
		}
		earlier += number
	}
	for i := range all {
		if !gone[i] {
			jobs = append(jobs, all[i])
		}
	}
	return jobs, repeated, earlier, resized
}

func TestFatesAreThoseOfTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 26))
	for range 3000 {
		all := make([]Record, r.IntN(12))
		for i := range all {
			all[i] = Record{Job: int64(r.IntN(3)), Task: int64(r.IntN(2)) - 1, Waiting: int64(r.IntN(8) / 7), Submit: int64(r.IntN(5)),
				Eligible: int64(r.IntN(9)), Start: int64(r.IntN(3)) - 1, State: []State{StateResizing, StateCompleted}[r.IntN(2)]}
		}
		entries := make([]entry, len(all))
		for i := range all {
			entries[i] = entryOf(&all[i], i)
		}
		slices.SortFunc(entries, func(a, b entry) int { return a.compare(&b) })
		var f fates
		for i := range entries {
			f.add(&entries[i])
		}
		f.settle()
		got := f.apply(slices.Clone(all))
		want, repeated, earlier, resized := naive(slices.Clone(all))
		if !slices.Equal(got, want) || f.repeated != repeated || f.earlier != earlier || f.resized != resized {
			t.Fatalf("of %+v:\n%+v (%d repeated, %d earlier, %d resized), by definition\n%+v (%d, %d, %d)",
				all, got, f.repeated, f.earlier, f.resized, want, repeated, earlier, resized)
		}
	}
}

func TestWithoutListsOfNodesAJobStillHadNodes(t *testing.T) {
	log := drawn.Accounting{Jobs: 2000}.Draw(rand.New(rand.NewPCG(2, 26)))
	all := read(t, log)
	r := NewReader(strings.NewReader(log))
	r.NoNodeLists = true
	few, err := r.All()
	if err != nil {
		t.Fatal(err)
	}
	if len(few.Names.NodeLists) != 1 || len(all.Names.NodeLists) < 10 {
		t.Errorf("%d and %d lists of nodes", len(few.Names.NodeLists), len(all.Names.NodeLists))
	}
	for i := range all.Jobs {
		a, b := all.Jobs[i], few.Jobs[i]
		if (a.NodeList == None) != (b.NodeList == None) {
			t.Fatalf("nodes %d, without lists %d", a.NodeList, b.NodeList)
		}
		if a.NodeList, b.NodeList = 0, 0; a != b {
			t.Fatalf("%+v, without lists of nodes %+v", a, b)
		}
	}
}

// A brokenFile is a disk that is full, or one that forgets.
type brokenFile struct {
	err  error
	open *int
}

func (f *brokenFile) Write(p []byte) (int, error) { return len(p), f.err }
func (f *brokenFile) ReadAt(p []byte, _ int64) (int, error) {
	for i := range p {
		p[i] = 0x7f
	}
	return len(p), nil
}
func (f *brokenFile) Close() error { *f.open--; return nil }

func TestADiskThatFailsIsAnErrorOfStore(t *testing.T) {
	log := drawn.Accounting{Jobs: 60_000}.Draw(rand.New(rand.NewPCG(1, 26)))
	full := errors.New("no space left")
	open := 0
	for name, create := range map[string]func() (spool.File, error){
		"no file": func() (spool.File, error) { return nil, full },
		"full":    func() (spool.File, error) { open++; return &brokenFile{full, &open}, nil },
	} {
		if _, err := NewReader(strings.NewReader(log)).store(0, create); !errors.Is(err, full) || open != 0 {
			t.Errorf("%s: error %v, %d files are open", name, err, open)
		}
	}
	all, err := NewReader(strings.NewReader(log)).store(0, func() (spool.File, error) { open++; return &brokenFile{nil, &open}, nil })
	if err == nil {
		for _, err = range all.All() {
			if err != nil {
				break
			}
		}
		err = errors.Join(err, all.Close())
	}
	if !errors.Is(err, spool.ErrDamaged) || open != 0 {
		t.Errorf("a disk that forgets: error %v, %d files are open", err, open)
	}
}

// memoryFile is a file in memory.
type memoryFile struct{ bytes.Buffer }

func (f *memoryFile) ReadAt(p []byte, at int64) (int, error) { return copy(p, f.Bytes()[at:]), nil }
func (f *memoryFile) Close() error                           { return nil }

// FuzzStored reads a file that somebody has changed: each record is one that the names allow, or the file is damaged.
func FuzzStored(f *testing.F) {
	names := Names{Names: make([]string, 3), Users: make([]string, 2), NodeLists: make([]string, 1)}
	rec := Record{Line: 7, Job: 9, Base: 9, Task: None, Parts: 1, Submit: 5, Eligible: 5, Start: 8, End: 10, Elapsed: 2,
		Group: None, Account: None, Partition: None, QOS: None, Reservation: None, Features: None, GPUType: None, TaskList: None,
		SubmitLine: None}
	b, before := rec.pack(nil, &packed{})
	rec.Line, rec.Job, rec.Name = 8, 10, 2
	b, _ = rec.pack(b, &before)
	f.Add(b)
	f.Add([]byte{})
	f.Add(bytes.Repeat([]byte{0xff}, 30))
	f.Fuzz(func(t *testing.T, damaged []byte) {
		s := spool.New(0, func() (spool.File, error) { return new(memoryFile), nil })
		b, _ := s.Begin()
		if err := errors.Join(s.End(append(b, damaged...)), s.Done()); err != nil {
			t.Fatal(err)
		}
		all := Stored{Summary: Summary{Names: names}, records: s}
		for rec, err := range all.All() {
			if err != nil {
				if !errors.Is(err, spool.ErrDamaged) {
					t.Fatal(err)
				}
				break
			}
			_ = rec.Phase().String() + rec.State.String()
			if int(rec.Name) >= len(names.Names) || int(rec.User) >= len(names.Users) || rec.Account != None || rec.NodeList > 0 {
				t.Fatalf("%+v", *rec)
			}
		}
	})
}

// BenchmarkStore is BenchmarkRead without the jobs in memory, and with a second pass over them.
func BenchmarkStore(b *testing.B) {
	log := big(5000)
	b.SetBytes(int64(len(log)))
	b.ReportAllocs()
	for b.Loop() {
		all, err := NewReader(bytes.NewReader(log)).Store(nil)
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		for range all.All() {
			n++
		}
		if err := all.Close(); err != nil || n != 5000 {
			b.Fatal(n, err)
		}
	}
}
