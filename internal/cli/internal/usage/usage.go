// Package usage is the command line: mistakes in it, rules for arguments and flags, and help.
package usage

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/nearest"
)

// An Error is a mistake in the command line: exit code 2.
type Error struct{ Err error }

func (u *Error) Error() string { return u.Err.Error() }
func (u *Error) Unwrap() error { return u.Err }

// Errorf returns an Error.
func Errorf(format string, args ...any) error { return &Error{fmt.Errorf(format, args...)} }

// JSONNeedsFile returns an error if --json and what is written to out would both go to
// standard output.
func JSONNeedsFile(a *console.App, out, what string) error {
	if a.JSON && console.ToStdout(out) {
		return Errorf("--json needs -o FILE: standard output cannot hold both the %s and the report", what)
	}
	return nil
}

// Known returns an error for the first of the names that is unknown.
func Known(what string, names, known []string, lists string) error {
	for _, name := range names {
		if !slices.Contains(known, name) {
			return Unknown(what, name, known, lists)
		}
	}
	return nil
}

// Unknown returns an error for an unknown name. It gives the known one that was
// perhaps meant, and the command that lists them.
func Unknown(what, name string, known []string, lists string) error {
	return Errorf("unknown %s %q;%s %s lists them", what, name, Meant(" did you mean %s?", name, known), lists)
}

// Meant returns a question with the known name that was perhaps meant, "" for none.
func Meant(question, name string, known []string) string {
	near := nearest.Name(name, known)
	if near == "" {
		return ""
	}
	return fmt.Sprintf(question, near)
}

// FlagError reports a flag that cannot be used. If an argument before it should be a
// command and is none, that is the mistake to report.
func FlagError(c *cobra.Command, err error) error {
	if c.HasSubCommands() && c.Flags().NArg() > 0 {
		return subcommand(c, c.Flags().Args())
	}
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		now := strings.Fields(formerFlags[unknown.GetSpecifiedName()] + " ")
		if len(now) > 0 && c.Flags().Lookup(now[0]) != nil {
			return Errorf("--%s is --%s now; see %s --help", unknown.GetSpecifiedName(), strings.Join(now, " "), c.CommandPath())
		}
	}
	return Errorf("%w; see %s --help", plainFlag(err), c.CommandPath())
}

// formerFlags are names of before, and what they are called now.
var formerFlags = map[string]string{"shares": "tables usual,shares"}

// sameFlags are former names of flags that mean what they meant: scripts go on with them.
var sameFlags = map[string]string{"system": "cluster", "grid": "sites", "from-s": "since", "to-s": "until"}

// Former takes a former name of a flag for today's. It is a pflag normalization function.
func Former(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	return pflag.NormalizedName(cmp.Or(sameFlags[name], name))
}

// plainFlag words the error of a value that a flag cannot have without the name of a function.
func plainFlag(err error) error {
	var bad *pflag.InvalidValueError
	if !errors.As(err, &bad) {
		return err
	}
	expected := map[string]string{"int": "a whole number", "int64": "a whole number", "uint": "a whole number, not below 0",
		"uint64": "a whole number, not below 0", "float64": "a number", "float": "a number", "bool": "true or false"}[bad.GetFlag().Value.Type()]
	if expected == "" {
		return err
	}
	if bad.GetFlag().Name == "shared" {
		expected = "a number of nodes; --cluster FILE is a cluster that a file describes"
	}
	return fmt.Errorf("--%s %q: expected %s", bad.GetFlag().Name, bad.GetValue(), expected)
}

// subcommand is the rule for the arguments of a command that only has subcommands.
func subcommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	hint := cmp.Or(Meant("did you mean %q? See", args[0], names), "see")
	return Errorf("unknown command %q; %s %s --help", c.CommandPath()+" "+args[0], hint, c.CommandPath())
}

// Arguments is the rule for a command that takes between least and most arguments.
func Arguments(least, most int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return Errorf("%s: an argument is missing: %s; see %[1]s --help", c.CommandPath(), c.UseLine())
		case len(args) > most && most == 0:
			return Errorf("%s takes no argument, but %q is given; see %[1]s --help", c.CommandPath(), args[0])
		case len(args) > most:
			return Errorf("%s: one argument too many: %q; see %[1]s --help", c.CommandPath(), args[most])
		}
		return nil
	}
}

// Completes completes every argument to one of the names.
func Completes(names func() []string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return names(), cobra.ShellCompDirectiveNoFileComp
	}
}

// Set sets *to to the value of the flag of that name, if it was given.
func Set[T any](flags *pflag.FlagSet, name string, to *T, value T) (given bool) {
	if given = flags.Changed(name); given {
		*to = value
	}
	return given
}

// Ordered returns the flags of c, which the help lists in the order in which they are added.
func Ordered(c *cobra.Command) *pflag.FlagSet {
	c.Flags().SortFlags = false
	return c.Flags()
}

// Unchanged returns an error if one of the flags was given.
func Unchanged(flags *pflag.FlagSet, why string, names ...string) error {
	for _, name := range names {
		if flags.Changed(name) {
			return Errorf("--%s %s", name, why)
		}
	}
	return nil
}

// AtLeast1 returns an error if one of the flags was given a number below 1.
func AtLeast1(flags *pflag.FlagSet, names ...string) error {
	for _, name := range names {
		if n, _ := flags.GetInt(name); flags.Changed(name) && n < 1 {
			return Errorf("--%s %d: give at least 1", name, n)
		}
	}
	return nil
}
