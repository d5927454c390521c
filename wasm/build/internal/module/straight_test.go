package module

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A straight program prints the same, and its traceback names the same functions and lines.
func TestAStraightProgramDoesTheSame(t *testing.T) {
	whole := builtProgram(t, "straight.go")
	play := func(wasm []byte) (out, trace string) {
		out, trace = runProgram(t, wasm)
		calls := regexp.MustCompile(`(?m)^(main\.[\w.()*]+|\t\S+:\d+ \+0x\w+$)`).FindAllString(trace, -1)
		return out, strings.Join(calls, " ")
	}
	want, traced := play(whole)
	got, same := play(rewritten(t, whole, straighten))
	if got != want || !strings.Contains(want, "wanted") || !strings.Contains(want, "returned") {
		t.Errorf("straight, it prints\n%s\nbefore\n%s", got, want)
	}
	if same != traced || !strings.Contains(traced, "main.failing") || !strings.Contains(traced, "straight.go:") {
		t.Errorf("straight, its traceback is\n%s\nbefore\n%s", same, traced)
	}
}

// All functions but a few with loops that have several first blocks are straight, and their code is shorter.
func TestNearlyAllFunctionsAreStraight(t *testing.T) {
	whole := builtProgram(t, "straight.go")
	m, err := Parse(whole)
	if err != nil {
		t.Fatal(err)
	}
	table, err := FindTable(m.Data)
	if err != nil {
		t.Fatal(err)
	}
	functions, err := table.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"runtime.sigpanic", "runtime.morestack", "main.failing", "main.nested"} {
		found := false
		for _, f := range functions {
			found = found || f.Name == name
		}
		if !found {
			t.Errorf("the table of functions has no %s", name)
		}
	}
	c := coder{functions: functions}
	for _, s := range m.Sections {
		switch s.ID {
		case Imports:
			err = c.readImports(s.Body)
		case Functions:
			err = c.readTypes(s.Body)
		case Code:
			var code []byte
			if code, err = c.code(s.Body); len(code) >= len(s.Body)*97/100 {
				t.Errorf("%d bytes of code became %d", len(s.Body), len(code))
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if left := c.jumping - c.straight; left > 6 || c.jumping < 1500 || c.imports < 10 {
		t.Errorf("of %d functions %d stay as they are; there are %d imports", c.jumping, left, c.imports)
	}
}

// Go's compiler knows of some functions that they never return.
func TestNeverNamesFunctionsOfTheRuntime(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(goRoot(t), "src", "runtime", "*.go"))
	if err != nil || len(files) < 100 {
		t.Fatalf("%d files of the runtime, %v", len(files), err)
	}
	var source []byte
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		source = append(source, data...)
	}
	for name := range never {
		if !bytes.Contains(source, []byte("\nfunc "+strings.TrimPrefix(name, "runtime.")+"(")) {
			t.Errorf("the runtime has no function %s", name)
		}
	}
}

func TestWhatIsNoProgramIsNotStraightened(t *testing.T) {
	whole := builtProgram(t, "straight.go")
	change := func(id byte, body ...byte) []byte {
		m, err := Parse(whole)
		if err != nil {
			t.Fatal(err)
		}
		for i := range m.Sections {
			if m.Sections[i].ID == id {
				m.Sections[i].Body = body
			}
		}
		return m.Bytes()
	}
	for _, c := range []struct {
		wasm []byte
		want string
	}{
		{nil, "no WebAssembly of version 1"},
		{(&Module{}).Bytes(), "it does not name the Go release that made it; only " + Known + " is known (module.Known)"},
		{change(Imports, 1, 0, 0, 2, 0), "the program imports what is no function"},
		{change(Functions, 9, 0), "the types of functions are cut off"},
		{change(Code, 1, 0), "there are not as many functions as types of them"},
	} {
		if _, err := straighten(c.wasm); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	// Code that begins otherwise than Go's is left alone, and too much of it is refused.
	m, err := Parse(whole)
	if err != nil {
		t.Fatal(err)
	}
	for i := range m.Sections {
		if s := &m.Sections[i]; s.ID == Code {
			s.Body = bytes.ReplaceAll(s.Body, enter, []byte{opGlobalGet, 0, opLocalSet, 2})
		}
	}
	other := m.Bytes()
	if _, err := straighten(other); err == nil || !strings.Contains(err.Error(), "are as "+Known+" writes them") {
		t.Errorf("other code: %v", err)
	}
	staysAsItIs(t, other)
	staysAsItIs(t, bytes.ReplaceAll(whole, []byte(Known), []byte("go9.99")))
}

// staysAsItIs checks that a program that is not recognised is warned of and kept.
func staysAsItIs(t *testing.T, wasm []byte) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "program.wasm")
	if err := os.WriteFile(name, wasm, 0o644); err != nil {
		t.Fatal(err)
	}
	lines := 0
	if err := Rewrite(name, name, func(string) { lines++ }, Straight); err != nil || lines != 1 {
		t.Errorf("%d warnings, %v", lines, err)
	}
	if kept, err := os.ReadFile(name); err != nil || !bytes.Equal(kept, wasm) {
		t.Errorf("the program has changed, or %v", err)
	}
}

func FuzzFunction(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(random(seed).body(), 0)
	}
	f.Fuzz(func(t *testing.T, body []byte, deferReturn int) {
		c := coder{functions: map[int]Function{0: {DeferReturn: max(deferReturn, 0)}}, imports: 1}
		if made, err := c.function(body, 0); err == nil {
			if _, err := c.function(made, 0); err == nil && bytes.Equal(made, body) {
				t.Error("nothing has changed")
			}
		}
	})
}
