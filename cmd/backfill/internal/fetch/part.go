package fetch

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/backfill-lab/backfill/cmd/backfill/internal/atomicfile"
)

// A part is the beginning of a file that is being downloaded: the bytes in
// DEST.part, and in DEST.part.json where they are from.
type part struct {
	origin
	dest     string
	file     *os.File
	size     int64 // bytes in file
	kept     int64 // of these, there since before this call
	spliced  bool  // the bytes come from more than one answer
	measured bool  // a server has said how long the whole file is
}

// An origin tells whether a server still has the file of which bytes are there.
type origin struct {
	URL       string `json:"url"`
	Validator string `json:"validator"` // for If-Range
}

// openPart opens what an earlier call has left of url for dest, or an empty
// part if there is nothing that can be gone on from.
func openPart(dest, url string) (*part, error) {
	p := &part{dest: dest, origin: origin{URL: url}}
	var old origin
	note, err := os.ReadFile(p.note())
	usable := err == nil && json.Unmarshal(note, &old) == nil && old.URL == url && old.Validator != ""
	p.file, err = os.OpenFile(p.path(), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s: its folder does not exist; make it first", dest)
		}
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return nil, fmt.Errorf("%s: cannot be written: %w", dest, err)
	}
	if !usable {
		if err := p.restart(); err != nil {
			p.discard()
			return nil, err
		}
		return p, nil
	}
	p.Validator = old.Validator
	p.size, err = p.file.Seek(0, io.SeekEnd)
	p.kept, p.spliced = p.size, p.size > 0
	return p, err
}

func (p *part) path() string { return p.dest + ".part" }
func (p *part) note() string { return p.dest + ".part.json" }

// restart throws away the bytes that are there.
func (p *part) restart() error {
	p.size, p.kept, p.spliced, p.Validator = 0, 0, false, ""
	if err := p.file.Truncate(0); err != nil {
		return err
	}
	_, err := p.file.Seek(0, io.SeekStart)
	return err
}

// describe notes which version of the file the bytes to come are of.
func (p *part) describe(validator string) error {
	p.Validator = validator
	if validator == "" {
		removeQuietly(p.note())
		return nil
	}
	text, err := json.Marshal(p.origin)
	if err != nil {
		return err
	}
	return atomicfile.Write(p.note(), func(w io.Writer) error { _, err := w.Write(text); return err })
}

func (p *part) append(b []byte) error {
	n, err := p.file.Write(b)
	p.size += int64(n)
	return err
}

// keep leaves what is there for a later call and says in words what became of it.
func (p *part) keep() string {
	if p.size == 0 || p.Validator == "" || p.file.Sync() != nil {
		p.discard()
		return "nothing is kept"
	}
	return fmt.Sprintf("what has arrived is kept in %s and the same command goes on from there", p.path())
}

func (p *part) discard() {
	p.close()
	removeQuietly(p.path(), p.note())
}

// publish gives the file its name.
func (p *part) publish() error {
	if err := atomicfile.Publish(p.file, p.dest); err != nil {
		removeQuietly(p.path(), p.note())
		return err
	}
	removeQuietly(p.note())
	return nil
}

func (p *part) close() { p.file.Close() }
