package paper

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/papers/record"
	"github.com/backfill-lab/backfill/internal/cli/internal/buildinfo"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/evaluation"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
)

func readingsCommand(a *console.App) *cobra.Command {
	var f evaluation.Flags
	var search bool
	var with record.Search
	var dir string
	c := usage.New("paper readings", nil, func(_ *cobra.Command, args []string) error {
		if !search {
			return listChoices(a, args)
		}
		if len(args) == 0 {
			return usage.Errorf("--search: name a paper or some of its experiments")
		}
		if with.Budget < 0 {
			return usage.Errorf("--budget %d: give a number of readings, at least 1", with.Budget)
		}
		l, err := searchReadings(a, &f, with, args)
		if err == nil && dir != "" {
			err = addLeague(a, dir, l)
		}
		if err != nil {
			return err
		}
		return a.Show(l, func() { showLeague(a, l) })
	})
	f.AddTo(c)
	c.Flags().BoolVar(&search, "search", false, "compute readings and print a league table")
	c.Flags().StringSliceVar(&with.Product, "product", nil, "choices of which every combination of values is computed first")
	c.Flags().IntVar(&with.Budget, "budget", 0, "readings to compute at most (default: no limit)")
	c.Flags().StringVar(&dir, "record", "", "folder of a record that gets the league, in place of that of the same paper")
	return a.WithJSON(c)
}

// listChoices prints the choices of the papers of the experiments, or of all papers.
func listChoices(a *console.App, ids []string) error {
	chosen, err := evaluation.Find(a, paper.Options{Scale: paper.Full}, ids)
	if err != nil {
		return err
	}
	type choice struct {
		Paper string `json:"paper"`
		*paper.Choice
	}
	list := []choice{}
	seen := map[*paper.Paper]bool{}
	for _, x := range chosen {
		if seen[x.Paper] {
			continue
		}
		seen[x.Paper] = true
		for _, c := range x.Paper.Choices {
			list = append(list, choice{x.Paper.Key, c})
		}
	}
	return a.Show(list, func() {
		for _, c := range list {
			fmt.Fprintf(a, "%s: %s (%s)\n  text: %s\n  default: %s\n", c.Key, c.Asks, c.Paper, c.Text, c.Why)
			var rows console.Cells
			for _, v := range c.Values {
				rows.Add("", v.Name, v.Doc+chosenBy(v))
			}
			console.Titled(a, "ll", "|value|what is computed", rows)
			fmt.Fprintln(a)
		}
		if len(list) == 0 {
			fmt.Fprintln(a, "these papers have no choices")
		}
	})
}

// chosenBy says in brackets whose printed numbers chose a value, if any did.
func chosenBy(v paper.Answer) string {
	switch {
	case !v.Fitted:
		return ""
	case v.By == nil:
		return " [chosen by the numbers that it would be judged by]"
	}
	return " [chosen by numbers of " + strings.Join(v.By, ", ") + "]"
}

// searchReadings searches the readings of a paper; s says how far.
func searchReadings(a *console.App, f *evaluation.Flags, s record.Search, ids []string) (*record.League, error) {
	opt, err := f.Options(a)
	if err != nil {
		return nil, err
	}
	if _, err := evaluation.Find(a, opt, ids); err != nil {
		return nil, err
	}
	opt.Version = buildinfo.Version()
	done := 0
	s.Tried = func(n int, _ paper.Reading) { done = n + 1 }
	s.Evaluate = func(r paper.Reading) ([]*paper.Evaluation, error) {
		one := opt
		one.Reading = r
		return evaluation.EvaluateUnder(a, f, one, fmt.Sprintf("reading %d, %s", done, r.Name()), ids)
	}
	return record.NewLeague(a.Context, evaluation.Catalogue(), opt, s, ids...)
}

func showLeague(a *console.App, l *record.League) {
	notes := l.Notes()
	fmt.Fprintln(a, notes[0])
	titles, rows := l.Standings()
	console.Titled(a, "l"+strings.Repeat("r", len(titles)-1), strings.Join(titles, "|"), rows)
	if titles, rows := l.HeldOut(); len(rows) > 0 {
		fmt.Fprintln(a, "\n"+notes[1])
		console.Titled(a, "llrrr", strings.Join(titles, "|"), rows)
	}
	for _, note := range notes[2:] {
		fmt.Fprintln(a, "\n"+note)
	}
}
