package metrics

import "slices"

// ofMachine are the metrics of All that say something of the machine or of all of its users,
// and nothing of some of its jobs.
var ofMachine = []string{"makespan_s", "throughput_per_h", "util", "util_started", "loc", "underutil", "fairness_users"}

// OfJobs returns the metrics of All that have a meaning for a part of a schedule's jobs.
func OfJobs() []Metric {
	return slices.DeleteFunc(slices.Clone(All), func(m Metric) bool { return slices.Contains(ofMachine, m.Name) })
}
