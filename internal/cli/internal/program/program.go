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
	ctx     context.Context
	done    chan struct{}
	exit    error // after done
}

// mostComplaints is how much of a program's standard error is passed on, in bytes.
const mostComplaints = 64 << 10

// grace is how long a program may take to end once its pipes are closed.
const grace = 2 * time.Second

// Start starts a program and greets it. The first 64 kB that it writes to standard error go to stderr, too. It is
// stopped when ctx is done, with all that it has started, and its run fails if it answers a question later than timeout, unless that is 0.
func Start(ctx context.Context, argv []string, stderr io.Writer, timeout time.Duration) (*Program, error) {
	stdin, out, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	in, stdout, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, stdin.Close(), out.Close())
	}
	complaints, complain, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, stdin.Close(), out.Close(), in.Close(), stdout.Close())
	}
	p := &Program{in: in, out: out, timeout: timeout, ctx: ctx, done: make(chan struct{})}
	ctx, p.cancel = context.WithCancel(ctx)
	p.command = exec.CommandContext(ctx, argv[0], argv[1:]...)
	p.command.Stdin, p.command.Stdout, p.command.Stderr = stdin, stdout, complain
	process.Group(p.command)
	err = p.command.Start()
	stdin.Close()
	stdout.Close()
	complain.Close()
	if err != nil {
		p.cancel()
		in.Close()
		out.Close()
		complaints.Close()
		return nil, err
	}
	go p.wait(complaints, &process.Head{To: stderr, Most: mostComplaints,
		Note: fmt.Sprintf("\nbackfill: %s writes more to standard error, which is not shown\n", argv[0])})
	return p.greet()
}

// wait waits for the end of the program, ends what it left running, and passes on what it complains about.
func (p *Program) wait(complaints *os.File, stderr io.Writer) {
	copied := make(chan struct{})
	go func() {
		io.Copy(io.MultiWriter(stderr, &p.complain), complaints)
		close(copied)
	}()
	p.exit = p.command.Wait()
	process.EndGroup(p.command)
	select {
	case <-copied:
	case <-time.After(grace): // a process that left the group has it open, or nobody reads what is passed on
	}
	complaints.Close()
	close(p.done)
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
	if p.ctx != nil && p.ctx.Err() != nil {
		return p.ctx.Err()
	}
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

// Command returns the program and the arguments of a policy's command line, which follows exec:.
func Command(line string) ([]string, error) {
	argv, err := words(line)
	if err == nil && len(argv) == 0 {
		err = errors.New("exec: is followed by a program and its arguments, such as exec:python3 easy.py")
	}
	return argv, err
}

// words splits a command line at spaces. Within single or double quotes a space is part of a word.
func words(line string) (words []string, err error) {
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
