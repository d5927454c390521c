package fetch

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/bounded"
)

// A part is the beginning of a file that is being downloaded: the bytes in
// DEST.part and their origin in DEST.part.json.
type part struct {
	origin
	dest     string
	file     *os.File
	size     int64 // bytes in file
	kept     int64 // part of size from earlier calls
	spliced  bool  // the bytes come from more than one answer
	measured bool  // a server has told the length of the whole file
}

// An origin identifies the version of a file on a server.
type origin struct {
	URL       string `json:"url"`
	Validator string `json:"validator"` // for If-Range
}

// openPart opens the part of url for dest that an earlier call left, or an empty one if
// it cannot be continued.
func openPart(dest, url string) (*part, error) {
	p := &part{dest: dest, origin: origin{URL: url}}
	var old origin
	note, err := bounded.ReadFile(p.note(), bounded.Most)
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

func (p *part) restart() error {
	p.size, p.kept, p.spliced, p.Validator = 0, 0, false, ""
	if err := p.file.Truncate(0); err != nil {
		return err
	}
	_, err := p.file.Seek(0, io.SeekStart)
	return err
}

// describe notes the version of the bytes to come.
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
	return atomicfile.WriteBytes(p.note(), text)
}

func (p *part) append(b []byte) error {
	n, err := p.file.Write(b)
	p.size += int64(n)
	return err
}

// keep keeps the part for a later call, if it can be continued, and says so.
func (p *part) keep() string {
	if p.size == 0 || p.Validator == "" || p.file.Sync() != nil {
		p.discard()
		return "nothing is kept"
	}
	return fmt.Sprintf("the beginning is kept in %s: the same command continues it", p.path())
}

func (p *part) discard() {
	p.close()
	removeQuietly(p.path(), p.note())
}

func (p *part) publish() error {
	if err := atomicfile.Publish(p.file, p.dest); err != nil {
		removeQuietly(p.path(), p.note())
		return err
	}
	removeQuietly(p.note())
	return nil
}

func (p *part) close() { p.file.Close() }
