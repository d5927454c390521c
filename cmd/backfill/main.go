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
	"os"

	"github.com/backfill-lab/backfill/internal/cli"
)

func main() { os.Exit(cli.Main()) }
