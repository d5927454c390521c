// Package catalogue is backfill policies, metrics and columns, which list what there is.
package catalogue

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/formula"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/cli/internal/workload"
)

// Policies is backfill policies.
func Policies(a *console.App) *cobra.Command {
	var every bool
	c := usage.New("policies", usage.Arguments(0, 1), func(_ *cobra.Command, args []string) error {
		switch {
		case len(args) > 0:
			return describePolicy(a, args[0])
		case !every && !a.JSON:
			policyFamilies(a)
			return nil
		}
		all := experiment.Builtin.List()
		var rows console.Cells
		for _, p := range all {
			rows.Add(p.Name, p.Spoken, p.Title, p.Source)
		}
		return a.List(all, "l", "policy|in plain words|title|source", rows)
	})
	c.ValidArgsFunction = usage.Completes(workload.PolicyNames)
	c.Flags().BoolVar(&every, "all", false, "list every policy, one line each with its source")
	return a.WithJSON(c)
}

// policyFamilies prints every family with its orders and options, in one screen.
func policyFamilies(a *console.App) {
	for _, f := range experiment.Families {
		rows := familyRows(&f)
		if f.Prefix == "" {
			rows = [][2]string{{"kinds"}, {"orders"},
				{"order(EXPRESSION)", "smallest first; backfill policies 'order(estimate*procs)-easy' says more"}, {"options"}}
			for _, k := range policy.Kinds {
				rows[0][1] += k.Name + " "
			}
			for _, o := range policy.Orders {
				rows[1][1] += o.Name + " "
			}
			for _, p := range f.List[:len(policy.Kinds)] {
				if p.Options != nil {
					rows[3][1] += "of " + p.Name + " " + optionsOf(&p)
				}
			}
		}
		title := string(f.On)
		if f.Title != "" {
			title += ", " + f.Title
		}
		if f.Example != "" {
			title += ": " + f.Example
		}
		fmt.Fprintln(a, strings.ToUpper(title[:1])+title[1:])
		for _, row := range rows {
			fmt.Fprintln(a, console.Wrap(strings.TrimSuffix(row[0]+": "+row[1], ": "), "  ", 100))
		}
	}
	fmt.Fprintf(a, "The log itself\n  %s\n", policy.Recorded)
	fmt.Fprintln(a, "\nOptions show their default; backfill policies NAME says what each means, --all lists every policy.")
}

func words(all []formula.Word) string {
	return strings.Join(console.Texts(all, func(w formula.Word) string { return w.Name }), ", ")
}

// familyRows returns the policies of a family with their options, consecutive ones with
// the same options in one row.
func familyRows(f *platform.Family) (rows [][2]string) {
	for _, p := range f.List {
		options := optionsOf(&p)
		if n := len(rows); n > 0 && rows[n-1][1] == options {
			rows[n-1][0] += " " + strings.TrimPrefix(p.Name, f.Prefix)
			continue
		}
		rows = append(rows, [2]string{p.Name, options})
	}
	return rows
}

// optionsOf returns the options of a policy with their defaults.
func optionsOf(p *policy.Info) (options string) {
	for _, o := range p.Options {
		options += o.Name + "=" + cmp.Or(o.Default, "N") + " "
	}
	return options
}

// spoken is a policy's name in plain words, with its title beside it; the title of an author's own.
func spoken(p policy.Info) string {
	if p.Spoken == "" {
		return p.Title
	}
	return p.Spoken + " (" + p.Title + ")"
}

// describePolicy prints what a policy does and which options it takes.
func describePolicy(a *console.App, name string) error {
	var spec experiment.Spec
	if workload.AnyRules([]string{name}) {
		spec.Policies = []string{name}
		if err := workload.EmbedRules(&spec); err != nil {
			return err
		}
		name = spec.Policies[0]
	} else if err := workload.CheckPolicy(name); err != nil {
		return err
	}
	p, err := spec.Catalogue().Find(name)
	if err != nil {
		return err
	}
	if a.JSON {
		return a.PrintJSON(p.Info)
	}
	fmt.Fprintf(a, "%s: %s\n%s\n", p.Name, spoken(p.Info), p.Doc)
	name, _, _ = strings.Cut(p.Name, ":")
	order, kind, _ := strings.Cut(name, "-")
	if o := policy.OrderNamed(order); o != nil && o.Expression() != "" {
		fmt.Fprintf(a, "The same as an expression: order(%s)-%s\n", o.Expression(), kind)
	}
	if strings.Contains(name, policy.ExpressionPrefix+"(") {
		fmt.Fprintf(a, "Expressions are made of %s, numbers, + - * / ^ and %s. Of equals, the first submitted is first.\n",
			words(formula.Variables), words(formula.Functions))
	}
	fmt.Fprintf(a, "Source: %s\n", p.Source)
	if len(p.Options) == 0 {
		return nil
	}
	base := ""
	for _, name := range workload.PolicyNames() { // the longest is the one without options
		if len(name) > len(base) && strings.HasPrefix(p.Name, name) {
			base = name
		}
	}
	fmt.Fprintf(a, "\nOptions, as in %s:%s=%s:\n", cmp.Or(base, name), p.Options[0].Name, exampleOf(&p.Options[0]))
	var rows console.Cells
	for _, o := range p.Options {
		rows.Add("", o.Name, takes(&o), o.Doc)
		for _, c := range o.Choices {
			mark := ""
			if c.Name == o.Default {
				mark = " (default)"
			}
			rows.Add("", "", "  "+c.Name+mark, cmp.Or(c.Doc, c.Title))
		}
	}
	console.Table(a, "l", rows)
	return nil
}

