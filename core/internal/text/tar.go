package text

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/internal/printable"
)

// Errors of a tar archive.
var (
	ErrTar      = errors.New("a tar archive that is cut off or in a form that is not read here: unpack it with tar -xf")
	ErrTarFiles = errors.New("give one of them, or those of one log joined with cat")
)

const (
	tarBlock = 512
	tarAhead = 64 << 10 // bytes of a file that are read before it is known to be the only one
)

// isTar reports whether a file begins with the header of a member of a tar archive (POSIX or GNU).
func isTar(head []byte) bool { return len(head) >= tarBlock && string(head[257:262]) == "ustar" }

// A tarFile is the text of the only file in a tar archive. Instead of its end there is an error wrapping ErrTarFiles if another
// file follows.
type tarFile struct {
	src           *bufio.Reader // of the archive
	name          string
	left, padding int64 // bytes of the file, and after them
	err           error
}

// openTar returns the text of the only file in an archive.
func openTar(src *bufio.Reader) (io.Reader, error) {
	t := &tarFile{src: src}
	err := t.next()
	switch {
	case err == io.EOF:
		return nil, fmt.Errorf("a tar archive without a file: %w", ErrTar)
	case err != nil || t.left > tarAhead:
		return t, err
	}
	whole, err := io.ReadAll(t) // a short one, such as README, would be taken for a log
	return bytes.NewReader(whole), err
}

// next goes to the next file, behind its header; io.EOF if there is none. Folders, links and what macOS adds are no files.
func (t *tarFile) next() error {
	for {
		head, err := t.src.Peek(tarBlock)
		switch {
		case len(head) == 0 && err == io.EOF, err == nil && len(bytes.Trim(head, "\x00")) == 0:
			return io.EOF
		case err == io.EOF || err == nil && !isTar(head):
			return ErrTar
		case err != nil:
			return err
		}
		size, err := strconv.ParseUint(string(bytes.Trim(head[124:136], " \x00")), 8, 36)
		if err != nil {
			return ErrTar
		}
		name, _, _ := bytes.Cut(head[:100], []byte{0})
		t.name, t.left, t.padding = printable.Name(path.Base(string(name))), int64(size), int64(-size&(tarBlock-1))
		kind := head[156]
		t.src.Discard(tarBlock)
		if (kind == 0 || kind == '0' || kind == '7') && !strings.HasPrefix(t.name, "._") {
			return nil
		}
		if err := t.skip(t.left + t.padding); err != nil {
			return err
		}
	}
}

// skip goes over that many bytes.
func (t *tarFile) skip(n int64) error {
	if _, err := t.src.Discard(int(n)); err == io.EOF {
		return ErrTar
	} else if err != nil {
		return err
	}
	return nil
}

// Read implements io.Reader.
func (t *tarFile) Read(p []byte) (int, error) {
	if t.left == 0 && t.err == nil {
		t.err = t.end()
	}
	if t.err != nil {
		return 0, t.err
	}
	n, err := t.src.Read(p[:min(int64(len(p)), t.left)])
	if t.left -= int64(n); err == io.EOF {
		err = ErrTar
	}
	return n, err
}

// end returns io.EOF if the file that ends is the only one.
func (t *tarFile) end() error {
	first := t.name
	if err := t.skip(t.padding); err != nil {
		return err
	}
	if err := t.next(); err != nil {
		return err
	}
	return fmt.Errorf("a tar archive of several files, such as %s and %s: unpack it with tar -xf and %w", first, t.name, ErrTarFiles)
}
