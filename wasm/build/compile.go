package main

import (
	"debug/buildinfo"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/backfill-lab/backfill/internal/scratch"
	"github.com/backfill-lab/backfill/wasm/build/straight"
	"github.com/backfill-lab/backfill/wasm/build/strip"
)

// binaries are the WebAssembly programs by file name.
var binaries = map[string]string{
	"backfill.wasm": "./wasm/backfill",
	"parquet.wasm":  "./wasm/extra/parquet/program",
	"figure.wasm":   "./wasm/extra/figure/program",
	"papers.wasm":   "./wasm/extra/papers/program",
}

// compile builds the binaries into dir, from libraries without what they never use, makes their jumps short, and takes from them what
// compresses badly.
// The tag tinygo makes arrow use encoding/json instead of goccy/go-json, which saves half a megabyte of the first download.
func compile(dir string) error {
	modfile, err := slimmed()
	if err != nil {
		return err
	}
	for name, pkg := range binaries {
		file := filepath.Join(dir, name)
		cmd := exec.Command("go", "build", "-modfile="+modfile, "-trimpath", "-buildvcs=false", "-tags=tinygo,page", "-ldflags=-s -w",
			"-pgo="+straight.Profile, "-o", file, pkg)
		cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		if err := run(cmd); err != nil {
			return fmt.Errorf("compiling %s: %w", pkg, err)
		}
		if err := straight.File(file, file); err != nil {
			return err
		}
		if err := stripFile(file); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func stripFile(name string) error {
	linked, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	program, err := strip.Program(linked)
	if err != nil {
		return err
	}
	return os.WriteFile(name, program, 0o644)
}

// version returns the version that the go command stamps into a program built now: the
// page and the command show the same.
func version() (string, error) {
	dir, err := scratch.Temp("build")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "program")
	if err := run(exec.Command("go", "build", "-o", program, "./wasm/build")); err != nil {
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

func run(cmd *exec.Cmd) error {
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	return cmd.Run()
}
