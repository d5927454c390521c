package rules

import (
	"context"
	"slices"

	"github.com/backfill-lab/backfill/core/learn/train"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/trace"
)

// Which jobs become wider and which are copied is drawn at random. What that alone does to a number shows in
// schedules that need no training: those of the 13 strategies, on many draws.

func rescaledLabel(set string) string { return set + " rescaled" }

// rescaled returns the simulation of each strategy by itself on each draw of the set's scaling; on one that is not
// scaled, once.
func (s *set) rescaled(at paper.Setting) paper.Run {
	params := struct {
		Draws, Procs    int
		Seed            uint64
		Scaling, Widths string
		Factor          float64
		Overrun         string `json:",omitempty"`
	}{draws(at), procs, s.seed(at, 1), at.Reading.Of(scalingChoice), at.Reading.Of(widthsChoice), s.factor, overrun(at.Reading)}
	if s.whole() {
		params.Draws, params.Seed = 1, 0
	}
	return paper.Run{Label: rescaledLabel(s.key), JobSet: s.log(), Task: &paper.Task{Name: "rules/rescaled", Version: 1, Params: params,
		Do: func(ctx context.Context, w *trace.Workload, aid *paper.Aid, out *paper.Summary) error {
			o := train.Options{Objective: rules.PaperObjective, Overrun: params.Overrun}
			for k := range params.Draws {
				drawn := w
				if !s.whole() {
					var err error
					if drawn, err = s.scale(w, at.Reading, params.Seed+uint64(k)); err != nil {
						return err
					}
				}
				all, _, err := train.Strategies(ctx, drawn, o, aid.Workers)
				if err != nil {
					return err
				}
				keepAll(out, all[:])
				aid.Progress(k+1, params.Draws)
			}
			return nil
		}}}
}

// A scored is a measure of a strategy on one draw, of the paper's EASY or of the best single one.
type scored func(row, measure string) float64

// eachDraw returns how to compute a number of each draw of the set's scaling.
func (s *set) eachDraw(of func(scored) float64) func(*paper.Results) []float64 {
	return func(r *paper.Results) (all []float64) {
		label := rescaledLabel(s.key)
		for from := 0; from < len(r.Series(label, objective)); from += rules.NumStrategies {
			all = append(all, of(func(row, measure string) float64 {
				return inUnit(measure, r.Series(label, measure)[from+placeOf(row, r.Series(label, objective)[from:from+rules.NumStrategies])])
			}))
		}
		return all
	}
}

// addEachDraw adds a cell of a measure of EASY or the best single strategy, and addGainOfEach one of how much the
// row improves on EASY.
func (s *set) addEachDraw(x *paper.Experiment, row, column, unit, measure string) {
	x.AddDraws(row, column, unit, s.eachDraw(func(at scored) float64 { return at(row, measure) }))
}

func (s *set) addGainOfEach(x *paper.Experiment, row, column, measure string) {
	x.AddDraws(row, column, "%", s.eachDraw(func(at scored) float64 { return improvement(measure, at(row, measure), at(easy, measure)) }))
}

// placeOf is the place of a row among the strategies, whose objectives are given.
func placeOf(row string, objectives []float64) int {
	switch row {
	case easy:
		return easyStrategy
	case singly:
		return lowest(objectives)
	}
	return slices.Index(rules.StrategyNames, row)
}

// inUnit is a measure of a schedule in the unit that tables have.
func inUnit(measure string, v float64) float64 {
	if measure == u {
		return 100 * v
	}
	return v
}
