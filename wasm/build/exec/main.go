// Command exec runs a Go program in WebAssembly as the page does, straight (wasm/build/straight), for go test:
//
//	GOOS=js GOARCH=wasm go test -exec "bin/wasm $(go env GOROOT)/lib/wasm/go_js_wasm_exec" PACKAGES
//
// Its arguments are what runs WebAssembly, the program, and the program's own.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/backfill-lab/backfill/internal/scratch"
	"github.com/backfill-lab/backfill/wasm/build/straight"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: exec RUNNER PROGRAM.wasm [ARGUMENTS]")
		os.Exit(2)
	}
	err := run(os.Args[1], os.Args[2], os.Args[3:])
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		os.Exit(max(exit.ExitCode(), 1))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "exec:", err)
		os.Exit(1)
	}
}

func run(runner, program string, args []string) error {
	dir, err := scratch.Temp("wasm")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	made := filepath.Join(dir, filepath.Base(program))
	if err := straight.File(program, made); err != nil {
		return err
	}
	cmd := exec.Command(runner, append([]string{made}, args...)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	return cmd.Run()
}
