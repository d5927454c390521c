// Command build makes the browser page:
//
//	wasm/web/dist     the page, for any static web server, under any path
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
const maxFirst = 2_500_000

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
	if err := compile(temp); err != nil {
		return err
	}
	if err := bundle(temp); err != nil {
		return err
	}
	sizes, err := pack(temp, quality)
	if err != nil {
		return err
	}
	if err := install(temp); err != nil {
		return err
	}
	if err := os.RemoveAll(dist); err != nil {
		return err
	}
	if err := os.Rename(temp, dist); err != nil {
		return err
	}
	return report(sizes)
}

// report prints what a visitor downloads and checks it against maxFirst.
func report(sizes map[string]size) error {
	var total size
	fmt.Printf("%-28s %12s %12s\n", filepath.ToSlash(dist), "bytes", "brotli")
	for _, name := range first {
		s := sizes[name]
		fmt.Printf("  %-26s %12d %12d\n", name, s.plain, s.packed)
		total.plain += s.plain
		total.packed += s.packed
	}
	fmt.Printf("  %-26s %12d %12d\n", "first download", total.plain, total.packed)
	s := sizes["extra.wasm"]
	fmt.Printf("  %-26s %12d %12d  on demand\n", "extra.wasm", s.plain, s.packed)
	if total.packed > maxFirst {
		return fmt.Errorf("the first download is %d bytes, more than %d: "+
			"list its packages with GOOS=js GOARCH=wasm go list -deps ./wasm/backfill", total.packed, maxFirst)
	}
	return nil
}
