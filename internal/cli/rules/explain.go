package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/results"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/cli/internal/workload"
	"github.com/backfill-lab/backfill/internal/numeral"
)

type explainFlags struct {
	state, from, run, job string
	at                    int64
}

func explainCommand(a *console.App) *cobra.Command {
	var f explainFlags
	features := console.Texts(rules.Features[:], func(x rules.Feature) string { return x.Name })
	c := usage.New("rules explain", usage.Arguments(0, 1), func(c *cobra.Command, args []string) error {
		given := func(name string) bool { return c.Flags().Changed(name) }
		switch {
		case len(args) == 1 && (f.from != "" || given("run") || given("job") || given("at")):
			return usage.Errorf("give either FILE with --state, or --from DIR with --job or --at")
		case len(args) == 1 && !given("state"):
			return usage.Errorf("--state is missing: give the features of a state, such as sd=1.5,um=92,prcwq1=40")
		case len(args) == 1:
			return explainState(a, args[0], &f)
		case f.from == "" || given("state"):
			return usage.Errorf("give FILE with --state, or --from DIR with --job or --at; see backfill rules explain --help")
		case given("job") == given("at"):
			return usage.Errorf("--job N or --at S chooses the decision of the run: give one of them")
		}
		return explainRun(a, &f, given("at"))
	}, "{features}", strings.Join(features, ", "))
	fl := usage.Ordered(c)
	fl.StringVar(&f.state, "state", "", "features of a state: name=value, several with commas")
	fl.StringVar(&f.from, "from", "", "folder with the results of a run")
	fl.StringVar(&f.run, "run", "", "the run, or its policy (default: the only run of a rule base)")
	fl.StringVar(&f.job, "job", "", "the decision that started this job")
	fl.Int64Var(&f.at, "at", 0, "the decision in force at this second")
	return a.WithJSON(c)
}

func parseState(text string) (x rules.Vector, err error) {
	for i, f := range rules.Features {
		x[i] = f.Least
	}
	seen := map[string]bool{}
	for part := range strings.SplitSeq(text, ",") {
		name, value, ok := strings.Cut(strings.TrimSpace(part), "=")
		if !ok {
			return x, usage.Errorf("--state: %q is not name=value", part)
		}
		i, err := rules.FeatureNamed(name)
		if err != nil {
			return x, usage.Errorf("--state: %w", err)
		}
		v, err := strconv.ParseFloat(value, 64)
		switch f := rules.Features[i]; {
		case err != nil || !(v >= f.Least && v <= f.Most):
			return x, usage.Errorf("--state: %s=%s: give a number from %s to %s", name, value, console.Factor(f.Least), console.Factor(f.Most))
		case seen[name]:
			return x, usage.Errorf("--state: %s is given twice", name)
		}
		x[i], seen[name] = v, true
	}
	return x, nil
}

// An explanation is a decision with its circumstances: the JSON of explain.
type explanation struct {
	Base    string             `json:"base"`
	Run     string             `json:"run,omitempty"`
	TimeS   *float64           `json:"time_s,omitempty"`
	Waiting int64              `json:"waiting,omitempty"`
	Before  string             `json:"before,omitempty"`
	State   map[string]float64 `json:"state"`
	Choice  string             `json:"strategy"`
	Fired   []rules.Firing     `json:"fired"`  // the strongest for the choice first
	Values  []rules.Value      `json:"values"` // of every possible choice

	controller rules.Controller
	at         rules.Vector // the state
}

func explained(b *rules.Base, x rules.Vector) *explanation {
	d := b.Controller.(rules.Explainer).Explain(&x) // every controller of a Base explains
	e := &explanation{Base: b.Name, State: map[string]float64{}, Choice: d.Strategy.String(), Fired: d.Fired, Values: d.Values,
		controller: b.Controller, at: d.At}
	for i, f := range rules.Features {
		e.State[f.Name] = x[i]
	}
	return e
}

func explainState(a *console.App, file string, f *explainFlags) error {
	x, err := parseState(f.state)
	if err != nil {
		return err
	}
	b, err := workload.ReadRuleBase(file)
	if err != nil {
		return err
	}
	return printExplanation(a, explained(b, x))
}

