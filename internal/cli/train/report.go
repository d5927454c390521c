package train

import (
	"fmt"
	"io"

	"github.com/backfill-lab/backfill/core/learn/train"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// scoresJSON are the scores of a schedule by their names in rules.Objectives.
type scoresJSON map[string]numeral.JSON

func scoresOf(s rules.Scores) scoresJSON {
	m := scoresJSON{}
	for i, v := range s.Values() {
		m[rules.Objectives()[i]] = numeral.JSON(v)
	}
	return m
}

type strategyJSON struct {
	Strategy  string       `json:"strategy"`
	Objective numeral.JSON `json:"objective"`
	Scores    scoresJSON   `json:"scores"`
}

type trainingJSON struct {
	File        string         `json:"file"`
	Name        string         `json:"name"`
	Workload    string         `json:"workload"`
	SHA256      string         `json:"workload_sha256"`
	Jobs        int            `json:"jobs"`
	Procs       int            `json:"procs"`
	Options     train.Options  `json:"options"`
	Objective   numeral.JSON   `json:"objective"`
	Start       numeral.JSON   `json:"start"` // best of the first generation; of prob, the best draw
	Scores      scoresJSON     `json:"scores"`
	Strategies  []strategyJSON `json:"strategies"` // best first
	Stopped     string         `json:"stopped"`
	Evaluations int            `json:"evaluations"`
	Simulated   int            `json:"simulated"`
	Seconds     numeral.JSON   `json:"seconds"`
	History     []train.Record `json:"history"`
}

// deliverBase writes a rule base and reports how good it is.
func deliverBase(a *console.App, w *trace.Workload, f *trainFlags, r *train.Result, beside []strategyJSON) error {
	if err := a.Save(f.out, func(to io.Writer) error { return rules.Write(to, r.Base) }); err != nil {
		return err
	}
	start := r.History[0].Best
	if a.JSON {
		return a.PrintJSON(trainingJSON{f.out, r.Base.Name, w.Name, w.SHA256(), w.Len(), w.Procs, r.Options,
			numeral.JSON(r.Objective), numeral.JSON(start), scoresOf(r.Scores), beside, r.Stopped, r.Evaluations, r.Simulated,
			numeral.JSON(r.Seconds), r.History})
	}
	report, to := a.Beside(f.out)
	fmt.Fprintf(report, "%s: a rule base to %s\n", r.Base.Name, to)
	fmt.Fprintf(report, "  %s of %s, %s: %s in %s\n", numeral.Plural(r.Simulated, "simulation"), numeral.Plural(w.Len(), "job"), r.Stopped,
		r.Options.Objective, console.Duration(int64(r.Seconds+0.5)))
	line := func(name string, value numeral.JSON, s scoresJSON) {
		fmt.Fprintf(report, "  %-22s %12s", name, console.Decimal(value))
		for _, o := range rules.Objectives() {
			fmt.Fprintf(report, " %8s", console.Decimal(s[o]))
		}
		fmt.Fprintln(report)
	}
	fmt.Fprintf(report, "  %-22s %12s", "", "objective")
	for _, o := range rules.Objectives() {
		fmt.Fprintf(report, " %8s", o)
	}
	fmt.Fprintln(report)
	line("the rule base", numeral.JSON(r.Objective), scoresOf(r.Scores))
	first := "best of the start"
	if r.Options.Approach == train.Prob {
		first = "best of the draws"
	}
	fmt.Fprintf(report, "  %-22s %12s\n", first, console.Decimal(start))
	for i, s := range beside {
		if i < 3 || s.Strategy == "submit-easy" {
			line(s.Strategy, s.Objective, s.Scores)
		}
	}
	if best := beside[0]; float64(best.Objective) < r.Objective {
		fmt.Fprintf(report, "  %s alone is better: train longer, or with other settings\n", best.Strategy)
	}
	return nil
}
