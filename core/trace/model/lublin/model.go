package lublin

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

// Defaults of Model.
const (
	DefaultJobs  = 5000
	DefaultProcs = 128 // the machine of the published parameters
)

const program = "program" // the value of Model.UMed

const (
	maxJobs  = 10_000_000
	maxUsers = 1_000_000
)

// A Model is the model with all its options. The zero value is the published model of
// batch jobs: 5,000 of them, on 128 processors.
type Model struct {
	Jobs  int    `json:"jobs,omitempty"`  // 1..10,000,000; 0 is DefaultJobs
	Procs int    `json:"procs,omitempty"` // of the machine, 1..job.MaxProcs; 0 is DefaultProcs
	Seed  uint64 `json:"seed,omitempty"`  // of all random streams

	// Type of jobs: batch (also ""), interactive, both (each with its own parameters and
	// arrivals) or untyped (the parameters of all jobs together).
	Type string `json:"type,omitempty"`

	// UMed says where the sizes of batch jobs bend: formula (also ""), as in Batch, or program,
	// as in ProgramBatch, with larger jobs.
	UMed string `json:"u_med,omitempty"`

	// Load is the offered load: the area of all jobs over Procs times the span from the
	// first to the last submission. Unless it is 0, the gaps are stretched to reach it.
	Load float64 `json:"load,omitempty"`

	// Wide is the share of parallel jobs, 0..1, whose size is of the upper range, [UMed, UHi];
	// 0 is that of the parameters, 1-UProb. A larger share makes no job narrower.
	Wide float64 `json:"wide,omitempty"`

	// RunFactor multiplies the run times, 0..1000; 0 is 1.
	RunFactor float64 `json:"run_factor,omitempty"`

	// Users is the number of users, or 0 if users are unknown. The k-th is drawn with a
	// probability proportional to 1/k (Zipf).
	Users int `json:"users,omitempty"`

	Estimates Estimates `json:"estimates,omitzero"`

	// Parameters replaces the published parameters. Type must not be both, UMed not program.
	Parameters *Parameters `json:"parameters,omitempty"`
}

// A kind is one type of jobs while they are generated.
type kind struct {
	queue  int32
	params Parameters
	cycle  *Cycle
	gaps   *rand.Rand
	sizes  *rand.Rand
	runs   *rand.Rand

	// The sums of the gaps up to the next, the first (-1 before it) and the last arrival,
	// in seconds of an average hour.
	clock, first, last float64
}

// A typed is one type of jobs, with its queue as in the authors' program, or "".
type typed struct {
	name, queue string
	parameters  func(procs int) Parameters
}

var (
	interactive = typed{"interactive", "0", Interactive}
	batch       = typed{"batch", "1", Batch}
	types       = map[string][]typed{
		"": {batch}, "batch": {batch}, "interactive": {interactive}, "both": {interactive, batch}, "untyped": {{"untyped", "", Untyped}},
	}
)

// kinds returns the types of jobs and their queues.
func (m *Model) kinds() (all []*kind, queues trace.Names) {
	for i, t := range types[m.Type] {
		k := &kind{
			queue: int32(i), first: -1,
			gaps:  det.Stream(m.Seed, "lublin "+t.name+" arrivals"),
			sizes: det.Stream(m.Seed, "lublin "+t.name+" sizes"),
			runs:  det.Stream(m.Seed, "lublin "+t.name+" run times"),
		}
		if t.queue == "" {
			k.queue = job.None
		} else {
			queues = append(queues, t.queue)
		}
		switch k.params = t.parameters(m.Procs); {
		case m.Parameters != nil:
			k.params = *m.Parameters
		case m.UMed == program && t.name == batch.name:
			k.params = ProgramBatch(m.Procs)
		}
		if m.Wide > 0 {
			k.params.UProb = 1 - m.Wide
		}
		k.cycle = k.params.Cycle()
		k.clock = k.params.Gap(k.gaps)
		all = append(all, k)
	}
	return all, queues
}

// arrive returns the clock of the next arrival and draws the one after it.
func (k *kind) arrive() float64 {
	k.last = k.clock
	if k.first < 0 {
		k.first = k.clock
	}
	k.clock += k.params.Gap(k.gaps)
	return k.last
}

// An arrival is a job's submission before stretching.
type arrival struct {
	clock float64
	kind  *kind
}

// Generate draws the workload. Second 0 is midnight; the first job is submitted some
// time later. The same Model gives the same workload on every build; fewer Jobs give a
// prefix of it, unless Load is set.
func (m Model) Generate() (*trace.Workload, error) {
	d, err := m.drawing()
	if err != nil {
		return nil, err
	}
	arrivals := make([]arrival, d.Jobs)
	jobs := make([]job.Job, d.Jobs)
	for i := range jobs {
		arrivals[i] = d.next(&jobs[i])
	}
	stretch := d.stretch()
	for i := range jobs {
		if jobs[i].Submit, err = arrivals[i].second(stretch); err != nil {
			return nil, err
		}
	}
	if len(d.kinds) > 1 { // stretching may reorder arrivals of two cycles
		slices.SortStableFunc(jobs, func(a, b job.Job) int { return cmp.Compare(a.Submit, b.Submit) })
	}
	for i := range jobs {
		jobs[i].ID = int64(i) + 1
	}
	w := d.workload()
	w.Jobs = trace.Hold(jobs)
	return w, nil
}

// A drawing is a workload that is being drawn.
type drawing struct {
	*Model
	kinds                      []*kind
	queues                     trace.Names
	users                      det.Zipf
	userStream, estimateStream *rand.Rand
	area                       float64 // of the jobs so far, processor seconds
}

