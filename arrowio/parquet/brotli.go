//go:build !page

package parquet

import (
	"bytes"
	"io"

	"github.com/andybalholm/brotli"
)

// unbrotli fills out with what b unpacks to. The page, where the decoder would be a third of the program, has none.
func unbrotli(b, out []byte) error {
	_, err := io.ReadFull(brotli.NewReader(bytes.NewReader(b)), out)
	return err
}

const readsBrotli = true
