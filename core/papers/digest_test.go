package papers_test

import (
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/paper"
	"github.com/backfill-lab/backfill/core/papers"
)

var update = flag.Bool("update", false, "rewrite testdata/digests.txt; CHANGELOG then says which numbers change and why")

const digests = "testdata/digests.txt"

// Every experiment of every paper gives, at scale quick and on substitutes, bit
// for bit what the golden file says. The test runs on amd64, with GOAMD64=v3 and
// as WebAssembly (make digest), which are so compared with each other.
func TestDigests(t *testing.T) {
	var got strings.Builder
	all, err := papers.All.Evaluate(t.Context(), paper.Options{Scale: paper.Quick})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		fmt.Fprintf(&got, "%-12s %x\n", e.Experiment.ID, sha256.Sum256([]byte(figuresOf(t, e))))
	}
	if *update {
		if err := os.WriteFile(digests, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(digests)
	if err != nil {
		t.Fatal(err)
	}
	a, b := strings.Split(got.String(), "\n"), strings.Split(string(want), "\n")
	if len(a) != len(b) {
		t.Fatalf("there are %d experiments, not %d: go test ./core/papers -update", len(a)-1, len(b)-1)
	}
	for i := range a {
		if a[i] != b[i] {
			t.Errorf("got  %s\nwant %s", a[i], b[i])
		}
	}
}

// figuresOf is all that is computed for an experiment, without the words
// around it, which may be improved.
func figuresOf(t *testing.T, e *paper.Evaluation) string {
	t.Helper()
	var b strings.Builder
	for _, r := range e.Runs {
		s, err := json.Marshal(r.Summary)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %s\n", r.Label, s)
	}
	for _, n := range append(e.Cells, e.Numbers...) {
		fmt.Fprintln(&b, n.ID, n.Published, n.Ours, n.Ratio, n.Verdict)
	}
	for _, c := range e.Claims {
		fmt.Fprintln(&b, c.ID, c.Holds)
	}
	if e.Chart != nil {
		for _, p := range e.Chart.Panels {
			for _, s := range p.Series {
				fmt.Fprintln(&b, s.X, s.Y, s.Low, s.High)
			}
		}
	}
	return b.String()
}
