package module

import (
	"bytes"
	"debug/gosym"
	"regexp"
	"strings"
	"testing"
)

func built(t *testing.T) []byte { return builtProgram(t, "strip.go", "-ldflags=-s -w") }

func stripped(t *testing.T, wasm []byte) []byte { return rewritten(t, wasm, strip) }

// A stripped program prints the same, and a traceback of it names the same functions.
func TestAStrippedProgramDoesTheSame(t *testing.T) {
	whole := built(t)
	play := func(wasm []byte) (out string, functions []string) {
		out, trace := runProgram(t, wasm)
		for _, m := range regexp.MustCompile(`(?m)^(main\.[\w.()*]+)\(`).FindAllStringSubmatch(trace, -1) {
			functions = append(functions, m[1])
		}
		return out, functions
	}
	want, traced := play(whole)
	got, same := play(stripped(t, whole))
	if got != want || !strings.HasPrefix(want, "168760 inlined") {
		t.Errorf("stripped, it prints\n%s\nwhole\n%s", got, want)
	}
	if a, b := strings.Join(same, " "), strings.Join(traced, " "); a != b || b != "main.failing main.main" {
		t.Errorf("stripped, the traceback has the functions %q, whole %q", a, b)
	}
}

// By the standard library's reader of the table, every function is there and has its name, and none has lines.
func TestFunctionsKeepTheirNames(t *testing.T) {
	whole := built(t)
	table := func(wasm []byte) *gosym.Table {
		m, err := Parse(wasm)
		if err != nil {
			t.Fatal(err)
		}
		found, err := FindTable(m.Data)
		if err != nil {
			t.Fatal(err)
		}
		table, err := gosym.NewTable(nil, gosym.NewLineTable(found.Data, 0))
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	before, after := table(whole), table(stripped(t, whole))
	if a, b := len(after.Funcs), len(before.Funcs); a != b || b < 1000 {
		t.Fatalf("stripped, there are %d functions, before %d", a, b)
	}
	lines := 0
	for i, f := range before.Funcs {
		g := after.Funcs[i]
		if g.Name != f.Name || g.Entry != f.Entry || g.End != f.End {
			t.Errorf("%s is from %d to %d, stripped %s from %d to %d", f.Name, f.Entry, f.End, g.Name, g.Entry, g.End)
		}
		if _, line, _ := before.PCToLine(f.Entry); line > 0 {
			lines++
		}
		if file, line, _ := after.PCToLine(g.Entry); line > 0 || file != "" {
			t.Errorf("stripped, %s is in %s:%d", g.Name, file, line)
		}
	}
	if lines < 1000 {
		t.Errorf("only %d functions had lines before", lines)
	}
}

// What is stripped is the data: every other section is as it was, and the data that is left is not larger.
func TestOtherSectionsAreAsTheyWere(t *testing.T) {
	whole := built(t)
	before, err := Parse(whole)
	if err != nil {
		t.Fatal(err)
	}
	after, err := Parse(stripped(t, whole))
	if err != nil {
		t.Fatal(err)
	}
	if len(before.Sections) != len(after.Sections) || len(before.Sections) < 10 {
		t.Fatalf("%d sections, stripped %d", len(before.Sections), len(after.Sections))
	}
	for i, s := range before.Sections {
		if g := after.Sections[i]; g.ID != s.ID || !bytes.Equal(g.Body, s.Body) {
			t.Errorf("section %d differs", i)
		}
	}
	changed := 0
	for i, b := range after.Data {
		if before.Data[i] != b {
			if changed++; b != 0 {
				t.Fatalf("byte %d of the data was %d and is %d", i, before.Data[i], b)
			}
		}
	}
	if changed == 0 || len(before.Data) != len(after.Data) {
		t.Errorf("%d bytes changed; %d bytes of data became %d", changed, len(before.Data), len(after.Data))
	}
}

func TestWhatIsNoProgramIsNotStripped(t *testing.T) {
	for _, c := range []struct {
		wasm *Module
		want string
	}{
		{&Module{}, "no data in the WebAssembly"},
		{&Module{Sections: []Section{{ID: Data}}, Data: []byte{7}}, "the table of functions: " + ErrTable.Error()},
	} {
		if _, err := smaller(c.wasm); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func FuzzStrip(f *testing.F) {
	f.Add((&Module{}).Bytes(), []byte{})
	f.Add([]byte{}, append(bytes.Clone(TableBegin), make([]byte, 200)...))
	f.Fuzz(func(t *testing.T, wasm, data []byte) {
		program := func(wasm []byte) ([]byte, error) {
			m, err := Parse(wasm)
			if err != nil {
				return nil, err
			}
			return smaller(m)
		}
		if out, err := program(wasm); err == nil {
			if again, err := program(out); err != nil || !bytes.Equal(again, out) {
				t.Errorf("stripped twice: %v, the same %t", err, bytes.Equal(again, out))
			}
		}
		_ = dropLines(data)
	})
}
