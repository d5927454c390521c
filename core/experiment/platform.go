package experiment

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/dfrs"
	"github.com/backfill-lab/backfill/core/grid"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/workload"
)

// A Platform is what the policies of a Spec schedule: one machine, a grid of sites,
// or the shared nodes of a cluster. To add one, implement it in a file of its own
// and add a row to platforms.
type Platform interface {
	Kind() Kind

	// Size returns the number of processors or nodes of runs on w, and that unit in
	// the singular.
	Size(w *workload.Workload) (n int, unit string)

	// Details continues the description that Size begins: " of 2 cores, penalty 300 s".
	Details() string

	// Metrics returns the metrics of runs here, without those of user groups.
	Metrics() []metrics.Metric

	place() place

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

// A Kind tells platforms apart.
type Kind string

// The platforms there are.
const (
	Machine Kind = "machine"
	Sites   Kind = "sites"
	Nodes   Kind = "nodes"
)

// A player plays one policy on a platform.
type player interface {
	play(ctx context.Context, r *run) error
}

// platforms lists every platform with the field of the Spec that asks for it. The
// last is the default.
var platforms = []struct {
	asked func(*Spec) bool
	of    func(*Spec) Platform
	field string
}{
	{func(s *Spec) bool { return s.Grid != nil }, func(s *Spec) Platform { return gridPlatform{s} }, "a grid of sites"},
	{func(s *Spec) bool { return s.Cluster != nil }, func(s *Spec) Platform { return clusterPlatform{s} }, "a cluster of nodes"},
	{func(*Spec) bool { return true }, func(s *Spec) Platform { return machinePlatform{s} }, ""},
}

// Platform returns what the Spec's policies schedule.
func (s *Spec) Platform() Platform {
	for _, p := range platforms {
		if p.asked(s) {
			return p.of(s)
		}
	}
	panic("experiment: no platform is the default")
}

// onePlatform reports an error if the Spec asks for several platforms.
func (s *Spec) onePlatform() error {
	var asked []string
	for _, p := range platforms[:len(platforms)-1] {
		if p.asked(s) {
			asked = append(asked, p.field)
		}
	}
	if len(asked) > 1 {
		return errors.New("both " + strings.Join(asked, " and ") + " are given: leave one out")
	}
	return nil
}

// A place is what policies are made for.
type place struct{ one, give, names string }

var (
	oneMachine  = place{one: "one machine"}
	gridOfSites = place{"a grid of sites", "a grid", "that begin with " + grid.Prefix}
	sharedNodes = place{"a cluster of shared nodes", "a cluster", "for one machine or that begin with " + dfrs.Prefix}
)

// takes tells whether policies for p can be played on what is given. On the nodes
// of a cluster those for one machine can, which do not share them.
func (given place) takes(p place) bool { return p == given || given == sharedNodes && p == oneMachine }

// misplaced says that a policy for p cannot be played on what is given.
func misplaced(name string, p, given place) error {
	if given == oneMachine {
		return fmt.Errorf("policy %s is for %s, and none is given: give the experiment %s, or name a policy for one machine", name, p.one, p.give)
	}
	return fmt.Errorf("policy %s is for %s, and %s is given: name policies %s, or leave %s out",
		name, p.one, given.one, given.names, strings.Replace(given.give, "a ", "the ", 1))
}
