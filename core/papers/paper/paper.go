// Package paper regenerates the tables and figures of papers and compares them
// with what was printed. The papers themselves are packages below core/papers.
//
// A Paper has job sets, and an Experiment for every table and figure. An Experiment
// has Runs, Cells computed from their results, the Published numbers that cells are
// compared with, the Claims that the text makes, and a chart. Catalogue.Evaluate does
// the work:
//
//	Paper ── Experiment ── Runs ─┬─ job set (trace, or its substitute)
//	                             └─ Spec: policy, shrinking factor, ...
//	             │                         │
//	             │                 Summary (cached): metrics, statistics
//	             │                         │
//	             └── Cells, Published, Claims, Chart ──> Evaluation
//
// Read paper.go for what a paper says of itself, setting.go, choices.go and reading.go for what it
// can be computed under, printed.go for what it prints, evaluate.go and evaluation.go for what comes
// out, finding.go for what we make of it, and number.go, class.go, range.go and verdict.go for one number; work.go,
// simulate.go and cache.go do the runs, and table.go shows the outcome.
//
// Every experiment exists at two scales: Full is the paper's own size, Quick
// takes seconds, for tests and the browser.
//
// Judge computes every verdict; none is stated by hand. A Note only says why a number
// differs, if that is known.
package paper

import (
	"context"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/chart"
)

// Scale is the size at which an experiment runs.
type Scale string

const (
	Quick Scale = "quick" // seconds
	Full  Scale = "paper" // the paper's own size
)

// A Paper is one paper with all of its experiments.
type Paper struct {
	Key     string // "dynp": begins the ids of its experiments
	Title   string
	Authors string
	Venue   string   // with the year
	DOI     string   // "" if none is known
	Notes   []string // what the text leaves open, what we do, and why
	Seeds   int      // that a record takes: 16, or fewer as Samples says; 0 is 1
	Samples string   // why fewer, in a sentence
	Choices Choices  // what it leaves open and an experiment can be computed with either way

	Claimed  string    // its main results, in a sentence or two
	Findings []Finding // what came out, the strongest first

	// JobSets and Experiments return the same lists in every call with the same setting.
	// Experiments, their cells, printed numbers and claims do not depend on the seed; an
	// experiment that exists in one setting exists in all.
	JobSets     func(Setting) []JobSet
	Experiments func(Setting) []Experiment

	// What Described read, by ids without the paper's key.
	claims map[string]*statement
	heads  map[string]*Experiment
}

// A JobSet is a workload that a paper's runs share, made when the first run needs it.
type JobSet struct {
	Name  string // unique within the paper: "ctc-like"
	Title string // as the paper calls it: "CTC_syn"
	Doc   string // what it is made from, in one sentence
	Drawn bool   // depends on the setting's seed, which Loader.Draw returns
	Group string // "" is Name; sets that share a log or model share a group, in which a League judges
	Make  func(*Loader) (*trace.Workload, error)
}

// Kind is what an experiment regenerates.
type Kind string

const (
	Table  Kind = "table"
	Figure Kind = "figure"
)

// An Experiment regenerates one table or figure.
type Experiment struct {
	ID    string // "dynp/table4"
	Kind  Kind
	Title string // what it shows, in a line
	Doc   string // how ours relates to the printed one; may be empty

	// Extends says that the experiment follows Setting.Factors and Setting.Policies. With
	// other factors it has no printed numbers and no claims.
	Extends bool

	Runs      []Run
	Cells     []Cell      // our numbers; rows and columns appear in the order of first mention
	Published []Published // printed numbers; each is compared with a cell
	Claims    []Claim
	Chart     func(*Results) chart.Chart // the picture; nil if there is none
}

// Add adds a cell.
func (x *Experiment) Add(row, column, unit string, value func(*Results) float64) {
	x.Cells = append(x.Cells, Cell{Row: row, Column: column, Unit: unit, Value: value})
}

// AddInterval adds a cell of whose number only an interval is known.
func (x *Experiment) AddInterval(row, column, unit string, least, most func(*Results) float64) {
	x.Cells = append(x.Cells, Cell{Row: row, Column: column, Unit: unit, Value: least, Most: most})
}

// AddDraws adds a cell of several draws; see Cell.
func (x *Experiment) AddDraws(row, column, unit string, draws func(*Results) []float64) {
	x.AddReduced(row, column, unit, draws, nil)
}

// AddReduced adds a cell of what draws are reduced to; see Cell.
func (x *Experiment) AddReduced(row, column, unit string, draws func(*Results) []float64, of *Reduction) {
	x.Cells = append(x.Cells, Cell{Row: row, Column: column, Unit: unit, Draws: draws, Of: of})
}

