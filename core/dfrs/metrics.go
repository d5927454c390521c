package dfrs

import "github.com/backfill-lab/backfill/core/internal/wide"

// MemoryGB is the memory of a node, in gigabytes (section 5.1, note 2).
const MemoryGB = 8

// threshold bounds the stretch of short jobs, in microseconds (section 2.2).
const threshold = 10 * Second

// BoundedStretch returns a job's turnaround over its run time alone on the cluster,
// both at least 10 s (section 2.2); times are in microseconds.
func BoundedStretch(turnaround, run int64) float64 {
	return float64(max(turnaround, threshold)) / float64(max(run, threshold))
}

// Metrics are of the jobs that are done, all 0 without any.
type Metrics struct {
	MaxStretch  float64 // of BoundedStretch
	MeanStretch float64

	// Underutilization is the CPU that was wanted, available and not used for progress,
	// in node-seconds: the integral of min(nodes, CPU needs of all jobs in the system)
	// less the CPU spent on work, penalties excluded (section 6.4.1). Normalized is its
	// ratio to all work.
	Underutilization float64
	Normalized       float64

	// A job counts once for all its tasks (section 6.3). The paper's preemptions (tables
	// 3, 9, 10) are about twice our pauses: it may count resumptions too. Hours run from
	// the first submission to the last completion.
	Pauses, Migrations                 int64
	PausesPerHour, MigrationsPerHour   float64
	PausesPerJob, MigrationsPerJob     float64
	PauseBandwidth, MigrationBandwidth float64 // gigabytes per second over that time

	Seconds float64 // that time
}

// Metrics returns the metrics of the run so far. A pause writes the memory of all tasks of
// a job, the resumption reads it; a migration does both for the tasks that change nodes.
func (e *Engine) Metrics() Metrics {
	var m Metrics
	var work wide.Uint
	var paused, migrated float64 // nodes' memories
	last, n := int64(0), 0
	for i := range e.outcomes {
		o, j := &e.outcomes[i], &e.cfg.Jobs[i]
		all := float64(j.Tasks) * (float64(j.Memory) / Whole)
		resumes := o.Pauses
		if e.live[i].state == Paused {
			resumes--
		}
		m.Pauses += int64(o.Pauses)
		m.Migrations += int64(o.Migrations)
		paused += float64(all * float64(o.Pauses+resumes))
		migrated += float64(2 * float64(o.Moved) * (float64(j.Memory) / Whole))
		work = work.AddProduct(uint64(min(e.live[i].work/Whole, j.Run)), uint64(int64(j.CPU)*int64(j.Tasks)))
		if o.End == None {
			continue
		}
		s := BoundedStretch(o.End-j.Submit, j.Run)
		m.MaxStretch = max(m.MaxStretch, s)
		m.MeanStretch += s
		last = max(last, o.End)
		n++
	}
	if n == 0 {
		return Metrics{}
	}
	m.MeanStretch /= float64(n)
	m.Underutilization = e.area.SubOrZero(work).Float() / (Whole * Second)
	if w := work.Float() / (Whole * Second); w > 0 {
		m.Normalized = m.Underutilization / w
	}
	m.PausesPerJob = float64(m.Pauses) / float64(n)
	m.MigrationsPerJob = float64(m.Migrations) / float64(n)
	if m.Seconds = float64(last-e.cfg.Jobs[0].Submit) / Second; m.Seconds > 0 {
		m.PausesPerHour = float64(m.Pauses) / m.Seconds * 3600
		m.MigrationsPerHour = float64(m.Migrations) / m.Seconds * 3600
		m.PauseBandwidth = paused * MemoryGB / m.Seconds
		m.MigrationBandwidth = migrated * MemoryGB / m.Seconds
	}
	return m
}
