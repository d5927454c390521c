package arrowio

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/core/result"
)

// A Bundle writes the files of a result folder one piece after another to a stream, such as
// a pipe, without a folder:
//
//	backfill results 1
//	NAME LENGTH        then LENGTH bytes, the next piece of the file NAME; as often as needed
//	end 0              a bundle without this line is cut off
//
// Lines end with a newline. NAME is as in the folder, such as jobs.arrow, spec.json or
// figures/gantt.svg; the pieces of a file are in order, those of different files may
// alternate. Memory holds a piece of each table.
type Bundle struct {
	w      io.Writer
	err    error
	tables result.Set
	all    []*packed

	compactors []*compactor // of Options.Compact
}

const (
	bundleHead = "backfill results 1"
	bundleEnd  = "end"
	pieceSize  = 256 << 10 // bytes, about
)

// NewBundle begins a bundle with the tables of opt as Arrow files, which is the only format
// that it takes, and with the Spec that m holds.
func NewBundle(w io.Writer, m result.Meta, opt Options) (*Bundle, error) {
	if slices.ContainsFunc(opt.Formats, func(name string) bool { return name != "arrow" }) {
		return nil, fmt.Errorf("a stream of results has its tables as arrow, not as %s", strings.Join(opt.Formats, ", "))
	}
	wanted := opt.Tables
	if wanted == nil {
		wanted = result.Usual()
	}
	b := &Bundle{w: w, tables: result.Set{}}
	b.put([]byte(bundleHead + "\n"))
	for _, s := range result.All {
		if s.Rows == result.Always || slices.Contains(wanted, s) {
			t := &packed{bundle: b, schema: s, meta: m}
			b.all, b.tables[s] = append(b.all, t), t
			if opt.Compact {
				c, err := newCompactor(s, func(compact *result.Schema) result.Sink {
					t.schema = compact
					return t
				})
				if err != nil {
					b.Abort()
					return nil, err
				}
				b.compactors, b.tables[s] = append(b.compactors, c), c
			}
		}
	}
	spec, err := indented(m)
	if err != nil {
		b.Abort()
		return nil, err
	}
	return b, b.Add(specJSON, spec)
}

// Tables returns the sinks of the bundle's tables; Close closes them. A table without rows
// has no file, unless every run has rows of it.
func (b *Bundle) Tables() result.Set { return b.tables }

// Add adds a piece of a file of that name.
func (b *Bundle) Add(name string, data []byte) error {
	b.put(append(strconv.AppendInt([]byte(name+" "), int64(len(data)), 10), '\n'))
	b.put(data)
	return b.err
}

func (b *Bundle) put(data []byte) {
	if b.err == nil {
		_, b.err = b.w.Write(data)
	}
}

// CloseTables completes the tables, which take no rows any more.
func (b *Bundle) CloseTables() error {
	for _, c := range b.compactors {
		if err := c.finish(); err != nil {
			return err
		}
	}
	for _, t := range b.all {
		if err := t.finish(); err != nil {
			return err
		}
	}
	return nil
}

// Abort gives back what a bundle that is not completed holds.
func (b *Bundle) Abort() {
	for _, c := range b.compactors {
		c.close()
	}
}

// Close completes the bundle, after CloseTables.
func (b *Bundle) Close() error { return b.Add(bundleEnd, nil) }

// A packed is a sink that writes one table into a bundle.
type packed struct {
	bundle *Bundle
	schema *result.Schema
	meta   result.Meta
	sink   result.Sink // nil before the first row
	buf    bytes.Buffer
}

func (t *packed) open() (err error) {
	t.sink, err = ipc.NewWriter(&t.buf, t.schema, t.meta)
	return err
}

// Write appends rows.
func (t *packed) Write(rows *result.Table) error {
	if t.sink == nil {
		if rows.Rows == 0 {
			return nil
		}
		if err := t.open(); err != nil {
			return err
		}
	}
	if err := t.sink.Write(rows); err != nil {
		return err
	}
	return t.send(pieceSize)
}

// send sends what is buffered, if that is enough.
func (t *packed) send(enough int) error {
	if t.buf.Len() < enough {
		return nil
	}
	err := t.bundle.Add(t.schema.Name+".arrow", t.buf.Bytes())
	t.buf.Reset()
	return err
}

// Close does nothing: CloseTables completes the table.
func (t *packed) Close() error { return nil }

func (t *packed) finish() error {
	if t.sink == nil {
		if t.schema.Rows != result.Always {
			return nil
		}
		if err := t.open(); err != nil {
			return err
		}
	}
	if err := t.sink.Close(); err != nil {
		return err
	}
	return t.send(1)
}

// Bounds of a bundle that is read.
const (
	mostFiles   = 1000
	longestLine = 512
)

var errCut = errors.New("the results are cut off: the last line of a complete stream is end 0")

// Unbundle reads a bundle to its end and returns its files by name. Memory stays within a
// fixed multiple of what r has.
func Unbundle(r io.Reader) (files map[string][]byte, err error) {
	in := bufio.NewReaderSize(r, longestLine)
	if head, err := in.ReadSlice('\n'); err != nil || string(head) != bundleHead+"\n" {
		return nil, fmt.Errorf("this is no stream of results: its first line is not %q, as backfill run --out - writes it", bundleHead)
	}
	pieces := map[string]*bytes.Buffer{}
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return nil, errCut
		}
		name, length, _ := strings.Cut(strings.TrimSuffix(string(line), "\n"), " ")
		n, err := strconv.ParseInt(length, 10, 64)
		switch {
		case err != nil || n < 0 || name == "" || path.Clean(name) != name || strings.HasPrefix(name, "/") || strings.HasPrefix(name, ".."):
			return nil, fmt.Errorf("the stream of results is damaged: %.80q is not a file's name and the length of a piece", line)
		case name == bundleEnd:
			files = make(map[string][]byte, len(pieces))
			for name, p := range pieces {
				files[name] = p.Bytes()
			}
			return files, nil
		case pieces[name] == nil && len(pieces) == mostFiles:
			return nil, fmt.Errorf("the stream of results has more than %d files", mostFiles)
		case pieces[name] == nil:
			pieces[name] = new(bytes.Buffer)
		}
		if _, err := io.CopyN(pieces[name], in, n); err != nil {
			return nil, errCut
		}
	}
}

// OpenFiles reads tables of files that Unbundle has returned: these, or all if none is given.
func OpenFiles(files map[string][]byte, only ...*result.Schema) (*Result, error) {
	r := &Result{Tables: result.Tables{}, held: files}
	if err := r.fill("the stream of results", only); err != nil {
		return nil, err
	}
	return r, nil
}
