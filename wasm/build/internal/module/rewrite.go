package module

import (
	"bytes"
	"fmt"
	"os"
	"strings"
)

// Known is the Go release whose programs the steps were written for. Before you raise it, compare cmd/internal/obj/wasm/wasmobj.go,
// cmd/compile/internal/wasm/ssa.go and runtime/symtab.go of both releases; then run go test ./wasm/build/internal/...
const Known = "go1.26"

// ParseGo is Parse for a program made by the Go release that is Known; it is an error if another made it.
func ParseGo(wasm []byte) (*Module, error) {
	m, err := Parse(wasm)
	if err != nil {
		return nil, err
	}
	return m, m.checkGo()
}

// checkGo returns an error unless the program was made by the release that is Known.
func (m *Module) checkGo() error {
	switch made := m.madeBy(); {
	case made == Known || strings.HasPrefix(made, Known+"."):
		return nil
	case made == "":
		return fmt.Errorf("it does not name the Go release that made it; only %s is known (module.Known)", Known)
	default:
		return fmt.Errorf("%s made it; only %s is known (module.Known)", made, Known)
	}
}

// madeBy returns the Go release that a program names in its section "producers", "" if it names none.
func (m *Module) madeBy() string {
	for _, s := range m.Sections {
		r := Reader{Rest: s.Body}
		if s.ID != custom || string(r.Take(r.Uint())) != "producers" {
			continue
		}
		for fields := r.Uint(); fields > 0 && !r.Failed; fields-- {
			r.Take(r.Uint()) // the field: the language, or a tool
			for values := r.Uint(); values > 0 && !r.Failed; values-- {
				name, version := r.Take(r.Uint()), r.Take(r.Uint())
				if bytes.Equal(name, []byte("Go")) {
					return string(version)
				}
			}
		}
	}
	return ""
}

// A Step makes of a program one that does the same, and changes nothing of what it is given. Its errors say that it does not
// recognise the program.
type Step struct {
	Name    string
	Program func(wasm []byte) ([]byte, error)
}

// Rewrite reads a program, and writes what the steps make of it, one after the other. A step that does not recognise the program is
// left out, and warn gets one line about it.
func Rewrite(from, to string, warn func(line string), steps ...Step) error {
	program, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	for _, s := range steps {
		made, err := s.Program(program)
		if err != nil {
			warn(fmt.Sprintf("%s goes without the step %s: %v", from, s.Name, err))
			continue
		}
		program = made
	}
	return os.WriteFile(to, program, 0o644)
}
