package strip

import (
	"bytes"
	"debug/gosym"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/wasm/build/module"
)

// built returns testdata/program.go as a program of js/wasm.
func built(t *testing.T) []byte {
	t.Helper()
	if testing.Short() {
		t.Skip("builds a program")
	}
	name := filepath.Join(t.TempDir(), "program.wasm")
	cmd := exec.Command("go", "build", "-ldflags=-s -w", "-o", name, "testdata/program.go")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func stripped(t *testing.T, wasm []byte) []byte {
	t.Helper()
	before := bytes.Clone(wasm)
	out, err := Program(wasm)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before, wasm) {
		t.Error("Program changed what it was given")
	}
	return out
}

// A stripped program prints the same, and a traceback of it names the same functions.
func TestAStrippedProgramDoesTheSame(t *testing.T) {
	whole := built(t)
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("needs Node.js")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	play := func(wasm []byte) (out string, functions []string) {
		name := filepath.Join(t.TempDir(), "program.wasm")
		if err := os.WriteFile(name, wasm, 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(node, filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js"), name)
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		if err := cmd.Run(); err == nil {
			t.Error("the program did not fail, which it does at its end")
		}
		for _, m := range regexp.MustCompile(`(?m)^(main\.[\w.()*]+)\(`).FindAllStringSubmatch(stderr.String(), -1) {
			functions = append(functions, m[1])
		}
		return stdout.String(), functions
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
		m, err := module.Parse(wasm)
		if err != nil {
			t.Fatal(err)
		}
		found, err := module.FindTable(m.Data)
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
	before, err := module.Parse(whole)
	if err != nil {
		t.Fatal(err)
	}
	after, err := module.Parse(stripped(t, whole))
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

func TestWhatIsNoProgramIsRefused(t *testing.T) {
	for _, c := range []struct {
		wasm *module.Module
		want string
	}{
		{&module.Module{}, "no data in the WebAssembly"},
		{&module.Module{Sections: []module.Section{{ID: module.Data}}, Data: []byte{7}}, "the table of functions: " + module.ErrTable.Error()},
	} {
		if _, err := Program(c.wasm.Bytes()); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func FuzzProgram(f *testing.F) {
	f.Add((&module.Module{}).Bytes(), []byte{})
	f.Add([]byte{}, append(bytes.Clone(module.TableBegin), make([]byte, 200)...))
	f.Fuzz(func(t *testing.T, wasm, data []byte) {
		if out, err := Program(wasm); err == nil {
			if again, err := Program(out); err != nil || !bytes.Equal(again, out) {
				t.Errorf("stripped twice: %v, the same %t", err, bytes.Equal(again, out))
			}
		}
		_ = dropLines(data)
	})
}
