// Package strip takes from a Go program in WebAssembly what compresses badly and what no page needs.
//
// The linker leaves runs of 8 and more zeroes out of the data, and writes where each of the remaining 100,000 pieces
// goes. Those addresses cost more, compressed, than the zeroes do. Go's runtime has a table that leads from each
// instruction to a file and line, for tracebacks. Without it a traceback still names functions and has the offset in
// each, from which the same program with its lines tells the line.
package strip

import (
	"errors"
	"fmt"

	"github.com/backfill-lab/backfill/wasm/build/internal/module"
)

// Step is Program as a step of the build.
var Step = module.Step{Name: "strip", Program: Program}

// Program returns a program without those, which does the same. Its sections other than the data are as they were.
func Program(wasm []byte) ([]byte, error) {
	m, err := module.ParseGo(wasm)
	if err != nil {
		return nil, err
	}
	return smaller(m)
}

// smaller returns the module without those, whichever release made it.
func smaller(m *module.Module) ([]byte, error) {
	if m.Data == nil {
		return nil, errors.New("no data in the WebAssembly")
	}
	if err := dropLines(m.Data); err != nil {
		return nil, fmt.Errorf("the table of functions: %w", err)
	}
	return m.Bytes(), nil
}
