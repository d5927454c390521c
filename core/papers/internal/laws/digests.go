package laws

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/golden"
	"github.com/backfill-lab/backfill/core/papers/paper"
)

// Digests is the law that every experiment of p gives, at scale quick and without logs,
// bit for bit what testdata/digests.txt says. Because amd64, GOAMD64=v3 and
// WebAssembly are all held against that file (make digest), they agree with each other.
func Digests(t *testing.T, p *paper.Paper) {
	var got strings.Builder
	for _, e := range quick(t, p) {
		fmt.Fprintf(&got, "%-12s %x\n", e.Experiment.ID, sha256.Sum256([]byte(Figures(t, e))))
	}
	golden.Experiments(t, "testdata/digests.txt", got.String())
}

// Figures is all that is computed for an experiment, without the words around it,
// which may be improved.
func Figures(t *testing.T, e *paper.Evaluation) string {
	var b strings.Builder
	for _, r := range e.Runs {
		s, err := json.Marshal(r.Summary)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %s\n", r.Label, s)
	}
	for _, n := range append(e.Numbers[:len(e.Experiment.Cells):len(e.Experiment.Cells)], e.Printed()...) {
		fmt.Fprintln(&b, n.ID, n.Published, n.Ours, n.Ratio, n.Verdict)
		if n.Interval() {
			fmt.Fprintln(&b, "to", n.Most)
		}
	}
	for _, c := range e.Claims {
		switch c.Verdict {
		case paper.Undecided, paper.Untestable:
			fmt.Fprintln(&b, c.ID, c.Verdict)
		default:
			fmt.Fprintln(&b, c.ID, c.Verdict != paper.Fails)
		}
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
