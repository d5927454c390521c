package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/internal/atomicfile"
)

// An app is one call of the command.
type app struct {
	in       io.Reader
	out, err io.Writer
	ctx      context.Context // done when the user stops the call
	lost     error           // the first failure of Write
	json     bool            // --json
}

// Write writes to standard output. It remembers a failure, so that callers need not
// check for one.
func (a *app) Write(b []byte) (int, error) {
	n, err := a.out.Write(b)
	if err != nil && a.lost == nil {
		a.lost = fmt.Errorf("standard output: %w", atomicfile.Cause(err))
	}
	return n, err
}

// Run executes a command line and returns the exit code: see package main. It ends cleanly when ctx is done.
func Run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	a := &app{in: in, out: out, err: errs, ctx: ctx}
	root := a.root()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(a)
	root.SetErr(errs)
	err := root.ExecuteContext(ctx)
	switch {
	case a.lost != nil:
		err = a.lost
	case err == nil:
		return 0
	case errors.Is(err, context.Canceled):
		err = errStopped
	}
	fmt.Fprintln(errs, "backfill: "+oneLine(err.Error()))
	if _, is := errors.AsType[*usageError](err); is {
		return 2
	}
	if _, is := errors.AsType[*failedRunsError](err); is {
		return 3
	}
	return 1
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "backfill",
		Short: "A laboratory for batch scheduling",
		Long: `Backfill simulates batch schedulers (FCFS, EASY, conservative backfilling and more) on accounting
logs of real machines, and writes what happened to every job as Parquet and Arrow.`,
		Example: `  backfill run                                        the built-in workload under EASY
  backfill run log.swf.gz --policy fcfs,easy,cons --out results --figures svg
  backfill trace fetch kth-sp2                        a log to begin with
  backfill serve                                      the same in the browser`,
		Version:       thisBuild().String(),
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { a.printHelp(c, nil, false) })
	root.SetHelpCommand(helpCommand(root))
	root.SetVersionTemplate("{{.Version}}\n")
	simulate := a.runCommand()
	root.AddCommand(a.layered(simulate, runGroups)...)
	addGroup(root,
		simulate,
		a.runsCommand(),
		a.compareCommand(),
		a.figureCommand(),
		a.traceCommand(),
		a.generateCommand(),
		a.policiesCommand(),
		a.metricsCommand(),
		a.columnsCommand(),
		a.whyCommand(),
		a.exactCommand(),
		a.trainCommand(),
		a.rulesCommand(),
		a.paperCommand(),
		a.sweepCommand(),
		a.systemCommand(),
		a.twinCommand(),
		a.whatifCommand(),
		a.predictCommand(),
		a.serveCommand(),
		a.versionCommand(),
	)
	return root
}

// errStopped is the error of work that was interrupted before it left anything.
var errStopped = errors.New("stopped; nothing is written")

// A usageError is a mistake in the command line: exit code 2.
type usageError struct{ err error }

func (u *usageError) Error() string { return u.err.Error() }
func (u *usageError) Unwrap() error { return u.err }

func usage(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

// flagError reports a flag that cannot be used. If an argument before it should be a
// command and is none, that is the mistake to report.
func flagError(c *cobra.Command, err error) error {
	if c.HasSubCommands() && c.Flags().NArg() > 0 {
		return group(c, c.Flags().Args())
	}
	return usage("%w; see %s --help", plainFlag(err), c.CommandPath())
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
	return fmt.Errorf("--%s %q: expected %s", bad.GetFlag().Name, bad.GetValue(), expected)
}

// addGroup makes c a command that only has subcommands.
func addGroup(c *cobra.Command, subs ...*cobra.Command) {
	c.Args = group
	c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	c.AddCommand(subs...)
}

// group is the rule for the arguments of a command that only has subcommands.
func group(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	hint := cmp.Or(meant("did you mean %q? See", args[0], names), "see")
	return usage("there is no command %q; %s %s --help", c.CommandPath()+" "+args[0], hint, c.CommandPath())
}

// arguments is the rule for a command that takes between least and most arguments.
func arguments(least, most int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return usage("%s: an argument is missing: %s; see %[1]s --help", c.CommandPath(), c.UseLine())
		case len(args) > most && most == 0:
			return usage("%s takes no argument, but %q is given; see %[1]s --help", c.CommandPath(), args[0])
		case len(args) > most:
			return usage("%s: one argument too many: %q; see %[1]s --help", c.CommandPath(), args[most])
		}
		return nil
	}
}

// oneLine joins the lines of an error that has several.
func oneLine(s string) string {
	var parts []string
	for _, line := range strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if line = strings.TrimSpace(line); line != "" {
			parts = append(parts, line)
		}
	}
	return strings.Join(parts, "; ")
}
