package usage

import (
	"embed"
	"strings"

	"github.com/spf13/cobra"
)

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
