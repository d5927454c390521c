package policy

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/backfill-lab/backfill/core/sim"
)

// ProtocolVersion is the version of the protocol.
const ProtocolVersion = 1

// longestAnswer bounds a line of the program, in bytes.
const longestAnswer = 1 << 20

// An External is a sim.Policy that asks another program, of any language, in lines of text: see PROTOCOL.md. Make
// one with NewExternal, which is given a reader and a writer, so that it runs in a browser, too. It plays one
// run at a time, and is not safe for concurrent use.
type External struct {
	Name    string // as the program calls its policy
	Version string // of the policy

	in        *bufio.Reader
	out       io.Writer
	interrupt func() // ends a Read or Write that hangs; may be nil
	ctx       context.Context
	release   func() bool // ends the watch over ctx
	asking    atomic.Bool // a question is on its way: ctx may interrupt it

	m       *sim.Machine
	waiting map[int32]*sim.Job
	widths  []width // of the waiting jobs, the narrowest first
	lines   []byte  // for the program, not sent yet
	asked   int     // questions of this run
}

// A width counts the waiting jobs of one number of processors.
type width struct{ procs, jobs int32 }

// NewExternal exchanges the first lines with a program. interrupt, unless nil, makes a Read of in and
// a Write to out that hang return; it is called when the context of a run is done during a question.
func NewExternal(in io.Reader, out io.Writer, interrupt func()) (*External, error) {
	p := &External{in: bufio.NewReaderSize(in, 64<<10), out: out, interrupt: interrupt}
	_, unread := fmt.Fprintf(out, "backfill-policy %d\n", ProtocolVersion)
	line, err := p.line() // also of a program that has written something and ended
	if err != nil {
		if unread != nil {
			err = fmt.Errorf("the program does not read: %w", unread)
		}
		return nil, err
	}
	words := strings.Split(string(line), " ")
	if len(words) != 4 || words[0] != "policy" || words[2] == "" || words[3] == "" {
		return nil, fmt.Errorf("the program's first line is %s, not \"policy %d NAME VERSION\"; what is meant for people goes to standard error",
			quoted(line), ProtocolVersion)
	}
	if words[1] != strconv.Itoa(ProtocolVersion) {
		return nil, fmt.Errorf("the program speaks version %.20q of the protocol, and this is version %d", words[1], ProtocolVersion)
	}
	if unread != nil {
		return nil, fmt.Errorf("the program does not read: %w", unread)
	}
	p.Name, p.Version = words[2], words[3]
	return p, nil
}

// quoted shortens a line for an error.
func quoted(line []byte) string { return fmt.Sprintf("%.80q", line) }

// line reads a line of the program, without its end.
func (p *External) line() ([]byte, error) {
	line, err := p.in.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) { // a long line is rare
		var long []byte
		for errors.Is(err, bufio.ErrBufferFull) && len(long) < longestAnswer {
			long = append(long, line...)
			line, err = p.in.ReadSlice('\n')
		}
		line = append(long, line...)
		if errors.Is(err, bufio.ErrBufferFull) {
			return nil, fmt.Errorf("the program wrote a line of more than %d bytes: %s", longestAnswer, quoted(line))
		}
	}
	switch {
	case err == io.EOF:
		return nil, errors.New("the program ended before it answered")
	case err != nil:
		return nil, fmt.Errorf("the program did not answer: %w", err)
	}
	return bytes.TrimSuffix(line[:len(line)-1], []byte("\r")), nil
}

// Within implements sim.Slow: a run that is cancelled does not wait for the program.
func (p *External) Within(ctx context.Context) (slow bool) {
	if p.interrupt != nil {
		if p.release != nil {
			p.release()
		}
		p.ctx, p.release = ctx, context.AfterFunc(ctx, func() {
			if p.asking.Load() { // else the run may be over, and the program ends by itself
				p.interrupt()
			}
		})
	}
	return false
}

// Reset implements sim.Policy.
func (p *External) Reset(m *sim.Machine) {
	p.m, p.waiting, p.widths, p.asked = m, map[int32]*sim.Job{}, p.widths[:0], 0
	p.lines = append(p.lines[:0], "machine "...)
	p.lines = append(strconv.AppendInt(p.lines, int64(m.Procs()), 10), '\n')
}

// number adds a space and a number to the lines.
func (p *External) number(n int64) { p.lines = strconv.AppendInt(append(p.lines, ' '), n, 10) }

