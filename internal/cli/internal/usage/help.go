package usage

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/internal/cli/internal/console"
)

// HelpWidth is the number of columns of a help page.
const HelpWidth = 100

// Layered gives c a --help of one screen, and --help-all with the groups of its flags. It returns a
// command for each topic, which prints that group.
func Layered(a *console.App, c *cobra.Command, values ...string) (topics []*cobra.Command) {
	groups := Groups(c.Name(), values...)
	var all bool
	c.Flags().BoolVar(&all, "help-all", false, "show all flags and texts")
	c.Flags().BoolP("help", "h", false, "show the usual flags")
	run := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		if all {
			PrintHelp(a, c, groups, true)
			return nil
		}
		return run(c, args)
	}
	c.SetHelpFunc(func(asked *cobra.Command, _ []string) {
		if asked == c {
			PrintHelp(a, c, groups, false)
		} else { // a subcommand, which inherits this function
			PrintHelp(a, asked, nil, false)
		}
	})
	for _, g := range groups {
		if g.Topic == "" {
			continue
		}
		topic := &cobra.Command{Use: g.Topic, Short: g.Title + " (backfill " + c.Name() + ")", Long: g.Text, Example: g.Examples}
		topic.SetHelpFunc(func(*cobra.Command, []string) {
			fmt.Fprintf(a, "%s\n\nExamples:\n%s\n\n%s (backfill %s):\n%s", g.Text, g.Examples, g.Title, c.Name(), g.flags(c, true))
		})
		topics = append(topics, topic)
	}
	return topics
}

// HelpCommand prints the help of a command or a topic. cobra's own takes one that does not
// exist for none, and succeeds.
func HelpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND | TOPIC]",
		Short: "Help about a command or a topic",
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			c, _, err := root.Find(args)
			if err != nil {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			var names []string
			for _, sub := range c.Commands() {
				names = append(names, sub.Name())
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			c, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return subcommand(c, append(rest, args...))
			}
			c.InitDefaultHelpFlag()
			c.InitDefaultVersionFlag()
			return c.Help()
		},
	}
}

// flags describes the group's flags.
func (g *FlagGroup) flags(c *cobra.Command, rare bool) string {
	names := strings.Fields(g.Usual)
	if rare {
		names = append(names, strings.Fields(g.Rare)...)
	}
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	set.SortFlags = false
	for _, name := range names {
		set.AddFlag(c.Flags().Lookup(name))
	}
	return set.FlagUsagesWrapped(HelpWidth)
}

// PrintHelp prints the help of c. Without groups, all flags are in one.
func PrintHelp(a *console.App, c *cobra.Command, groups []FlagGroup, all bool) {
	text, examples, topics := c.Long, c.Example, ""
	if text == "" {
		text = c.Short + "."
	}
	for _, g := range groups {
		if g.Topic != "" {
			topics += ", " + g.Topic
		}
		if all && g.Text != "" {
			text += "\n\n" + g.Text
		}
		if all && g.Examples != "" {
			examples += "\n" + g.Examples
		}
	}
	fmt.Fprintf(a, "%s\n\nUsage:\n", text)
	if c.Runnable() {
		fmt.Fprintln(a, "  "+c.UseLine())
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(a, "  %s COMMAND\n", c.CommandPath())
	}
	if examples != "" {
		fmt.Fprintf(a, "\nExamples:\n%s\n", examples)
	}
	printCommands(a, c, "Available Commands", (*cobra.Command).IsAvailableCommand)
	printCommands(a, c, "Help topics, as in backfill help grid", (*cobra.Command).IsAdditionalHelpTopicCommand)
	for _, g := range groups {
		if list := g.flags(c, all); list != "" {
			fmt.Fprintf(a, "\n%s:\n%s", g.Title, list)
		}
	}
	switch {
	case groups == nil:
		fmt.Fprintf(a, "\nFlags:\n%s", c.Flags().FlagUsagesWrapped(HelpWidth))
	case all:
	case topics == "":
		fmt.Fprintf(a, "\n%s --help-all shows all flags.\n", c.CommandPath())
	default:
		fmt.Fprintf(a, "\n%s --help-all shows everything, and backfill help TOPIC a part of it:\n%s\n", c.CommandPath(), topics[2:])
	}
}

// printCommands prints the subcommands of one kind.
func printCommands(a *console.App, c *cobra.Command, title string, is func(*cobra.Command) bool) {
	list := ""
	for _, sub := range c.Commands() {
		if is(sub) {
			list += fmt.Sprintf("  %-*s  %s\n", sub.NamePadding(), sub.Name(), sub.Short)
		}
	}
	if list != "" {
		fmt.Fprintf(a, "\n%s:\n%s", title, list)
	}
}
