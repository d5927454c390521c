package sweep

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Chunks are the missing runs in order, each in one chunk; none takes longer than asked unless
// it is one run or there would be too many.
func TestChunksDivideTheMissingRuns(t *testing.T) {
	p := plan(t, t.TempDir(), strings.Replace(small, `"to":3`, `"to":30`, 1)) // 240 runs
	store := openStore(t, p.Dir)
	if _, _, err := Chunks(p, store, p.All(), 10, 100); err == nil {
		t.Error("there are chunks though no run has been timed")
	}
	for i, seconds := range []float64{1, 3} { // fcfs takes 1 s, easy 3 s
		if err := store.Put(p.Digest(i), &Result{Seconds: seconds, Error: "x"}); err != nil {
			t.Fatal(err)
		}
	}
	s, err := StatusOf(p, store)
	if err != nil || len(s.Missing) != 238 || s.Left != 119*4 || s.Seconds != 4 {
		t.Fatalf("%+v, %v", s, err)
	}
	for _, c := range []struct {
		seconds float64
		most    int
	}{{10, 1000}, {1, 1000}, {60, 1000}, {1e9, 1000}, {1, 7}, {10, 1}} {
		chunks, longest, err := Chunks(p, store, s.Missing, c.seconds, c.most)
		if err != nil {
			t.Fatal(err)
		}
		if all := slices.Concat(chunks...); !slices.Equal(all, s.Missing) || len(chunks) > c.most {
			t.Errorf("%+v: %d chunks of %d runs", c, len(chunks), len(all))
		}
		most := 0.0
		for _, runs := range chunks {
			cost := 0.0
			for _, i := range runs {
				cost += []float64{1, 3}[i%2]
			}
			if most = max(most, cost); cost > math.Max(c.seconds, 476/float64(c.most)+3) && len(runs) > 1 {
				t.Errorf("%+v: a chunk of %v s", c, cost)
			}
		}
		if most != longest {
			t.Errorf("%+v: the longest is %v, not %v", c, longest, most)
		}
	}
	if chunks, _, err := Chunks(p, store, nil, 10, 10); chunks != nil || err != nil {
		t.Errorf("of no runs: %v, %v", chunks, err)
	}
	for most, want := range map[int][]int{9: {3, 4, 5, 6, 122, 123}, 6: {3, 4, 5, 6, 122, 123}, 3: {3, 5, 123}, 1: {3}} {
		if got := Sample(p, []int{3, 4, 5, 6, 7, 8, 122, 123}, most); !slices.Equal(got, want) { // 7 and 8 have another seed only
			t.Errorf("up to %d runs, one of each kind, are %v, want %v", most, got, want)
		}
	}
}

// Runs of a long log take as long as those of it that are done, whatever short ones take.
func TestKindsOfRunsAreTimedApart(t *testing.T) {
	p := plan(t, t.TempDir(), `{"workload":{"model":{"name":"lublin","jobs":[10,1000],"seed":{"from":1,"to":100}}},
		"policies":["fcfs","easy"]}`)
	store := openStore(t, p.Dir) // 400 runs: the first 200 are short
	for i, seconds := range map[int]float64{0: 1, 1: 1, 200: 50, 201: 70} {
		if err := store.Put(p.Digest(i), &Result{Seconds: seconds, Error: "x"}); err != nil {
			t.Fatal(err)
		}
	}
	if got := Sample(p, p.All(), 16); !slices.Equal(got, []int{0, 1, 200, 201}) {
		t.Errorf("one run of each kind: %v", got)
	}
	s, err := StatusOf(p, store)
	if want := 99.0 * (1 + 1 + 50 + 70); err != nil || s.Left != want {
		t.Errorf("%v s are left, want %v, %v", s.Left, want, err)
	}
}

func TestAChunkIsReadAsItWasWritten(t *testing.T) {
	p := plan(t, t.TempDir(), small)
	file := filepath.Join(t.TempDir(), "a", "chunks")
	chunks := [][]int{{0}, {1, 2, 3}, {4, 6, 7, 9}, {23}}
	if err := WriteChunks(p, file, chunks); err != nil {
		t.Fatal(err)
	}
	for k, want := range chunks {
		if got, err := ReadChunk(p, file, k); err != nil || !slices.Equal(got, want) {
			t.Errorf("chunk %d is %v, %v", k, got, err)
		}
	}
	for _, k := range []int{-1, 4} {
		if _, err := ReadChunk(p, file, k); fmt.Sprint(err) != fmt.Sprintf("%s: unknown chunk %d: they are 0 to 3", file, k) {
			t.Error(err)
		}
	}
	other := plan(t, t.TempDir(), strings.Replace(small, `"to":3`, `"to":4`, 1))
	if _, err := ReadChunk(other, file, 0); err == nil || !strings.Contains(err.Error(), "planned again") {
		t.Errorf("under another plan: %v", err)
	}
}
