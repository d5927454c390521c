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

	"github.com/backfill-lab/backfill/cmd/backfill/internal/stop"
)

// Content is what a downloaded log turned out to hold.
type Content struct {
	Size   int64  // bytes, uncompressed
	SHA256 string // hex, of the uncompressed bytes
}

// Inspect reads the log at path to its end, unpacking it if it is gzip, and
// reports what it holds. The gzip format's own checksum finds a file that is
// cut or damaged; a web page served in the place of a log is refused as such.
func Inspect(ctx context.Context, path string) (Content, error) {
	f, err := os.Open(path)
	if err != nil {
		return Content{}, err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<18)
	head, _ := in.Peek(512)
	if html := bytes.ToLower(bytes.TrimSpace(head)); bytes.HasPrefix(html, []byte("<!doctype")) || bytes.HasPrefix(html, []byte("<html")) {
		return Content{}, fmt.Errorf("the server sent a web page, not a log")
	}
	r := io.Reader(in)
	if len(head) == 0 {
		return Content{}, fmt.Errorf("the server sent an empty file")
	}
	if bytes.HasPrefix(head, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(in)
		if err != nil {
			return Content{}, fmt.Errorf("damaged gzip file: %w", err)
		}
		r = z
	}
	hash := sha256.New()
	n, err := io.Copy(hash, stop.Reader(ctx, r))
	if err != nil {
		if ctx.Err() != nil {
			return Content{}, ctx.Err()
		}
		return Content{}, fmt.Errorf("damaged gzip file: %w", err)
	}
	return Content{Size: n, SHA256: hex.EncodeToString(hash.Sum(nil))}, nil
}

// Matches returns an error that says how c differs from what the catalogue
// knows of the log, or nil; an unknown value matches anything.
func (l *Log) Matches(c Content) error {
	switch {
	case l.Size > 0 && c.Size != l.Size:
		return fmt.Errorf("the log is %d bytes long, not the expected %d", c.Size, l.Size)
	case l.SHA256 != "" && c.SHA256 != l.SHA256:
		return fmt.Errorf("the log's SHA-256 is %s, not the expected %s", c.SHA256, l.SHA256)
	}
	return nil
}
