package types

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/platform/machine"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/sim"
)

// names are those in TypeScript where they differ from Go's, which a package's name
// qualifies. Others begin with a capital letter and are Go's otherwise.
var names = map[string]string{
	"bridge.Summary":       "Workload",
	"bridge.homeKey":       "Homes",
	"bridge.report":        "Progress",
	"bridge.ruleBaseInfo":  "KnownRuleBase",
	"bridge.sent":          "SentTable",
	"bridge.clusterAnswer": "ClusterAbout",
	"chart.Kind":           "PanelKind",
	"figures.Site":         "FigureSite",
	"paper.Class":          "NumberClass",
	"paper.Kind":           "ExperimentKind",
	"paper.Answer":         "ReadingAnswer",
	"paper.Choice":         "ReadingChoice",
	"paper.Number":         "PaperNumber",
	"figures.Options":      "FigureOptions",
	"policy.Info":          "Policy",
	"policy.Option":        "PolicyOption",
	"platform.Answer":      "Why",
	"machine.Wait":         "OnMachine",
	"grid.Wait":            "OnGrid",
	"shared.Wait":          "OnShared",
	"cluster.Wait":         "OnCluster",
	"shared.Nodes":         "SharedNodes",
	"grid.Form":            "GridOptions",
	"shared.Form":          "SharedOptions",
	"trace.Rule":           "CleaningRule",
}

// written are types whose text in TypeScript is given, by Go's name.
var written = map[string]string{
	"bridge.jobNumber":    "number | string",
	"metrics.Blocks":      "Record<string, unknown>", // the page only hands it on
	"chart.Numbers":       "(number | null)[]",
	"numeral.JSON":        "number | null",
	"sim.Cause":           "string",                  // each platform has its own
	"cluster.Description": "Record<string, unknown>", // the page only passes it on
	"platform.Kind":       kinds(),
}

// kinds are the names of the platforms.
func kinds() string {
	var all []string
	for _, f := range experiment.Families {
		if name := strconv.Quote(string(f.On)); !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return strings.Join(all, " | ")
}

// standIns are the types that say what JSON has of others, which write or read it
// themselves.
var standIns = map[string]reflect.Type{
	"bridge.specText": reflect.TypeFor[experiment.Spec](),
	"rules.Base":      reflect.TypeFor[RuleBase](),
	"platform.Span":   reflect.TypeFor[Span](),
}

// A Span is a time in which the same rule and the same jobs kept a job waiting.
type Span struct {
	From   float64   `json:"from_s"`
	To     float64   `json:"to_s"`
	Passes int       `json:"passes"` // scheduling passes that passed the job over
	Cause  sim.Cause `json:"cause"`
	Code   string    `json:"code,omitempty"` // Slurm's for the cause, as squeue prints it
	Text   string    `json:"text"`           // the cause and what it rests on, in words

	*machine.Wait
	Grid    *grid.Wait    `json:"grid,omitempty"`
	Shared  *shared.Wait  `json:"shared,omitempty"`
	Cluster *cluster.Wait `json:"cluster,omitempty"`
}

// nullable has the fields for which the rule of pointers and slices does not hold.
var nullable = map[string]bool{
	"bridge.instanceAnswer.Instance": false,
	"bridge.ruleBaseInfo.Base":       false,
	"bridge.runAnswer.Alike":         true,
	"platform.Answer.Spans":          true,
	"machine.Wait.For":               true,
}

// A RuleBase is the file of a rule base: rigid or fuzzy rules, or fuzzy ones for the
// order and for the algorithm.
type RuleBase struct {
	Format     string      `json:"format"`
	Name       string      `json:"name"`
	About      string      `json:"about"`
	Bounds     []float64   `json:"groups_above_percent"`
	Advantage  []int64     `json:"greedy_advantage_s"`
	Rigid      *RigidRules `json:"rigid,omitempty"`
	Fuzzy      *FuzzyRules `json:"fuzzy,omitempty"`
	Orders     *FuzzyRules `json:"orders,omitempty"`
	Algorithms *FuzzyRules `json:"algorithms,omitempty"`
}

// RigidRules have one strategy for each part of the features' space.
type RigidRules struct {
	Partitions []Partition `json:"partitions"`
	Rules      []RigidRule `json:"rules"`
}

// A Partition parts the range of a feature.
type Partition struct {
	Feature string    `json:"feature"`
	Bounds  []float64 `json:"bounds"`
}

// A RigidRule names the strategy of one part.
type RigidRule struct {
	When string `json:"when"`
	Then string `json:"then"`
}

// FuzzyRules hold to a degree each.
type FuzzyRules struct {
	Rules []FuzzyRule `json:"rules"`
}

// A FuzzyRule has the names of the strategies that it speaks for and against.
type FuzzyRule struct {
	When            []Membership `json:"when"`
	StronglyFor     []string     `json:"strongly_for,omitempty"`
	For             []string     `json:"for,omitempty"`
	Against         []string     `json:"against,omitempty"`
	StronglyAgainst []string     `json:"strongly_against,omitempty"`
}

// A Membership is a Gaussian membership function of a feature.
type Membership struct {
	Feature string  `json:"feature"`
	Mean    float64 `json:"mean"`
	Sigma   float64 `json:"sigma"`
}