// takes describes the values that an option takes.
func takes(o *policy.Option) string {
	switch {
	case o.Join != "":
		return "several joined by " + o.Join + " (default " + o.Default + ")"
	case o.Choices != nil:
		return "one of"
	case o.Default == "":
		return span(o) + " (default: no limit)"
	}
	return span(o) + " (default " + o.Default + ")"
}

func span(o *policy.Option) string {
	return strings.TrimSpace(console.Factor(o.Least) + " to " + console.Factor(o.Most) + " " + o.Unit)
}

// exampleOf is a value that an option takes.
func exampleOf(o *policy.Option) string {
	switch {
	case o.Default != "":
		return o.Default
	case o.Choices != nil:
		return o.Choices[0].Name
	}
	return console.Factor(o.Least)
}

// Metrics is backfill metrics.
func Metrics(a *console.App) *cobra.Command {
	return a.WithJSON(usage.New("metrics", usage.Arguments(0, 0), func(*cobra.Command, []string) error {
		type entry struct {
			Name    string `json:"name"`
			Title   string `json:"title"`
			Unit    string `json:"unit"`
			Better  string `json:"better"`
			Formula string `json:"formula"`
			Source  string `json:"source"`
		}
		var list []entry
		var rows console.Cells
		for _, m := range metrics.Every {
			better := [...]string{"lower", "either", "higher"}[m.Better-metrics.Lower]
			list = append(list, entry{m.Name, m.Title, m.Unit, better, m.Formula, m.Source})
			rows.Add(m.Name, m.Unit, better, m.Title, m.Formula, m.Source)
		}
		return a.List(list, "l", "metric|unit|better|title|formula|source", rows)
	}))
}

// Columns is backfill columns.
func Columns(a *console.App) *cobra.Command {
	var markdown bool
	names := console.Texts(result.All, func(s *result.Schema) string { return s.Name })
	c := usage.New("columns", func(c *cobra.Command, args []string) error {
		for _, name := range args {
			if !slices.Contains(names, name) {
				return usage.Errorf("unknown table %q: expected one of %s", name, strings.Join(names, ", "))
			}
		}
		return nil
	}, func(_ *cobra.Command, args []string) error {
		var tables []*result.Schema
		for _, s := range result.All {
			if len(args) == 0 || slices.Contains(args, s.Name) {
				tables = append(tables, s)
			}
		}
		switch {
		case a.JSON && markdown:
			return usage.Errorf("--json and --markdown exclude each other")
		case a.JSON:
			return a.PrintJSON(tables)
		}
		printColumns(a, tables, markdown)
		return nil
	}, "{tables}", strings.Join(names, ", "))
	c.ValidArgs = names
	c.Flags().BoolVar(&markdown, "markdown", false, "print Markdown tables")
	return a.WithJSON(c)
}

// printColumns prints the tables as text, or as they stand in docs/tables.md, where a single
// one needs no title.
func printColumns(a *console.App, tables []*result.Schema, markdown bool) {
	for i, s := range tables {
		if i > 0 {
			fmt.Fprintln(a)
		}
		if markdown {
			if len(tables) > 1 {
				fmt.Fprintf(a, "**%s**: %s\n\n", s.Name, s.Doc)
			}
			fmt.Fprint(a, s.Markdown())
			continue
		}
		fmt.Fprintf(a, "%s: %s\n", s.Name, s.Doc)
		var rows console.Cells
		for _, col := range s.Columns {
			meaning := col.Doc
			if col.Formula != "" {
				meaning = strings.TrimSuffix(meaning, ".") + ": " + col.Formula + "."
			}
			rows.Add("", col.Name, col.Type.String(), col.Unit, meaning)
		}
		console.Table(a, "l", rows)
	}
}
