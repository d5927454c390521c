package accounting

import (
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/internal/doubt"
)

// budgets doubts limits on minutes without safe limits: as they are reached, Slurm ends the running jobs, too.
func budgets(s *cluster.System) []doubt.Doubt {
	if safe := s.Description.Scheduling.SafeLimits; safe == nil || *safe {
		return nil
	}
	n := 0
	for _, l := range s.Limits() {
		if len(l.GrpTRESMins) > 0 || l.GrpWallS != nil {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return []doubt.Doubt{{Key: "budgets", What: agree(n, "association or QOS has", "associations and QOS have") + " a limit on minutes " +
		"without safe limits (AccountingStorageEnforce): as it is reached Slurm ends running jobs, which the twin lets run on"}}
}
