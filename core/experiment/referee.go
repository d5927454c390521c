package experiment

import (
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/retell"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/verify"
	several "github.com/backfill-lab/backfill/core/verify/grid"
	sharing "github.com/backfill-lab/backfill/core/verify/shared"
)

// A Law is something that the referee checks of a schedule.
type Law struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
}

var (
	legal      = Law{"legal", "every job starts once and not too early, holds what it needs for as long as it runs, nothing is over capacity"}
	asRecorded = Law{"recorded", "every job starts once and not too early, runs as recorded or until it is cut, and fits the machine"}
	inOrder    = Law{"order", "no job starts before one that was submitted earlier"}
	greedy     = Law{"greedy", "no job waits while enough processors for it are idle"}
	headOnTime = Law{"head", "no job at the head of the queue starts later than a reservation that it had there"}
	promises   = Law{"promises", "no job starts later than the start that it was promised when it was submitted"}
	obeys      = Law{"laws", "jobs start, pause, resume and move only when the algorithm lets them, and share the CPU as it says"}
	follows    = Law{"follows", "every start is the one that the policy's rules make: the referee works all of them out again"}
)

// Verified is the referee's verdict on a run.
type Verified struct {
	Jobs       int                `json:"jobs"` // that were checked
	Laws       []Law              `json:"laws"`
	Notes      []string           `json:"notes,omitempty"` // what was not checked, and why
	Violations []verify.Violation `json:"violations"`
}

func (v *Verified) law(l Law, found []verify.Violation) {
	v.Laws, v.Violations = append(v.Laws, l), append(v.Violations, found...)
}

func (v *Verified) note(format string, args ...any) {
	v.Notes = append(v.Notes, fmt.Sprintf(format, args...))
}

// mostSteps bounds the work of working a schedule out again: about half a minute.
const mostSteps = 2.5e8

// within reports whether the referee can afford that many steps, and notes it if not.
func (v *Verified) within(steps float64) bool {
	if steps > mostSteps {
		v.note("starts are not worked out again: the referee would need about %.0f min for them", steps/1e7/60)
	}
	return steps <= mostSteps
}

// Verify lets the referee of the platform, which shares no code with what made the run,
// check all that it knows of the policy. The run of the Spec on w must come from Execute with
// Options.Verify, or with Options.Keep and, on shared nodes, Options.Stretches.
func Verify(spec Spec, w *trace.Workload, o *Outcome) (*Verified, error) {
	v := &Verified{Jobs: o.jobs(), Violations: []verify.Violation{}}
	return v, spec.Platform().verify(v, w, o)
}

// machine judges a run on one machine.
func (v *Verified) machine(spec *Spec, w *trace.Workload, o *Outcome, p verify.Problem) {
	if o.Policy == policy.Recorded {
		found, overloads := verify.CheckJobs(p, o.Placed)
		v.law(asRecorded, found)
		v.note("capacity is not checked: a log may overlap more jobs than its machine holds, and this one does so %d times", overloads)
		return
	}
	v.law(legal, verify.Check(p, o.Placed))
	d, key, err := discipline(spec, w, o.Policy)
	switch {
	case len(v.Violations) > 0:
		v.note("the rules of %s are not checked: they are those of legal schedules", o.Policy)
		return
	case err != nil:
		v.note("%v", err)
		return
	}
	planned := d == verify.Conservative || d == verify.Planned
	if !v.within(verify.Effort(p, o.Placed, planned)) {
		return
	}
	switch {
	case d == verify.FCFS && key == nil:
		v.law(inOrder, verify.SubmissionOrder(p, o.Placed))
	case d == verify.List:
		v.law(greedy, verify.Greedy(p, o.Placed))
	case d == verify.EASY && !p.Extend:
		v.law(headOnTime, verify.HeadOnTime(p, o.Placed, key))
	case d == verify.Conservative && !p.Extend:
		v.law(promises, verify.PromisesKept(p, o.Placed, key))
	}
	v.law(follows, verify.Follows(p, o.Placed, d, key))
}

