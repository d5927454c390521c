package main

import (
	"debug/buildinfo"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/internal/scratch"
	"github.com/backfill-lab/backfill/wasm/build/internal/module"
	"github.com/backfill-lab/backfill/wasm/build/internal/slim"
)

// binaries are the WebAssembly programs by file name.
var binaries = map[string]string{
	"backfill.wasm": "./wasm/backfill",
	"parquet.wasm":  "./wasm/internal/extra/parquet/program",
	"figure.wasm":   "./wasm/internal/extra/figure/program",
	"papers.wasm":   "./wasm/internal/extra/papers/program",
}

// profile is the file, from the repository's root, that says where the simulator spends its time, so that the compiler makes fewer
// calls there: make profile.
const profile = "wasm/build/hot.pgo"

// hottest lets the compiler do so where a profile spends 80 % of its time and not, as it usually does, 99 %: less code for the same speed.
const hottest = "all=-d=pgoinlinecdfthreshold=80"

// steps are the names of what makes the programs smaller or faster and can be left out. README.md says what each gives.
func steps() []string {
	names := []string{"profile", "json", slim.Sorts, module.Straight.Name, module.Strip.Name}
	for _, c := range slim.Cuts {
		names = append(names, c.Name)
	}
	return names
}

// compile builds the binaries into dir, from libraries without what they never use, makes their jumps short, and takes from them what
// compresses badly, but leaves out these steps.
// The tag tinygo makes arrow use encoding/json instead of goccy/go-json.
func compile(dir string, without []string) error {
	for _, name := range without {
		if !slices.Contains(steps(), name) {
			return fmt.Errorf("-without: unknown step %q, known are %s", name, strings.Join(steps(), ", "))
		}
	}
	left := func(name string) bool { return slices.Contains(without, name) }
	modfile, err := slim.Modfile(filepath.Join(cache, "slim"), slices.DeleteFunc(slices.Clone(slim.Cuts),
		func(c slim.Cut) bool { return left(c.Name) }), warn)
	if err != nil {
		return err
	}
	overlay := ""
	if !left(slim.Sorts) {
		if overlay, err = slim.Overlay(filepath.Join(cache, "slim"), warn); err != nil {
			return err
		}
	}
	pgo, tags := profile, "tinygo,page"
	if left("profile") {
		pgo = "off"
	}
	if left("json") {
		tags = "page"
	}
	made := slices.DeleteFunc([]module.Step{module.Straight, module.Strip}, func(s module.Step) bool { return left(s.Name) })
	for name, pkg := range binaries {
		file := filepath.Join(dir, name)
		cmd := exec.Command("go", "build", "-modfile="+modfile, "-overlay="+overlay, "-trimpath", "-buildvcs=false", "-tags="+tags,
			"-ldflags=-s -w", "-gcflags="+hottest, "-pgo="+pgo, "-o", file, pkg)
		cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		if err := start(cmd); err != nil {
			return fmt.Errorf("compiling %s: %w", pkg, err)
		}
		if err := module.Rewrite(file, file, warn, made...); err != nil {
			return err
		}
	}
	return nil
}

// warn says on standard error that the page is made without something.
func warn(line string) { fmt.Fprintln(os.Stderr, "build: warning:", line) }

// version returns the version that the go command stamps into a program built now: the
// page and the command show the same.
func version() (string, error) {
	dir, err := scratch.Temp("build")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "program")
	if err := start(exec.Command("go", "build", "-o", program, "./wasm/build")); err != nil {
		return "", err
	}
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return "", err
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v, nil
	}
	return "devel", nil
}

func start(cmd *exec.Cmd) error {
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	return cmd.Run()
}
