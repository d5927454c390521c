package rules

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/learn/evolve"
	"github.com/backfill-lab/backfill/core/learn/train"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/policy/rules"
)

// Section 4 counts the parameters of rule bases, section 5.1 the simulations of a training.
// How long those take depends on the machine: BenchmarkTrial measures ours.

const rigidRow = "rigid rule base"

func section4() paper.Experiment {
	x := paper.Experiment{ID: "rules/section4"}
	x.Published = numbers().Of("section4")
	add := func(row, column string, ours float64) {
		x.Add(row, column, "", paper.Constant(ours))
	}
	situations := 1.0
	for _, p := range rules.Table1() {
		situations *= float64(len(p.Bounds) + 1)
	}
	add(rigidRow, "situations", situations)
	add(rigidRow, "strategies", float64(rules.NumStrategies))
	add(rigidRow, "features", float64(rules.NumFeatures))
	all := 1.0
	for range 1 << rules.NumFeatures {
		all *= float64(rules.NumStrategies)
	}
	add(rigidRow, "rule bases with two partitions of each feature", all)
	fuzzy := func(row string, outputs []string) {
		u := shape(outputs).Len()
		add(row, "rules", rules.PaperRules)
		add(row, "parameters", float64(u))
		_, tau0, tau1 := new(evolve.Options).Rates(u)
		add(row, "tau 0", tau0)
		add(row, "tau 1", tau1)
	}
	fuzzy("PITTS rule base", rules.StrategyNames)
	fuzzy("CCA rule base, one of two", rules.OrderNames)
	x.Claims = []paper.Claim{paper.Judged("fewer-parameters", fewerParameters)}
	return x
}

// shape is that of the paper's fuzzy rule bases with these outputs.
func shape(outputs []string) *rules.Shape {
	return &rules.Shape{Rules: rules.PaperRules, Features: rules.AllFeatures(), Outputs: outputs}
}

func fewerParameters(*paper.Results) (bool, string) {
	one, two := shape(rules.StrategyNames).Len(), shape(rules.AlgorithmNames).Len()
	return two < one, fmt.Sprintf("%d and %d parameters", two, one)
}

// fewer are numbers of draws below the paper's.
func fewer(scale paper.Scale) []int {
	if scale == paper.Quick {
		return []int{1}
	}
	return []int{5, 10, 25}
}

func fewerLabel(draws int) string { return fmt.Sprintf("PROB of %d", draws) }

const simulations = "simulations"

func section51(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "rules/section5.1", Runs: append(ctc.trainingsOf(at, prob)[1:], ctc.compared(at)...)}
	add := func(row string, run paper.Run) {
		x.Runs = append(x.Runs, run)
		x.Add(row, simulations, "", paper.Value(run.Label, simulated))
		x.Add(row, "improvement of the objective", "%", func(r *paper.Results) float64 { return gainOf(r, run.Label, ctc.key) })
	}
	for _, way := range ways {
		add(way.title, ctc.train(at, way, 1))
	}
	for _, draws := range fewer(at.Scale) {
		o := options(at, train.Prob, ctc.seed(at, 1))
		o.Draws = draws
		add(fewerLabel(draws), trained(fewerLabel(draws), ctc.key, o))
	}
	ctc.add(&x, at, prob.title, "improvement, all trainings", "%", gainBy, objective)
	x.Published = numbers().Of("section5.1")
	x.Claims = []paper.Claim{
		paper.Open("months", months),
		paper.Open("prob-fewer", probFewer),
		paper.Open("fewer-draws", fewerDraws),
		paper.Untested("not-slower"),
	}
	return x
}

// first is a number of the first training on CTC.
func first(r *paper.Results, way way, name string) float64 {
	return r.Value(trainLabel(ctc.key, way.title, 1), name)
}

func months(r *paper.Results) (paper.Verdict, string) {
	n := first(r, pitts, simulated)
	months := n * 4 / 24 / 30.4
	return fully(r, months >= 4 && months < 5), fmt.Sprintf("%.0f simulations, %.1f months", n, months)
}

// fully is a verdict on numbers of simulations: scale quick makes far fewer than the paper.
func fully(r *paper.Results, holds bool) paper.Verdict {
	if r.Scale != paper.Full {
		return paper.Undecided
	}
	return paper.Rule(holds)
}

func probFewer(r *paper.Results) (paper.Verdict, string) {
	a, b, c := first(r, prob, simulated), first(r, pitts, simulated), first(r, cca, simulated)
	return fully(r, a < min(b, c)), fmt.Sprintf("%.0f, PITTS %.0f, CCA %.0f", a, b, c)
}

func fewerDraws(r *paper.Results) (paper.Verdict, string) {
	var t paper.Cases
	for _, draws := range fewer(r.Scale) {
		gain := gainOf(r, fewerLabel(draws), ctc.key)
		held, all := 0, ctc.times(r.Setting, prob.title)
		for k := range all {
			if gain < gainBy(r, k+1)(ctc.key, prob.title, objective) {
				held++
			}
		}
		t.Judge(unanimous(held, all), "%d times: %.2f %%, less than %d of %d trainings of most times", draws, gain, held, all)
	}
	return t.Every()
}
