// Package empirical generates workloads that resemble a log, after Streit (A Self-Tuning
// Job Scheduler Family with Dynamic Policy Switching, JSSPP 2002, section 4). The times
// between submissions follow a Weibull distribution fitted to the log. Width, estimate and
// run time, which depend on each other, are drawn together from a three-dimensional table
// of the frequencies of all combinations.
//
// Where the paper is silent:
//
//   - It prints alpha and beta but not how they were fitted. Analyse takes the most likely
//     ones (see FitWeibull): on the public logs alpha is 0.50 for CTC, KTH and SDSC (beta
//     174, 433 and 534 s); the paper prints 0.35, 0.35 and 0.4 (60, 200 and 290 s). Mean
//     gaps are similar, but the paper's are more bursty. As Alpha and Beta of the Model,
//     the printed values have mean gaps (302, 1006, 964 s) near those of the paper's job
//     sets (287, 1047, 945 s).
//   - The table has no classes, because the paper's synthetic maxima are values of its
//     traces. The paper draws three numbers, width first; one for the whole combination has
//     the same distribution.
//   - Submissions depend neither on the hour nor on the job: a Weibull distribution keeps
//     the bursts of a log but not its days and weeks.
package empirical

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

// A Model is what Analyse keeps of a workload. It can be edited as JSON.
type Model struct {
	Name  string  `json:"name"`  // of the workload analysed
	Procs int     `json:"procs"` // size of its machine
	Alpha float64 `json:"alpha"` // shape of the Weibull distribution of gaps, in (0, 100]
	Beta  float64 `json:"beta"`  // its scale in seconds, in (0, job.MaxSeconds]
	Table Table   `json:"table"`
}

// Analyse returns the model of a workload with submissions in at least two seconds.
func Analyse(w *trace.Workload) (*Model, error) {
	gaps := make([]int64, 0, max(w.Len()-1, 0))
	cells := make([]Cell, w.Len())
	for i := range w.Jobs.Held() {
		j := &w.Jobs.Held()[i]
		cells[i] = Cell{Procs: j.Procs, Estimate: j.Estimate, Run: j.Run, Jobs: 1}
		if i > 0 {
			gaps = append(gaps, j.Submit-w.Jobs.Held()[i-1].Submit)
		}
	}
	alpha, beta, err := FitWeibull(gaps)
	if err != nil {
		return nil, fmt.Errorf("analysing workload %q: %w", w.Name, err)
	}
	return &Model{Name: w.Name, Procs: w.Procs, Alpha: alpha, Beta: beta, Table: NewTable(cells)}, nil
}

// DefaultJobs is the paper's number of jobs.
const DefaultJobs = 10_000

const (
	maxJobs  = 10_000_000
	maxUsers = 1_000_000
)

// Options say what to generate. The zero value is the paper's 10,000 jobs.
type Options struct {
	Jobs int    `json:"jobs,omitempty"` // 1..10,000,000; 0 is DefaultJobs
	Seed uint64 `json:"seed,omitempty"` // of all random streams

	// Load is the offered load: the area of all jobs over the processors times the span
	// from the first to the last submission. Unless it is 0, the gaps are scaled to reach
	// it, except for rounding. (The paper's shrinking factor is trace.ScaleInterarrival.)
	Load float64 `json:"load,omitempty"`

	// Users is the number of users, or 0 if users are unknown. The k-th is drawn with a
	// probability proportional to 1/k (Zipf).
	Users int `json:"users,omitempty"`
}

// Generate draws a workload with the first job at second 0. The same model and options
// give the same workload on every build; fewer Jobs give a prefix of it, unless Load is
// set.
func (m *Model) Generate(opt Options) (*trace.Workload, error) {
	if opt.Jobs == 0 {
		opt.Jobs = DefaultJobs
	}
	if problem := cmp.Or(m.check(), opt.check()); problem != "" {
		return nil, fmt.Errorf("empirical model: %s", problem)
	}

	jobs := make([]job.Job, opt.Jobs)
	gaps := make([]float64, opt.Jobs-1)
	arrivals := det.Stream(opt.Seed, "empirical arrivals")
	for i := range gaps {
		gaps[i] = det.Weibull(arrivals, m.Alpha, m.Beta)
	}
	table := m.Table.sampler()
	combinations := det.Stream(opt.Seed, "empirical jobs")
	users, userStream := det.NewZipf(opt.Users), det.Stream(opt.Seed, "empirical users")
	area := 0.0
	for i := range jobs {
		c := table.draw(combinations)
		j := &jobs[i]
		*j = job.Unknown
		j.ID, j.Run, j.Estimate, j.Procs, j.Status = int64(i)+1, c.Run, c.Estimate, c.Procs, 1
		j.User = int32(users.Draw(userStream))
		area += j.Area(false)
	}

	scale := 1.0
	if opt.Load > 0 {
		scale = scaleTo(gaps, area/float64(m.Procs)/opt.Load)
	}
	if !(span(gaps, scale) < job.MaxSeconds) {
		return nil, fmt.Errorf("empirical model: the workload would last more than %d seconds: give fewer jobs or a higher load", job.MaxSeconds)
	}
	for i, gap := range gaps {
		jobs[i+1].Submit = jobs[i].Submit + int64(rounded(gap, scale))
	}

	w := &trace.Workload{Name: "empirical", Generated: true, Source: m.source(opt), Procs: m.Procs, Jobs: trace.Hold(jobs)}
	if m.Name != "" {
		w.Name = m.Name + "-like"
	}
	for i := range opt.Users {
		w.Users = append(w.Users, strconv.Itoa(i+1))
	}
	return w, nil
}

func (m *Model) check() string {
	switch {
	case m.Procs < 1 || m.Procs > job.MaxProcs:
		return fmt.Sprintf("%d processors: want 1..%d", m.Procs, job.MaxProcs)
	case !(m.Alpha > 0 && m.Alpha <= maxAlpha):
		return fmt.Sprintf("alpha %v: want a number in (0, %d]", m.Alpha, maxAlpha)
	case !(m.Beta > 0 && m.Beta <= job.MaxSeconds):
		return fmt.Sprintf("beta %v: want seconds in (0, %d]", m.Beta, job.MaxSeconds)
	}
	return m.Table.check(m.Procs)
}

func (o *Options) check() string {
	switch {
	case o.Jobs < 1 || o.Jobs > maxJobs:
		return fmt.Sprintf("%d jobs: want 1..%d", o.Jobs, maxJobs)
	case !(o.Load >= 0 && o.Load <= 1000):
		return fmt.Sprintf("load %v: want 0 (as analysed) or up to 1000", o.Load)
	case o.Users < 0 || o.Users > maxUsers:
		return fmt.Sprintf("%d users: want 0..%d", o.Users, maxUsers)
	}
	return ""
}

func (m *Model) source(opt Options) string {
	options, err := json.Marshal(opt)
	if err != nil {
		panic(err) // checked options hold only finite numbers
	}
	return fmt.Sprintf("Generated from an analysis of %.80q (Weibull interarrival times with alpha %.6g and beta %.6g s, "+
		"%d combinations of width, estimate and run time; after Streit, JSSPP 2002) with the options %s.",
		m.Name, m.Alpha, m.Beta, len(m.Table.Jobs), options)
}
