// Backfill simulates batch schedulers on the logs of real machines.
//
// Its commands are listed by `backfill --help`; each has examples under
// `backfill COMMAND --help`. Results go to standard output, or to files that
// appear complete or not at all; progress and errors go to standard error.
//
// It exits with 0 when the work is done, 1 when it failed or was stopped, 2 when it was
// asked for something that it does not do, and 3 when every run of a sweep is over and some failed.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // filters by the hour need the zones of logs, also where the system has none

	"github.com/backfill-lab/backfill/cmd/backfill/internal/garbage"
)

func main() { os.Exit(Main()) }

// Main runs the command with the process's arguments and returns its exit code.
func Main() int {
	garbage.Delay()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// The first signal asks for a clean end; after it, signals work as usual,
	// so that a second one ends a program that does not come to its end.
	context.AfterFunc(ctx, stop)
	return Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
}
