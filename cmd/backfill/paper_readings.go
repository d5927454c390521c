package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/cmd/backfill/internal/table"
	"github.com/backfill-lab/backfill/core/paper"
)

func (a *app) paperReadingsCommand() *cobra.Command {
	var f paperFlags
	var search bool
	var budget int
	c := &cobra.Command{
		Use:   "readings [PAPER | ID...]",
		Short: "List what papers leave open, or search for the reading that fits best",
		Long: `List the choices that a paper's text leaves open: the question, what the text
says, and the values, the first of which is the default. Every command on papers
takes a --reading of them.

With --search, the experiments named are computed under many readings of their
paper, and a league table is printed. The distance of a reading is the mean of
|log2(ours/printed)| over the measured numbers, at most 1 for each: 0 is the
printed number, 1 is twice or half of it. A reading that was chosen because it
fits some numbers has to be judged by others. So the numbers fall into groups,
by log or workload; for each group the best reading of the other groups is
found, by single changes that help most, and then scored on the group held out.
Values that were chosen by printed numbers to begin with take no part.`,
		Example: `  backfill paper readings dynp
  backfill paper readings dynp/table4 dynp/table5 --search --scale quick
  backfill paper readings dynp/table4 --search --seeds 4 --budget 20 --traces ~/traces`,
		ValidArgsFunction: completes(catalogue.IDs),
		RunE: func(_ *cobra.Command, args []string) error {
			if !search {
				return a.listChoices(args)
			}
			if len(args) == 0 {
				return usage("--search: name a paper or some of its experiments")
			}
			if budget < 0 {
				return usage("--budget %d: give a number of readings, at least 1", budget)
			}
			l, err := a.league(&f, budget, args)
			if err != nil {
				return err
			}
			return a.show(leagueJSON(l), func() error { return a.leagueText(l) })
		},
	}
	f.add(c.Flags())
	c.Flags().BoolVar(&search, "search", false, "compute readings and print a league table")
	c.Flags().IntVar(&budget, "budget", 0, "readings to compute at most (default: no limit)")
	return a.withJSON(c)
}

// listChoices prints the choices of the papers of the experiments, or of all papers.
func (a *app) listChoices(ids []string) error {
	chosen, err := a.find(paper.Options{Scale: paper.Full}, ids)
	if err != nil {
		return err
	}
	type value struct {
		Name   string `json:"name"`
		Doc    string `json:"doc"`
		Fitted bool   `json:"fitted,omitempty"`
	}
	type choice struct {
		Paper  string  `json:"paper"`
		Key    string  `json:"key"`
		Asks   string  `json:"asks"`
		Text   string  `json:"text"`
		Why    string  `json:"why"`
		Values []value `json:"values"`
	}
	list := []choice{}
	seen := map[*paper.Paper]bool{}
	for _, x := range chosen {
		if seen[x.Paper] {
			continue
		}
		seen[x.Paper] = true
		for _, c := range x.Paper.Choices {
			entry := choice{Paper: x.Paper.Key, Key: c.Key, Asks: c.Asks, Text: c.Text, Why: c.Why}
			for _, v := range c.Values {
				entry.Values = append(entry.Values, value(v))
			}
			list = append(list, entry)
		}
	}
	return a.show(list, func() error {
		for _, c := range list {
			fmt.Fprintf(a, "%s: %s (%s)\n  text: %s\n  default: %s\n", c.Key, c.Asks, c.Paper, c.Text, c.Why)
			var rows cells
			for _, v := range c.Values {
				rows.add("", v.Name, v.Doc)
			}
			if err := table.Titled(a, "ll", "|value|what is computed", rows); err != nil {
				return err
			}
			fmt.Fprintln(a)
		}
		if len(list) == 0 {
			fmt.Fprintln(a, "these papers have no choices")
		}
		return nil
	})
}

// league searches the readings of a paper.
func (a *app) league(f *paperFlags, budget int, ids []string) (*paper.League, error) {
	opt, err := f.options(a)
	if err != nil {
		return nil, err
	}
	if _, err := a.find(opt, ids); err != nil {
		return nil, err
	}
	done := 0
	return catalogue.League(a.ctx, opt, paper.Search{Budget: budget, Tried: func(n int, _ paper.Reading) { done = n + 1 },
		Evaluate: func(r paper.Reading) ([]*paper.Evaluation, error) {
			one := opt
			one.Reading = r
			return a.evaluateUnder(f, one, fmt.Sprintf("reading %d, %s", done, r.Name()), ids)
		}}, ids...)
}

func (a *app) leagueText(l *paper.League) error {
	var rows cells
	for _, t := range l.Trials {
		row := []string{t.Reading.Name(), t.On(l.Groups...).String()}
		for _, g := range l.Groups {
			row = append(row, t.On(g).String())
		}
		rows.add(row...)
	}
	first := l.Trials[0]
	titles := fmt.Sprintf("reading|all (%d)", first.On(l.Groups...).Numbers)
	for _, g := range l.Groups {
		titles += fmt.Sprintf("|%s (%d)", g, first.On(g).Numbers)
	}
	fmt.Fprintln(a, "Distance from the printed numbers (0: the same, 1: a factor of 2 and more), by group, with how many numbers:")
	if err := table.Titled(a, "l"+strings.Repeat("r", 1+len(l.Groups)), titles, rows); err != nil {
		return err
	}
	if len(l.Folds) > 0 {
		rows = nil
		for _, f := range l.Folds {
			rows.add(f.Group, f.Chosen.Name(), f.Others.String(), f.Held.String(), f.First.String())
		}
		fmt.Fprintln(a, "\nEach group held out: the best reading of the other groups, and how it does on this one:")
		if err := table.Titled(a, "llrrr", "held out|best on the others|distance there|here|here with the first reading", rows); err != nil {
			return err
		}
	}
	if !l.Whole {
		fmt.Fprintln(a, "\nThe budget ended the search: there may be better readings.")
	}
	return nil
}

func leagueJSON(l *paper.League) any {
	type distance struct {
		Distance *float64 `json:"distance"`
		Numbers  int      `json:"numbers"`
	}
	of := func(d paper.Distance) distance {
		if math.IsNaN(d.Mean) {
			return distance{nil, d.Numbers}
		}
		return distance{&d.Mean, d.Numbers}
	}
	type trial struct {
		Reading string              `json:"reading"`
		All     distance            `json:"all"`
		Groups  map[string]distance `json:"groups"`
	}
	type fold struct {
		Group  string   `json:"group"`
		Chosen string   `json:"chosen"`
		Others distance `json:"others"`
		Held   distance `json:"held_out"`
		First  distance `json:"first"`
	}
	trials, folds := []trial{}, []fold{}
	for _, t := range l.Trials {
		one := trial{t.Reading.String(), of(t.On(l.Groups...)), map[string]distance{}}
		for _, g := range l.Groups {
			one.Groups[g] = of(t.On(g))
		}
		trials = append(trials, one)
	}
	for _, f := range l.Folds {
		folds = append(folds, fold{f.Group, f.Chosen.String(), of(f.Others), of(f.Held), of(f.First)})
	}
	return map[string]any{"trials": trials, "folds": folds, "whole": l.Whole}
}
