// Package exec runs a Go program in WebAssembly as the page does, made straight, for go test:
//
//	go build -o bin/wasm ./wasm/build
//	GOOS=js GOARCH=wasm go test -exec "bin/wasm exec $(go env GOROOT)/lib/wasm/go_js_wasm_exec" PACKAGES
package exec

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/backfill-lab/backfill/internal/scratch"
	"github.com/backfill-lab/backfill/wasm/build/internal/module"
)

// Run runs a program. The arguments are what runs WebAssembly, the program, and the program's own. The error of a program that
// fails is an *exec.ExitError.
func Run(args []string) error {
	if len(args) < 2 {
		return errors.New("usage: exec RUNNER PROGRAM.wasm [ARGUMENTS]")
	}
	dir, err := scratch.Temp("wasm")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	made := filepath.Join(dir, filepath.Base(args[1]))
	warn := func(line string) { fmt.Fprintln(os.Stderr, "exec: warning:", line) }
	if err := module.Rewrite(args[1], made, warn, module.Straight); err != nil {
		return err
	}
	cmd := exec.Command(args[0], append([]string{made}, args[2:]...)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	return cmd.Run()
}
