package experiment

import (
	"context"
	"fmt"

	"github.com/backfill-lab/backfill/core/dfrs"
	"github.com/backfill-lab/backfill/core/grid"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/workload"
)

// A Platform is what the policies of a Spec schedule: one machine, a grid of sites,
// or a cluster of nodes that jobs share. To add one, implement it in a file of its own
// and add its Kind and a case of Spec.asked below.
type Platform interface {
	Kind() Kind

	// Size returns the number of processors or nodes of runs on w, and that unit in
	// the singular.
	Size(w *workload.Workload) (n int, unit string)

	// Details continues the description that Size begins: " of 2 cores, penalty 300 s".
	Details() string

	// Metrics returns the metrics of runs here, without those of user groups.
	Metrics() []metrics.Metric

	// validate reports what is wrong with the Spec's fields about this platform.
	validate() error

	// canonical returns the Spec without the defaults of those fields.
	canonical() Spec

	// fit leaves out the jobs of w that cannot run here. It is an error if none is left.
	fit(w *workload.Workload) (*workload.Workload, error)

	// verify lets the referee check a run that Execute kept.
	verify(v *Verified, w *workload.Workload, o *Outcome) error

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
		return fmt.Errorf("both %s and %s are given: leave one out", asked[0].Kind(), asked[1].Kind())
	}
	return nil
}

// A Kind tells platforms apart, as error messages call them.
type Kind string

// The platforms there are.
const (
	Machine Kind = "one machine"
	Sites   Kind = "a grid of sites"
	Nodes   Kind = "a cluster of shared nodes"
)

// takes tells whether policies for another platform can be played here. On the nodes of
// a cluster those for one machine can, which do not share them.
func (k Kind) takes(other Kind) bool { return other == k || k == Nodes && other == Machine }

// misplaced says that a policy for one platform cannot be played on the one given.
func misplaced(name string, of, given Kind) error {
	field := map[Kind]string{Sites: "grid", Nodes: "cluster"}
	if given == Machine {
		return fmt.Errorf("policy %s is for %s, and none is given: give the experiment a %s, or name a policy for one machine",
			name, of, field[of])
	}
	policies := map[Kind]string{Sites: "that begin with " + grid.Prefix, Nodes: "for one machine or that begin with " + dfrs.Prefix}[given]
	return fmt.Errorf("policy %s is for %s, and %s is given: name policies %s, or leave the %s out", name, of, given, policies, field[given])
}
