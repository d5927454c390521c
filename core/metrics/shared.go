package metrics

import "github.com/backfill-lab/backfill/core/internal/wide"

// Shared describes a schedule on nodes that jobs share by fractions of their CPU. Procs
// of the Input's jobs are then tasks, and Run, the time that they compute at full speed,
// is r_j however long they hold nodes. Use of the machine counts CPU that jobs can use,
// not tasks, so that schedules with a node for every task compare.
type Shared struct {
	Second int64   // one second in the unit of the Input's times
	Whole  int64   // the CPU of a node
	Need   []int64 // CPU that all tasks of a job use at full speed, in the unit of Whole; parallel to Jobs

	Pauses, Migrations   int64   // of jobs, not tasks
	PauseGB, MigrationGB float64 // memory written and read for them, gigabytes per second of the span
}

// Sharing lists the metrics of schedules on shared nodes only, the columns of a runs
// table after All.
var Sharing = []Metric{
	{"pauses_per_h", "Pauses", "1/h", Lower, dfrs + ", section 6.3", "3600 (number of pauses of jobs) / span",
		func(t *totals) float64 { return t.perHour(t.shared.Pauses) }},
	{"migrations_per_h", "Migrations", "1/h", Lower, dfrs + ", section 6.3", "3600 (number of migrations of jobs) / span",
		func(t *totals) float64 { return t.perHour(t.shared.Migrations) }},
	{"pauses_per_job", "Pauses per job", "1", Lower, dfrs + ", section 6.3", "(number of pauses of jobs) / n",
		func(t *totals) float64 { return t.perJob(float64(t.shared.Pauses)) }},
	{"migrations_per_job", "Migrations per job", "1", Lower, dfrs + ", section 6.3", "(number of migrations of jobs) / n",
		func(t *totals) float64 { return t.perJob(float64(t.shared.Migrations)) }},
	{"pause_bandwidth", "Bandwidth of pauses", "GB/s", Lower, dfrs + ", section 6.3",
		"(memory written by pauses and read by resumptions) / span", func(t *totals) float64 { return t.ifAny(t.shared.PauseGB) }},
	{"migration_bandwidth", "Bandwidth of migrations", "GB/s", Lower, dfrs + ", section 6.3",
		"(memory written and read by tasks that changed nodes) / span",
		func(t *totals) float64 { return t.ifAny(t.shared.MigrationGB) }},
}

func (t *totals) perHour(n int64) float64 {
	return ratio(float64(3600*n), t.seconds(float64(t.span())))
}

// share computes the use of shared nodes. Usable CPU is the lesser of all CPU and the
// need of all jobs in the system: the lostCapacity of jobs that wait until their end.
func (t *totals) share(in Input) {
	if len(in.Shared.Need) != len(in.Jobs) {
		panic("metrics: Need is not parallel to Jobs")
	}
	n, node := len(in.Jobs), float64(in.Shared.Whole)
	submits, ends, scratch := make([]stamp, 0, n), make([]stamp, 0, n), make([]stamp, n)
	var used wide.Uint
	for i := range in.Jobs {
		if at := &in.Placed[i]; at.Start >= 0 && at.End >= 0 {
			submits = append(submits, stamp{uint64(in.Jobs[i].Submit), in.Shared.Need[i]})
			ends = append(ends, stamp{uint64(at.End), in.Shared.Need[i]})
			used = used.AddProduct(uint64(in.Shared.Need[i]), uint64(in.length(i)))
		}
	}
	submits, scratch = sortStamps(submits, scratch)
	ends, _ = sortStamps(ends, scratch)
	wanted := lostCapacity(int64(t.procs)*in.Shared.Whole, submits, ends, ends)
	t.used, t.lost = used.Float()/node, wanted.SubOrZero(used).Float()/node
}
