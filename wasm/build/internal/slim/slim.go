// Package slim gives the page's programs libraries with less in them: copies of modules in which small files stand in the place of
// those that bring along much that no page uses.
package slim

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed *.txt
var replacements embed.FS

// A Cut is a file of a module that brings along much that the page never uses, and what the page's programs have in
// its place.
type Cut struct {
	Name   string // for -without
	module string
	file   string // in the module
	sum    string // SHA-256 of that file as it was when its replacement was written
	with   string // in replacements
}

// Cuts were chosen by what they save of the compressed programs: wasm/build/README.md has the numbers.
var Cuts = []Cut{
	{"fonts", "gonum.org/v1/plot", "font/liberation/liberation.go", "bae355acd7e35e908c57c59d3bcb92aff84220c994d0d2be7007ccc9a4a0feb7",
		"liberation.go.txt"},
	{"codecs", "github.com/apache/arrow/go/v17", "arrow/ipc/compression.go",
		"b6d5777f977f3c9366777b3d71f6bec09c16916a029078f884f7e5a8cdd2ffa7", "compression.go.txt"},
	{"builders", "github.com/apache/arrow/go/v17", "arrow/array/builder.go",
		"26723a4bf93ccad1dba441d87b6069db74511b68e64298a8b77e449f5dc6ce7d", "builder.go.txt"},
	{"compare", "github.com/apache/arrow/go/v17", "arrow/array/compare.go",
		"e819c11c5a0fd2b22e534a5115912db997878b4e761d442a25cef04f91e6a7e2", "compare.go.txt"},
	{"brotli", "github.com/parquet-go/parquet-go", "compress/brotli/brotli.go",
		"e8a6a447779ff5574606a58e998eee55af4537fb4f118d917103a11578726af2", "brotli.go.txt"},
}

// Modfile makes the copies in dir with these cuts, and returns a go.mod by which a build takes them. A file that is another than the
// one that its cut was written for stays as it is, and warn gets one line about it.
func Modfile(dir string, cuts []Cut, warn func(line string)) (string, error) {
	var copies []moduleCopy
	for _, c := range cuts {
		from, err := folder(c.module)
		if err != nil {
			return "", err
		}
		if err := c.check(from); err != nil {
			warn(fmt.Sprintf("%s stays whole: %v", c.module, err))
			continue
		}
		k := slices.IndexFunc(copies, func(m moduleCopy) bool { return m.module == c.module })
		if k < 0 {
			k, copies = len(copies), append(copies, moduleCopy{module: c.module, from: from})
		}
		copies[k].cuts = append(copies[k].cuts, c)
	}
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		return "", err
	}
	sum, err := os.ReadFile("go.sum")
	if err != nil {
		return "", err
	}
	for _, m := range copies {
		to, err := m.make(dir)
		if err != nil {
			return "", fmt.Errorf("a copy of %s with less in it: %w", m.module, err)
		}
		mod = fmt.Appendf(mod, "\nreplace %s => %q\n", m.module, local(to))
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, "go.sum"), sum, 0o644); err != nil {
		return "", err
	}
	name := filepath.Join(dir, "go.mod")
	return name, os.WriteFile(name, mod, 0o644)
}

// local is a path as a go.mod has it: programs contain it, and a relative one is the same in every checkout.
func local(path string) string {
	if path = filepath.ToSlash(path); filepath.IsAbs(path) {
		return path
	}
	return "./" + path
}

// folder returns where the go command keeps a module.
func folder(module string) (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		return "", fmt.Errorf("go list -m %s: %w", module, err)
	}
	return strings.TrimSpace(string(out)), nil
}

// check returns an error unless the module in the folder from has the file that the cut was written for.
func (c Cut) check(from string) error {
	original, err := os.ReadFile(filepath.Join(from, c.file))
	if err != nil {
		return fmt.Errorf("%s cannot be read, in whose place wasm/build/internal/slim/%s stands", c.file, c.with)
	}
	return unchanged(c.file, original, c.sum, c.with, "slim.go")
}

// unchanged returns an error unless a file's content has the SHA-256 recorded in a file of this package.
func unchanged(name string, content []byte, sum, with, recorded string) error {
	if is := sha256.Sum256(content); hex.EncodeToString(is[:]) != sum {
		return fmt.Errorf("%s differs from the file that wasm/build/internal/slim/%s was written for: "+
			"compare them, and record its SHA-256 %x in %s", name, with, is, recorded)
	}
	return nil
}

// A moduleCopy is a module with its cuts.
type moduleCopy struct {
	module string
	from   string
	cuts   []Cut
}

// make copies the module into dir, unless a copy with the same cuts is there, and returns where it is.
func (m moduleCopy) make(dir string) (string, error) {
	to := filepath.Join(dir, filepath.Base(m.from))
	for _, c := range m.cuts {
		to += "-" + c.Name
	}
	temp := to + ".new"
	if _, err := os.Stat(to); err != nil {
		if err := os.RemoveAll(temp); err != nil {
			return "", err
		}
		if err := os.CopyFS(temp, os.DirFS(m.from)); err != nil {
			return "", err
		}
		if err := os.Rename(temp, to); err != nil {
			return "", err
		}
	}
	for _, c := range m.cuts {
		with, err := replacements.ReadFile(c.with)
		if err != nil {
			return "", err
		}
		place := filepath.Join(to, c.file)
		if there, err := os.ReadFile(place); err == nil && string(there) == string(with) {
			continue
		}
		if err := os.WriteFile(place, with, 0o644); err != nil {
			return "", err
		}
	}
	return to, nil
}
