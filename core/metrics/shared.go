package metrics

// Shared is what else there is to know of a schedule on nodes that jobs share by
// fractions of their CPU. The Input's jobs then have tasks as Procs, and as Run
// how long they compute at full speed: that is r_j, however long they are there.
// What the machine was used for is counted in CPU that the jobs can use, not in
// tasks. So a schedule in which every task has a node of its own can be judged
// alike, and compared.
type Shared struct {
	Second int64   // of the Input's times, in their unit
	Whole  int64   // all CPU of a node
	Need   []int64 // CPU that a job's tasks use together at full speed, parts of Whole; parallel to Jobs

	Pauses, Migrations   int64   // of jobs, however many tasks are concerned
	PauseGB, MigrationGB float64 // memory written and read for them, gigabytes per second of the span
}

// Sharing is every metric that only schedules on shared nodes have, in the order
// of the columns of a runs table, where they come after All. Another schedule
// has no value of them.
var Sharing = []Metric{
	{Name: "pauses_per_h", Title: "Pauses", Unit: "1/h", Better: Lower,
		Source:  dfrs + ", section 6.3",
		Formula: "3600 (times that a job was paused) / span",
		value:   func(t *totals) float64 { return t.perHour(t.shared.Pauses) }},
	{Name: "migrations_per_h", Title: "Migrations", Unit: "1/h", Better: Lower,
		Source:  dfrs + ", section 6.3",
		Formula: "3600 (times that a job went on on other nodes) / span",
		value:   func(t *totals) float64 { return t.perHour(t.shared.Migrations) }},
	{Name: "pauses_per_job", Title: "Pauses per job", Unit: "1", Better: Lower,
		Source:  dfrs + ", section 6.3",
		Formula: "(times that a job was paused) / n",
		value:   func(t *totals) float64 { return t.perJob(float64(t.shared.Pauses)) }},
	{Name: "migrations_per_job", Title: "Migrations per job", Unit: "1", Better: Lower,
		Source:  dfrs + ", section 6.3",
		Formula: "(times that a job went on on other nodes) / n",
		value:   func(t *totals) float64 { return t.perJob(float64(t.shared.Migrations)) }},
	{Name: "pause_bandwidth", Title: "Bandwidth of pauses", Unit: "GB/s", Better: Lower,
		Source:  dfrs + ", section 6.3",
		Formula: "(memory written by pauses and read by resumptions) / span",
		value:   func(t *totals) float64 { return t.ifAny(t.shared.PauseGB) }},
	{Name: "migration_bandwidth", Title: "Bandwidth of migrations", Unit: "GB/s", Better: Lower,
		Source:  dfrs + ", section 6.3",
		Formula: "(memory written and read by tasks that changed their node) / span",
		value:   func(t *totals) float64 { return t.ifAny(t.shared.MigrationGB) }},
}

func (t *totals) perHour(n int64) float64 {
	return ratio(float64(3600*n), t.seconds(float64(t.span())))
}

// share works out what shared nodes were used for. The CPU that could have been
// used is that which all jobs in the system need, as far as there is that much:
// what lostCapacity says of jobs that wait until their end and never hold a thing.
func (t *totals) share(in Input) {
	if len(in.Shared.Need) != len(in.Jobs) {
		panic("metrics: Need is not parallel to Jobs")
	}
	n, node := len(in.Jobs), float64(in.Shared.Whole)
	submits, ends, scratch := make([]stamp, 0, n), make([]stamp, 0, n), make([]stamp, n)
	var used whole
	for i := range in.Jobs {
		if at := &in.Placed[i]; at.Start >= 0 && at.End >= 0 {
			submits = append(submits, stamp{uint64(in.Jobs[i].Submit), in.Shared.Need[i]})
			ends = append(ends, stamp{uint64(at.End), in.Shared.Need[i]})
			used.add(in.Shared.Need[i], in.length(i))
		}
	}
	submits, scratch = sortStamps(submits, scratch)
	ends, _ = sortStamps(ends, scratch)
	wanted := lostCapacity(int64(t.procs)*in.Shared.Whole, submits, ends, ends)
	t.used, t.lost = used.float()/node, wanted.minus(used).float()/node
}
