// Package program runs the programs that play policies. Package external has the protocol.
package program

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/internal/cli/internal/process"
)

// A Program is a running program that plays a policy, or another process that does, over pipes.
type Program struct {
	Policy *policy.External

	in       *os.File // to read from
	out      *os.File // to write to
	timeout  time.Duration
	watch    *time.Timer // interrupts a Read that takes too long; nil without a timeout
	late     atomic.Bool
	stopped  sync.Once
	complain process.Tail

	command *exec.Cmd // nil if the process is not ours
	cancel  func()    // kills it
	done    chan struct{}
	exit    error // after done
}

// grace is how long a program may take to end once its pipes are closed.
const grace = 2 * time.Second

// Start starts a program and greets it. What it writes to standard error goes to stderr, too. It is
// stopped when ctx is done, and its run fails if it answers a question later than timeout, unless that is 0.
func Start(ctx context.Context, argv []string, stderr io.Writer, timeout time.Duration) (*Program, error) {
	stdin, out, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	in, stdout, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, stdin.Close(), out.Close())
	}
	p := &Program{in: in, out: out, timeout: timeout, done: make(chan struct{})}
	ctx, p.cancel = context.WithCancel(ctx)
	p.command = exec.CommandContext(ctx, argv[0], argv[1:]...)
	p.command.Stdin, p.command.Stdout, p.command.Stderr = stdin, stdout, io.MultiWriter(stderr, &p.complain)
	p.command.WaitDelay = grace
	process.Group(p.command)
	err = p.command.Start()
	stdin.Close()
	stdout.Close()
	if err != nil {
		p.cancel()
		in.Close()
		out.Close()
		return nil, err
	}
	go func() {
		p.exit = p.command.Wait()
		close(p.done)
	}()
	return p.greet()
}

// Join greets a policy that another process, which has begun this one, plays over the pipes in and out. On
// systems other than Unix it is an error.
func Join(in, out uintptr) (*Program, error) {
	r, err := inherited(in)
	if err != nil {
		return nil, err
	}
	w, err := inherited(out)
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return (&Program{in: r, out: w}).greet()
}

func (p *Program) greet() (*Program, error) {
	if p.timeout > 0 {
		p.watch = time.AfterFunc(p.timeout, func() {
			p.late.Store(true)
			p.interrupt()
		})
	}
	var err error
	if p.Policy, err = policy.NewExternal((*pipes)(p), (*pipes)(p), p.interrupt); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// interrupt ends calls that hang, and the program.
func (p *Program) interrupt() {
	if p.cancel != nil {
		p.cancel()
	}
	p.stopped.Do(func() {
		p.in.Close()
		p.out.Close()
	})
}

// Close ends the program: it is told by the end of its input, and killed if it goes on.
func (p *Program) Close() {
	if p.watch != nil {
		p.watch.Stop()
	}
	if p.command == nil {
		p.interrupt()
		return
	}
	p.out.Close()
	select {
	case <-p.done:
	case <-time.After(grace):
	}
	p.interrupt()
	<-p.done
}

// ended says how the program ended, after a call failed with err.
func (p *Program) ended(err error) error {
	if p.late.Load() {
		return fmt.Errorf("it took longer than %s: --policy-timeout gives it more time, and 0 any time", p.timeout)
	}
	if p.command == nil {
		return err
	}
	select {
	case <-p.done:
	case <-time.After(grace): // it has closed its output, and goes on
		return cmp.Or(err, io.EOF)
	}
	if p.exit == nil {
		return fmt.Errorf("it has ended%s", p.complain.Last())
	}
	return fmt.Errorf("it ended with %w%s", p.exit, p.complain.Last())
}

// pipes are the pipes of a program, which say why they fail.
type pipes Program

func (p *pipes) Read(b []byte) (int, error) {
	if p.watch != nil {
		p.watch.Reset(p.timeout)
		defer p.watch.Stop()
	}
	n, err := read(p.in, b)
	if err != nil {
		err = (*Program)(p).ended(err)
	}
	return n, err
}

func (p *pipes) Write(b []byte) (int, error) {
	n, err := p.out.Write(b)
	if err != nil {
		err = (*Program)(p).ended(err)
	}
	return n, err
}

// Words splits a command line at spaces. Within single or double quotes a space is part of a word.
func Words(line string) (words []string, err error) {
	var word strings.Builder
	quote, within := rune(0), false
	for _, c := range line {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '\'' || c == '"':
			quote, within = c, true
		case c != ' ' && c != '\t':
			word.WriteRune(c)
			within = true
		case within:
			words = append(words, word.String())
			word.Reset()
			within = false
		}
	}
	if quote != 0 {
		return nil, errors.New("a quotation mark is not closed")
	}
	if within {
		words = append(words, word.String())
	}
	return words, nil
}
