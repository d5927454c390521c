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

	Pauses, Migrations           int64   // of jobs, not tasks
	PauseMemory, MigrationMemory float64 // written and read for them, in memories of a node
	NodeGB                       float64 // the memory of a node, gigabytes
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
		"(memory written by pauses and read by resumptions) / span", func(t *totals) float64 { return t.bandwidth(t.shared.PauseMemory) }},
	{"migration_bandwidth", "Bandwidth of migrations", "GB/s", Lower, dfrs + ", section 6.3",
		"(memory written and read by tasks that changed nodes) / span",
		func(t *totals) float64 { return t.bandwidth(t.shared.MigrationMemory) }},
}

func (t *totals) perHour(n int64) float64 {
	return ratio(float64(3600*n), t.seconds(float64(t.span())))
}

// bandwidth returns the gigabytes per second of memory that was written and read. Nothing
// has none, even in no time.
func (t *totals) bandwidth(memory float64) float64 {
	if memory == 0 {
		return t.ifAny(0)
	}
	return ratio(memory, t.seconds(float64(t.span()))) * t.shared.NodeGB
}

// Use returns the CPU that jobs on shared nodes used, and that they could have used but did
// not, in node-seconds. It panics without Shared.
func (in *Input) Use() (used, lost float64) {
	u, l := in.use()
	unit := float64(in.Shared.Whole) * float64(in.Shared.Second)
	return u.Float() / unit, l.Float() / unit
}

// use is Use in parts of a node's CPU times the unit of time. Usable CPU is the lesser of all
// CPU and the need of all jobs in the system: the lostCapacity of jobs that wait until
// their end.
func (in *Input) use() (used, lost wide.Uint) {
	if len(in.Shared.Need) != len(in.Jobs) {
		panic("metrics: Need is not parallel to Jobs")
	}
	n := len(in.Jobs)
	submits, ends, scratch := make([]stamp, 0, n), make([]stamp, 0, n), make([]stamp, n)
	for i := range in.Jobs {
		if at := &in.Placed[i]; at.Start >= 0 && at.End >= 0 {
			submits = append(submits, stamp{uint64(in.Jobs[i].Submit), in.Shared.Need[i]})
			ends = append(ends, stamp{uint64(at.End), in.Shared.Need[i]})
			used = used.AddProduct(uint64(in.Shared.Need[i]), uint64(in.length(i)))
		}
	}
	submits, scratch = sortStamps(submits, scratch)
	ends, _ = sortStamps(ends, scratch)
	wanted := lostCapacity(int64(in.Procs)*in.Shared.Whole, submits, ends, ends)
	return used, wanted.SubOrZero(used)
}
