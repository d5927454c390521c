package sweep

import (
	"fmt"
	"slices"
	"testing"
)

// What one store joins, others that have read the files before find where it is now. Two that join the same results
// at the same time each leave their own.
func TestJoinedFilesAreFoundByThoseWhoReadThemBefore(t *testing.T) {
	dir := t.TempDir()
	a, b := openStore(t, dir), openStore(t, dir)
	var want []string
	for i := range 20 {
		for k, s := range []*Store{a, b} { // the same runs, done by both, with the times of each
			if err := s.Put(digestOf(i), &Result{Error: fmt.Sprint("result ", i), Seconds: float64(k + 1)}); err != nil {
				t.Fatal(err)
			}
			if err := s.Flush(); err != nil {
				t.Fatal(err)
			}
		}
		want = append(want, fmt.Sprint(i, " result ", i))
	}
	early := openStore(t, dir)
	for _, s := range []*Store{a, b} {
		if err := s.Refresh(); err != nil { // each knows the other's
			t.Fatal(err)
		}
	}
	for _, s := range []*Store{a, b} {
		if err := s.Join(); err != nil {
			t.Fatal(err)
		}
	}
	for k, s := range []*Store{a, b, early, openStore(t, dir)} {
		if got := contents(t, s, 20); !slices.Equal(got, want) {
			t.Errorf("store %d holds %v", k, got)
		}
	}
	if files := packs(t, dir); len(files) != 2 {
		t.Errorf("the results are in %v", files)
	}
}

// However many files a worker writes while it works, it leaves one.
func TestAWorkerLeavesOneFile(t *testing.T) {
	p := plan(t, t.TempDir(), fmt.Sprintf(tiny, 500))
	store := openStore(t, p.Dir)
	store.patient = 0 // a file for each run
	w := Worker{Plan: p, Store: store}
	if _, err := w.Do(t.Context(), p.All()); err != nil {
		t.Fatal(err)
	}
	if files := packs(t, p.Dir); len(files) != 1 {
		t.Errorf("500 runs are in %d files", len(files))
	}
	s, err := StatusOf(p, openStore(t, p.Dir))
	if err != nil || s.Done != 500 {
		t.Errorf("%+v, %v", s, err)
	}
}

// Whoever opens the folder while others join their files finds every result that was there before.
func TestNothingIsMissedWhileFilesAreJoined(t *testing.T) {
	dir := t.TempDir()
	const n = 200
	s := openStore(t, dir)
	for i := range n {
		put(t, s, i, fmt.Sprint("result ", i))
		if err := s.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	joined := make(chan error)
	go func() { joined <- s.Join() }()
	for over := false; !over; {
		select {
		case err := <-joined:
			if err != nil {
				t.Fatal(err)
			}
			over = true
		default:
		}
		if got := contents(t, openStore(t, dir), n); len(got) != n {
			t.Fatalf("%d of %d results were found", len(got), n)
		}
	}
}
