package sweep

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/experiment"
)

func digestOf(n int) (d Digest) {
	d[0], d[1], d[31] = byte(n), byte(n>>8), 7
	return d
}

// openStore opens a store that writes when it is told to, and not because time has passed.
func openStore(t testing.TB, dir string) *Store {
	t.Helper()
	s, err := OpenStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	s.patient = time.Hour
	return s
}

func put(t testing.TB, s *Store, n int, why string) {
	t.Helper()
	if err := s.Put(digestOf(n), &Result{Error: why}); err != nil {
		t.Fatal(err)
	}
}

// contents returns the results of numbers below n: number and text.
func contents(t testing.TB, s *Store, n int) (all []string) {
	t.Helper()
	err := s.Each(n, digestOf, func(i int, r *Result) error {
		all = append(all, fmt.Sprint(i, " ", r.Error))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func packs(t testing.TB, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, packFolder, "*"+packEnding))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// Several stores on one folder, each in its own order, hold what a map holds: after Refresh
// whatever was flushed, and always what they put themselves. A killed one, which is never
// flushed, changes nothing, and neither does one that joins its files, which others may have read.
func TestStoresOfOneFolderHoldWhatAMapHolds(t *testing.T) {
	for seed := range uint64(5) {
		r := rand.New(rand.NewPCG(seed, 1))
		dir := t.TempDir()
		stores := []*Store{openStore(t, dir), openStore(t, dir), openStore(t, dir)}
		own := []map[int]bool{{}, {}, {}}
		written := map[int]bool{}
		known := []map[int]bool{{}, {}, {}} // of written, at the last refresh
		const n = 40
		for step := range 150 {
			k := r.IntN(3)
			switch s := stores[k]; r.IntN(7) {
			case 0, 1, 2:
				i := r.IntN(n)
				put(t, s, i, fmt.Sprint("result ", i))
				own[k][i] = true
			case 3:
				if err := s.Flush(); err != nil {
					t.Fatal(err)
				}
				for i := range own[k] {
					written[i] = true
				}
			case 4:
				if err := s.Refresh(); err != nil {
					t.Fatal(err)
				}
				for i := range written {
					known[k][i] = true
				}
			case 6:
				if err := s.Join(); err != nil {
					t.Fatal(err)
				}
				for i := range own[k] {
					written[i] = true
				}
				if len(s.mine) > 1 {
					t.Fatalf("seed %d: what is joined is in %v", seed, s.mine)
				}
			case 5: // killed, and started again
				stores[k], own[k], known[k] = openStore(t, dir), map[int]bool{}, map[int]bool{}
				for i := range written {
					known[k][i] = true
				}
			}
			var want []string
			for i := range n {
				if own[k][i] || known[k][i] {
					want = append(want, fmt.Sprint(i, " result ", i))
				}
				if has := stores[k].Has(digestOf(i)); has != (own[k][i] || known[k][i]) {
					t.Fatalf("seed %d: Has(%d) is %t", seed, i, has)
				}
			}
			if step%10 != 0 {
				continue
			}
			got := contents(t, stores[k], n) // it looks for what another has joined, and may find more
			for i := range n {
				text := fmt.Sprint(i, " result ", i)
				if is := slices.Contains(got, text); is && !own[k][i] && !written[i] || !is && slices.Contains(want, text) {
					t.Fatalf("seed %d: the store holds %v, want %v", seed, got, want)
				}
				known[k][i] = stores[k].Has(digestOf(i)) && !own[k][i]
			}
		}
		var want []string
		for i := range n {
			if written[i] {
				want = append(want, fmt.Sprint(i, " result ", i))
			}
		}
		if got := contents(t, openStore(t, dir), n); !slices.Equal(got, want) {
			t.Fatalf("seed %d: the files hold %v, want %v", seed, got, want)
		}
	}
}

// However a file of results is damaged, its results are not there, others are, and no error
// ends the work.
func TestADamagedFileCountsAsIfItWereNotThere(t *testing.T) {
	dir := t.TempDir()
	s := openStore(t, dir)
	put(t, s, 1, "first")
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	whole := packs(t, dir)[0]
	put(t, s, 2, "second")
	put(t, s, 3, "third")
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	file := packs(t, dir)[0]
	if file == whole {
		file = packs(t, dir)[1]
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for k := range data {
		for _, bad := range [][]byte{data[:k], append(append(slices.Clone(data[:k]), data[k]^1), data[k+1:]...)} {
			if err := os.WriteFile(file, bad, 0o666); err != nil {
				t.Fatal(err)
			}
			s := openStore(t, dir)
			if got := contents(t, s, 9); !slices.Equal(got, []string{"1 first"}) || !slices.Equal(s.Damaged(), []string{file + ".damaged"}) {
				t.Fatalf("byte %d: the store holds %v, damaged are %v", k, got, s.Damaged())
			}
		}
	}
	if err := openStore(t, dir).Clean(func(Digest, *Result) bool { return true }); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, openStore(t, dir), 9); !slices.Equal(got, []string{"1 first"}) || len(packs(t, dir)) != 1 {
		t.Errorf("after Clean the store holds %v in %v", got, packs(t, dir))
	}
}

func TestCleanKeepsWhatIsWantedInOneFile(t *testing.T) {
	dir := t.TempDir()
	s := openStore(t, dir)
	for i := range 50 {
		put(t, s, i, fmt.Sprint("result ", i))
		if i%7 == 0 {
			if err := s.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := s.Clean(func(d Digest, r *Result) bool { return d[0]%2 == 0 && r.Error != "result 4" }); err != nil {
		t.Fatal(err)
	}
	var want []string
	for i := 0; i < 50; i += 2 {
		if i != 4 {
			want = append(want, fmt.Sprint(i, " result ", i))
		}
	}
	for _, s := range []*Store{s, openStore(t, dir)} {
		if got := contents(t, s, 50); !slices.Equal(got, want) {
			t.Errorf("the store holds %v, want %v", got, want)
		}
	}
	if files := packs(t, dir); len(files) != 1 {
		t.Errorf("it is in %v", files)
	}
}

// A result that cannot be written stays in memory until it can.
func TestAFullDiskLosesNothingThatWasPut(t *testing.T) {
	dir := t.TempDir()
	s := openStore(t, dir)
	put(t, s, 1, "first")
	blocked := filepath.Join(dir, packFolder)
	if err := os.WriteFile(blocked, nil, 0o666); err != nil { // stands in for a disk that takes nothing
		t.Fatal(err)
	}
	if err := s.Flush(); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("Flush says %v", err)
	}
	if err := os.Remove(blocked); err != nil {
		t.Fatal(err)
	}
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, openStore(t, dir), 3); !slices.Equal(got, []string{"1 first"}) {
		t.Errorf("the store holds %v", got)
	}
}

func TestEachEndsAtAnError(t *testing.T) {
	s := openStore(t, t.TempDir())
	put(t, s, 1, "first")
	put(t, s, 2, "second")
	enough := errors.New("enough")
	calls := 0
	if err := s.Each(9, digestOf, func(int, *Result) error { calls++; return enough }); err != enough || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
}

// FuzzFiles: any bytes are a file of one of the sweep's kinds, or an error.
func FuzzFiles(f *testing.F) {
	f.Add(uint8(0), packTitle+digestOf(1).String()+" {\"seconds\":1,\"error\":\"x\"}\n")
	f.Add(uint8(1), `{"seconds":1,"row":{"run":"a","policy":"easy"}}`)
	f.Add(uint8(2), `{"backfill":"`+experiment.Version()+`","runs":1,"list":"`+strings.Repeat("0", 64)+
		`","logs":{"a":"../.."},"study":{"workload":{"file":"a"},"policies":["easy"]},"tables":["jobs"]}`)
	f.Add(uint8(2), `{"backfill":"`+experiment.Version()+`","runs":1,"list":"`+strings.Repeat("0", 64)+
		`","experiments":{"ids":["dynp/fig4"],"runs":[{"name":"a","digest":"0","at":[0,0],"after":[0]}]}}`)
	f.Add(uint8(1), `{"seconds":1,"cached":true}`)
	f.Add(uint8(3), "0-3,5,7-9")
	f.Fuzz(func(t *testing.T, kind uint8, text string) {
		switch kind % 4 {
		case 0: // the places of a pack's results lie within it
			found, _ := parsePack([]byte(text))
			for d, p := range found {
				if line := text[p.from-65 : p.to]; !strings.EqualFold(line[:64], d.String()) || strings.Contains(line, "\n") {
					t.Fatalf("%s is at %q", d, line)
				}
			}
		case 1: // a result has an error or a whole row
			if r, err := parseResult([]byte(text)); err == nil && r.Error == "" && !r.Cached && r.Row["policy"] == nil {
				t.Fatalf("%s is a result without a policy", text)
			}
		case 2: // a plan names no file outside its folder
			if p, file, err := parsePlan([]byte(text)); err == nil {
				runs := 0
				if p.Study != nil {
					runs = p.Study.Len()
				} else {
					runs = len(p.Experiments.Runs)
					for i, r := range p.Experiments.Runs {
						if len(r.After) > 0 && slices.Max(r.After) >= i {
							t.Fatalf("%s: run %d comes after a later one", text, i)
						}
					}
				}
				if runs != file.Runs || strings.Contains(p.logFile(p.kept["a"]), "..") {
					t.Fatalf("%s is a plan of %d runs", text, runs)
				}
			}
		case 3: // ranges are written as they are read
			runs, err := parseRuns(text, 1000)
			if err != nil {
				return
			}
			again, err := parseRuns(formatRuns(runs), 1000)
			if err != nil || !slices.Equal(again, runs) || !slices.IsSorted(runs) || runs[len(runs)-1] >= 1000 {
				t.Fatalf("%q is %v, written %q", text, runs, formatRuns(runs))
			}
		}
	})
}