// Repeat adds a number that another experiment has, to be compared with the cell in that
// row and column, too.
func (x *Experiment) Repeat(row, column string, value float64) {
	x.Published = append(x.Published, Published{Row: row, Column: column, Value: value, Class: Repeat})
}

// A Run is one computation on one job set; it yields a Summary. Runs that differ
// only in their Labels are computed once, also across experiments.
type Run struct {
	Label  string // unique within the experiment; cells ask for it: "CTC_syn/0.85/plan-sjf"
	JobSet string // name of one of the paper's; "" means Spec.Workload

	// Spec has one policy, or none to describe only the job set, and the changes to
	// the job set: Shrink, Procs, Overrun, Grid.
	Spec experiment.Spec

	Statistics []Statistic // kept beside the metrics
	Task       *Task       // replaces the simulation, for schedulers that are no sim.Policy
}

// Simulate returns the Run of one policy on a job set whose times between
// submissions are multiplied by shrink.
func Simulate(label, jobSet, policy string, shrink float64, keep ...Statistic) Run {
	return Run{Label: label, JobSet: jobSet, Spec: experiment.Spec{Policies: []string{policy}, Shrink: shrink}, Statistics: keep}
}

// Describe returns a Run that has statistics of a job set, and no metrics.
func Describe(label, jobSet string, keep ...Statistic) Run {
	return Run{Label: label, JobSet: jobSet, Statistics: keep}
}

// A Statistic reduces what happens in a run to a few numbers.
type Statistic struct {
	Name    string // unique
	Version int    // raise it when it computes something else, so that no cached result is used
	New     func(w *trace.Workload) Watch
}

// A Watch observes one run. All functions may be nil. Calls come in the order of the
// simulation, from one goroutine; a policy's step comes before the starts it leads to.
type Watch struct {
	// Begin is called first, in a run of a policy for one machine. A sim.Switcher or
	// sim.Planner can be asked at any event from then on.
	Begin   func(p sim.Policy)
	Step    func(s *sim.Step) // valid during the call
	Submit  func(now int64, j *sim.Job)
	Started func(now int64, j *sim.Job)
	Ended   func(now int64, j *sim.Job, killed bool)

	// Values is called once, at the end. placed is parallel to jobs, and nil in a run
	// without a policy. On a grid, the jobs have the processors that they held.
	Values func(out *Summary, jobs []job.Job, placed []job.Placement)

	// Played is called last, in a run with a policy. It also sees what is particular to the
	// run's platform, such as what each job held on each site of a grid.
	Played func(out *Summary, run *platform.Played)
}

// A Task is a computation other than the simulation of a sim.Policy.
type Task struct {
	Name    string // unique
	Version int    // raise it when it computes something else
	Params  any    // what it depends on, as JSON: part of the run's digest

	// Do fills out; w is the job set after the Spec's changes.
	Do func(ctx context.Context, w *trace.Workload, aid *Aid, out *Summary) error

	// After are runs whose results Do needs, whatever their labels. They are done first,
	// and are part of this run's digest.
	After []Run
}

// A Cell is one number of ours. It has a Value or Draws.
type Cell struct {
	Row, Column string
	Unit        string                 // "s", "%", "jobs", or "" for a plain number
	Value       func(*Results) float64 // NaN if there is none

	// Draws returns the numbers of random draws that one seed stands for: of traces, or of trainings. Ours is
	// their median, and the printed number is judged by their range.
	Draws func(*Results) []float64

	// Of is what the paper prints of as many draws, if that is not one of them: ours is the same of Draws, and
	// the range is its bootstrap.
	Of *Reduction

	// Most is set if only an interval of the number is known: Value is its lower end, Most
	// the upper.
	Most func(*Results) float64
}

// A Published is one printed number; see Printed.
type Published struct {
	Row, Column string  // of the cell that it is compared with
	Value       float64 // in Unit
	Step        float64 // of the last printed digit; 0 if the number is not printed with these digits
	Unit        string  // the cell's, for the reader
	Where       string  // in the paper: "table 4", "section 6.2"
	Class       Class
	Note        string // why ours differs, if known, in one sentence
}

// At names a cell.
type At struct{ Row, Column string }

// A Claim is a result that the text states, or one of ours on what the text leaves open.
type Claim struct {
	ID      string // unique within the experiment
	Text    string // in our words, with the numbers that the paper gives
	Section string // of the paper; "" if the claim is ours
	// Judge returns Holds, Fails, Undecided or Untestable, and the numbers that decided.
	Judge func(*Results) (v Verdict, note string)

	// Certain says in a sentence why our results cannot contradict the claim, so that it holds by construction.
	// It is judged all the same: if it fails, that is a mistake of ours.
	Certain string
}
