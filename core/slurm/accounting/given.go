package accounting

import (
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// Given is what a twin is made from, which decides what its answers are worth.
type Given struct {
	Release string `json:"slurm_version"`  // whose rules hold; "" is not known
	Started bool   `json:"daemon_started"` // it is known when slurmctld started,
	Cycles  bool   `json:"daemon_cycles"`  // when a backfill cycle began, and how long it takes for a job
	Events  int    `json:"requests_of_events"`
	Lines   int    `json:"requests_of_lines"` // jobs whose size stands on a command line or in a script
	Rows    int    `json:"requests_of_rows"`  // jobs whose size is what they got
	BusyS   int64  `json:"busy_s"`            // for which a node is not free after a job, by the log's gaps; 0 if it does not tell
}

// give fills in Given.
func (b *builder) give() {
	s := &b.s.Description.Scheduling
	g := &b.Given
	g.Release, g.Started, g.Cycles = b.s.Description.SlurmVersion, s.StartedUnixS != nil, s.BfCycleUnixS != nil && s.BfJobUs > 0
	g.BusyS = b.busy()
}

// What twins came to that were made from the accounting of real Slurms alone. A test computes these from the runs.
const (
	measuredRuns  = 40
	leastOff      = -18 // percent of the recorded mean wait
	mostOff       = 10
	middleOff     = 1
	leastMeasured = 0.52 // correlation of the waits
)

// Sentences say what was given, and what that is worth.
func (g *Given) Sentences() []string {
	release := "Slurm " + g.Release
	if g.Release == "" {
		release = "Slurm " + cluster.SlurmReleases[0] + ", for want of a version (--slurm-version)"
	}
	clocks := "when the daemon's passes and cycles begin is not known"
	switch {
	case g.Started && g.Cycles:
		clocks = "when the daemon started and its cycles begin is known"
	case g.Started || g.Cycles:
		clocks = "when the daemon's cycles begin is known in part"
	}
	var from []string
	for _, f := range []struct {
		jobs int
		what string
	}{{g.Events, "from the file of events"}, {g.Lines, "from command lines or scripts"}, {g.Rows, "from their rows: as much as they got"}} {
		if f.jobs > 0 {
			from = append(from, numeral.Whole(f.jobs)+" "+f.what)
		}
	}
	all := []string{fmt.Sprintf("Given: the rules of %s; %s. Sizes of jobs: %s.", release, clocks, strings.Join(from, ", "))}
	if g.BusyS > 0 {
		all = append(all, fmt.Sprintf("By the gaps between jobs, a node is not free for %d s after a job (epilog, completing): "+
			"the twin waits as long.", g.BusyS))
	}
	return append(all, fmt.Sprintf("Worth: from the accounting of %d runs of real Slurms alone, mean waits were %d to %+d %% off "+
		"(median %+d %%), and waits job by job correlated by %.2f or more.", measuredRuns, leastOff, mostOff, middleOff, leastMeasured))
}
