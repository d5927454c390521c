package usage

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

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

// formerFlags and formerCommands are names of before, and what they are called now.
var (
	formerFlags = map[string]string{"system": "cluster FILE", "grid": "sites FILE", "shares": "tables usual,shares",
		"from-s": "since SECOND", "to-s": "until SECOND"}
	formerCommands = map[string]string{"system": "cluster"}
)

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
	if now := formerCommands[args[0]]; now != "" && slices.Contains(names, now) {
		return Errorf("%s %s is %[1]s %[3]s now; see %[1]s %[3]s --help", c.CommandPath(), args[0], now)
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
