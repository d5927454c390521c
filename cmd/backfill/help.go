package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// helpWidth is the number of columns of a help page.
const helpWidth = 100

// A flagGroup is a part of a command's help. --help shows its usual flags, --help-all
// everything, and backfill help TOPIC this group alone.
type flagGroup struct {
	title, topic   string
	usual, rare    string // names of flags, separated by spaces
	text, examples string // shown by --help-all and the topic
}

// layered gives c a --help of one screen, and --help-all with all groups. It returns a
// command for each topic, which prints that group.
func (a *app) layered(c *cobra.Command, groups []flagGroup) (topics []*cobra.Command) {
	var all bool
	c.Flags().BoolVar(&all, "help-all", false, "show all flags and texts")
	c.Flags().BoolP("help", "h", false, "show the usual flags")
	run := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		if all {
			a.printHelp(c, groups, true)
			return nil
		}
		return run(c, args)
	}
	c.SetHelpFunc(func(asked *cobra.Command, _ []string) {
		if asked == c {
			a.printHelp(c, groups, false)
		} else { // a subcommand, which inherits this function
			a.printHelp(asked, nil, false)
		}
	})
	for _, g := range groups {
		if g.topic == "" {
			continue
		}
		topic := &cobra.Command{Use: g.topic, Short: g.title + " (backfill " + c.Name() + ")", Long: g.text, Example: g.examples}
		topic.SetHelpFunc(func(*cobra.Command, []string) {
			fmt.Fprintf(a, "%s\n\nExamples:\n%s\n\n%s (backfill %s):\n%s", g.text, g.examples, g.title, c.Name(), g.flags(c, true))
		})
		topics = append(topics, topic)
	}
	return topics
}

// helpCommand prints the help of a command or a topic. cobra's own takes one that does not
// exist for none, and succeeds.
func helpCommand(root *cobra.Command) *cobra.Command {
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
				return group(c, append(rest, args...))
			}
			c.InitDefaultHelpFlag()
			c.InitDefaultVersionFlag()
			return c.Help()
		},
	}
}

// flags describes the group's flags.
func (g *flagGroup) flags(c *cobra.Command, rare bool) string {
	names := strings.Fields(g.usual)
	if rare {
		names = append(names, strings.Fields(g.rare)...)
	}
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	set.SortFlags = false
	for _, name := range names {
		set.AddFlag(c.Flags().Lookup(name))
	}
	return set.FlagUsagesWrapped(helpWidth)
}

// printHelp prints the help of c. Without groups, all flags are in one.
func (a *app) printHelp(c *cobra.Command, groups []flagGroup, all bool) {
	text, examples, topics := c.Long, c.Example, ""
	if text == "" {
		text = c.Short + "."
	}
	for _, g := range groups {
		if g.topic != "" {
			topics += ", " + g.topic
		}
		if all && g.text != "" {
			text += "\n\n" + g.text
		}
		if all && g.examples != "" {
			examples += "\n" + g.examples
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
	a.printCommands(c, "Available Commands", (*cobra.Command).IsAvailableCommand)
	a.printCommands(c, "Help topics, as in backfill help grid", (*cobra.Command).IsAdditionalHelpTopicCommand)
	for _, g := range groups {
		if list := g.flags(c, all); list != "" {
			fmt.Fprintf(a, "\n%s:\n%s", g.title, list)
		}
	}
	switch {
	case groups == nil:
		fmt.Fprintf(a, "\nFlags:\n%s", c.Flags().FlagUsagesWrapped(helpWidth))
	case all:
	case topics == "":
		fmt.Fprintf(a, "\n%s --help-all shows all flags.\n", c.CommandPath())
	default:
		fmt.Fprintf(a, "\n%s --help-all shows everything, and backfill help TOPIC a part of it:\n%s\n", c.CommandPath(), topics[2:])
	}
}

// printCommands prints the subcommands of one kind.
func (a *app) printCommands(c *cobra.Command, title string, is func(*cobra.Command) bool) {
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
