// Command build makes the browser page. It is the one door to the page's toolchain; README.md says what each step gives.
//
//	go run ./wasm/build                           makes the page
//	go run ./wasm/build -without straight,fonts   without steps of the toolchain, to measure what they give
//	go run ./wasm/build verify [-log LOG] FILES   whether this machine computes what result files hold
//	go run ./wasm/build exec RUNNER PROGRAM ...   runs a program as the page's run, for go test -exec
//
// The page is in two folders:
//
//	wasm/web/dist     for any static web server, under any path, also with brotli and gzip
//	wasm/web/packed   the same files compressed with brotli, which the command embeds
//
// The build writes the page's types of the simulator's messages, compiles the WebAssembly binaries, bundles the TypeScript
// with esbuild, compresses, prints the sizes, and fails if the first download is too large. What would only make the programs
// smaller or faster, and does not recognise this Go release or a library's file, is left out with a warning.
// Run it from the repository's root, after npm ci in wasm/web.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	wasmexec "github.com/backfill-lab/backfill/wasm/build/internal/exec"
	"github.com/backfill-lab/backfill/wasm/build/internal/types"
	"github.com/backfill-lab/backfill/wasm/build/internal/verify"
)

// maxFirst bounds the first download, compressed, in bytes, and maxLater each file that comes on demand. In another
// language than the simulator's the first download has maxPhrases more: what the simulator says, translated. It was 2,300,000 until the
// rules of newer Slurms came, which bring 80,000, and 2,390,000 until gang scheduling and generic resources did: clusters, which few
// visitors need, could come on demand instead.
const (
	maxFirst   = 2_430_000
	maxPhrases = 15_000
	maxLater   = 4_000_000
)

// opening are the files that every page loads when it opens, with its script and the chunks of that. Others come when
// they are first wanted.
var opening = []string{"style.css", "worker.js", "backfill.wasm"}

// icons are three jobs on a machine. Systems cut them to shapes of their own, whose safe part is a circle of four fifths: the
// sign of the PNGs is as large as half the icon.
var icons = []string{"icon.svg", "icon-192.png", "icon-512.png"}

const (
	source = "wasm/web"
	dist   = "wasm/web/dist"
	packed = "wasm/web/packed"
	cache  = ".cache/page"
)

func main() {
	err := run(os.Args[1:])
	if exit, ok := err.(*exec.ExitError); ok { // of a program that the operation exec ran
		os.Exit(max(exit.ExitCode(), 1))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

// run carries out what the arguments ask for.
func run(args []string) error {
	if len(args) > 0 {
		switch rest := args[1:]; args[0] {
		case "verify":
			return verify.Run(rest)
		case "exec":
			return wasmexec.Run(rest)
		}
	}
	flags := flag.NewFlagSet("build", flag.ExitOnError)
	quality := flags.Int("quality", 11, "brotli's quality, 0..11; lower is faster, for trials")
	without := flags.String("without", "", "steps to leave out, of "+strings.Join(steps(), ","))
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		flags.Usage()
		os.Exit(2)
	}
	var left []string
	if *without != "" {
		left = strings.Split(*without, ",")
	}
	return build(*quality, left)
}

func build(quality int, without []string) error {
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
		func() error { return types.Write(".") },
		func() error { return compile(temp, without) },
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
	return report(quality == 11 && without == nil)
}

// firstFiles returns the names of what the language's page in dir loads when it opens, first what is its own.
func (l language) firstFiles(dir string) ([]string, error) {
	parts, err := chunks(dir, l.script)
	return slices.Concat([]string{l.page, l.script}, parts, opening), err
}

// report prints the sizes of a visitor's downloads and, of files to be published, checks them against the bounds.
func report(check bool) error {
	fmt.Printf("%-28s %12s %12s %12s\n", filepath.ToSlash(dist), "bytes", "gzip", "brotli")
	var all []string
	for _, l := range languages {
		first, err := l.firstFiles(dist)
		if err != nil {
			return err
		}
		all = append(all, first...)
		var sum [3]int64
		for _, name := range first {
			for i, n := range line(name, "  "+l.code) {
				sum[i] += n
			}
		}
		fmt.Printf("  %-26s %12d %12d %12d\n", "first download, "+l.code, sum[0], sum[1], sum[2])
		if most := l.maxFirst(); check && sum[2] > most {
			return fmt.Errorf("the first download in language %s is %d bytes, more than %d: "+
				"list its packages with GOOS=js GOARCH=wasm go list -deps ./wasm/backfill", l.code, sum[2], most)
		}
	}
	entries, err := os.ReadDir(dist)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := e.Name()
		if strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz") || slices.Contains(all, name) {
			continue
		}
		if size := line(name, "  on demand")[2]; check && size > maxLater {
			return fmt.Errorf("%s is %d bytes, more than %d: split it", name, size, maxLater)
		}
	}
	return nil
}

// line prints the sizes of a file, and of that file under gzip and brotli, and returns them.
func line(name, note string) (sizes [3]int64) {
	for i, ending := range []string{"", ".gz", ".br"} {
		if info, err := os.Stat(filepath.Join(dist, name+ending)); err == nil {
			sizes[i] = info.Size()
		}
	}
	fmt.Printf("  %-26s %12d %12d %12d%s\n", name, sizes[0], sizes[1], sizes[2], note)
	return sizes
}
