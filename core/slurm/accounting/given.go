package accounting

import (
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// Given is what a twin is made from, which decides what its answers are worth.
type Given struct {
	Release string  `json:"slurm_version"`  // whose rules hold; "" is not known
	Started bool    `json:"daemon_started"` // it is known when slurmctld started,
	Cycles  bool    `json:"daemon_cycles"`  // when a backfill cycle began, and how long it takes for a job
	Events  int     `json:"requests_of_events"`
	Lines   int     `json:"requests_of_lines"` // jobs whose size stands on a command line or in a script
	Rows    int     `json:"requests_of_rows"`  // jobs whose size is what they got
	BusyS   int64   `json:"busy_s"`            // for which a node is not free after a job, by the log's gaps; 0 if it does not tell
	Seen    float64 `json:"ends_seen"`         // share of the ends that the daemon sees in their own second and not in the next, by the gaps
}

// give fills in Given.
func (b *builder) give() {
	s := &b.s.Description.Scheduling
	g := &b.Given
	g.Release, g.Started, g.Cycles = b.s.Description.SlurmVersion, s.StartedUnixS != nil, s.BfCycleUnixS != nil && s.BfJobUs > 0
	g.BusyS, g.Seen = b.busy()
}

// What twins came to that were made from the accounting of real Slurms alone. A test computes these from the runs.
const (
	measuredRuns  = 40
	leastOff      = -18 // percent of the recorded mean wait
	mostOff       = 4
	middleOff     = -3
	leastMeasured = 0.62 // correlation of the waits
	middleUserOff = 6    // percent of a user's mean, of users with ten jobs
	mostUserOff   = 25   // what nine of ten do not exceed
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
		"(median %+d %%), means of single users %d %% (median; one in ten more than %d %%), and waits job by job correlated by %.2f or more.",
		measuredRuns, leastOff, mostOff, middleOff, middleUserOff, mostUserOff, leastMeasured))
}

// late returns the microseconds, from the daemon's look in a second on, of what happens at some part of it; 0 of what happens before.
func (g *Given) late(part float64) int64 { return int64(max(part-g.Seen, 0) * float64(cluster.Second)) }
