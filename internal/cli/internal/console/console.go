// Package console is one call of the command: its streams, its context, and the output of results as text or JSON.
package console

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/printable"
)

// An App is one call of the command. What it and Err write is printable, whatever names the text has.
type App struct {
	In      io.Reader
	Out     io.Writer        // standard output: write to App or Data
	Err     io.Writer        // standard error, a printable.Writer
	Context context.Context  // done when the user stops the call
	Lost    error            // the first failure of Write
	JSON    bool             // --json
	shown   printable.Writer // to Out
}

// New returns one call of the command.
func New(ctx context.Context, in io.Reader, out, errs io.Writer) *App {
	return &App{In: in, Out: out, Err: &printable.Writer{To: errs}, Context: ctx}
}

// Write writes text to standard output. It remembers a failure, so that callers need not
// check for one.
func (a *App) Write(b []byte) (int, error) {
	a.shown.To = data{a}
	return a.shown.Write(b)
}

// Data returns standard output for the bytes of a file, which stay as they are unless a terminal shows them.
func (a *App) Data() io.Writer {
	if Terminal(a.Out) {
		return a
	}
	return data{a}
}

type data struct{ *App }

func (d data) Write(b []byte) (int, error) {
	n, err := d.Out.Write(b)
	if err != nil && d.Lost == nil {
		d.Lost = fmt.Errorf("standard output: %w", atomicfile.Cause(err))
	}
	return n, err
}

// Damaged names a stored file whose content was not what was written, by the name that it has now.
func (a *App) Damaged(file string) {
	fmt.Fprintf(a.Err, "backfill: %s: this file is damaged and does not count: what it had is computed again when it is needed\n", file)
}

// ErrStopped is the error of work that was interrupted before it left anything.
var ErrStopped = errors.New("stopped; nothing is written")

// Stdio is the name that stands for standard input or output.
const Stdio = "-"

// ToStdout reports whether the file of that name is standard output.
func ToStdout(name string) bool { return name == Stdio || name == "" }

// WithJSON gives c the flag --json.
func (a *App) WithJSON(c *cobra.Command) *cobra.Command {
	c.Flags().BoolVar(&a.JSON, "json", false, "print JSON")
	return c
}

// Beside returns where to report on a file, and the name to call it by.
func (a *App) Beside(file string) (report io.Writer, name string) {
	if ToStdout(file) {
		return a.Err, "standard output"
	}
	return a, file
}

// Show prints v if --json asks for it, else calls text.
func (a *App) Show(v any, text func()) error {
	if a.JSON {
		return a.PrintJSON(v)
	}
	text()
	return nil
}

// Cells are the rows of a table.
type Cells [][]string

// Add adds a row.
func (c *Cells) Add(row ...string) { *c = append(*c, row) }

// List prints v if --json asks for it, else rows: see Titled.
func (a *App) List(v any, align, titles string, rows Cells) error {
	return a.Show(v, func() { Titled(a, align, titles, rows) })
}

// ShowFiles prints the names of files that were written, and further lines.
func (a *App) ShowFiles(files []string, further ...string) error {
	return a.Show(map[string][]string{"files": files}, func() {
		for _, line := range slices.Concat(files, further) {
			fmt.Fprintln(a, line)
		}
	})
}

// PrintJSON prints v as indented JSON.
func (a *App) PrintJSON(v any) error {
	e := json.NewEncoder(a)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// Save makes the file of that name hold what fill writes, compressed if the name ends in
// .gz; "-" and "" are standard output.
func (a *App) Save(name string, fill func(io.Writer) error) error {
	if ToStdout(name) {
		return fill(Writer(a.Context, a.Data()))
	}
	return atomicfile.Write(name, func(w io.Writer) error {
		w = Writer(a.Context, w)
		if !strings.HasSuffix(strings.ToLower(name), ".gz") {
			return fill(w)
		}
		z := gzip.NewWriter(w)
		if err := fill(z); err != nil {
			return err
		}
		return z.Close()
	})
}

// A stoppable reads or writes until a context is done, to interrupt work that takes none.
type stoppable struct {
	ctx context.Context
	do  func(b []byte) (int, error)
}

func (s stoppable) run(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.do(b)
}

func (s stoppable) Read(b []byte) (n int, err error) {
	Await(func() { n, err = s.run(b) })
	return n, err
}

func (s stoppable) Write(b []byte) (int, error) { return s.run(b) }

// Reader returns a reader of r that fails with ctx's error once ctx is done.
func Reader(ctx context.Context, r io.Reader) io.Reader { return stoppable{ctx, r.Read} }

// Writer returns a writer to w that fails with ctx's error once ctx is done.
func Writer(ctx context.Context, w io.Writer) io.Writer { return stoppable{ctx, w.Write} }
