package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/backfill-lab/backfill/cmd/backfill/internal/page"
	"github.com/backfill-lab/backfill/wasm/web"
)

// pageOf returns the browser page in dir, or with "" the one built in.
func pageOf(dir string) (*page.Handler, error) {
	if dir != "" {
		h, err := page.New(os.DirFS(dir))
		if errors.Is(err, page.ErrNotBuilt) {
			err = fmt.Errorf("%s: no index.html or index.html.br in it", dir)
		}
		return h, err
	}
	files, built := web.FS()
	if !built {
		return nil, errors.New("the page is not built into this program; in a checkout, make serve builds and serves it")
	}
	return page.New(files)
}
