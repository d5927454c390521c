package accounting_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/slurm/campus"
	"github.com/backfill-lab/backfill/core/slurm/twin"
	"github.com/backfill-lab/backfill/core/trace"
)

// One job that says it came in 1970 or 2001 is a grave doubt with its number; the twin plays the others as it did.
func TestAnOldSubmissionIsADoubtAndStallsNothing(t *testing.T) {
	text, err := io.ReadAll(campus.Log())
	if err != nil {
		t.Fatal(err)
	}
	s, err := cluster.New(campus.Description())
	if err != nil {
		t.Fatal(err)
	}
	for _, submit := range []string{"0", "1000000000"} {
		old := bytes.Replace(text, []byte("|normal|1772439213|"), []byte("|normal|"+submit+"|"), 1)
		l, err := accounting.ReadLog("sacct.txt", bytes.NewReader(old), "", nil, nil, s)
		if err != nil {
			t.Fatal(err)
		}
		said := false
		for _, d := range l.Doubts {
			if d.Key == trace.DoubtFar {
				said = d.Grave && d.Jobs == 1 && d.Of == len(l.Jobs) && strings.Contains(d.Fix, "2004")
			}
		}
		if !said {
			t.Errorf("submitted at %s: %v", submit, l.Doubts)
		}
		c, err := l.Play(t.Context(), s, twin.New(s))
		if err != nil || c.Jobs != 318 {
			t.Errorf("submitted at %s: %v, %d jobs", submit, err, c.Jobs)
		}
	}
}
