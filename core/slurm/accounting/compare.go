// Package accounting compares a simulated schedule with the one that a log recorded.
package accounting

import (
	"math"
	"slices"
	"sort"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/slurm/internal/sbatch"
	"github.com/backfill-lab/backfill/core/study/stats"
	"github.com/backfill-lab/backfill/core/trace/sacct"
	"github.com/backfill-lab/backfill/internal/chart"
)

// A Job is one job of both schedules. Times are seconds.
type Job struct {
	ID, Base, Task                int64   // in the accounting: Base is the number of a task's array, Task its index in that
	Submit, Recorded, Twin        int64   // submission and both (first) starts
	Starts                        []int64 // recorded, of all its runs; nil if it never ran
	User, Account, Partition, QOS string
	Name                          string

	// In a Log of FromQueue, of a job that has not ended: whether it runs or waits, and on which nodes it
	// runs, as Slurm writes lists of nodes.
	Runs, Waits bool
	Nodes       string

	req *sbatch.Request // its command line, or nil

	Row *sacct.Record // its (last) row in the accounting, or nil
	Of  *sacct.Record // the heterogeneous job that it is a further component of, or nil
}

// Label is the number of the job as users of Slurm know it: 123, or 123_4 of an array.
func (j *Job) Label() string {
	s := job.Slurm{Base: j.Base, Task: j.Task}
	return s.Label()
}

// Waits are those of both schedules, in seconds.
type Waits struct {
	Recorded float64 `json:"recorded"`
	Twin     float64 `json:"twin"`
}

// A Group is the jobs of a user, an account, a partition or a QOS.
type Group struct {
	Name string `json:"name"`
	Jobs int    `json:"jobs"`
	Waits
}

// A Comparison says how near the twin is to what was recorded.
type Comparison struct {
	Jobs        int     `json:"jobs"`
	Mean        Waits   `json:"wait_mean_s"`
	Median      Waits   `json:"wait_p50_s"` // nearest rank
	P95         Waits   `json:"wait_p95_s"`
	Correlation float64 `json:"correlation"` // Pearson's, of the waits job by job; 0 if one schedule has no spread
	MeanAbsDiff float64 `json:"mean_abs_diff_s"`
	Within60s   float64 `json:"within_60s"` // share of the jobs that start within a minute of the record
	Users       []Group `json:"users"`
	Accounts    []Group `json:"accounts,omitempty"`
	Partitions  []Group `json:"partitions,omitempty"`
	QOS         []Group `json:"qos,omitempty"`

	recorded, twin []float64 // waits of the jobs
}

// Compare compares the waits of both schedules. Groups are in order of their names; jobs
// without a name are in none.
func Compare(jobs []Job) *Comparison {
	n := len(jobs)
	c := &Comparison{Jobs: n}
	if n == 0 {
		return c
	}
	recorded, twin := make([]float64, n), make([]float64, n)
	near := 0
	for i, j := range jobs {
		recorded[i], twin[i] = float64(j.Recorded-j.Submit), float64(j.Twin-j.Submit)
		off := math.Abs(twin[i] - recorded[i])
		c.MeanAbsDiff += off / float64(n)
		if off <= 60 {
			near++
		}
	}
	c.recorded, c.twin = recorded, twin
	c.Within60s = float64(near) / float64(n)
	c.Mean = Waits{stats.Mean(recorded), stats.Mean(twin)}
	c.Correlation = correlation(recorded, twin)
	r, t := slices.Sorted(slices.Values(recorded)), slices.Sorted(slices.Values(twin))
	c.Median, c.P95 = Waits{rank(r, 50), rank(t, 50)}, Waits{rank(r, 95), rank(t, 95)}
	c.Users = groups(jobs, func(j *Job) string { return j.User })
	c.Accounts = groups(jobs, func(j *Job) string { return j.Account })
	c.Partitions = groups(jobs, func(j *Job) string { return j.Partition })
	c.QOS = groups(jobs, func(j *Job) string { return j.QOS })
	return c
}

// Chart shows each job's wait in both schedules, and how the waits of both are distributed.
func (c *Comparison) Chart(title string) chart.Chart {
	most := 0.0
	for i := range c.recorded {
		most = max(most, c.recorded[i], c.twin[i])
	}
	wait := func(label string) chart.Axis { return chart.Axis{Label: label, Seconds: true, Zero: true, Max: most} }
	return chart.Chart{Title: title, Panels: []chart.Panel{
		{Title: "Job by job: equal waits are on the diagonal", Kind: chart.Scatter, X: wait("recorded wait"), Y: wait("simulated wait"),
			Series: []chart.Series{{Name: "a job", X: c.recorded, Y: c.twin}}},
		{Title: "Distribution of waits", Kind: chart.CDF, X: wait("wait"), Y: chart.Axis{Label: "share of jobs"},
			Series: []chart.Series{{Name: "recorded", Y: c.recorded}, {Name: "simulated", Y: c.twin}}},
	}}
}

// rank returns the smallest value that at least percent of the sorted ones do not exceed.
func rank(sorted []float64, percent int) float64 {
	return sorted[max((len(sorted)*percent+99)/100, 1)-1]
}

// correlation is that of two samples, 0 if one has equal values only.
func correlation(x, y []float64) float64 {
	if c := stats.Correlation(x, y); c == c {
		return c
	}
	return 0
}

func groups(jobs []Job, name func(*Job) string) (all []Group) {
	at := map[string]int{}
	for i := range jobs {
		key := name(&jobs[i])
		if key == "" {
			continue
		}
		k, seen := at[key]
		if !seen {
			k = len(all)
			at[key] = k
			all = append(all, Group{Name: key})
		}
		g := &all[k]
		g.Jobs++
		g.Recorded += float64(jobs[i].Recorded - jobs[i].Submit)
		g.Twin += float64(jobs[i].Twin - jobs[i].Submit)
	}
	for k := range all {
		all[k].Recorded /= float64(all[k].Jobs)
		all[k].Twin /= float64(all[k].Jobs)
	}
	sort.Slice(all, func(a, b int) bool { return all[a].Name < all[b].Name }) // without code of its own for large elements
	return all
}
