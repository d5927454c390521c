package solvers

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// A process is one call of a program.
type process struct {
	argv   []string
	env    []string // nil is this process's own
	dir    string
	input  []byte
	limits Limits
}

// mostOutput is the length of the end of a program's output that is kept, in bytes.
const mostOutput = 1 << 20

// run runs the program to its end and returns the end of its standard output. It kills
// a program that does not end in time, with all that it started.
func (p *process) run(ctx context.Context) (out string, err error) {
	limit := time.Duration(p.limits.Seconds*float64(time.Second)) + cmp.Or(p.limits.Grace, 2*time.Minute)
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	argv := limited(p.argv, p.limits.MemoryMiB)
	c := exec.CommandContext(within, argv[0], argv[1:]...)
	c.Dir, c.Env, c.Stdin = p.dir, p.env, bytes.NewReader(p.input)
	var said, complained tail
	c.Stdout, c.Stderr = &said, &complained
	c.WaitDelay = time.Second
	group(c)
	err = c.Run()
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
	return said.String(), fmt.Errorf("it ended with %s%s", exit.ProcessState, cmp.Or(complained.last(), said.last()))
}

// A tail keeps the end of the text written to it.
type tail struct{ b []byte }

func (t *tail) Write(b []byte) (int, error) {
	t.b = append(t.b, b...)
	if over := len(t.b) - mostOutput; over > mostOutput {
		t.b = append(t.b[:0], t.b[over:]...)
	}
	return len(b), nil
}

func (t *tail) String() string { return string(t.b[max(0, len(t.b)-mostOutput):]) }

// last returns the last line that is not blank, to follow an error.
func (t *tail) last() string {
	lines := strings.FieldsFunc(t.String(), func(r rune) bool { return r == '\n' || r == '\r' })
	for i := len(lines) - 1; i >= 0; i-- {
		if line := strings.TrimSpace(lines[i]); line != "" {
			return ": " + clip(line)
		}
	}
	return ""
}

// clip shortens a quotation for an error.
func clip(s string) string {
	if len(s) > 160 {
		return s[:160] + "..."
	}
	return s
}