// inexact are the orders whose logarithms and roots may differ from the policy's in the last
// bit.
var inexact = []string{"unicef", "f1", "f2", "f3", "f4"}

const ties = "starts are not worked out again: jobs that tie in the order %s may come in either order"

// discipline returns what the referee knows of a policy for one machine.
func discipline(spec *Spec, w *trace.Workload, name string) (verify.Discipline, verify.Key, error) {
	if of, is := strings.CutPrefix(name, rules.Prefix); is {
		strategy, err := rules.StrategyNamed(of)
		if err != nil {
			return "", nil, fmt.Errorf("the choices of %s are not checked: a rule base promises nothing", name)
		}
		d := []verify.Discipline{verify.FCFS, verify.EASY, verify.Planned, verify.FCFS}[strategy.Algorithm()]
		consumption, err := consumed(w)
		if err != nil {
			return "", nil, err
		}
		groups := consumption.Groups(spec.bounds())
		return d, []verify.Key{verify.OrderKey("narrow"), verify.OrderKey("sjf"), nil,
			func(_ int64, j *job.Job) float64 { return float64(groups.Of(j.User)) },
			func(_ int64, j *job.Job) float64 {
				return float64(j.Submit - rules.DefaultAdvantage[groups.Of(j.User)-1])
			},
		}[strategy.Order()], nil
	}
	d, key, err := verify.Parse(name)
	if err != nil {
		return "", nil, fmt.Errorf("the choices of %s are not checked: the referee knows no rule that they must follow", name)
	}
	for _, part := range strings.Split(name, "-") { // ORDER-KIND or plan-ORDER
		if slices.Contains(inexact, part) {
			return "", nil, fmt.Errorf(ties, part)
		}
	}
	return d, key, nil
}

// sites judges a run on a grid.
func (v *Verified) sites(spec *Spec, o *Outcome) {
	r := o.Grid
	g, placed := retell.Grid(spec.onGrid(r.Asked, r.Natures), r.Schedule)
	for i := range placed {
		placed[i].Placement = r.Placed[i]
	}
	known, err := several.Parse(o.Policy)
	order := slices.IndexFunc(inexact, func(order string) bool { return strings.Contains(o.Policy+",", "order="+order+",") })
	if err == nil {
		g.Mold, g.Split = known.Mold && !known.Clusters, known.Split != "" && !known.Clusters
	}
	v.law(legal, several.Check(g, placed))
	switch {
	case err != nil:
		v.note("the choices of %s are not checked: the referee knows no rule that they must follow", o.Policy)
	case len(v.Violations) > 0:
		v.note("the rules of %s are not checked: they are those of legal schedules", o.Policy)
	case order >= 0:
		v.note(ties, inexact[order])
	case v.within(verify.Effort(verify.Problem{Jobs: o.Jobs}, o.Placed, known.Planned) * float64(len(g.Sites))):
		v.law(follows, several.Follows(g, known, placed))
		if known.Site == "random" {
			v.note("which of the sites that hold a job is drawn is not checked")
		}
	}
}

// nodes judges a run on shared nodes.
func (v *Verified) nodes(spec *Spec, o *Outcome) {
	r := o.Shared
	c, runs := retell.Shared(spec.onShared(r.Tasks), r.Outcomes, r.Stretches)
	v.law(legal, sharing.Check(c, runs))
	known, err := sharing.Parse(strings.TrimPrefix(o.Policy, shared.Prefix))
	switch {
	case err != nil:
		v.note("the choices of %s are not checked: %v", o.Policy, err)
	case len(v.Violations) > 0:
		v.note("the laws of %s are not checked: they are those of legal schedules", o.Policy)
	default:
		v.law(obeys, sharing.Obeys(c, known, runs))
		if v.within(sharing.Effort(c, known, runs)) {
			v.law(follows, sharing.Follows(c, known, runs))
			if known.Goal != "MIN" {
				v.note("with OPT=%s the yields are not unique: only their least values and, for AVG, their sum are checked", known.Goal)
			}
		}
	}
}
