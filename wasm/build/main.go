// Command build makes the browser page:
//
//	wasm/web/dist     the page, for any static web server, under any path, also with brotli and gzip
//	wasm/web/packed   the same files compressed with brotli, which the command embeds
//
// It compiles the two WebAssembly binaries, bundles the TypeScript with esbuild,
// compresses, prints the sizes, and fails if the first download is too large.
// Run it from the repository's root, after npm ci in wasm/web.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

// maxFirst bounds the first download, compressed, in bytes.
const maxFirst = 2_750_000

// first are the files that the page loads when it opens; extra.wasm comes later.
var first = []string{"index.html", "style.css", "main.js", "worker.js", "backfill.wasm"}

const (
	source = "wasm/web"
	dist   = "wasm/web/dist"
	packed = "wasm/web/packed"
	cache  = ".cache/page"
)

func main() {
	quality := flag.Int("quality", 11, "brotli's quality, 0..11; lower is faster, for trials")
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := build(*quality); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

func build(quality int) error {
	if _, err := os.Stat("go.mod"); err != nil {
		return fmt.Errorf("there is no go.mod here: run it in the repository's root")
	}
	// Built aside and moved into place: a failed build leaves the last page.
	temp := dist + ".new"
	if err := os.RemoveAll(temp); err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	if err := os.MkdirAll(temp, 0o755); err != nil {
		return err
	}
	for _, step := range []func() error{
		func() error { return compile(temp) },
		func() error { return bundle(temp) },
		func() error { return pack(temp, quality) },
		func() error { return install(temp) },
		func() error { return os.RemoveAll(dist) },
		func() error { return os.Rename(temp, dist) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return report()
}

// report prints the sizes of a visitor's downloads and checks them against maxFirst.
func report() error {
	size := func(name string) (bytes int64) {
		if info, err := os.Stat(filepath.Join(dist, name)); err == nil {
			bytes = info.Size()
		}
		return bytes
	}
	var plain, gzip, brotli int64
	fmt.Printf("%-28s %12s %12s %12s\n", filepath.ToSlash(dist), "bytes", "gzip", "brotli")
	for _, name := range first {
		fmt.Printf("  %-26s %12d %12d %12d\n", name, size(name), size(name+".gz"), size(name+".br"))
		plain, gzip, brotli = plain+size(name), gzip+size(name+".gz"), brotli+size(name+".br")
	}
	fmt.Printf("  %-26s %12d %12d %12d\n", "first download", plain, gzip, brotli)
	fmt.Printf("  %-26s %12d %12d %12d  on demand\n", "extra.wasm", size("extra.wasm"), size("extra.wasm.gz"), size("extra.wasm.br"))
	if brotli > maxFirst {
		return fmt.Errorf("the first download is %d bytes, more than %d: "+
			"list its packages with GOOS=js GOARCH=wasm go list -deps ./wasm/backfill", brotli, maxFirst)
	}
	return nil
}
