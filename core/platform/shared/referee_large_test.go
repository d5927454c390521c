package shared_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/verify"
	referee "github.com/backfill-lab/backfill/core/verify/shared"
)

// checkLarge holds runs against all that does not work decisions out again.
func checkLarge(t *testing.T, c *trial) {
	for _, name := range []string{
		"Greedy*/OPT=MIN", "GreedyP*/OPT=MIN", "GreedyPM*/per/OPT=MIN/MINVT=600", "GreedyPM*/per/OPT=AVG/MINFT=300",
		"MCB8*/OPT=AVG", "MCB8*/per/OPT=MIN", "/per/OPT=MIN/MINVT=300", "/stretch-per/OPT=MAX",
	} {
		t.Run(name, func(t *testing.T) {
			e, s, runs := c.play(t, name)
			r, err := referee.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			if err := verify.Err(referee.Check(s, runs)); err != nil {
				t.Error(err)
			}
			if err := verify.Err(referee.Obeys(s, r, runs)); err != nil {
				t.Error(err)
			}
			checkMetrics(t, c, e, totalsOf(&s, runs))
		})
	}
}

func TestTheRefereeAcceptsAThousandSyntheticJobs(t *testing.T) {
	slow.Law(t)
	checkLarge(t, &trial{Nodes: 128, Penalty: shared.DefaultPenalty, Jobs: synthetic(t, 3, 0.7)})
}

func TestTheRefereeAcceptsAWeekOfHPC2N(t *testing.T) {
	name := filepath.Join(os.Getenv("BACKFILL_TRACES"), "HPC2N-2002-2.2-cln.swf.gz")
	f, err := os.Open(name)
	if err != nil {
		t.Skip("BACKFILL_TRACES does not name a folder with " + filepath.Base(name))
	}
	defer f.Close()
	w, err := trace.ReadFrom(filepath.Base(name), f, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const nodes = 120
	jobs, _, err := shared.FromLog(w.SplitWeek()[20], shared.HPC2N, nodes)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(jobs) - 1; i >= 0; i-- {
		jobs[i].Submit -= jobs[0].Submit
	}
	t.Logf("%d jobs", len(jobs))
	checkLarge(t, &trial{Nodes: nodes, Penalty: shared.DefaultPenalty, Jobs: jobs})
}

// All 116 algorithms under the paper's names, periods and penalty.
func TestTheRefereeReplaysEveryAlgorithm(t *testing.T) {
	slow.AsWebAssembly(t)
	slow.Law(t)
	c := &trial{Nodes: 6, Penalty: shared.DefaultPenalty, Jobs: randomJobs(100, 25, 6, 0.9)}
	for _, a := range shared.All() {
		checkReferee(t, c, a.String())
	}
}
