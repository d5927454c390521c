// Package console is one call of the command: its streams, its context, and the output of results as text or JSON.
package console

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/backfill-lab/backfill/internal/atomicfile"
)

// An App is one call of the command.
type App struct {
	In       io.Reader
	Out, Err io.Writer
	Context  context.Context // done when the user stops the call
	Lost     error           // the first failure of Write
	JSON     bool            // --json
}

// Write writes to standard output. It remembers a failure, so that callers need not
// check for one.
func (a *App) Write(b []byte) (int, error) {
	n, err := a.Out.Write(b)
	if err != nil && a.Lost == nil {
		a.Lost = fmt.Errorf("standard output: %w", atomicfile.Cause(err))
	}
	return n, err
}

// ErrStopped is the error of work that was interrupted before it left anything.
var ErrStopped = errors.New("stopped; nothing is written")

// Stdio is the name that stands for standard input or output.
const Stdio = "-"

// ToStdout reports whether the file of that name is standard output.
func ToStdout(name string) bool { return name == Stdio || name == "" }
