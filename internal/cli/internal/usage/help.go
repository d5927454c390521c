package usage

import (
	"embed"
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

// pages are the help of all commands: help/COMMAND.txt has a command, and then its subcommands, as
//
//	# COMMAND ARGUMENTS
//	what it does, in a line
//
//	the same at length
//
//	Examples:
//	  calls, a line each
//
// and, behind a command with groups of flags, each group as
//
//	## Title (topic)
//	usual flags | rare flags
//
//	what they are for, and Examples, as above
//
//go:embed help/*.txt
var pages embed.FS

// New returns the command of that path, such as "sweep plan", with the help of its page. values are names in the page, such as
// {tables}, each followed by what stands for it.
func New(path string, args cobra.PositionalArgs, run func(c *cobra.Command, args []string) error, values ...string) *cobra.Command {
	head, text, _ := strings.Cut(pageOf(path, values)[0], "\n")
	short, text, _ := strings.Cut(text, "\n")
	c := &cobra.Command{Use: head[strings.LastIndex(path, " ")+1:], Short: short, Args: args, RunE: run}
	c.Long, c.Example = halves(text)
	return c
}

// NewGroup returns the command of that path that only has subcommands.
func NewGroup(path string, subs ...*cobra.Command) *cobra.Command {
	c := New(path, subcommand, func(c *cobra.Command, _ []string) error { return c.Help() })
	c.AddCommand(subs...)
	return c
}

// A FlagGroup is a part of a command's help. --help shows its usual flags, --help-all
// everything, and backfill help TOPIC this group alone.
type FlagGroup struct {
	Title, Topic   string // Topic may be ""
	Usual, Rare    string // names of flags, separated by spaces
	Text, Examples string // shown by --help-all and the topic
}

// Groups returns the groups of a command's flags.
func Groups(path string, values ...string) (groups []FlagGroup) {
	for _, part := range pageOf(path, values)[1:] {
		var g FlagGroup
		title, text, _ := strings.Cut(part, "\n")
		flags, text, _ := strings.Cut(text, "\n")
		g.Title, g.Topic, _ = strings.Cut(strings.TrimSuffix(title, ")"), " (")
		g.Usual, g.Rare, _ = strings.Cut(flags, "|")
		g.Text, g.Examples = halves(text)
		groups = append(groups, g)
	}
	return groups
}

// pageOf returns what is about a command and then about each of its groups.
func pageOf(path string, values []string) []string {
	file, _, _ := strings.Cut(path, " ")
	text, err := pages.ReadFile("help/" + file + ".txt")
	if err != nil {
		panic(err)
	}
	for part := range strings.SplitSeq("\n"+string(text), "\n# ") {
		if head, _, _ := strings.Cut(part, "\n"); strings.HasPrefix(head+" ", path+" ") {
			return strings.Split(strings.NewReplacer(values...).Replace(part), "\n## ")
		}
	}
	panic("no page of help has backfill " + path)
}

// halves returns what is before and after the line Examples.
func halves(text string) (long, examples string) {
	long, examples, _ = strings.Cut("\n"+text, "\nExamples:\n")
	return strings.Trim(long, "\n"), strings.Trim(examples, "\n")
}
