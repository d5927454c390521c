package solvers

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"time"

	"github.com/backfill-lab/backfill/internal/cli/internal/process"
)

// A call is one call of a program.
type call struct {
	argv   []string
	env    []string // nil is this process's own
	dir    string
	input  []byte
	limits Limits
}

// run runs the program to its end and returns the end of its standard output. It kills
// a program that does not end in time, with all that it started.
func (p *call) run(ctx context.Context) (out string, err error) {
	limit := time.Duration(p.limits.Seconds*float64(time.Second)) + cmp.Or(p.limits.Grace, 2*time.Minute)
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	argv := limited(p.argv, p.limits.MemoryMiB)
	c := exec.CommandContext(within, argv[0], argv[1:]...)
	c.Dir, c.Env, c.Stdin = p.dir, p.env, bytes.NewReader(p.input)
	var said, complained process.Tail
	c.Stdout, c.Stderr = &said, &complained
	c.WaitDelay = time.Second
	process.Group(c)
	err = c.Run()
	process.EndGroup(c)
	switch {
	case ctx.Err() != nil:
		return said.String(), ctx.Err()
	case within.Err() != nil:
		return said.String(), fmt.Errorf("it did not end within %s, though its limit was %g s", limit.Round(time.Second), p.limits.Seconds)
	case err == nil:
		return said.String(), nil
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return said.String(), err
	}
	return said.String(), fmt.Errorf("it ended with %s%s", exit.ProcessState, cmp.Or(complained.Last(), said.Last()))
}
