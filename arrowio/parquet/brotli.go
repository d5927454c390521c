//go:build !page

package parquet

import (
	"bytes"
	"io"

	"github.com/andybalholm/brotli"
)

func init() {
	unbrotli = func(b, out []byte) error {
		_, err := io.ReadFull(brotli.NewReader(bytes.NewReader(b)), out)
		return err
	}
}
