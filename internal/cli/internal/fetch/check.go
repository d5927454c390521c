package fetch

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"

	"github.com/backfill-lab/backfill/internal/cli/internal/console"
)

// Content describes a downloaded log.
type Content struct {
	Size   int64  // bytes, uncompressed
	SHA256 string // hex, of the uncompressed bytes
}

// Inspect reads the log at path to its end, unpacking gzip, and describes it. The
// checksum of gzip finds a cut or damaged file. A web page served instead of a log is
// an error.
func Inspect(ctx context.Context, path string) (Content, error) {
	f, err := os.Open(path)
	if err != nil {
		return Content{}, err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<18)
	head, _ := in.Peek(512)
	html := bytes.ToLower(bytes.TrimSpace(head))
	switch {
	case bytes.HasPrefix(html, []byte("<!doctype")) || bytes.HasPrefix(html, []byte("<html")):
		return Content{}, fmt.Errorf("the server sent a web page, not a log")
	case len(head) == 0:
		return Content{}, fmt.Errorf("the server sent an empty file")
	}
	r := io.Reader(in)
	if bytes.HasPrefix(head, []byte{0x1f, 0x8b}) {
		if r, err = gzip.NewReader(in); err != nil {
			return Content{}, fmt.Errorf("damaged gzip file: %w", err)
		}
	}
	hash := sha256.New()
	n, err := io.Copy(hash, console.Reader(ctx, r))
	if err != nil {
		if ctx.Err() != nil {
			return Content{}, ctx.Err()
		}
		return Content{}, fmt.Errorf("damaged gzip file: %w", err)
	}
	return Content{Size: n, SHA256: hex.EncodeToString(hash.Sum(nil))}, nil
}

// Matches returns an error if c differs from the known size or SHA-256 of the log.
func (l *Log) Matches(c Content) error {
	switch {
	case l.Size > 0 && c.Size != l.Size:
		return fmt.Errorf("the log is %d bytes long, not the expected %d", c.Size, l.Size)
	case l.SHA256 != "" && c.SHA256 != l.SHA256:
		return fmt.Errorf("the log's SHA-256 is %s, not the expected %s", c.SHA256, l.SHA256)
	}
	return nil
}
