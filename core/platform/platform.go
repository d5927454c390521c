// Package platform says what a platform is: what policies schedule jobs on, such as one machine, a
// grid of sites or a cluster of nodes. Each is a package below this one and holds all of it: the
// description that an experiment gives, the engine that plays policies on it, the policies of its
// own, why jobs wait there, and what its referee is told.
//
// To add a platform is to write such a package, whose type implements Platform and those of the
// other interfaces here that it can, and to add a row to the registry in core/experiment.
package platform

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/trace"
)

// A Platform is what policies schedule on, as one experiment describes it. It may also be a Sized, a
// Fitter, a Canonical, a Drawn, a Measured, a Detailed, a Noted, a Taker, an Explained or a Refereed.
type Platform interface {
	// About returns what all platforms of its kind have in common.
	About() *About

	// Validate reports what is wrong with the description, or with what else the experiment says.
	Validate(s *Setting) error

	// Prepare makes what plays policies on the Problem's jobs. It may play several at the same time.
	Prepare(p *Problem) (Player, error)
}

// A Player plays one policy.
type Player interface {
	// Play plays the policy r.Entry, shows the run to r.Hooks, and leaves what became of it in r.Played. It ends with
	// the error of ctx.
	Play(ctx context.Context, r *Run) error
}

// Sized is a Platform whose size is not the number of the workload's processors.
type Sized interface {
	Size(w *trace.Workload) (n int, unit string) // the unit in the singular, such as "node"
}

// SizeOf returns the size of runs of w on p, and what it counts, in the singular.
func SizeOf(p Platform, w *trace.Workload) (n int, unit string) {
	if s, ok := p.(Sized); ok {
		return s.Size(w)
	}
	return w.Procs, "processor"
}

// A Fitter is a Platform on which some jobs cannot run.
type Fitter interface {
	// Fit leaves out the jobs of w that cannot run here. It is an error if none is left.
	Fit(s *Setting, w *trace.Workload) (*trace.Workload, error)
}

// A Canonical is a Platform with defaults.
type Canonical interface {
	Canonical(s *Setting) Platform // returns it without them
}

// A Drawn is a Platform that draws something at random.
type Drawn interface {
	Reseeded(seed uint64) Platform // returns it with another seed
}

// A Measured is a Platform with other metrics than those of one machine.
type Measured interface {
	Metrics() []metrics.Metric // without those of user groups
}

// A Detailed is a Platform of which its size is not all.
type Detailed interface {
	Details() string // continues the description that the size begins: " of 2 cores, penalty 300 s"
}

// A Noted is a Platform whose runs need a word of caution.
type Noted interface {
	Notes(s *Setting, w *trace.Workload) []string // says in sentences what runs on w leave out and assume
}

// A Doubtful is a Platform that has to decide what a log leaves open.
type Doubtful interface {
	Doubts(w *trace.Workload) []trace.Doubt
}

// A Taker is a Platform that takes into account what one machine ignores of a log.
type Taker interface {
	Taken(s *Setting) []string // returns keys of trace.Ignored
}

// An Explained is a Platform whose policies can be asked why.
type Explained interface {
	Question(job int64) Question               // asks a run why the job of that number waited
	Watcher(s *Setting, policy string) Watcher // follows a run of that policy
}

// A Question asks one run why a job waited.
type Question interface {
	Hooks() Hooks // what watches the run, and ends it once the answer is known
	Answer() (Answer, error)
}

// A Watcher follows a run and tells of its moments.
type Watcher interface {
	Hooks() Hooks
	Seen() *Watch
	Moment(most int, job int64) Moment
}

// LeftOut is the error of an Answer for a job that the run left out, or that never started: it says which.
type LeftOut string

func (l LeftOut) Error() string { return string(l) }

// A Refereed is a Platform with a referee, which shares no code with the engine.
type Refereed interface {
	// Verify lets the referee check a run, whose Hooks had Verify set.
	Verify(v *Verified, p *Problem, played *Played) error
}

// A Kind is the name of a platform: the field of an experiment that describes it.
type Kind string

// An About is what all platforms of a kind have in common.
type About struct {
	Kind     Kind
	Phrase   string   // what sentences call it: "a grid of sites"
	Default  bool     // it is that of experiments that describe none
	Families []Family // the policies of its own
	Also     []*About // the platforms whose policies can be played here, too

	// Makes tells whether make is a function that makes a policy of this platform: see Entry.Make. nil: none is one.
	Makes func(make any) bool
}

// String returns what sentences call the platform.
func (a *About) String() string { return a.Phrase }

// Plays tells whether policies for another platform can be played here.
func (a *About) Plays(other *About) bool { return other == a || slices.Contains(a.Also, other) }

// Misplaced is the error for a policy that is for one platform and named on another.
type Misplaced struct {
	Policy    string
	Of, Given *About // which platform the policy is for, and which the experiment has
}

func (m *Misplaced) Error() string {
	if m.Given.Default {
		return fmt.Sprintf("policy %s is for %s, and the experiment has none: set its field %q, or name a policy for %s",
			m.Policy, m.Of, m.Of.Kind, m.Given)
	}
	var named []string
	for _, k := range m.Given.Also {
		named = append(named, "for "+k.String())
	}
	for _, f := range m.Given.Families {
		named = append(named, f.Names())
	}
	return fmt.Sprintf("policy %s is for %s, and the experiment has %s: name policies %s, or leave out its field %q",
		m.Policy, m.Of, m.Given, Either(named), m.Given.Kind)
}

// Either lists words: a, b or c.
func Either(words []string) string {
	last := len(words) - 1
	if last <= 0 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// A Setting is what an experiment says beside its platform.
type Setting struct {
	Procs     int         // of one machine; 0 is the workload's own
	Overrun   sim.Overrun // what becomes of jobs that run past their estimates
	Policies  []string
	Model     *Model       // the Lublin model that the workload is drawn from, or nil
	Anonymize bool         // names are replaced by pseudonyms
	Bounds    rules.Bounds // of the user groups

	// Find returns the policy of a name. The error for an unknown name is a *policy.Unknown.
	Find func(name string) (*Entry, error)
}

// A Model is a Lublin model that jobs are drawn from.
type Model struct{ Seed uint64 }

// A Problem is what a policy is played on.
type Problem struct {
	*Setting
	Workload *trace.Workload

	// Given is what the platform makes of the workload's jobs if it is nil: []grid.Nature, parallel to them, or
	// []shared.Job, beside which the Workload may be nil.
	Given any

	Groups rules.Groups // of users, for a run on spooled jobs
}
