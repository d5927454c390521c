package experiment

import (
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster/queue"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/dynp"
	"github.com/backfill-lab/backfill/core/policy/plan"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/trace"
)

// A Family is the policies of one package, whose names begin with Prefix.
type Family struct {
	Name    string `json:"name"` // policy.Info.Family of its policies
	Prefix  string `json:"prefix"`
	On      Kind   `json:"on"`                // the platform that its policies are for
	Title   string `json:"title"`             // what sets it apart from other families for that platform, or ""
	Example string `json:"example,omitempty"` // how the names of its policies are made, if that needs saying

	list []policy.Info
	find func(name string) (Entry, error)
}

// Policies describes the family's policies, without options in their names.
func (f *Family) Policies() []policy.Info { return f.list }

// Families are all families, in the order in which lists show them. The first takes every
// name that begins with no other's prefix.
var Families = []Family{
	{"queue", "", Machine, "a queue", "KIND or ORDER-KIND, as in easy and sjf-easy",
		policy.All.List(), finder(policy.All.Find, onMachine)},
	{"plan", plan.Prefix, Machine, "a plan of all jobs", "plan-ORDER, as in plan-sjf",
		plan.All.List(), finder(plan.All.Find, onMachine)},
	{"dynp", dynp.Prefix, Machine, "a plan in the order that is best at present", "",
		dynp.All.List(), finder(dynp.All.Find, onMachine)},
	{"rules", rules.Prefix, Machine, "by rules", "rules:FILE is a rule base, the rest are its strategies",
		rules.Always.List(), finder(rules.Always.Find, func(e *Entry, make func() *rules.Base) { *e = ruledBy(e.Info, make()) })},
	{"grid", grid.Prefix, Grid, "", "",
		grid.All.List(), finder(grid.All.Find, func(e *Entry, make func() grid.Policy) { e.grid = make })},
	{"dfrs", shared.Prefix, Shared, "", "",
		shared.Combinations(), finder(shared.Find, func(e *Entry, make func() shared.Algorithm) { e.Spelling, e.shared = e.Key, make })},
	{"slurm", policy.Slurm, Cluster, "", "", twinOfSlurm.List(),
		finder(twinOfSlurm.Find, func(e *Entry, make func() queue.Maker) { e.cluster = make() })},
}

// alone tells whether the Prefix is the name of the family's only policy.
func (f *Family) alone() bool { return len(f.list) == 1 && f.list[0].Name == f.Prefix }

// names says in an error how the names of its policies are made.
func (f *Family) names() string {
	if f.alone() {
		return "of the name " + f.Prefix
	}
	return "that begin with " + f.Prefix
}

// familyOf returns the family of a name that policy.Fold has folded.
func familyOf(folded string) *Family {
	i := slices.IndexFunc(Families[1:], func(f Family) bool {
		rest, has := strings.CutPrefix(folded, f.Prefix)
		return has && (!f.alone() || rest == "" || rest[0] == ':')
	})
	return &Families[i+1]
}

// onMachine is for policies that core/platform/cluster/queue may have under the same name.
func onMachine(e *Entry, make func() sim.Policy) {
	e.machine = func(*trace.Workload) (sim.Policy, error) { return make(), nil }
	if on, err := queue.All.Find(e.Spelling); err == nil {
		e.cluster = on.New()
	}
}

// finder returns what finds the entries of a family; set adds how their policies are made.
func finder[P any](find func(string) (policy.Found[P], error), set func(e *Entry, make func() P)) func(name string) (Entry, error) {
	return func(name string) (Entry, error) {
		f, err := find(name)
		e := Entry{Info: f.Info, Spelling: f.Name, Key: f.Key}
		if err == nil {
			set(&e, f.New)
		}
		return e, err
	}
}

// ruledBy returns the entry of a rule base.
func ruledBy(info policy.Info, b *rules.Base) Entry {
	return Entry{Info: info, Spelling: info.Name, Key: info.Name, Base: b, on: Machine,
		machine: func(w *trace.Workload) (sim.Policy, error) {
			c, err := consumed(w)
			if err != nil {
				return nil, err
			}
			return b.PolicyFor(c), nil
		}}
}
