package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // filters by the hour need the zones of logs, also where the system has none

	"github.com/backfill-lab/backfill/internal/cli/internal/garbage"
)

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