// drawing returns the drawing of no job yet, with defaults in a Model of its own.
func (m Model) drawing() (*drawing, error) {
	if m.Jobs == 0 {
		m.Jobs = DefaultJobs
	}
	if m.Procs == 0 {
		m.Procs = DefaultProcs
	}
	if problem := m.check(); problem != "" {
		return nil, fmt.Errorf("lublin model: %s", problem)
	}
	d := &drawing{Model: &m, users: det.NewZipf(m.Users), userStream: det.Stream(m.Seed, "lublin users"),
		estimateStream: det.Stream(m.Seed, "lublin estimates")}
	d.kinds, d.queues = m.kinds()
	return d, nil
}

// next draws a job but for its number and submission.
func (d *drawing) next(j *job.Job) arrival {
	k := d.kinds[0]
	for _, other := range d.kinds[1:] {
		if other.cycle.At(other.clock) < k.cycle.At(k.clock) {
			k = other
		}
	}
	at := arrival{k.arrive(), k}

	size := k.params.Size(k.sizes, d.Procs)
	run := k.params.Runtime(k.runs, size)
	if d.RunFactor > 0 {
		run = max(1, int64(float64(run)*d.RunFactor))
	}
	*j = job.Unknown
	j.Run, j.Estimate, j.Procs, j.Status = run, d.Estimates.Draw(d.estimateStream, run), int32(size), 1
	j.User, j.Queue = int32(d.users.Draw(d.userStream)), k.queue
	d.area += float64(float64(run) * float64(size))
	return at
}

// stretch returns the factor of all gaps, when all jobs have been drawn.
func (d *drawing) stretch() float64 {
	if d.Load > 0 {
		return stretchTo(d.kinds, d.area/float64(d.Procs)/d.Load)
	}
	return 1
}

// workload returns the workload without its jobs.
func (d *drawing) workload() *trace.Workload {
	w := &trace.Workload{Name: "lublin", Generated: true, Source: d.source(), Procs: d.Procs, Queues: d.queues}
	for i := range d.Users {
		w.Users = append(w.Users, strconv.Itoa(i+1))
	}
	return w
}

// second returns the second in which the job is submitted.
func (a *arrival) second(stretch float64) (int64, error) {
	at := a.at(stretch)
	if !(at < job.MaxSeconds) {
		return 0, fmt.Errorf("lublin model: the workload would last more than %d seconds: give fewer jobs or a higher load", job.MaxSeconds)
	}
	return int64(at), nil
}

// at returns when the job arrives, in seconds, with stretched gaps.
func (a *arrival) at(stretch float64) float64 { return a.kind.cycle.At(float64(a.clock * stretch)) }

// stretchTo returns the factor of all gaps with which the arrivals span that many seconds,
// by bisection: the span grows with the factor.
func stretchTo(kinds []*kind, seconds float64) float64 {
	span := func(stretch float64) float64 {
		from, to := math.Inf(1), 0.0
		for _, k := range kinds {
			if k.first >= 0 {
				from = min(from, k.cycle.At(float64(k.first*stretch)))
				to = max(to, k.cycle.At(float64(k.last*stretch)))
			}
		}
		return to - from
	}
	if span(1) <= 0 {
		return 1 // one job: no factor changes a span of 0
	}
	lo, hi := 0.0, 1.0
	for span(hi) < seconds && hi < 1e15 {
		lo, hi = hi, 2*hi
	}
	for range 100 {
		if mid := lo + (hi-lo)/2; span(mid) < seconds {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

func (m *Model) check() string {
	switch {
	case m.Jobs < 1 || m.Jobs > maxJobs:
		return fmt.Sprintf("%d jobs: want 1..%d", m.Jobs, maxJobs)
	case m.Procs < 1 || m.Procs > job.MaxProcs:
		return fmt.Sprintf("%d processors: want 1..%d", m.Procs, job.MaxProcs)
	case !(m.Load >= 0 && m.Load <= 1000):
		return fmt.Sprintf("load %v: want 0 (as modelled) or up to 1000", m.Load)
	case !(m.Wide >= 0 && m.Wide <= 1):
		return fmt.Sprintf("a share of %v wide jobs: want 0 (as modelled) to 1", m.Wide)
	case !(m.RunFactor >= 0 && m.RunFactor <= 1000):
		return fmt.Sprintf("run times times %v: want 0 (as modelled) or up to 1000", m.RunFactor)
	case m.Users < 0 || m.Users > maxUsers:
		return fmt.Sprintf("%d users: want 0..%d", m.Users, maxUsers)
	}
	switch {
	case types[m.Type] == nil:
		return fmt.Sprintf("type %.40q is unknown: give batch, interactive, both or untyped", m.Type)
	case m.UMed != "" && m.UMed != "formula" && m.UMed != program:
		return fmt.Sprintf("u_med %.40q is unknown: give formula or program", m.UMed)
	case m.Parameters == nil:
		return m.Estimates.check()
	case m.UMed == program:
		return "parameters have their own u_med"
	case m.Type == "both":
		return "parameters are for one type of jobs, not for both"
	}
	return cmp.Or(m.Parameters.check(), m.Estimates.check())
}

func (m *Model) source() string {
	options, err := json.Marshal(m)
	if err != nil {
		panic(err) // a checked Model holds only finite numbers and text
	}
	return "Generated by the model of Lublin and Feitelson (JPDC 2003) with the options " + string(options) + "."
}
