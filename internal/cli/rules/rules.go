// Package rules is backfill rules, which shows, draws and explains rule bases.
package rules

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/drawing"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/cli/internal/workload"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// Command is backfill rules.
func Command(a *console.App) *cobra.Command {
	return usage.NewGroup("rules", showCommand(a), explainCommand(a), drawCommand(a))
}

func showCommand(a *console.App) *cobra.Command {
	return a.WithJSON(usage.New("rules show", usage.Arguments(1, 1), func(_ *cobra.Command, args []string) error {
		b, err := workload.ReadRuleBase(args[0])
		if err != nil {
			return err
		}
		return a.Show(b, func() { showBase(a, b) })
	}))
}

func drawCommand(a *console.App) *cobra.Command {
	var out string
	c := usage.New("rules draw", usage.Arguments(1, 1), func(_ *cobra.Command, args []string) error {
		format, err := drawing.FormatOf(out)
		if err != nil {
			return err
		}
		b, err := workload.ReadRuleBase(args[0])
		if err != nil {
			return err
		}
		d, err := figures.DrawRules(b)
		if err != nil {
			return fmt.Errorf("%s: %w", args[0], err)
		}
		return a.Save(out, func(w io.Writer) error { return d.Write(w, format) })
	})
	c.Flags().StringVarP(&out, "out", "o", "rules.svg", "the file: svg, png, pdf or csv by its ending")
	return c
}

func showBase(w io.Writer, b *rules.Base) {
	fmt.Fprintf(w, "%s: %s\n", b.Name, rules.Kind(b.Controller))
	if b.About != "" {
		fmt.Fprintln(w, b.About)
	}
	fmt.Fprintf(w, "user groups: users of more than %s %% of all resource consumption, and all others\n",
		strings.Join(console.Texts(b.Bounds[:], console.Factor), ", "))
	fmt.Fprintln(w, "greedy: a job of groups 1 to 5 counts as having waited longer by "+strings.Join(console.Texts(b.Advantage[:],
		console.Duration), ", "))
	switch c := b.Controller.(type) {
	case *rules.Rigid:
		showRigid(w, c)
	case *rules.Fuzzy:
		showFuzzy(w, c)
	case *rules.Pair:
		fmt.Fprintln(w, "\nfor the order:")
		showFuzzy(w, c.Orders())
		fmt.Fprintln(w, "\nfor the algorithm:")
		showFuzzy(w, c.Algorithms())
	}
}

func showRigid(w io.Writer, c *rules.Rigid) {
	chosen := make([]int, rules.NumStrategies)
	var rows console.Cells
	for i, s := range c.Choice() {
		chosen[s]++
		rows.Add(strconv.Itoa(i+1), c.When(i), s.String())
	}
	fmt.Fprintln(w)
	if len(c.Choice()) > 1 {
		var counts console.Cells
		for i, n := range chosen {
			if n > 0 {
				counts.Add(strconv.Itoa(n), rules.StrategyNames[i])
			}
		}
		console.Titled(w, "rl", "rules|strategy", counts)
		fmt.Fprintln(w)
	}
	console.Titled(w, "rl", "rule|when|then", rows)
}

// showFuzzy prints two tables: one would be wider than any terminal.
func showFuzzy(w io.Writer, f *rules.Fuzzy) {
	head := []string{"rule"}
	for _, at := range f.Features() {
		head = append(head, rules.Features[at].Name)
	}
	where, says := [][]string{head}, [][]string{recommendationHead}
	for i, rule := range f.Rules() {
		row := []string{strconv.Itoa(i + 1)}
		says = append(says, slices.Concat(row, recommendations(f, i)))
		for _, g := range rule.When {
			row = append(row, numeral.Short(g.Mean)+" ± "+numeral.Short(g.Sigma))
		}
		where = append(where, row)
	}
	fmt.Fprintln(w)
	console.Table(w, "r", where)
	fmt.Fprintln(w)
	console.Table(w, "rl", says)
}

// signed formats a sum of weights.
func signed(x float64) string {
	if math.Abs(x) < 0.005 {
		return "0.00"
	}
	return fmt.Sprintf("%+.2f", x)
}

var recommendationHead = []string{"rule", "strongly for (5)", "for (1)", "against (-1)", "strongly against (-5)"}

// recommendations returns the outputs of rule i, in the columns of recommendationHead.
func recommendations(f *rules.Fuzzy, i int) []string {
	cells := make([]string, 4)
	for k, weight := range []int8{5, 1, -1, -5} {
		var names []string
		for h, w := range f.Rules()[i].Weights {
			if w == weight {
				names = append(names, f.Outputs()[h])
			}
		}
		if cells[k] = strings.Join(names, " "); names == nil {
			cells[k] = "-"
		}
	}
	return cells
}

// ruleOf returns the fuzzy rule base of a firing, nil for a rigid one.
func ruleOf(c rules.Controller, base string) *rules.Fuzzy {
	switch c := c.(type) {
	case *rules.Fuzzy:
		return c
	case *rules.Pair:
		if base == "orders" {
			return c.Orders()
		}
		return c.Algorithms()
	}
	return nil
}
