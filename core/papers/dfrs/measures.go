package dfrs

import (
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform"
)

// The series of a run, by instance. Pauses and migrations have the names of tables 3 and 8
// to 10.
const (
	maxStretch  = "maximum stretch"
	meanStretch = "mean stretch"
	under       = "normalized underutilization"
)

// measures returns the numbers of one instance. All are metrics of the run; three round the
// same sums in another order, which differs in the last bit: the mean is a plain sum, as is
// every mean of package paper, underutilization is a ratio of node-seconds, as figure 2
// shows them, and rates are divided before they are multiplied.
func measures(played *platform.Played) map[string]float64 {
	v, in := played.Judge(nil), played.Input()
	stretches := make([]float64, len(in.Jobs))
	for i := range in.Jobs {
		stretches[i] = metrics.BoundedSlowdown(in.Placed[i].End-in.Jobs[i].Submit, in.Jobs[i].Run, 10*in.Shared.Second)
	}
	used, lost := in.Use()
	makespan := v.Value("makespan_s")
	return map[string]float64{
		maxStretch: v.Value("bsld_max"), meanStretch: paper.Mean(stretches), under: over(lost, used),
		"pmtn GB/s": v.Value("pause_bandwidth"), "mig GB/s": v.Value("migration_bandwidth"),
		"pmtn /h": over(float64(in.Shared.Pauses), makespan) * 3600, "mig /h": over(float64(in.Shared.Migrations), makespan) * 3600,
		"pmtn /job": v.Value("pauses_per_job"), "mig /job": v.Value("migrations_per_job"),
	}
}

// over returns a/b, 0 if b is 0: a table of the paper reduces all instances to one number.
func over(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