func explainRun(a *console.App, f *explainFlags, atSecond bool) error {
	r, err := results.Open(a, f.from, result.Jobs, result.Decisions)
	if err != nil {
		return err
	}
	run, err := f.chooseRun(r)
	if err != nil {
		return err
	}
	at := float64(f.at)
	if !atSecond {
		if at, err = startOf(r.Tables[result.Jobs], run.Name, f.job); err != nil {
			return fmt.Errorf("%s: %w", f.from, err)
		}
	}
	d := r.Tables[result.Decisions]
	row := result.DecisionAt(d, run.Name, at)
	if row < 0 {
		return fmt.Errorf("%s: run %s took no decision until second %s", f.from, run.Name, console.Decimal(at))
	}
	var x rules.Vector
	for i, feature := range rules.Features {
		x[i] = d.Col(feature.Name).Float[row]
	}
	base, err := r.Spec.Catalogue().RuleBase(run.Policy)
	if err != nil {
		return err
	}
	e := explained(base, x)
	e.Run, e.TimeS, e.Waiting, e.Before = run.Name, &d.Col("time_s").Float[row], d.Col("waiting").Int[row], d.Col("before").GetText(row)
	return printExplanation(a, e)
}

// chooseRun returns the run that the flags choose from those of rule bases.
func (f *explainFlags) chooseRun(r *results.Folder) (run results.Run, err error) {
	if r.Tables[result.Decisions] == nil {
		return run, fmt.Errorf("%s has no run of a rule base: make one with backfill run --policy rules:FILE --out %[1]s", f.from)
	}
	r.Runs = slices.DeleteFunc(r.Runs, func(r results.Run) bool { return !strings.HasPrefix(r.Policy, rules.Prefix) })
	there := strings.Join(r.Policies(), ", ")
	named := r.Named(f.run)
	switch {
	case len(named) == 0:
		return run, usage.Errorf("%s: unknown run %q of a rule base; there are %s", f.from, f.run, there)
	case len(named) > 1:
		return run, usage.Errorf("%s has several runs of rule bases: choose one with --run (%s)", f.from, there)
	}
	return named[0], nil
}

// startOf returns the start of a job in a run, in seconds.
func startOf(jobs *result.Table, run, id string) (float64, error) {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return 0, usage.Errorf("%q is not the number of a job", id)
	}
	for i := range jobs.Rows {
		if jobs.Col("job").Int[i] == n && jobs.Col("run").GetText(i) == run {
			return jobs.Col("start_s").Float[i], nil
		}
	}
	return 0, fmt.Errorf("run %s has no job %d", run, n)
}

func printExplanation(a *console.App, e *explanation) error {
	if a.JSON {
		return a.PrintJSON(e)
	}
	if e.Run != "" {
		before := ""
		if e.Before != "" && e.Before != e.Choice {
			before = ", instead of " + e.Before
		}
		fmt.Fprintf(a, "%s at second %s with %s waiting: %s%s\n", e.Run, console.Decimal(*e.TimeS), numeral.Plural(int(e.Waiting), "job"),
			e.Choice, before)
	} else {
		fmt.Fprintf(a, "%s: %s\n", e.Base, e.Choice)
	}
	var state []string
	for i, f := range rules.Features {
		state = append(state, f.Name+" "+numeral.Short(e.at[i])+strings.TrimPrefix(" "+f.Unit, " 1"))
	}
	fmt.Fprintln(a, "state: "+strings.Join(state, ", "))
	if _, rigid := e.controller.(*rules.Rigid); rigid {
		_, err := fmt.Fprintf(a, "rule %d fires: %s\n", e.Fired[0].Rule, e.Fired[0].When)
		return err
	}
	fmt.Fprintln(a)
	head := append([]string{"rule", "counts", "for it"}, recommendationHead[1:]...)
	rows, small := console.Cells{head}, 0
	for _, f := range e.Fired {
		if f.Share < 0.005 {
			small++
			continue
		}
		name := strconv.Itoa(f.Rule)
		if f.Base != "rules" {
			name = strings.TrimSuffix(f.Base, "s") + " " + name
		}
		rows = append(rows, append([]string{name, fmt.Sprintf("%.0f %%", 100*f.Share), signed(f.For)},
			recommendations(ruleOf(e.controller, f.Base), f.Rule-1)...))
	}
	console.Table(a, "rrrl", rows)
	if small > 0 {
		fmt.Fprintf(a, "%s below 0.5 %% left out\n", numeral.Plural(small, "rule"))
	}
	fmt.Fprintln(a, "\nall rules together:")
	parts := [][]rules.Value{e.Values}
	if n := len(rules.OrderNames); len(e.Values) == n+len(rules.AlgorithmNames) { // of a Pair
		parts = [][]rules.Value{e.Values[:n], e.Values[n:]}
	}
	rows = nil
	for _, part := range parts {
		part = slices.Clone(part)
		slices.SortStableFunc(part, func(a, b rules.Value) int { return cmp.Compare(b.Value, a.Value) })
		for _, v := range part {
			rows.Add(" ", v.Name, signed(v.Value))
		}
		rows = append(rows, nil)
	}
	console.Table(a, "llr", rows[:len(rows)-1])
	return nil
}
