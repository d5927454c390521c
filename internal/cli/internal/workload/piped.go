package workload

import (
	"bytes"
	"fmt"
	"io"

	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/scratch"
)

// pipedMemory is the number of bytes of standard input that stay in memory. What a pipe has more goes to a temporary file.
const pipedMemory = 1 << 20

// A piped is what came through standard input, to be read as often as one likes.
type piped struct {
	head []byte
	rest *scratch.File // or nil
	size int64         // of rest
}

// readPiped reads all of standard input.
func readPiped(a *console.App) (*piped, error) {
	r := console.Reader(a.Context, a.In)
	head, err := io.ReadAll(io.LimitReader(r, pipedMemory))
	if err != nil || len(head) < pipedMemory {
		return &piped{head: head}, err
	}
	f, err := scratch.Open("stdin")
	if err != nil {
		return nil, fmt.Errorf("standard input: a temporary file cannot be made: %w; TMPDIR can name another folder", err)
	}
	p := &piped{head: head, rest: f}
	if p.size, err = io.Copy(f, r); err != nil {
		f.Close()
		if a.Context.Err() == nil {
			err = fmt.Errorf("standard input: its copy in a temporary file cannot be written: %w; TMPDIR can name a folder with more room", err)
		}
		return nil, err
	}
	return p, nil
}

// read returns a reader of all.
func (p *piped) read() io.Reader {
	if p.rest == nil {
		return bytes.NewReader(p.head)
	}
	return io.MultiReader(bytes.NewReader(p.head), io.NewSectionReader(p.rest, 0, p.size))
}

// large tells whether it has as many bytes as a log that is streamed.
func (p *piped) large() bool {
	size := int64(len(p.head)) + p.size
	if bytes.HasPrefix(p.head, []byte("\x1f\x8b")) {
		size *= packed
	}
	return size >= LargeFrom
}

func (p *piped) Close() error {
	if p.rest == nil {
		return nil
	}
	return p.rest.Close()
}
