package trace

import (
	"slices"
	"sort"
	"strconv"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace/table"
)

// An Info summarises a workload.
type Info struct {
	Name      string   `json:"name"`
	Source    string   `json:"source"`
	SHA256    string   `json:"sha256"`
	Jobs      int      `json:"jobs"`
	Procs     int      `json:"procs"`
	ProcsFrom string   `json:"procs_from,omitempty"`
	UnixStart int64    `json:"unix_start,omitempty"` // Unix time of second 0
	TimeZone  string   `json:"time_zone,omitempty"`
	First     int64    `json:"first_s"`      // first submission, seconds
	Last      int64    `json:"last_s"`       // last submission, seconds
	Load      float64  `json:"offered_load"` // see Workload.OfferedLoad
	Changes   []string `json:"changes,omitempty"`

	Width    Spread `json:"procs_of_jobs"`
	Run      Spread `json:"run_s"`
	Estimate Spread `json:"estimate_s"`
	Gap      Spread `json:"interarrival_s"`

	Serial       int `json:"serial_jobs"`      // on one processor
	PowersOfTwo  int `json:"power_of_2_jobs"`  // on 2, 4, 8, ...
	ZeroRun      int `json:"zero_run_jobs"`    // with a run time of 0
	OverEstimate int `json:"over_estimate"`    // with a run time above the estimate
	Recorded     int `json:"recorded_waits"`   // with a recorded wait
	WithMemory   int `json:"recorded_memory"`  // with recorded used memory
	AskedMemory  int `json:"requested_memory"` // with recorded requested memory

	Users      int     `json:"users"` // with jobs
	Groups     int     `json:"groups"`
	Apps       int     `json:"apps"`
	Queues     []Share `json:"queues"` // by number or name, without jobs of no queue
	Partitions []Share `json:"partitions"`

	Reading *table.Reading `json:"reading,omitempty"` // of a table
	Missing []string       `json:"missing,omitempty"`
	Doubts  []Doubt        `json:"doubts,omitempty"`

	LeftOut int     `json:"rows_left_out"`
	Counts  []Count `json:"counts"` // rows by rule
	Causes  []Cause `json:"causes,omitempty"`
}

// A Spread is the distribution of a number over jobs, all 0 without jobs. Percentile p is
// the smallest value that p percent of the jobs do not exceed.
type Spread struct {
	Min  int64   `json:"min"`
	P10  int64   `json:"p10"`
	P25  int64   `json:"p25"`
	P50  int64   `json:"p50"`
	P75  int64   `json:"p75"`
	P90  int64   `json:"p90"`
	P99  int64   `json:"p99"`
	Max  int64   `json:"max"`
	Mean float64 `json:"mean"`
}

// A Share is a queue or partition and its number of jobs.
type Share struct {
	Name  string `json:"name"`            // as in the name table
	Title string `json:"title,omitempty"` // what the header calls it
	Jobs  int    `json:"jobs"`
}

// Info summarises the workload. It costs O(n log n).
func (w *Workload) Info() Info {
	first, last := w.Span()
	i := Info{
		Name: w.Name, Source: w.Source, SHA256: w.SHA256(), Jobs: w.Len(), Procs: w.Procs, ProcsFrom: w.ProcsFrom,
		UnixStart: w.UnixStart, TimeZone: w.TimeZone, First: first, Last: last, Load: w.OfferedLoad(),
		Reading: w.Reading, Missing: w.Missing(), Doubts: w.Doubts(),
		Changes: w.Changes, LeftOut: w.LeftOut(), Counts: append([]Count{}, w.Counts...), Causes: w.Causes,
	}
	jobs := w.Jobs.Held()
	for k := range jobs {
		j := &jobs[k]
		count(&i.Serial, j.Procs == 1)
		count(&i.PowersOfTwo, j.Procs > 1 && j.Procs&(j.Procs-1) == 0)
		count(&i.ZeroRun, j.Run == 0)
		count(&i.OverEstimate, j.Run > j.Estimate)
		count(&i.Recorded, j.Wait >= 0)
		count(&i.WithMemory, j.MemoryKiB >= 0)
		count(&i.AskedMemory, j.RequestedMemoryKiB >= 0)
	}
	values := make([]int64, w.Len())
	spread := func(of func(k int) int64) Spread {
		for k := range values {
			values[k] = of(k)
		}
		return spreadOf(values)
	}
	i.Width = spread(func(k int) int64 { return int64(jobs[k].Procs) })
	i.Run = spread(func(k int) int64 { return jobs[k].Run })
	i.Estimate = spread(func(k int) int64 { return jobs[k].Estimate })
	if len(values) > 1 {
		values = values[1:]
		i.Gap = spread(func(k int) int64 { return jobs[k+1].Submit - jobs[k].Submit })
	}
	i.Users = len(w.shares("", w.Users, func(j *job.Job) int32 { return j.User }))
	i.Groups = len(w.shares("", w.Groups, func(j *job.Job) int32 { return j.Group }))
	i.Apps = len(w.shares("", w.Apps, func(j *job.Job) int32 { return j.App }))
	i.Queues = w.shares("Queue", w.Queues, func(j *job.Job) int32 { return j.Queue })
	i.Partitions = w.shares("Partition", w.Partitions, func(j *job.Job) int32 { return j.Partition })
	return i
}

func count(n *int, is bool) {
	if is {
		*n++
	}
}

// spreadOf sorts values.
func spreadOf(values []int64) Spread {
	if len(values) == 0 {
		return Spread{}
	}
	slices.Sort(values)
	sum := 0.0
	for _, v := range values {
		sum += float64(v)
	}
	n := len(values)
	at := func(percent int) int64 { return values[max(1, (n*percent+99)/100)-1] }
	return Spread{
		Min: values[0], P10: at(10), P25: at(25), P50: at(50), P75: at(75), P90: at(90), P99: at(99), Max: values[n-1],
		Mean: sum / float64(n),
	}
}

// shares counts jobs by name, without names of no job. Titles are the header's labels of key.
func (w *Workload) shares(key string, names Names, index func(*job.Job) int32) []Share {
	jobs := make([]int, len(names))
	held := w.Jobs.Held()
	for k := range held {
		if i := index(&held[k]); i >= 0 {
			jobs[i]++
		}
	}
	titles := map[string]string{}
	for _, l := range w.Header.Labels(key) {
		titles[strconv.FormatInt(l.ID, 10)] = l.Name
	}
	all := []Share{}
	for i, n := range jobs {
		if n > 0 {
			all = append(all, Share{names[i], titles[names[i]], n})
		}
	}
	sort.Slice(all, func(a, b int) bool { return CompareNames(all[a].Name, all[b].Name) < 0 })
	return all
}
