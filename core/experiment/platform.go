package experiment

import (
	"context"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/trace"
)

// A Platform is what the policies of a Spec schedule: one machine, a grid of sites,
// or a cluster of nodes that jobs share. CONTRIBUTING says how to add one. Most embed
// machinePlatform, whose methods are the defaults.
type Platform interface {
	// String returns what the platform is, such as "a grid of sites".
	String() string

	// Simple tells whether every run here is one of a sim.Policy on one machine: InstanceAt takes
	// only such runs, and only for them rule bases are trained.
	Simple() bool

	// Size returns the number of processors or nodes of runs on w, and that unit in
	// the singular.
	Size(w *trace.Workload) (n int, unit string)

	// Details continues the description that Size begins: " of 2 cores, penalty 300 s".
	Details() string

	// Notes says in sentences what the Spec's runs on w leave out and assume, beside what Spec.Ignored finds.
	Notes(w *trace.Workload) []string

	// Metrics returns the metrics of runs here, without those of user groups.
	Metrics() []metrics.Metric

	kind() Kind

	// validate reports what is wrong with the Spec's fields about this platform.
	validate() error

	// canonical returns the Spec without the defaults of those fields.
	canonical() Spec

	// reseed gives another seed to what the platform draws, in a copy of its field of the
	// Spec. It returns false if it draws nothing.
	reseed(seed uint64) bool

	// taken returns the keys of trace.Ignored that runs here take into account.
	taken() []string

	// sites returns the sites and homes each job's index in them; nil if there are none.
	sites() []grid.Site
	homes(w *trace.Workload) []int32

	// fit leaves out the jobs of w that cannot run here. It is an error if none is left.
	fit(w *trace.Workload) (*trace.Workload, error)

	// verify lets the referee check a run that Execute kept.
	verify(v *Verified, w *trace.Workload, o *Outcome) error

	// question returns what asks a run here why the job of that number waited.
	question(job int64) question

	// watcher returns what follows a run of that policy here and tells of its moments.
	watcher(policy string) watcher

	// ready prepares runs on the Problem. Several may be played at the same time.
	ready(p *Problem) (player, error)
}

// A player plays one policy on a platform.
type player interface {
	play(ctx context.Context, r *run) error
}

// asked returns the platforms whose fields the Spec sets.
func (s *Spec) asked() (asked []Platform) {
	if s.Grid != nil {
		asked = append(asked, gridPlatform{machinePlatform{s}})
	}
	if s.Shared != nil {
		asked = append(asked, sharedPlatform{machinePlatform{s}})
	}
	if s.Cluster != nil {
		asked = append(asked, clusterPlatform{machinePlatform{s}})
	}
	return asked
}

// Platform returns what the Spec's policies schedule; one machine by default.
func (s *Spec) Platform() Platform {
	return append(s.asked(), machinePlatform{s})[0]
}

// onePlatform reports an error if the Spec asks for several platforms.
func (s *Spec) onePlatform() error {
	if asked := s.asked(); len(asked) > 1 {
		return fmt.Errorf("both %s and %s are given: leave one out", asked[0], asked[1])
	}
	return nil
}

// Reseed gives another seed to everything that the Spec draws: its workload, unless that is
// a log, and what its platform draws. It returns false if nothing is drawn.
func (s *Spec) Reseed(seed uint64) bool {
	source, drawn := s.Workload.Reseeded(seed)
	s.Workload = source
	return s.Platform().reseed(seed) || drawn
}

// A Kind is the name of a platform.
type Kind string

// The platforms there are.
const (
	Machine Kind = "machine"
	Grid    Kind = "grid"
	Shared  Kind = "shared"
	Cluster Kind = "cluster"
)

// kinds says how sentences call each platform, and whose policies can be played there beside its own.
// The field of the Spec that gives a platform has its name. On shared nodes policies for one machine can
// be played, which do not share them, and on a cluster those that core/platform/cluster/queue has.
var kinds = map[Kind]struct {
	phrase string
	also   []Kind
}{
	Machine: {phrase: "one machine"},
	Grid:    {phrase: "a grid of sites"},
	Shared:  {phrase: "shared nodes", also: []Kind{Machine}},
	Cluster: {phrase: "a cluster", also: []Kind{Machine}},
}

// String returns what sentences call the platform.
func (k Kind) String() string { return kinds[k].phrase }

// takes tells whether policies for another platform can be played here.
func (k Kind) takes(other Kind) bool { return other == k || slices.Contains(kinds[k].also, other) }

// Misplaced is the error for a policy that is for one platform and named on another.
type Misplaced struct {
	Policy    string
	Of, Given Kind // which platform the policy is for, and which the Spec has
}

func (m *Misplaced) Error() string {
	if m.Given == Machine {
		return fmt.Sprintf("policy %s is for %s, and the experiment has none: set its field %q, or name a policy for one machine",
			m.Policy, m.Of, string(m.Of))
	}
	var named []string
	for _, k := range kinds[m.Given].also {
		named = append(named, "for "+k.String())
	}
	for _, f := range Families {
		if f.On == m.Given {
			named = append(named, f.names())
		}
	}
	return fmt.Sprintf("policy %s is for %s, and the experiment has %s: name policies %s, or leave out its field %q",
		m.Policy, m.Of, m.Given, either(named), string(m.Given))
}
