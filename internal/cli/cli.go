// Package cli is the command line of backfill: its commands, one package each, and its exit codes.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
	_ "time/tzdata" // filters by the hour need the zones of logs, also where the system has none

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/internal/cli/catalogue"
	"github.com/backfill-lab/backfill/internal/cli/cite"
	"github.com/backfill-lab/backfill/internal/cli/cluster"
	"github.com/backfill-lab/backfill/internal/cli/compare"
	"github.com/backfill-lab/backfill/internal/cli/doctor"
	"github.com/backfill-lab/backfill/internal/cli/exact"
	"github.com/backfill-lab/backfill/internal/cli/figure"
	"github.com/backfill-lab/backfill/internal/cli/generate"
	"github.com/backfill-lab/backfill/internal/cli/internal/buildinfo"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/garbage"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/cli/pack"
	"github.com/backfill-lab/backfill/internal/cli/paper"
	"github.com/backfill-lab/backfill/internal/cli/play"
	"github.com/backfill-lab/backfill/internal/cli/predict"
	"github.com/backfill-lab/backfill/internal/cli/rules"
	"github.com/backfill-lab/backfill/internal/cli/run"
	"github.com/backfill-lab/backfill/internal/cli/runs"
	"github.com/backfill-lab/backfill/internal/cli/schema"
	"github.com/backfill-lab/backfill/internal/cli/serve"
	"github.com/backfill-lab/backfill/internal/cli/sweep"
	"github.com/backfill-lab/backfill/internal/cli/trace"
	"github.com/backfill-lab/backfill/internal/cli/train"
	"github.com/backfill-lab/backfill/internal/cli/twin"
	"github.com/backfill-lab/backfill/internal/cli/version"
	"github.com/backfill-lab/backfill/internal/cli/whatif"
	"github.com/backfill-lab/backfill/internal/cli/why"
)

// Run executes a command line and returns the exit code: see package main. It ends cleanly when ctx is done.
func Run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	a := console.New(ctx, in, out, errs)
	root := root(a)
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(a)
	root.SetErr(a.Err)
	err := root.ExecuteContext(ctx)
	switch {
	case a.Lost != nil:
		err = a.Lost
	case err == nil:
		return 0
	case errors.Is(err, context.Canceled):
		err = console.ErrStopped
	}
	fmt.Fprintln(a.Err, console.ErrorLine(err))
	if _, is := errors.AsType[*usage.Error](err); is {
		return 2
	}
	if _, is := errors.AsType[*sweep.FailedRunsError](err); is {
		return 3
	}
	return 1
}

func root(a *console.App) *cobra.Command {
	simulate := run.Command(a)
	root := usage.NewGroup("backfill",
		simulate,
		runs.Command(a),
		compare.Command(a),
		figure.Command(a),
		trace.Command(a),
		doctor.Command(a),
		generate.Command(a),
		catalogue.Policies(a),
		catalogue.Metrics(a),
		catalogue.Columns(a),
		why.Command(a),
		exact.Command(a),
		train.Command(a),
		play.Command(a),
		rules.Command(a),
		paper.Command(a),
		sweep.Command(a),
		cluster.Command(a),
		twin.Command(a),
		whatif.Command(a),
		predict.Command(a),
		cite.Command(a),
		pack.Command(a),
		schema.Command(a),
		serve.Command(a),
		version.Command(a),
	)
	root.AddCommand(usage.Layered(a, simulate, run.HelpValues()...)...)
	root.Version, root.SilenceErrors, root.SilenceUsage = buildinfo.This().String(), true, true
	root.SetFlagErrorFunc(usage.FlagError)
	root.SetGlobalNormalizationFunc(usage.Former)
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { usage.PrintHelp(a, c, nil, false) })
	root.SetHelpCommand(usage.HelpCommand(root))
	root.SetVersionTemplate("{{.Version}}\n")
	return root
}

// Main runs the command with the process's arguments and returns its exit code.
func Main() int {
	garbage.Delay()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// The first signal asks for a clean end; after it, signals work as usual,
	// so that a second one ends a program that does not come to its end.
	context.AfterFunc(ctx, func() {
		stop()
		if console.Blocked(blockedFor) {
			fmt.Fprintln(os.Stderr, console.ErrorLine(console.ErrStopped))
			os.Exit(1)
		}
	})
	return Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
}

// blockedFor is how long a stopped command may still wait for an input.
const blockedFor = 500 * time.Millisecond
