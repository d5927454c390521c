package main

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// slim holds the files that stand in the place of some of libraries in the page's programs.
//
//go:embed slim/*.txt
var slimFiles embed.FS

// A cut is a file of a module that brings along much that the page never uses, and what the page's programs have in
// its place.
type cut struct {
	module string
	file   string // in the module
	sum    string // SHA-256 of that file as it was when its replacement was written
	with   string // in slim
}

// cuts were chosen by what they save of the compressed programs: fonts 1.8 MB of figure.wasm, codecs of Arrow 0.2 MB of
// each, its builders 0.07 MB of backfill.wasm and 0.14 MB of parquet.wasm, brotli with net/http and crypto/tls 1 MB of parquet.wasm.
var cuts = []cut{
	{"gonum.org/v1/plot", "font/liberation/liberation.go", "bae355acd7e35e908c57c59d3bcb92aff84220c994d0d2be7007ccc9a4a0feb7",
		"liberation.go.txt"},
	{"github.com/apache/arrow/go/v17", "arrow/ipc/compression.go", "b6d5777f977f3c9366777b3d71f6bec09c16916a029078f884f7e5a8cdd2ffa7",
		"compression.go.txt"},
	{"github.com/apache/arrow/go/v17", "arrow/array/builder.go", "26723a4bf93ccad1dba441d87b6069db74511b68e64298a8b77e449f5dc6ce7d",
		"builder.go.txt"},
	{"github.com/parquet-go/parquet-go", "compress/brotli/brotli.go", "e8a6a447779ff5574606a58e998eee55af4537fb4f118d917103a11578726af2",
		"brotli.go.txt"},
}

// slimmed returns a go.mod by which the modules are copies with their cuts. It is made in the cache.
func slimmed() (string, error) {
	dir := filepath.Join(cache, "slim")
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		return "", err
	}
	replaced := map[string]bool{}
	for _, c := range cuts {
		to, err := c.make(dir)
		if err != nil {
			return "", fmt.Errorf("%s with less in it: %w", c.module, err)
		}
		if replaced[c.module] {
			continue
		}
		replaced[c.module] = true
		mod = fmt.Appendf(mod, "\nreplace %s => ./%s\n", c.module, filepath.ToSlash(to))
	}
	sum, err := os.ReadFile("go.sum")
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, "go.sum"), sum, 0o644); err != nil {
		return "", err
	}
	name := filepath.Join(dir, "go.mod")
	return name, os.WriteFile(name, mod, 0o644)
}

// make copies the module into dir, unless it is there, and returns where it is.
func (c cut) make(dir string) (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", c.module).Output()
	if err != nil {
		return "", fmt.Errorf("go list -m: %w", err)
	}
	from := strings.TrimSpace(string(out))
	with, err := slimFiles.ReadFile("slim/" + c.with)
	if err != nil {
		return "", err
	}
	original, err := os.ReadFile(filepath.Join(from, c.file))
	if err != nil {
		return "", err
	}
	if sum := sha256.Sum256(original); hex.EncodeToString(sum[:]) != c.sum {
		return "", fmt.Errorf("%s is another than wasm/build/slim/%s was written for: "+
			"compare them, and record its SHA-256 %x in wasm/build/slim.go",
			c.file, c.with, sum)
	}
	to := filepath.Join(dir, filepath.Base(from))
	if _, err := os.Stat(to); err != nil {
		temp := to + ".new"
		if err := os.RemoveAll(temp); err != nil {
			return "", err
		}
		if err := os.CopyFS(temp, os.DirFS(from)); err != nil {
			return "", err
		}
		if err := os.Rename(temp, to); err != nil {
			return "", err
		}
	}
	place := filepath.Join(to, c.file)
	if there, err := os.ReadFile(place); err == nil && string(there) == string(with) {
		return to, nil
	}
	return to, os.WriteFile(place, with, 0o644)
}
