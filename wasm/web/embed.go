// Package web holds the built browser page, so that one command can serve it.
package web

import (
	"embed"
	"io/fs"
)

// packed holds the page's files, each compressed with brotli and named
// NAME.br, and a note in their place where the page has not been built.
//
//go:embed all:packed
var packed embed.FS

// ContentPolicy is the page's Content-Security-Policy: all that it loads and runs comes from its own
// server, and it asks nobody else. WebAssembly may be compiled. The build writes it into index.html, for
// servers that send no header of their own.
const ContentPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
	"connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"

// FS returns the files of the page, each compressed with brotli and named
// NAME.br, or false if this program was built before the page was: see
// wasm/build.
func FS() (files fs.FS, built bool) {
	files, err := fs.Sub(packed, "packed")
	if err != nil {
		return nil, false
	}
	_, err = fs.Stat(files, "index.html.br")
	return files, err == nil
}