// Submit implements sim.Policy.
func (p *External) Submit(j *sim.Job) {
	p.lines = append(p.lines, "job"...)
	p.number(int64(j.Index))
	p.number(j.Submit)
	p.number(j.Estimate)
	p.number(int64(j.Procs))
	p.number(int64(j.User))
	p.number(int64(j.Group))
	p.number(int64(j.Queue))
	p.number(j.ID)
	p.lines = append(p.lines, '\n')
	p.waiting[j.Index] = j
	i, known := p.width(j.Procs)
	if !known {
		p.widths = slices.Insert(p.widths, i, width{procs: j.Procs})
	}
	p.widths[i].jobs++
}

// width returns where a width is, or belongs, in the list.
func (p *External) width(procs int32) (i int, known bool) {
	return slices.BinarySearchFunc(p.widths, procs, func(w width, procs int32) int { return int(w.procs) - int(procs) })
}

// End implements sim.Policy.
func (p *External) End(r sim.Running) {
	p.lines = append(p.lines, "end"...)
	p.number(p.m.Now())
	p.number(int64(r.Index))
	p.lines = append(p.lines, '\n')
}

// Extend implements sim.Extender.
func (p *External) Extend(j *sim.Job, _, to int64) {
	p.lines = append(p.lines, "extend"...)
	p.number(p.m.Now())
	p.number(int64(j.Index))
	p.number(to)
	p.lines = append(p.lines, '\n')
}

// Pass implements sim.Policy. The program is asked only if a waiting job fits.
func (p *External) Pass() {
	if len(p.widths) == 0 || int(p.widths[0].procs) > p.m.Free() {
		return
	}
	p.asking.Store(true)
	defer p.asking.Store(false)
	if p.ctx != nil && p.ctx.Err() != nil {
		p.m.Fail(p.ctx.Err())
		return
	}
	p.asked++
	p.lines = append(p.lines, "pass"...)
	p.number(p.m.Now())
	p.number(int64(p.m.Free()))
	p.lines = append(p.lines, '\n')
	_, err := p.out.Write(p.lines)
	p.lines = p.lines[:0]
	var answer []byte
	if err != nil {
		err = fmt.Errorf("the program does not read: %w", err)
	} else {
		answer, err = p.line()
	}
	if err == nil {
		err = p.start(answer)
	}
	if err == nil {
		return
	}
	if p.ctx != nil && p.ctx.Err() != nil {
		p.m.Fail(p.ctx.Err())
		return
	}
	p.m.Fail(fmt.Errorf("at second %d, question %d: %w", p.m.Now(), p.asked, err))
}

// start does what an answer says.
func (p *External) start(answer []byte) error {
	for rest := answer; len(rest) > 0; {
		word := rest
		if i := bytes.IndexByte(rest, ' '); i >= 0 {
			word, rest = rest[:i], rest[i+1:]
		} else {
			rest = nil
		}
		switch {
		case len(word) == 0:
			continue
		case word[0] == '@' && len(rest) == 0:
			second, ok := digits(word[1:])
			if !ok || second <= p.m.Now() {
				return fmt.Errorf("the program asked to be woken at %s, which is not in the future", quoted(word))
			}
			p.m.WakeAt(second)
			continue
		case string(word) == "error":
			return fmt.Errorf("the program gives up: %.300s", strings.ToValidUTF8(string(rest), "?"))
		}
		index, ok := digits(word)
		if !ok {
			return fmt.Errorf("the program answers %s, not the numbers of jobs to start", quoted(answer))
		}
		j := p.waiting[int32(min(index, 1<<31-1))]
		switch {
		case j == nil:
			return fmt.Errorf("the program starts job %d of the protocol, which does not wait", index)
		case int(j.Procs) > p.m.Free():
			return fmt.Errorf("the program starts job %d (job %d of the protocol) on %d processors, and %d are free",
				j.ID, index, j.Procs, p.m.Free())
		}
		delete(p.waiting, j.Index)
		i, _ := p.width(j.Procs)
		if p.widths[i].jobs--; p.widths[i].jobs == 0 {
			p.widths = slices.Delete(p.widths, i, i+1)
		}
		p.m.Start(j)
	}
	return nil
}

// digits reads a number of at most 18 digits.
func digits(word []byte) (n int64, ok bool) {
	if len(word) == 0 || len(word) > 18 {
		return 0, false
	}
	for _, c := range word {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int64(c-'0')
	}
	return n, true
}
